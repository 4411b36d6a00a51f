"""The options of a question: rows that can be marked, struck out and clicked. Shows a `Choice`, changes none."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from tutor.tui.blocks import Hang, lay_out
from tutor.tui.choice import Choice
from tutor.tui.content import ACCENT_STRONG, MUTED, STRONG, STRUCK, join, safe, stack
from tutor.tui.messages import RowClicked
from tutor.tui.pages.common import option_label


class Row(Widget):
    """One option."""

    DEFAULT_CSS = """
    Row { width: 1fr; height: auto; padding: 0 1; text-wrap: nowrap; text-overflow: clip; pointer: pointer; }
    Row:hover { background: $boost; }
    Row.-cursor { background: $primary 12%; }
    """

    def __init__(self, place: int, text: Content, *, digits: bool) -> None:
        super().__init__()
        self.place = place
        self._text = text
        self._digits = digits
        self._choice: Choice | None = None

    def show(self, choice: Choice | None) -> None:
        """Show the marks of a choice; None for a row that cannot be chosen."""
        self._choice = choice
        self.set_class(choice is not None and choice.cursor == self.place, "-cursor")
        self.refresh()

    def lines(self, width: int) -> int:
        """How many lines the row takes when it is so many cells wide, padding included."""
        return len(self._lines(width - 2))

    def _lines(self, width: int) -> Sequence[Content]:
        choice = self._choice
        label = safe(option_label(self.place, digits=self._digits), STRONG)
        text = self._text
        cells = 3 + len(label)
        if choice is not None:
            chosen, struck = self.place in choice.chosen, self.place in choice.struck
            if struck:
                text = safe(text.plain, STRUCK)
            elif chosen:
                text, label = text.stylize(STRONG), label.stylize(ACCENT_STRONG)
            cursor = safe("›" if choice.cursor == self.place else " ", ACCENT_STRONG)
            mark = _mark(choice, chosen, struck)
            cells += 2 + len(mark)
            label = join(cursor, mark, label, gap=" ")
        return lay_out([Hang(label, text, cells, keep=True)], width)

    def render(self) -> Content:
        return stack(self._lines(self.content_size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def on_click(self, event: events.Click) -> None:
        if self._choice is not None:
            event.stop()
            self.post_message(RowClicked(self.place))


def _mark(choice: Choice, chosen: bool, struck: bool) -> Content:
    if choice.single:
        return safe("●", ACCENT_STRONG) if chosen else safe("–" if struck else "○", MUTED)
    return safe("[x]", ACCENT_STRONG) if chosen else safe("[–]" if struck else "[ ]", MUTED)


class Options(VerticalScroll, can_focus=False):
    """All rows; scrolls when the screen is too low for them, and keeps the cursor in sight."""

    DEFAULT_CSS = """
    Options { width: 1fr; height: auto; }
    Options.-spaced Row { margin-bottom: 1; }
    """

    async def fill(self, texts: Sequence[Content], choice: Choice | None, *, digits: bool) -> None:
        """Show the options of a new question."""
        async with self.batch():
            await self.remove_children()
            rows = [Row(place, text, digits=digits) for place, text in enumerate(texts)]
            for row in rows:
                row.show(choice)
            await self.mount_all(rows)
        self.scroll_home(animate=False)

    def show(self, choice: Choice) -> None:
        """Show changed marks."""
        for row in self.query(Row):
            row.show(choice)
            if row.place == choice.cursor:
                row.scroll_visible(animate=False)

    def lines(self, width: int) -> int:
        """How many lines all rows take, without blank lines between them."""
        return sum(row.lines(width) for row in self.query(Row))


if __name__ == "__main__":
    from textual.app import App, ComposeResult

    from tutor.core.question import Option, Question

    QUESTION = Question(
        id="demo",
        type="single",
        ask="Which?",
        options=(Option("one", "The first option", True), Option("two", "The second option, longer. " * 8)),
        concepts=("demo",),
        key_hash="",
        text_hash="",
    )

    class Demo(App[None]):
        choice = Choice(QUESTION, QUESTION.option_ids)

        def compose(self) -> ComposeResult:
            yield Options()

        async def on_mount(self) -> None:
            texts = [safe(option.text) for option in QUESTION.options]
            await self.query_one(Options).fill(texts, self.choice, digits=False)

        def on_row_clicked(self, event: RowClicked) -> None:
            self.choice.press(event.place)
            self.query_one(Options).show(self.choice)

    Demo().run()

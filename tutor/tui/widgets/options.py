"""The options of a single or multiple question: rows that can be marked, struck out and clicked.

Shows a `Choice`, changes none.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.message import Message

from tutor.tui.choice import Choice
from tutor.tui.content import ACCENT_STRONG, MUTED, STRONG, join, safe
from tutor.tui.messages import RowClicked
from tutor.tui.pages.common import option_label
from tutor.tui.widgets.lines import Line, Lines, pointer, styled


class Row(Line):
    """One option."""

    def __init__(self, place: int, text: Content) -> None:
        super().__init__(place)
        self.text = text

    def clicked(self) -> Message | None:
        return RowClicked(self.place)


class Options(Lines):
    """All options of a question."""

    async def fill(self, texts: Sequence[Content], choice: Choice, *, digits: bool) -> None:
        """Show the options of a new question."""
        self._digits = digits
        await self.put([Row(place, text) for place, text in enumerate(texts)])
        self.show(choice)

    def show(self, choice: Choice) -> None:
        """Show changed marks."""
        for row in self.query(Row):
            chosen, struck = row.place in choice.chosen, row.place in choice.struck
            here = row.place == choice.cursor
            style = ACCENT_STRONG if chosen and not struck else STRONG
            label = safe(option_label(row.place, digits=self._digits), style)
            mark = _mark(choice, chosen, struck)
            text = styled(row.text, chosen=chosen, struck=struck)
            row.say(join(pointer(here), mark, label, gap=" "), text, cursor=here)
            if here:
                self.in_sight(row)


def _mark(choice: Choice, chosen: bool, struck: bool) -> Content:
    if choice.single:
        return safe("●", ACCENT_STRONG) if chosen else safe("–" if struck else "○", MUTED)
    return safe("[x]", ACCENT_STRONG) if chosen else safe("[–]" if struck else "[ ]", MUTED)


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

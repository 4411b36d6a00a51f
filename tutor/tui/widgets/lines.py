"""What the lists of options, steps and pairs share: lines that can be clicked, and a list that shows their marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual import events
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from tutor.tui.blocks import Hang, lay_out
from tutor.tui.content import ACCENT_STRONG, EMPTY, STRONG, STRUCK, safe, stack


class Line(Widget):
    """One line: a label, and text that hangs beside it."""

    DEFAULT_CSS = """
    Line { width: 1fr; height: auto; padding: 0 1; text-wrap: nowrap; text-overflow: clip; pointer: pointer; }
    Line:hover { background: $boost; }
    Line.-cursor { background: $primary 12%; }
    """

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place
        """Place of what the line shows."""
        self._label = EMPTY
        self._text = EMPTY

    def say(self, label: Content, text: Content, *, cursor: bool) -> None:
        """Show this; `label` ends in no blank."""
        changed = (label, text) != (self._label, self._text)
        self._label, self._text = label, text
        self.set_class(cursor, "-cursor")
        if changed:
            self.refresh(layout=True)

    def lines(self, width: int) -> int:
        """How many lines it takes when it is so many cells wide, padding included."""
        return len(self._lines(width - 2))

    def _lines(self, width: int) -> Sequence[Content]:
        return lay_out([Hang(self._label, self._text, self._label.cell_length + 2, keep=True)], width)

    def render(self) -> Content:
        return stack(self._lines(self.content_size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def clicked(self) -> Message | None:
        """What a click on the line means; None for nothing."""
        return None

    def on_click(self, event: events.Click) -> None:
        message = self.clicked()
        if message is not None:
            event.stop()
            self.post_message(message)


class Lines(VerticalScroll, can_focus=False):
    """All lines; scrolls when the screen is too low for them, and keeps the cursor in sight."""

    DEFAULT_CSS = """
    Lines { width: 1fr; height: auto; }
    Lines.-spaced Line { margin-bottom: 1; }
    """

    async def put(self, lines: Sequence[Line]) -> None:
        """Replace the lines."""
        async with self.batch():
            await self.remove_children()
            await self.mount_all(lines)
        self.scroll_home(animate=False)

    @property
    def rows(self) -> Iterable[Line]:
        return self.query(Line)

    @property
    def count(self) -> int:
        return len(self.query(Line))

    def lines(self, width: int) -> int:
        """How many lines all of them take, without blank lines between them."""
        return sum(line.lines(width) for line in self.rows)

    def in_sight(self, line: Line) -> None:
        line.scroll_visible(animate=False)


def styled(text: Content, *, chosen: bool = False, struck: bool = False) -> Content:
    """The text of an option by its marks."""
    if struck:
        return safe(text.plain, STRUCK)
    return text.stylize(STRONG) if chosen else text


def pointer(here: bool) -> Content:
    """The sign of the cursor, or the room for it."""
    return safe("›" if here else " ", ACCENT_STRONG)

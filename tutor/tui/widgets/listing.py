"""A list of one-line rows with a cursor, drawn line by line: as quick with a hundred thousand rows as with ten.

Rows are `Content`, cut at the width. The screen moves the cursor; the list only follows the mouse and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from tutor.tui.content import EMPTY, blank, join

Rows = Sequence[Content] | Callable[[int], Content]


class Listing(ScrollView, can_focus=False):
    """Rows below one another; the one under the cursor stands out."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"listing--cursor"}
    DEFAULT_CSS = """
    Listing { width: 1fr; height: 1fr; overflow-x: hidden; overflow-y: auto;
        scrollbar-size-vertical: 1; pointer: pointer; }
    Listing > .listing--cursor { background: $primary 22%; text-style: bold; }
    """

    class Moved(Message):
        """The cursor stands on another row."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    class Chosen(Message):
        """A row was clicked that the cursor stood on already."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._row: Callable[[int], Content] = lambda place: EMPTY
        self._count = 0
        self.cursor = 0

    @property
    def count(self) -> int:
        return self._count

    def show(self, rows: Rows, count: int | None = None, cursor: int = 0) -> None:
        """Replace the rows; with a function that makes one row, `count` says how many there are."""
        if callable(rows):
            self._row, self._count = rows, count or 0
        else:
            made = tuple(rows)
            self._row, self._count = made.__getitem__, len(made)
        self.cursor = min(max(cursor, 0), max(self._count - 1, 0))
        self._measure()
        self.refresh()
        self._reveal()

    def move(self, step: int) -> None:
        """Move the cursor by so many rows, not past an end."""
        self.go(self.cursor + step)

    def go(self, place: int) -> None:
        """Put the cursor on a row."""
        place = min(max(place, 0), max(self._count - 1, 0))
        if place != self.cursor:
            self.cursor = place
            self.refresh()
            self.post_message(self.Moved(place))
        self._reveal()

    def page(self, direction: int) -> None:
        """Move the cursor by a screenful."""
        self.move(direction * max(self.size.height - 1, 1))

    def _measure(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, self._count)

    def _reveal(self) -> None:
        self.scroll_to_region(Region(0, self.cursor, 1, 1), animate=False, force=True)

    def on_resize(self, event: events.Resize) -> None:
        self._measure()
        self._reveal()

    def render_line(self, y: int) -> Strip:
        place, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        if place >= self._count or width < 1:
            return Strip.blank(width, self.rich_style)
        row = self._row(place).truncate(width, ellipsis=True)
        row = join(row, blank(width - row.cell_length))
        name = "listing--cursor" if place == self.cursor else ""
        style = self.get_visual_style(name, partial=False) if name else self.visual_style
        return Visual.to_strips(self, row, width, 1, style)[0]

    def on_click(self, event: events.Click) -> None:
        place = event.y + self.scroll_offset.y
        if not 0 <= place < self._count:
            return
        event.stop()
        if place == self.cursor:
            self.post_message(self.Chosen(place))
        else:
            self.go(place)

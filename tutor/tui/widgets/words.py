"""The two widgets that show text: a line of words, and a page of blocks. They take `Content` or blocks, never a str.

No other file of the screens may use Textual's text widgets; a test holds them to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from tutor.tui.blocks import Block, lay_out
from tutor.tui.content import EMPTY, stack


class Words(Static):
    """Text that wraps at the width it gets."""

    def __init__(self, content: Content = EMPTY, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(content, markup=False, id=id, classes=classes)

    def show(self, content: Content) -> None:
        """Replace the text."""
        self.update(content)


class Page(Widget):
    """Blocks laid out to the width of the widget, as high as they need."""

    DEFAULT_CSS = """
    Page { width: 1fr; height: auto; text-wrap: nowrap; text-overflow: clip; }
    """

    def __init__(self, blocks: Sequence[Block] = (), *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._blocks = tuple(blocks)

    @property
    def blocks(self) -> tuple[Block, ...]:
        return self._blocks

    def show(self, blocks: Sequence[Block]) -> None:
        """Replace the page."""
        self._blocks = tuple(blocks)
        self.refresh(layout=True)

    def lines(self, width: int) -> int:
        """How many lines the page takes at a width."""
        return len(lay_out(self._blocks, width))

    def render(self) -> Content:
        return stack(lay_out(self._blocks, self.content_size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.lines(width)


READING_FRAME = 3
"""Cells beside the text of a `Reading`: padding and the scroll bar."""


class Reading(VerticalScroll, can_focus=False):
    """Text that scrolls with the keys of the screen."""

    DEFAULT_CSS = """
    Reading { width: 1fr; height: 1fr; padding: 0 1; }
    """


if __name__ == "__main__":
    from textual.app import App, ComposeResult

    from tutor.tui.blocks import Box, Hang, Para, head
    from tutor.tui.content import safe

    class Demo(App[None]):
        def compose(self) -> ComposeResult:
            yield Page(
                [
                    head("A heading"),
                    Hang(safe("Label"), safe("Text that hangs. " * 12), 12),
                    Box(safe("Box"), (Para(safe("In a box. " * 12)),)),
                ]
            )

    Demo().run()

"""A page over the screen: concept card, sources, why, all options, help. Scrolls and closes, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from tutor.tui.action import Place
from tutor.tui.blocks import Block
from tutor.tui.content import EMPTY
from tutor.tui.screens.base import ActionScreen
from tutor.tui.widgets.keybar import KeyBar
from tutor.tui.widgets.words import READING_FRAME, Page, Reading, Words

MAX_WIDTH = 96
FRAME = 6
"""Lines of border, title and keys."""


class ReaderScreen(ModalScreen[None], ActionScreen[None]):
    """A title and blocks."""

    PLACES: ClassVar[tuple[Place, ...]] = ("reader",)
    DEFAULT_CSS = f"""
    ReaderScreen {{ align: center middle; }}
    ReaderScreen > Vertical {{ width: 100%; max-width: {MAX_WIDTH}; height: auto; max-height: 100%;
        background: $surface; border: round $primary; }}
    ReaderScreen #title {{ width: 1fr; height: auto; padding: 0 1; text-style: bold; color: $text-accent;
        margin-bottom: 1; }}
    ReaderScreen KeyBar {{ dock: none; margin-top: 1; background: transparent; }}
    """

    def __init__(self, title: Content = EMPTY, blocks: Sequence[Block] = ()) -> None:
        super().__init__()
        self._title = title
        self._blocks = tuple(blocks)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Words(self._title, id="title")
            yield Reading(Page(self._blocks))
            yield KeyBar()

    def on_resize(self, event: events.Resize) -> None:
        """As high as the page needs, and no higher than the screen."""
        width = min(event.size.width, MAX_WIDTH) - 2 - READING_FRAME
        reading = self.query_one(Reading)
        reading.styles.height = max(min(self.query_one(Page).lines(width), event.size.height - FRAME), 1)

    def action_close(self) -> None:
        self.dismiss(None)

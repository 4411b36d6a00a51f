"""The tour of the first start: three steps over whatever is shown, which can be left at any time."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from tutor.tui.action import Action, Place
from tutor.tui.content import ACCENT_STRONG, MUTED, join, safe
from tutor.tui.pages.tour import STEPS, TITLES, tour_blocks
from tutor.tui.screens.base import ActionScreen
from tutor.tui.widgets.keybar import KeyBar
from tutor.tui.widgets.words import READING_FRAME, Page, Reading, Words

MAX_WIDTH = 72
FRAME = 6
"""Lines of border, title and keys."""


class TourScreen(ModalScreen[None], ActionScreen[None]):
    """One step at a time."""

    PLACES: ClassVar[tuple[Place, ...]] = ("tour",)
    DEFAULT_CSS = f"""
    TourScreen {{ align: center middle; }}
    TourScreen > Vertical {{ width: 100%; max-width: {MAX_WIDTH}; height: auto; max-height: 100%;
        background: $surface; border: round $primary; }}
    TourScreen #title {{ width: 1fr; height: auto; padding: 0 1; margin-bottom: 1; }}
    TourScreen KeyBar {{ dock: none; margin-top: 1; background: transparent; }}
    """

    def __init__(self) -> None:
        super().__init__()
        self.step = 0

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Words(id="title")
            yield Reading(Page())
            yield KeyBar()

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def allows(self, action: Action) -> bool:
        return action.id != "tour_back" or self.step > 0

    def _draw(self) -> None:
        title = join(safe(TITLES[self.step], ACCENT_STRONG), safe(f"{self.step + 1} of {STEPS}", MUTED), gap="  ")
        self.query_one("#title", Words).show(title)
        page = self.query_one(Page)
        page.show(tour_blocks(self.step, self.actions))
        width = min(self.size.width, MAX_WIDTH) - 2 - READING_FRAME
        self.query_one(Reading).styles.height = max(min(page.lines(width), self.size.height - FRAME), 1)
        self.refresh_bindings()

    def action_tour_next(self) -> None:
        if self.step + 1 == STEPS:
            self.dismiss(None)
            return
        self.step += 1
        self._draw()

    def action_tour_back(self) -> None:
        if self.step:
            self.step -= 1
            self._draw()

    def action_tour_skip(self) -> None:
        self.dismiss(None)

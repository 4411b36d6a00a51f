"""The close of a sitting, over the review screen. It decides what comes next, and does nothing itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.containers import Vertical

from tutor.core.outcome import Progress
from tutor.tui.action import Place
from tutor.tui.blocks import Block
from tutor.tui.content import WARN, safe
from tutor.tui.screens.base import ActionScreen
from tutor.tui.widgets.keybar import KeyBar
from tutor.tui.widgets.topbar import TopBar
from tutor.tui.widgets.words import Page, Reading, Words

Decision = Literal["more", "undo"]


class SummaryScreen(ActionScreen[Decision]):
    """What went right, what was mixed up, what is weak, what comes tomorrow."""

    PLACES: ClassVar[tuple[Place, ...]] = ("summary",)
    DEFAULT_CSS = """
    SummaryScreen { align-horizontal: center; }
    SummaryScreen > Vertical { width: 1fr; max-width: 94; height: 1fr; padding: 1 1 0 1; }
    SummaryScreen #status { height: auto; padding: 0 1; }
    """

    def __init__(
        self,
        blocks: Sequence[Block] = (),
        code: str = "",
        days: str = "",
        progress: Progress | None = None,
        note: str = "",
    ) -> None:
        super().__init__()
        self._blocks = tuple(blocks)
        self._top = (code, days)
        self._progress = progress
        self._note = note

    def compose(self) -> ComposeResult:
        yield TopBar()
        with Vertical():
            yield Reading(Page(self._blocks))
            yield Words(safe(self._note, WARN), id="status")
        yield KeyBar()

    def on_mount(self) -> None:
        bar = self.query_one(TopBar)
        bar.about(*self._top)
        if self._progress is not None:
            bar.count(self._progress)

    def action_more(self) -> None:
        self.dismiss("more")

    def action_undo(self) -> None:
        self.dismiss("undo")

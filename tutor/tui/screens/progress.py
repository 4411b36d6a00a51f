"""The course of the work: days, memory, what comes. It reads and scrolls, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical

from tutor.tui.action import Action, Place
from tutor.tui.blocks import Block
from tutor.tui.content import STRONG, safe
from tutor.tui.pages.progress import progress_blocks
from tutor.tui.screens.view import ViewScreen
from tutor.tui.widgets.keybar import KeyBar
from tutor.tui.widgets.words import Page, Reading, Words

if TYPE_CHECKING:
    from tutor.glance import Days
    from tutor.overview import Overview


class ProgressScreen(ViewScreen["Days"]):
    """One page that scrolls."""

    PLACES: ClassVar[tuple[Place, ...]] = ("detail",)
    DEFAULT_CSS = """
    ProgressScreen { align-horizontal: center; }
    ProgressScreen #title { width: 1fr; height: 1; padding: 0 1; background: $panel; }
    ProgressScreen > Vertical { width: 1fr; max-width: 94; height: 1fr; padding: 1 1 0 1; }
    """

    def compose(self) -> ComposeResult:
        yield Words(safe("Progress", STRONG), id="title")
        with Vertical():
            yield Reading(Page())
        yield KeyBar()

    def read(self, look: Overview) -> Days:
        from tutor.glance import days

        return days(look)

    def draw(self) -> None:
        if self.data is not None:
            self.query_one(Page).show(progress_blocks(self.data))

    def say(self, blocks: list[Block]) -> None:
        self.query_one(Page).show(blocks)

    def allows(self, action: Action) -> bool:
        return action.id != "drill"

    def action_drill(self) -> None:
        """There is nothing to drill here."""

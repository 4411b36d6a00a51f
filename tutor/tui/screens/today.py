"""The first screen of the day; every other page and the review itself are one key away."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical

from tutor.tui.action import Place
from tutor.tui.blocks import Block
from tutor.tui.screens.base import bound
from tutor.tui.screens.view import Doors, ViewScreen, Wish
from tutor.tui.widgets.keybar import KeyBar
from tutor.tui.widgets.topbar import TopBar, days_to_exam
from tutor.tui.widgets.words import Page, Reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor.config import Config
    from tutor.glance import Today
    from tutor.overview import Overview


ANEW = 600.0
"""Seconds after which an open page is read again."""


class TodayScreen(ViewScreen["Today"]):
    """What waits, where one stands, and the way to everything else."""

    PLACES: ClassVar[tuple[Place, ...]] = ("today",)
    DEFAULT_CSS = """
    TodayScreen { align-horizontal: center; }
    TodayScreen > Vertical { width: 1fr; max-width: 94; height: 1fr; padding: 1 1 0 1; }
    """

    def __init__(self, doors: Doors | None = None, begin: Callable[[Wish], None] | None = None) -> None:
        """`begin` starts a sitting."""
        super().__init__(doors)
        self._begin = begin
        self._toured = False

    def compose(self) -> ComposeResult:
        yield TopBar()
        with Vertical():
            yield Reading(Page())
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(TopBar).about("Tutor", "")
        self.set_interval(ANEW, self._anew)

    def _anew(self) -> None:
        """A page left open overnight shows the new day."""
        if self.app.screen is self:
            self.reload()

    def read(self, look: Overview) -> Today:
        from tutor.glance import today

        return today(look)

    def draw(self) -> None:
        from tutor.tui.pages.today import today_blocks

        if self.data is None:
            return
        self.query_one(Page).show(today_blocks(self.data))
        self.query_one(TopBar).about(self.data.exam.upper(), days_to_exam(self.data.day, self.data.exam_date))
        if not self._toured:
            self._toured = True
            if self.doors.first_start():
                from tutor.tui.screens.tour import TourScreen

                self.app.push_screen(bound(TourScreen, self.actions)())

    def say(self, blocks: list[Block]) -> None:
        self.query_one(Page).show(blocks)

    def action_begin(self) -> None:
        self._start(Wish())

    def _start(self, wish: Wish | None) -> None:
        if wish is not None and self._begin is not None:
            self._begin(wish)

    def action_weakness(self) -> None:
        from tutor.tui.screens.weakness import WeaknessScreen

        self.app.push_screen(bound(WeaknessScreen, self.actions)(self.doors), self._start)

    def action_confusions(self) -> None:
        from tutor.tui.screens.confusions import ConfusionsScreen

        self.app.push_screen(bound(ConfusionsScreen, self.actions)(self.doors), self._start)

    def action_progress(self) -> None:
        from tutor.tui.screens.progress import ProgressScreen

        self.app.push_screen(bound(ProgressScreen, self.actions)(self.doors), self._start)

    def action_browse(self) -> None:
        self._browse(searching=False)

    def action_search(self) -> None:
        self._browse(searching=True)

    def _browse(self, *, searching: bool) -> None:
        from tutor.tui.screens.browse import BrowseScreen

        self.app.push_screen(bound(BrowseScreen, self.actions)(self.doors, searching=searching), self._start)

    def action_settings(self) -> None:
        from tutor.tui.screens.settings import SettingsScreen

        def changed(config: Config | None) -> None:
            self.reload()

        names = {} if self.data is None else {code: exam.name for code, exam in self.data.bank.exams.items()}
        screen = bound(SettingsScreen, self.actions)(self.doors.config_file, self.doors.config(), names)
        self.app.push_screen(screen, changed)

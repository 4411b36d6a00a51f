"""The program on the page of the day, with the fixed history of six weeks behind it: a home, a start, quiet, keys."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.worker import WorkerCancelled

from tests.report import history
from tests.tui.support import Now, settle
from tutor.commands.review import early
from tutor.config import Config, load_config
from tutor.core.question import Bank
from tutor.marking import Marking
from tutor.overview import Overview
from tutor.session import Session
from tutor.store.repo import Store
from tutor.tui.app import TutorApp
from tutor.tui.messages import Early
from tutor.tui.screens.view import Doors, Wish
from tutor.wishes import Wishes


class Home:
    """A learner's home behind the doors; counts what is opened."""

    def __init__(self, folder: Path, bank: Bank, empty: bool = False, without: str = "") -> None:
        self.bank = bank
        self.database = folder / "learner.db"
        self.config_file = folder / "config.toml"
        self.first = False
        self.fail: Exception | None = None
        self.sittings: list[Wish] = []
        self.early: Early | None = None
        """What was foreseen for the last sitting."""
        self.clock = history._Evening()
        if not empty:
            with Store.open(self.database) as store:
                store.merge([a for a in history.answers(bank) if a.question_id != without], [])

    def config(self) -> Config:
        written = load_config(self.config_file)
        return replace(written, exam="exam-a", exam_date=history.EXAM_DAY, explicit=frozenset({"exam"}))

    def open_session(self, wish: Wish) -> Session:
        self.sittings.append(wish)
        if self.fail is not None:
            raise self.fail
        return Session.open(
            self.database, self.bank, self.config(), self.clock, concept=wish.concept, trap=wish.trap, seed=1
        )

    def look_ahead(self, wish: Wish) -> Early | None:
        wishes: Wishes = {"concept": wish.concept, "trap": wish.trap, "seed": 1}
        self.early = early(self.database, self.bank, self.config(), self.clock, wishes)
        return self.early

    def look(self, read: Callable[[Overview], Any]) -> Any:
        if self.fail is not None:
            raise self.fail
        with Overview.open(self.database, self.bank, self.config(), self.clock) as look:
            return read(look)

    def mark(self, what: str, question_id: str) -> bool:
        with Store.open(self.database) as store:
            marking = Marking(store, self.clock.now)
            if what == "flag":
                return marking.flag(question_id)
            on = not marking.of(question_id).suspended
            marking.suspend(question_id, on)
            return on

    def doors(self) -> Doors:
        return Doors(
            self.open_session,
            self.look_ahead,
            self.look,
            self.mark,
            self.config,
            self.config_file,
            lambda: self.first,
        )


@asynccontextmanager
async def opened(
    home: Home, size: tuple[int, int] = (80, 24), *, no_color: bool = False
) -> AsyncIterator[tuple[TutorApp, Pilot[None]]]:
    """The program on the page of the day, once it has read what it shows."""
    app = TutorApp(lambda: home.open_session(Wish()), home.config(), no_color=no_color, now=Now(), doors=home.doors())
    try:
        async with app.run_test(size=size, notifications=True) as pilot:
            await quiet(app, pilot)
            yield app, pilot
    finally:
        app.session.close()


async def quiet(app: TutorApp, pilot: Pilot[None]) -> None:
    """Wait until no page reads and no sitting works any more."""
    for _ in range(3):
        await pilot.pause(0)
    while running := [worker for worker in app.workers if not worker.is_finished]:
        with suppress(WorkerCancelled):
            await app.workers.wait_for_complete(running)
        await pilot.pause(0)
    if app.session.last is not None and app.home is not app.screen and app.review in app.screen_stack:
        await settle(app, pilot)
    for _ in range(3):
        await pilot.pause(0)


async def press(app: TutorApp, pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other, each once the last one has had its effect."""
    for key in keys:
        await pilot.press(key)
        await quiet(app, pilot)

"""`tutor` alone: the page of the day, from which everything else is reached. Without a terminal: the plain review."""

from __future__ import annotations

import argparse
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tutor.commands import review
from tutor.commands.context import Context, open_bank, surroundings, tell
from tutor.commands.parser import SubParsers
from tutor.config import load_config

if TYPE_CHECKING:
    from tutor.core.question import Bank
    from tutor.overview import Overview
    from tutor.session import Session
    from tutor.tui.messages import Early
    from tutor.tui.screens.view import Wish
    from tutor.wishes import Wishes

_EPILOG = """\
The page shows what waits, how you stand and what you mix up; Enter begins the
review. Without a terminal, or with TERM=dumb, the plain review starts.

examples:
  tutor
  tutor --profile ada
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    subparsers.add_parser(
        "today",
        help="the page of the day",
        description="The page of the day, from which review, reports, questions and settings are reached.",
        epilog=_EPILOG,
    )


def run(args: argparse.Namespace) -> int:
    if not review.has_terminal(os.environ):
        return review.run(review.defaults(args))
    context = surroundings(args)
    context.paths.ensure()
    code = _screens(context)
    if load_config(context.paths.config_file).train:
        review.train_later(context, args.profile)
    return code


def _screens(context: Context) -> int:
    from tutor.tui.app import run as run_screens
    from tutor.tui.screens.view import Doors, Wish

    notes: list[str] = []
    home = _Home(context, notes)
    doors = Doors(
        home.open_session,
        home.look_ahead,
        home.look,
        home.mark,
        home.config,
        context.paths.config_file,
        lambda: _first_start(context),
    )
    try:
        no_color = bool(os.environ.get("NO_COLOR"))
        return run_screens(lambda: home.open_session(Wish()), context.config, no_color=no_color, doors=doors)
    finally:
        for note in dict.fromkeys(notes):
            tell(note)


class _Home:
    """What the pages ask for; called from their threads. The bank is read once."""

    def __init__(self, context: Context, notes: list[str]) -> None:
        self._context = context
        self._notes = notes
        self._lock = threading.Lock()
        self._bank: Bank | None = None

    def config(self) -> Any:
        return load_config(self._context.paths.config_file)

    def bank(self) -> Bank:
        with self._lock:
            if self._bank is None:
                self._bank = open_bank(self._context, self._notes.append)
            return self._bank

    def open_session(self, wish: Wish) -> Session:
        from tutor.session import Session

        context = self._context
        return Session.open(context.database, self.bank(), self.config(), context.clock, **self._wishes(wish))

    def look_ahead(self, wish: Wish) -> Early | None:
        context = self._context
        return review.early(context.database, self.bank(), self.config(), context.clock, self._wishes(wish))

    def _wishes(self, wish: Wish) -> Wishes:
        return {"concept": wish.concept, "trap": wish.trap}

    def look(self, read: Callable[[Overview], Any]) -> Any:
        from tutor.overview import Overview

        context = self._context
        with Overview.open(context.database, self.bank(), self.config(), context.clock) as look:
            return read(look)

    def mark(self, what: str, question_id: str) -> bool:
        """Turn a mark of a question round, in a writer of its own; whether it is on now. Raises BusyError."""
        from tutor.marking import Marking
        from tutor.store.repo import Store

        with Store.open(self._context.database) as store:
            marking = Marking(store, self._context.clock.now)
            if what == "flag":
                return marking.flag(question_id)
            on = not marking.of(question_id).suspended
            marking.suspend(question_id, on)
            return on


def _first_start(context: Context) -> bool:
    """Whether this is the first time; a folder that cannot be written counts as not."""
    marker = context.paths.state / "toured"
    if marker.exists() or context.database.exists():
        return False
    with suppress(OSError):
        marker.touch()
        return True
    return False

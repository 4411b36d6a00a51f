"""A learner with a small bank on a real database, and a clock that tests move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.unit.make import make_bank, make_question
from tutor.config import Config
from tutor.core.question import Bank, Trap
from tutor.session import Session

SET = frozenset({"exam"})


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at

    def forward(self, **step: float) -> None:
        self.at += timedelta(**step)


def small_bank(count: int = 12) -> Bank:
    """Questions in turn on both sides of the trap `t` and on a third concept."""
    questions = []
    for i in range(count):
        task = "1.1" if i % 2 else "2.1"
        if i % 3 == 0:
            questions.append(make_question(f"a{i:02d}", concepts=("A", "B"), task=task))
        elif i % 3 == 1:
            lures = {"b": ("t", "A")}
            questions.append(make_question(f"b{i:02d}", concepts=("B", "A"), key_concept="B", lures=lures, task=task))
        else:
            questions.append(make_question(f"c{i:02d}", concepts=("C",), key_concept="C", lures={}, task=task))
    return make_bank(questions, [Trap("t", "A or B", ("A", "B"), "cue", "rule")])


@pytest.fixture
def clock() -> HandClock:
    return HandClock(datetime(2026, 5, 4, 9, 0, tzinfo=UTC))


@pytest.fixture
def bank() -> Bank:
    return small_bank()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "learner.db"


Opener = Callable[..., Session]


@pytest.fixture
def start(database: Path, bank: Bank, clock: HandClock) -> Iterator[Opener]:
    """Open a session; settings by name, `with_bank` for another bank. Everything opened is closed at the end."""
    opened: list[Session] = []

    def opener(*, with_bank: Bank | None = None, settings: dict[str, Any] | None = None, **wishes: Any) -> Session:
        config = Config(**({"exam": "test-1", "explicit": SET} | (settings or {})))
        session = Session.open(database, with_bank or bank, config, clock, **wishes)
        opened.append(session)
        return session

    yield opener
    for session in opened:
        session.close()

"""What is shown before the session is there is what the session then shows; else nothing is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.session.conftest import SET, HandClock, Opener
from tutor.config import Config
from tutor.core.question import Bank
from tutor.session import Session
from tutor.wishes import Foreseen

CONFIG = Config(exam="test-1", explicit=SET)


def foresee(database: Path, bank: Bank, clock: HandClock, **wishes: object) -> Foreseen | None:
    return Session.foresee(database, bank, CONFIG, clock, **wishes)  # type: ignore[arg-type]


def test_the_stored_question_is_foreseen_with_its_numbers(
    start: Opener, database: Path, bank: Bank, clock: HandClock
) -> None:
    with start() as session:
        first = session.next()
        assert first is not None
        session.answer(first.id, first.question.key)
        pick, progress = session.next(), session.progress()
    found = foresee(database, bank, clock)
    assert found is not None
    assert (found.pick, found.progress, found.day) == (pick, progress, session.day)
    with start() as session:
        assert session.next() == found.pick


def test_nothing_is_foreseen_without_a_stored_question(
    start: Opener, database: Path, bank: Bank, clock: HandClock
) -> None:
    assert foresee(database, bank, clock) is None
    assert not database.exists()
    with start() as session:
        assert session.next() is not None
    clock.forward(days=1)
    assert foresee(database, bank, clock) is None


def test_nothing_is_foreseen_when_the_time_is_used_or_a_drill_is_wished(
    start: Opener, database: Path, bank: Bank, clock: HandClock
) -> None:
    with start() as session:
        assert session.next() is not None
    assert foresee(database, bank, clock) is not None
    assert foresee(database, bank, clock, trap="t") is None
    assert foresee(database, bank, clock, limit=0) is None


def test_foreseeing_changes_nothing_and_needs_no_lock(
    start: Opener, database: Path, bank: Bank, clock: HandClock
) -> None:
    with start() as session:
        pick = session.next()
        before = database.read_bytes()
        found = foresee(database, bank, clock)
        assert found is not None
        assert found.pick == pick
        assert database.read_bytes() == before


def test_foreseeing_loads_no_library_of_the_store() -> None:
    code = "import sys, tutor.session; print([m for m in ('sqlalchemy', 'sqlmodel', 'pydantic') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

"""The scheduler as it is used: published intervals, whole study days, nothing random."""

from __future__ import annotations

import ast
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.core.clock import study_day
from tutor.core.grading import Rating
from tutor.core.memory import Memory, MemoryState

START = date(2026, 1, 1)


def intervals(ratings: list[Rating], retention: float = 0.90) -> list[int]:
    memory, state, day, out = Memory(retention), None, START, []
    for rating in ratings:
        state = memory.review(state, rating, day)
        out.append((state.due_day - day).days)
        day = state.due_day
    return out


def test_good_answers_on_the_due_day_give_the_known_intervals() -> None:
    assert intervals([Rating.GOOD] * 6) == [2, 11, 46, 163, 497, 1346]


def test_a_first_failure_comes_back_the_next_day() -> None:
    assert intervals([Rating.AGAIN, Rating.GOOD, Rating.GOOD, Rating.GOOD]) == [1, 2, 6, 17]


@pytest.mark.parametrize(
    ("rating", "stability", "days"), [(Rating.AGAIN, 0.212, 1), (Rating.HARD, 1.2931, 1), (Rating.GOOD, 2.3065, 2)]
)
def test_first_ratings(rating: Rating, stability: float, days: int) -> None:
    state = Memory().review(None, rating, START)
    assert state.stability == pytest.approx(stability)
    assert (state.due_day - START).days == days


def test_an_evening_and_the_next_morning_are_one_study_day_apart() -> None:
    zone = ZoneInfo("Europe/Berlin")
    evening = study_day(datetime(2026, 5, 1, 21, 0, tzinfo=zone), zone)
    morning = study_day(datetime(2026, 5, 2, 7, 30, tzinfo=zone), zone)
    memory = Memory()
    state = memory.review(memory.review(None, Rating.GOOD, evening), Rating.GOOD, morning)
    assert state.stability == pytest.approx(7.3153, abs=1e-4)
    assert (state.due_day - morning).days == 7


def test_a_day_before_the_last_review_never_moves_the_memory_back() -> None:
    memory = Memory()
    state = memory.review(None, Rating.GOOD, START)
    again = memory.review(state, Rating.GOOD, START - timedelta(days=3))
    assert again.last_day == START
    assert memory.recall(again, START - timedelta(days=5)) == pytest.approx(1.0)


@given(st.lists(st.tuples(st.sampled_from(list(Rating)), st.integers(0, 40)), min_size=1, max_size=12))
def test_the_same_history_gives_the_same_state_and_a_due_day_after_it(history: list[tuple[Rating, int]]) -> None:
    def run() -> MemoryState:
        memory, state, day = Memory(), None, START
        for rating, gap in history:
            day += timedelta(days=gap)
            state = memory.review(state, rating, day)
        assert state is not None
        return state

    first, second = run(), run()
    assert first == second
    assert first.due_day > first.last_day
    assert 1.0 <= first.difficulty <= 10.0
    assert first.stability >= 0.001


@given(st.integers(0, 400), st.floats(0.01, 2000))
def test_recall_follows_the_published_curve(days: int, stability: float) -> None:
    w20 = 0.1542
    state = MemoryState(stability, 5.0, START, START)
    factor = 0.9 ** (-1 / w20) - 1
    expected = (1 + factor * days / stability) ** -w20
    assert Memory().recall(state, START + timedelta(days=days)) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("retention", [0.0, 0.69, 0.98, 1.0, 1.5])
def test_an_impossible_retention_is_refused(retention: float) -> None:
    with pytest.raises(ValueError, match="retention"):
        Memory(retention)


def test_a_thousand_first_reviews_do_not_sleep() -> None:
    memory = Memory()
    cpu = time.process_time()
    wall = time.monotonic()
    for _ in range(1000):
        memory.review(None, Rating.GOOD, START)
    # Sleeping shows as wall time without processor time: a millisecond for each made-up card id.
    assert (time.monotonic() - wall) - (time.process_time() - cpu) < 0.9


def test_fsrs_is_imported_by_one_module_only() -> None:
    root = Path(__file__).parents[2] / "tutor"
    users = set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            if any(name.split(".")[0] == "fsrs" for name in names):
                users.add(path.relative_to(root).as_posix())
    assert users == {"core/memory.py"}


def test_no_module_counts_days_in_seconds() -> None:
    root = Path(__file__).parents[2] / "tutor"
    guilty = [
        p.name for p in root.rglob("*.py") if any(n in p.read_text(encoding="utf-8") for n in ("86400", "86_400"))
    ]
    assert guilty == []


def test_instants_are_utc_for_the_scheduler() -> None:
    from tutor.core.clock import fsrs_time

    assert fsrs_time(START).tzinfo is UTC

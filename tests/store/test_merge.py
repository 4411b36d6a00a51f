"""Two machines become one log: the union by answer id, in whatever order and however often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.store.make import NOW, answer, dump, filled, mark, pick, record
from tests.store.strategies import few
from tutor.core.log import Answer
from tutor.core.rows import Rows
from tutor.store.repo import Store
from tutor.store.values import Mark, Merged

LATER = NOW + timedelta(hours=1)


def test_answers_of_another_machine_are_added_and_known_ones_are_not(path: Path) -> None:
    with filled(path, 3) as store:
        assert store.merge([answer(n) for n in (1, 2, 3, 4)], []) == Merged(added=2, same=2, retracted=0)
        assert store.answers() == [answer(n) for n in range(5)]


def test_merging_again_changes_nothing(path: Path) -> None:
    with filled(path, 3) as store:
        store.merge([answer(n) for n in range(6)], [mark("q.1", flagged=True)])
        earlier = dump(path)
        assert store.merge([answer(n) for n in range(6)], [mark("q.1", flagged=True)]) == Merged(0, 6, 0)
        assert dump(path) == earlier


def test_merging_what_is_here_keeps_rows_and_undo(path: Path) -> None:
    with filled(path, 3) as store:
        earlier = dump(path)
        assert store.merge(store.answers(), store.marks().values()) == Merged(0, 3, 0)
        assert dump(path) == earlier
        assert store.undo_step() is not None


def test_an_answer_taken_back_on_one_machine_is_taken_back_on_both(path: Path) -> None:
    with filled(path, 3) as store:
        assert store.merge([answer(1, retracted_at=LATER)], []) == Merged(0, 1, 1)
        assert store.answers() == [answer(0), answer(2)]
        assert store.answers(retracted=True)[1] == answer(1, retracted_at=LATER)
        assert store.merge([answer(1)], []) == Merged(0, 1, 0)
        assert store.answers() == [answer(0), answer(2)]


def test_of_two_retractions_the_earlier_stays(path: Path) -> None:
    with filled(path, 3) as store:
        for at, retracted in ((LATER, 1), (NOW, 0), (LATER, 0)):
            assert store.merge([answer(1, retracted_at=at)], []) == Merged(0, 1, retracted)
        assert store.answers(retracted=True)[1] == answer(1, retracted_at=NOW)


def test_an_answer_that_is_in_the_input_twice_is_added_once(path: Path) -> None:
    with Store.open(path) as store:
        assert store.merge([answer(1), answer(1, retracted_at=LATER)], []) == Merged(1, 0, 0)
        assert store.answers() == []
        assert store.answers(retracted=True) == [answer(1, retracted_at=LATER)]


@pytest.mark.parametrize("incoming", [answer(9), answer(1, retracted_at=LATER)])
def test_rows_that_no_longer_follow_from_the_log_are_dropped_with_the_merge(path: Path, incoming: Answer) -> None:
    with filled(path, 3) as store:
        store.merge([incoming], [])
        assert store.rows() == Rows()
        assert store.current()[0] is None
        assert store.undo_step() is None
        assert store.pick() == pick(3)


def test_a_retracted_answer_of_another_machine_changes_no_rows(path: Path) -> None:
    with filled(path, 3) as store:
        rows, current = store.rows(), store.current()
        assert store.merge([answer(9, retracted_at=LATER)], []) == Merged(1, 0, 0)
        assert (store.rows(), store.current()) == (rows, current)
        assert store.undo_step() is not None


def test_two_copies_of_a_database_may_both_have_answered_the_same_pick(path: Path) -> None:
    here, there = answer(3), answer(3, id="on the other machine")
    with filled(path, 3) as store:
        record(store, 3)
        assert store.merge([there], []) == Merged(1, 0, 0)
        assert store.answers()[3:] == [here, there]


def test_a_pick_answered_elsewhere_can_still_be_answered_here(path: Path) -> None:
    with filled(path, 3) as store:
        store.merge([answer(3, id="on the other machine")], [])
        store.replace_rows(Rows(), "rules-1")
        record(store, 3)
        assert store.count() == 5


def test_a_merge_that_fails_adds_nothing(path: Path) -> None:
    def broken() -> list[Answer]:
        return [answer(5), replace(answer(6), answered_at=answer(6).answered_at.replace(tzinfo=None))]

    with filled(path, 3) as store:
        earlier = dump(path)
        with pytest.raises(Exception, match="timezone"):
            store.merge(broken(), [mark("q.1")])
        assert dump(path) == earlier
        record(store, 3)


def test_the_mark_that_was_written_last_wins(path: Path) -> None:
    old, new = mark("q.1", NOW, flagged=True), mark("q.1", LATER, note="clear now")
    with Store.open(path) as store:
        store.merge([], [new])
        store.merge([], [old])
        assert store.marks() == {"q.1": new}
        store.set_mark(old)
        store.merge([], [new, mark("q.2")])
        assert store.marks() == {"q.1": new, "q.2": mark("q.2")}


logs = st.lists(
    st.builds(
        lambda number, back: answer(number, retracted_at=None if back is None else NOW + timedelta(minutes=back)),
        st.integers(0, 6),
        st.none() | st.integers(0, 3),
    ),
    max_size=8,
)
marks = st.lists(
    st.builds(
        lambda number, minute, flagged, note: Mark(
            f"q.{number}", flagged, False, note, NOW + timedelta(minutes=minute)
        ),
        st.integers(0, 2),
        st.integers(0, 1),
        st.booleans(),
        st.sampled_from(["", "a", "b"]),
    ),
    max_size=4,
)
machines = st.tuples(logs, marks)
Machine = tuple[Sequence[Answer], Sequence[Mark]]


@few
@given(one=machines, two=machines, three=machines)
def test_the_union_does_not_depend_on_order_or_repetition(
    tmp_path_factory: pytest.TempPathFactory, one: Machine, two: Machine, three: Machine
) -> None:
    results = []
    for order in ([one, two, three], [three, two, one], [two, three, two, one, one]):
        with Store.open(tmp_path_factory.mktemp("merge") / "default.db") as store:
            for machine in order:
                store.merge(*machine)
            results.append((store.answers(retracted=True), store.marks()))
    assert results[0] == results[1] == results[2]
    ids = {a.id for log, _ in (one, two, three) for a in log}
    assert {a.id for a in results[0][0]} == ids
    retracted = {a.id for log, _ in (one, two, three) for a in log if a.retracted_at is not None}
    assert {a.id for a in results[0][0] if a.retracted_at is not None} == retracted

"""Taking answers back: every cached number as it was, the answer kept as retracted."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.store.make import CACHES, NOW, after, answer, before, dump, filled, pick, record
from tests.store.strategies import few
from tutor.core.rows import Rows
from tutor.errors import StoreError
from tutor.store.picks import UNDO_STEPS
from tutor.store.repo import Store

REVERSIBLE = [name for name in CACHES if name != "seen_text"]


def take_back(store: Store) -> str:
    step = store.undo_step()
    assert step is not None
    store.undo(step, NOW)
    return step.answer.id


def test_an_answer_and_its_undo_leave_every_cache_as_it_was_and_the_answer_retracted(path: Path) -> None:
    with filled(path, 9) as store:
        earlier, log = dump(path, *REVERSIBLE, "undo_step"), store.answers()
        given_answer = record(store, 9)
        assert dump(path, *REVERSIBLE) != {name: earlier[name] for name in REVERSIBLE}
        step = store.undo_step()
        assert step is not None
        assert step.answer == given_answer
        assert step.before == before(9)
        assert step.pick == pick(9)
        store.undo(step, NOW + timedelta(seconds=7))
        assert dump(path, *REVERSIBLE, "undo_step") == earlier
        assert store.answers() == log
        retracted = store.answers(retracted=True)[-1]
        assert retracted == replace(given_answer, retracted_at=NOW + timedelta(seconds=7))
        assert store.pick() == pick(9)


def test_the_first_answer_can_be_taken_back_to_nothing(path: Path) -> None:
    with Store.open(path) as store:
        store.set_pick(pick(0))
        earlier = dump(path, *REVERSIBLE)
        record(store, 0)
        take_back(store)
        assert dump(path, *REVERSIBLE) == earlier
        assert store.rows() == Rows()
        assert store.current() == (None, None)
        assert store.last_answer() is None


def test_a_fresh_learner_given_as_the_state_before_is_not_stored_by_an_undo(path: Path) -> None:
    """The session starts from a learner that is not stored yet and shows it as the state before the first answer."""
    with Store.open(path) as store:
        fresh = replace(before(0), learner=after(5).learner)
        store.record_answer(answer(0), fresh, after(0), pick(1), seen_text="", current_to_version="rules-1")
        take_back(store)
        assert store.rows() == Rows()


def test_an_answer_that_touches_no_rows_can_be_taken_back(path: Path) -> None:
    with filled(path, 3) as store:
        earlier = dump(path, *REVERSIBLE)
        store.record_answer(answer(3, mode="cram"), Rows(), Rows(), pick(4), seen_text="", current_to_version="rules-1")
        assert store.rows().learner == after(2).learner
        take_back(store)
        assert dump(path, *REVERSIBLE) == earlier
        assert store.rows().learner == after(2).learner


def test_answers_are_taken_back_one_after_another(path: Path) -> None:
    with filled(path, 2) as store:
        earlier = dump(path, *REVERSIBLE)
        record(store, 2)
        record(store, 3)
        assert [take_back(store), take_back(store)] == [answer(3).id, answer(2).id]
        assert dump(path, *REVERSIBLE) == earlier


def test_an_answer_is_taken_back_after_a_restart(path: Path) -> None:
    filled(path, 9).close()
    earlier = dump(path, *REVERSIBLE)
    with Store.open(path) as store:
        record(store, 9)
    with Store.open(path) as store:
        assert take_back(store) == answer(9).id
    assert dump(path, *REVERSIBLE) == earlier


def test_a_question_taken_back_can_be_answered_again(path: Path) -> None:
    with filled(path, 3) as store:
        take_back(store)
        record(store, 2, id="second try")
        assert [a.id for a in store.answers()] == [answer(0).id, answer(1).id, "second try"]
        assert take_back(store) == "second try"
        assert store.count() == 2


def test_the_last_thirty_answers_can_be_taken_back_after_a_restart(path: Path) -> None:
    filled(path, UNDO_STEPS + 5).close()
    with Store.open(path) as store:
        taken = [take_back(store) for _ in range(UNDO_STEPS)]
        assert store.undo_step() is None
        assert store.count() == 5
        assert taken == [answer(n).id for n in range(UNDO_STEPS + 4, 4, -1)]
        assert store.pick() == pick(5)
        assert store.current() == (answer(4).id, "rules-1")


def test_there_is_nothing_to_take_back_without_an_answer(path: Path) -> None:
    with Store.open(path) as store:
        assert store.undo_step() is None
    with Store.open(path, read_only=True) as store:
        assert store.undo_step() is None


def test_an_answer_is_taken_back_once_only(path: Path) -> None:
    with filled(path, 3) as store:
        step = store.undo_step()
        assert step is not None
        store.undo(step, NOW)
        earlier = dump(path)
        with pytest.raises(StoreError, match="not the last one"):
            store.undo(step, NOW)
        assert dump(path) == earlier


def test_only_the_last_answer_is_taken_back(path: Path) -> None:
    with filled(path, 3) as store:
        step = store.undo_step()
        assert step is not None
        record(store, 3)
        earlier = dump(path)
        with pytest.raises(StoreError, match="not the last one"):
            store.undo(step, NOW)
        assert dump(path) == earlier


def test_a_rebuild_drops_the_steps_and_is_current_to_the_last_answer(path: Path) -> None:
    with filled(path, 5) as store:
        store.replace_rows(after(50), "rules-2")
        assert store.rows() == after(50)
        assert store.undo_step() is None
        assert store.current() == (answer(4).id, "rules-2")
        record(store, 5)
        assert take_back(store) == answer(5).id
        assert store.current() == (answer(4).id, "rules-2")


@few
@given(moves=st.lists(st.sampled_from(["answer", "answer", "undo", "reopen"]), max_size=14))
def test_any_mixture_of_answers_and_undos_leaves_the_caches_of_the_answers_that_remain(
    tmp_path_factory: pytest.TempPathFactory, moves: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("undo")
    store = Store.open(folder / "a.db")
    store.set_pick(pick(0))
    remaining = tries = 0
    for move in moves:
        if move == "answer":
            record(store, remaining, id=f"{remaining}-{tries}")
            remaining, tries = remaining + 1, tries + 1
        elif move == "undo":
            step = store.undo_step()
            assert (step is None) == (remaining == 0)
            if step is not None:
                store.undo(step, NOW)
                remaining -= 1
        else:
            store.close()
            store = Store.open(folder / "a.db")
    store.close()
    filled(folder / "b.db", remaining).close()
    tables = [name for name in REVERSIBLE if name != "meta"]
    assert dump(folder / "a.db", *tables) == dump(folder / "b.db", *tables)
    with Store.open(folder / "a.db", read_only=True) as store:
        assert store.count() == remaining
        last = store.last_answer()
        assert store.current()[0] == (None if last is None else last.id)

"""The questions of a case follow one another, and nothing that is overdue waits for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.session.conftest import HandClock, Opener
from tests.unit.make import make_bank, make_question
from tutor.core.knowledge import Knowledge, compare
from tutor.core.question import Bank, Case
from tutor.desk import load_prior
from tutor.session import Session
from tutor.store.repo import Store


def case_bank(others: int = 8) -> Bank:
    """Three questions of one case among others that are worth as much."""
    questions = [make_question(f"q{i}", concepts=("A",), lures={}) for i in range(others)]
    questions += [make_question(f"case-{i}", concepts=("B",), lures={}, case="shop") for i in (1, 2, 3)]
    bank = make_bank(questions)
    return replace(bank, cases={"shop": Case("shop", "A shop", "It sells.")})


def given(session: Session, *, right: bool = True, skip: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """Answer all there is; ids with the slots of their picks."""
    seen: list[tuple[str, str]] = []
    while (pick := session.next()) is not None:
        if pick.question.id in skip:
            skip = tuple(name for name in skip if name != pick.question.id)
            session.skip(pick.id)
            continue
        seen.append((pick.question.id, pick.reason.slot))
        chosen = pick.question.key if right else [pick.question.distractors[-1].id]
        assert session.answer(pick.id, chosen) is not None
    return seen


def test_the_questions_of_a_case_follow_one_another_in_order(start: Opener) -> None:
    with start(with_bank=case_bank(), minutes=600) as session:
        seen = given(session)
    first = [name for name, _ in seen].index("case-1")
    assert [name for name, _ in seen[first : first + 3]] == ["case-1", "case-2", "case-3"]
    assert [slot for _, slot in seen[first + 1 : first + 3]] == ["case", "case"]
    assert len(seen) == len(set(seen)) == 11


def test_a_case_that_is_begun_is_finished_beyond_the_daily_number_and_no_further(start: Opener) -> None:
    with start(with_bank=case_bank(0), minutes=600, settings={"new_per_day": 1}) as session:
        assert [name for name, _ in given(session)] == ["case-1", "case-2", "case-3"]


def test_a_question_of_the_case_that_was_skipped_does_not_hold_it_up(start: Opener) -> None:
    with start(with_bank=case_bank(), minutes=600) as session:
        names = [name for name, _ in given(session, skip=("case-2",))]
    assert names[names.index("case-1") + 1] == "case-3"
    assert "case-2" in names


def test_what_is_overdue_comes_before_the_rest_of_a_case(start: Opener, clock: HandClock) -> None:
    with start(with_bank=case_bank(), minutes=600) as session:
        given(session, right=False)
    clock.forward(days=7)
    with start(with_bank=case_bank(), minutes=600) as session:
        slots = [slot for _, slot in given(session)]
    assert slots == ["overdue"] * 11


def test_a_question_of_the_case_that_is_not_due_is_left_alone(start: Opener, clock: HandClock) -> None:
    with start(with_bank=case_bank(0), minutes=600) as session:
        for right in (True, False, False):
            pick = session.next()
            assert pick is not None
            session.answer(pick.id, pick.question.key if right else [pick.question.distractors[-1].id])
    clock.forward(days=1)
    with start(with_bank=case_bank(0), minutes=600) as session:
        assert given(session) == [("case-2", "due"), ("case-3", "case"), ("case-1", "ahead")]


def test_the_reason_says_so_and_a_replay_gives_the_same(start: Opener, database: Path) -> None:
    with start(with_bank=case_bank(0), minutes=600) as session:
        pick = session.next()
        assert pick is not None
        session.answer(pick.id, pick.question.key)
        pick = session.next()
        assert pick is not None
        assert session.explain(pick.reason) == "It goes on with the case you have just read: a new question."
        session.answer(pick.id, pick.question.key)
    with Store.open(database) as store:
        replayed = Knowledge.replay(case_bank(0), load_prior(), store.answers())
        assert compare(store.rows(), replayed.rows(), 1e-9) == []

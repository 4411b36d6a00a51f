"""The contrast drill: right after an error the other side of the trap, logged as such, and then on as before."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.session.conftest import HandClock, Opener, small_bank
from tests.unit.make import make_bank, make_question
from tutor.core.knowledge import Knowledge, compare
from tutor.core.outcome import Feedback
from tutor.core.pick import Pick, Reason
from tutor.core.policy import value_of
from tutor.core.prior import Prior
from tutor.core.question import Question, Trap
from tutor.session import Session
from tutor.store.repo import Store


def fall(session: Session) -> Feedback:
    """Answer until a question on the trap comes up, and take its lure."""
    while True:
        pick = session.next()
        assert pick is not None
        lure = next((o.id for o in pick.question.distractors if o.trap == "t"), None)
        feedback = session.answer(pick.id, pick.question.key if lure is None else [lure])
        assert feedback is not None
        if lure is not None:
            return feedback


def right_side(question: Question) -> str:
    return question.option(question.key[0]).concept


def contrast(session: Session, feedback: Feedback) -> Pick:
    pick = session.contrast(feedback)
    assert pick is not None
    return pick


def test_it_asks_a_question_in_which_what_was_taken_is_right(start: Opener) -> None:
    with start() as session:
        feedback = fall(session)
        taken = feedback.pick.question.option(feedback.chosen[0]).concept
        pick = contrast(session, feedback)
        assert right_side(pick.question) == taken
        assert pick.question.id != feedback.pick.question.id
        assert (pick.mode, pick.reason.slot) == ("drill", "contrast")
        assert session.next() == pick


def test_it_says_why_once_it_is_answered_and_its_numbers_make_its_value(start: Opener, database: Path) -> None:
    with start() as session:
        pick = contrast(session, fall(session))
        assert "Concept" not in " ".join(session.why(pick))
        feedback = session.answer(pick.id, pick.question.key)
        assert feedback is not None
        assert session.explain(pick.reason).startswith("Contrast, the other side: Concept")
    with Store.open(database) as store:
        stored = store.last_answer()
    assert stored is not None
    assert stored.mode == "drill"
    reason = Reason.from_json(stored.reason)
    assert reason.slot == "contrast"
    assert value_of(reason.numbers) == pytest.approx(reason.value, abs=1e-9)


def test_afterwards_the_review_goes_on_as_it_would_have(start: Opener) -> None:
    with start() as session:
        feedback = fall(session)
        planned = session.next()
        assert planned is not None
        pick = contrast(session, feedback)
        assert session.answer(pick.id, pick.question.key) is not None
        after = session.next()
        assert after is not None
        assert after.mode == "review"
        assert after.question.id == planned.question.id or planned.question.id == pick.question.id


def test_killed_before_its_answer_the_same_question_is_shown_again(start: Opener) -> None:
    with start() as session:
        pick = contrast(session, fall(session))
    with start() as session:
        again = session.next()
        assert again == pick
        assert session.answer(pick.id, pick.question.key) is not None
        following = session.next()
        assert following is None or following.mode == "review"


def test_undo_goes_through_it_step_by_step(start: Opener) -> None:
    with start() as session:
        feedback = fall(session)
        pick = contrast(session, feedback)
        assert session.answer(pick.id, pick.question.key) is not None
        assert session.undo() == pick
        back = session.undo()
        assert back is not None
        assert back.question.id == feedback.pick.question.id


def test_it_counts_for_schedule_and_model_and_a_replay_gives_the_same(start: Opener, database: Path) -> None:
    with start() as session:
        pick = contrast(session, fall(session))
        feedback = session.answer(pick.id, pick.question.key)
        assert feedback is not None
        assert feedback.due_day is not None
        bank = session.bank
    with Store.open(database) as store:
        replayed = Knowledge.replay(bank, Prior(), store.answers())
        assert compare(store.rows(), replayed.rows(), 1e-9) == []


def test_it_takes_no_turn_of_the_review(start: Opener) -> None:
    """Focus comes with every fourth review answer, whatever was drilled between."""
    with start() as session:
        feedback = fall(session)
        for _ in range(2):
            pick = session.contrast(feedback)
            if pick is not None:
                session.answer(pick.id, pick.question.key)
        before = [a for a in session._log if a.mode == "review"]
        assert session._agenda().state.pick_no == len(before)


def test_unseen_questions_come_first_and_one_of_today_never_again(start: Opener, clock: HandClock) -> None:
    with start() as session:
        first = contrast(session, fall(session))
        assert session.answer(first.id, first.question.key) is not None
        clock.forward(minutes=1)
        second = contrast(session, fall(session))
        assert second.question.id != first.question.id
        assert second.question.id not in {a.question_id for a in session._log}


def test_without_the_other_side_another_question_of_the_trap_is_asked(start: Opener) -> None:
    one_sided = make_bank([make_question(f"a{i}") for i in range(4)], [Trap("t", "A or B", ("A", "B"))])
    with start(with_bank=one_sided) as session:
        feedback = fall(session)
        pick = contrast(session, feedback)
        assert right_side(pick.question) == "A"
        assert "t" in pick.question.traps


def test_a_right_answer_and_a_used_up_trap_have_no_contrast(start: Opener) -> None:
    alone = make_bank([make_question("a0"), make_question("c0", concepts=("C",), key_concept="C", lures={})])
    with start(with_bank=alone) as session:
        assert session.contrast(fall(session)) is None
        pick = session.next()
        assert pick is None or pick.mode == "review"
    with start(with_bank=small_bank()) as session:
        pick = session.next()
        assert pick is not None
        feedback = session.answer(pick.id, pick.question.key)
        assert feedback is not None
        assert session.contrast(feedback) is None


def test_what_is_overdue_still_comes_first_afterwards(start: Opener, clock: HandClock) -> None:
    with start() as session:
        for _ in range(4):
            pick = session.next()
            assert pick is not None
            session.answer(pick.id, [o.id for o in pick.question.distractors][:1])
    clock.at += timedelta(days=9)
    with start() as session:
        pick = contrast(session, fall(session))
        session.answer(pick.id, pick.question.key)
        after = session.next()
        assert after is not None
        assert after.reason.slot == "overdue"


def test_notes_and_suspension_are_kept_and_taken_back(start: Opener) -> None:
    with start() as session:
        pick = session.next()
        assert pick is not None
        name = pick.question.id
        assert session.note(name, "  look at the \x1b[31mkey\x1b[0m \n") == "look at the key"
        session.flag(name)
        session.suspend(name)
        assert session.mark(name).suspended
        assert session.mark(name).flagged
        following = session.next()
        assert following is not None
        assert following.question.id != name
    with start() as session:
        assert session.mark(name).note == "look at the key"
        session.unsuspend(name)
        assert not session.mark(name).suspended
        session.note(name, "")
        assert session.mark(name).note == ""


def test_the_pick_that_was_planned_comes_after_it_unchanged_even_over_a_kill(start: Opener) -> None:
    with start() as session:
        feedback = fall(session)
        planned = session.next()
        assert planned is not None
        pick = contrast(session, feedback)
        assert pick.question.id != planned.question.id
    with start() as session:
        assert session.next() == pick
    with start() as session:
        again = session.next()
        assert again == pick
        assert session.answer(pick.id, pick.question.key) is not None
        assert session.next() == planned
    with start() as session:
        assert session.next() == planned


def test_skipping_or_suspending_it_leads_back_to_the_planned_pick(start: Opener) -> None:
    with start() as session:
        feedback = fall(session)
        planned = session.next()
        session.skip(contrast(session, feedback).id)
        assert session.next() == planned
        pick = contrast(session, feedback)
        session.suspend(pick.question.id)
        assert session.next() == planned
        assert session.undo() == pick
        assert session.answer(pick.id, pick.question.key) is not None
        assert session.next() == planned


def test_undo_of_its_answer_brings_both_back_and_a_second_undo_the_first_error(start: Opener) -> None:
    with start() as session:
        feedback = fall(session)
        planned = session.next()
        pick = contrast(session, feedback)
        assert session.answer(pick.id, pick.question.key) is not None
    with start() as session:
        assert session.undo() == pick
        assert session.answer(pick.id, pick.question.key) is not None
        assert session.next() == planned
        assert session.undo() == pick
        back = session.undo()
        assert back == feedback.pick
        assert session.answer(back.id, back.question.key) is not None
        following = session.next()
        assert following is not None
        assert following.mode == "review"


def test_an_error_in_it_leads_to_the_first_side_again_and_the_planned_pick_still_waits(start: Opener) -> None:
    with start() as session:
        feedback = fall(session)
        planned = session.next()
        pick = contrast(session, feedback)
        lure = next(o.id for o in pick.question.distractors if o.trap == "t")
        wrong = session.answer(pick.id, [lure])
        assert wrong is not None
        second = contrast(session, wrong)
        assert right_side(second.question) == right_side(feedback.pick.question)
        assert second.question.id not in (feedback.pick.question.id, pick.question.id)
        third = contrast(session, wrong)
        assert session.answer(third.id, third.question.key) is not None
        after = session.next()
        assert after == planned or third.question.id == planned.question.id  # type: ignore[union-attr]


def test_a_question_of_today_is_asked_again_only_when_the_other_side_has_no_other(start: Opener) -> None:
    sides = [make_question("a0"), make_question("a1"), make_question("b0", key_concept="B", lures={"b": ("t", "A")})]
    with start(with_bank=make_bank(sides), minutes=600) as session:
        answered = set()
        while (pick := session.next()) is not None:
            lure = next(o.id for o in pick.question.distractors if o.trap == "t")
            feedback = session.answer(pick.id, [lure])
            assert feedback is not None
            answered.add(pick.question.id)
            drill = contrast(session, feedback)
            other = {"a": "b", "b": "a"}[pick.question.id[0]]
            assert drill.question.id[0] == other
            unanswered = {q.id for q in sides if q.id[0] == other} - answered
            assert not unanswered or drill.question.id in unanswered
            session.skip(drill.id)


def test_it_is_given_after_the_time_is_up_and_costs_time_like_any_question(start: Opener) -> None:
    with start(minutes=0.5) as session:
        feedback = fall(session)
        assert session.next() is None
        assert session.ended == "minutes"
        used = session.progress().minutes_used
        pick = contrast(session, feedback)
    with start(minutes=0.0) as session:
        assert session.next() == pick
        assert session.answer(pick.id, pick.question.key, duration_ms=60_000) is not None
        assert session.progress().minutes_used > used + 1
        assert session.next() is None


def test_the_next_day_forgets_what_was_put_back_and_keeps_the_question_on_screen(
    start: Opener, clock: HandClock
) -> None:
    with start() as session:
        pick = contrast(session, fall(session))
        clock.forward(days=1)
        assert session.next() == pick
        assert session.answer(pick.id, pick.question.key) is not None
        following = session.next()
        assert following is not None
        assert following.mode == "review"
    clock.forward(days=1)
    with start() as session:
        fresh = session.next()
        assert fresh is not None
        assert fresh.mode == "review"


def test_in_a_drill_on_a_concept_the_other_side_may_lie_outside_of_it(start: Opener) -> None:
    one = make_question("a0", concepts=("A",))
    other = make_question("b0", concepts=("B",), key_concept="B", lures={"b": ("t", "A")})
    with start(with_bank=make_bank([one, other]), concept="A") as session:
        feedback = fall(session)
        assert contrast(session, feedback).question.id == "b0"


def test_with_a_drill_after_every_error_all_that_is_due_still_comes(start: Opener, clock: HandClock) -> None:
    with start(minutes=600) as session:
        while (pick := session.next()) is not None:
            assert session.answer(pick.id, [o.id for o in pick.question.distractors][:1]) is not None
    clock.forward(days=1)
    with start(minutes=600) as session:
        due = session.progress().due
        assert due == 12
        reviewed, drills = set(), 0
        while (pick := session.next()) is not None:
            feedback = session.answer(pick.id, [o.id for o in pick.question.distractors][:1])
            assert feedback is not None
            reviewed.add(pick.question.id)
            if pick.mode == "review" and (drill := session.contrast(feedback)) is not None:
                drills += 1
                assert session.answer(drill.id, drill.question.key) is not None
                reviewed.add(drill.question.id)
        assert drills > 3
        assert len(reviewed) == 12
        assert session.progress().due == 0

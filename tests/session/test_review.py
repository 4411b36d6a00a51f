"""A review from the first question to the summary, through the only door."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.session.conftest import HandClock, Opener
from tutor.core.grading import InvalidAnswer, Rating
from tutor.core.outcome import Feedback
from tutor.core.pick import Pick
from tutor.errors import DataError, StoreError, UsageError
from tutor.session import Session
from tutor.store.repo import Store


def current(session: Session) -> Pick:
    pick = session.next()
    assert pick is not None
    return pick


def give(session: Session, right: bool = True, **more: object) -> Feedback:
    """Answer the current question with its key, or with the lure (else the last option)."""
    pick = current(session)
    wrong = [o.id for o in pick.question.distractors if o.trap] or [pick.question.distractors[-1].id]
    feedback = session.answer(pick.id, pick.question.key if right else wrong[:1], **more)  # type: ignore[arg-type]
    assert feedback is not None
    return feedback


def test_the_same_question_is_shown_until_it_is_answered(start: Opener) -> None:
    session = start()
    first = current(session)
    assert current(session) is first
    give(session)
    assert current(session).question.id != first.question.id


def test_feedback_tells_verdict_key_and_return(start: Opener) -> None:
    session = start()
    feedback = give(session, right=False)
    assert not feedback.correct
    assert feedback.key == ("key",)
    assert feedback.answer.rating is Rating.AGAIN
    assert feedback.days == 1
    right = give(session, confidence="guess", duration_ms=12_345)
    assert right.answer.rating is Rating.HARD
    assert right.answer.duration_ms == 12_345
    assert give(session).answer.rating is Rating.GOOD


def test_a_lure_is_named_with_the_own_record_first(start: Opener) -> None:
    session = start()
    while not current(session).question.id.startswith("a"):
        session.skip(current(session).id)
    feedback = give(session, right=False)
    assert feedback.lures_taken == ("t",)
    record = feedback.confusions[0]
    assert (record.trap_id, record.side, record.lure, record.taken, record.exposures) == ("t", "A", "B", 1, 1)


def test_a_second_answer_to_the_same_pick_does_nothing(start: Opener, database: Path) -> None:
    session = start()
    pick = current(session)
    assert session.answer(pick.id, ["key"]) is not None
    assert session.answer(pick.id, ["key"]) is None
    assert session.answer("unknown", ["key"]) is None
    session.close()
    with Store.open(database) as store:
        assert len(store.answers()) == 1


@pytest.mark.parametrize("chosen", [[], ["key", "b"], ["nothing"], ["key", "key"]])
def test_an_incomplete_answer_changes_nothing(start: Opener, chosen: list[str]) -> None:
    session = start()
    pick = current(session)
    with pytest.raises(InvalidAnswer):
        session.answer(pick.id, chosen)
    assert current(session) is pick
    assert session.progress().done == 0


def test_no_question_comes_twice_on_one_study_day(start: Opener) -> None:
    session = start(minutes=600)
    seen = []
    while (pick := session.next()) is not None:
        seen.append(pick.question.id)
        session.answer(pick.id, pick.question.key)
    assert session.ended == "nothing"
    assert len(seen) == len(set(seen)) == 12


def test_quitting_resumes_at_the_same_question_in_the_same_order(start: Opener) -> None:
    session = start()
    give(session)
    pick = current(session)
    session.close()
    again = current(start())
    assert (again.id, again.question.id, again.order, again.reason) == (
        pick.id,
        pick.question.id,
        pick.order,
        pick.reason,
    )


def test_the_next_day_chooses_anew_and_brings_back_what_was_wrong(start: Opener, clock: HandClock) -> None:
    session = start(limit=3)
    wrong = give(session, right=False).pick.question.id
    give(session)
    give(session)
    assert session.next() is None
    assert session.ended == "limit"
    session.close()
    clock.forward(days=1)
    session = start(settings={"new_per_day": 0})
    pick = current(session)
    assert (pick.question.id, pick.reason.slot) == (wrong, "due")
    assert session.progress().due == 1


def test_an_evening_and_the_next_morning_count_one_study_day(start: Opener, clock: HandClock) -> None:
    clock.forward(hours=12)
    session = start(limit=1)
    feedback = give(session)
    session.close()
    clock.forward(hours=11)
    session = start(settings={"new_per_day": 0}, minutes=600)
    while current(session).question.id != feedback.pick.question.id:
        session.skip(current(session).id)
    again = give(session)
    assert again.answer.card_before is not None
    assert again.answer.card_before.stability == pytest.approx(2.3065)
    assert again.days == 7


def test_after_the_daily_minutes_the_sitting_ends_and_can_be_prolonged(start: Opener) -> None:
    session = start(settings={"minutes": 5})
    given = 0
    while (pick := session.next()) is not None:
        session.answer(pick.id, pick.question.key, duration_ms=48_000)
        given += 1
    assert session.ended == "minutes"
    assert given == 5
    session.more(1.0)
    assert session.next() is not None
    session.close()
    later = start(settings={"minutes": 5})
    assert later.next() is None
    later.close()
    assert start(settings={"minutes": 5}, minutes=3).next() is not None


def test_skipping_puts_off_and_grades_nothing(start: Opener) -> None:
    session = start()
    first = current(session)
    session.skip(first.id)
    second = current(session)
    assert second.question.id != first.question.id
    session.skip("stale id")
    assert current(session) is second
    assert session.progress().done == 0


def test_skipped_questions_come_back_when_nothing_else_is_left(start: Opener) -> None:
    session = start(minutes=600)
    skipped = current(session)
    session.skip(skipped.id)
    for _ in range(11):
        give(session)
    assert current(session).question.id == skipped.question.id


def test_undo_takes_the_answer_back_and_shows_its_question_again(start: Opener) -> None:
    session = start()
    before = session.concepts(), session.confusions(), session.progress()
    pick = current(session)
    give(session, right=False)
    again = session.undo()
    assert again is not None
    assert (again.id, again.order) == (pick.id, pick.order)
    assert (session.concepts(), session.confusions(), session.progress()) == before
    assert give(session).correct


def test_undo_works_after_a_restart_and_after_the_end(start: Opener) -> None:
    session = start(limit=2)
    first, second = give(session), give(session)
    assert session.next() is None
    session.close()
    session = start()
    again = session.undo()
    assert again is not None
    assert again.question.id == second.pick.question.id
    earlier = session.undo()
    assert earlier is not None
    assert earlier.question.id == first.pick.question.id
    assert session.undo() is None
    assert session.progress().done == 0


def test_undo_of_nothing_says_so_and_changes_nothing(start: Opener) -> None:
    session = start()
    pick = current(session)
    assert session.undo() is None
    assert current(session) is pick


def test_an_undone_answer_leaves_the_same_state_as_never_given(start: Opener, database: Path, clock: HandClock) -> None:
    session = start()
    for right in (True, False, True, False):
        give(session, right=right)
    session.close()
    with Store.open(database) as store:
        before = store.rows()
    session = start()
    give(session, right=False)
    session.undo()
    session.close()
    with Store.open(database) as store:
        assert store.rows() == before
        assert len(store.answers(retracted=True)) == 5
        assert len(store.answers()) == 4


def test_a_failed_write_keeps_the_question_and_can_be_tried_again(
    start: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = start()
    give(session)
    before = session.concepts(), session.confusions(), session.progress()
    pick = current(session)

    def refuse(*_: object, **__: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "record_answer", refuse)
        with pytest.raises(StoreError):
            session.answer(pick.id, ["key"])
    assert (session.concepts(), session.confusions(), session.progress()) == before
    assert current(session) is pick
    assert session.answer(pick.id, ["key"]) is not None


def test_a_suspended_question_goes_away_for_good(start: Opener) -> None:
    session = start(minutes=600)
    gone = current(session).question.id
    session.suspend(gone)
    seen = set()
    while (pick := session.next()) is not None:
        seen.add(pick.question.id)
        session.answer(pick.id, pick.question.key)
    assert gone not in seen
    assert len(seen) == 11


def test_a_flag_turns_on_and_off_and_stays(start: Opener) -> None:
    session = start()
    question = current(session).question.id
    assert session.flag(question) is True
    session.close()
    assert start().flag(question) is False


def test_a_drill_stays_on_its_trap_and_shows_due_or_not(start: Opener) -> None:
    session = start(trap="t")
    shown = []
    while (pick := session.next()) is not None:
        shown.append(pick)
        session.answer(pick.id, pick.question.key)
    assert {p.reason.slot for p in shown} == {"drill"}
    assert {p.mode for p in shown} == {"drill"}
    assert len(shown) == 8
    assert all("t" in p.question.traps for p in shown)
    assert {p.question.id[0] for p in shown[:2]} == {"a", "b"}


@pytest.mark.parametrize(("wish", "value"), [("exam", "test-2"), ("trap", "tt"), ("concept", "Z")])
def test_an_unknown_wish_is_refused_with_the_nearest_name(start: Opener, wish: str, value: str) -> None:
    with pytest.raises(UsageError) as refused:
        start(**{wish: value})
    assert value in refused.value.message
    assert refused.value.hint


def test_a_bank_without_questions_for_the_exam_is_refused(start: Opener) -> None:
    from tests.unit.make import make_bank, make_question

    empty = make_bank([make_question("q", status="needs-review")])
    with pytest.raises(DataError, match="no reviewed question"):
        start(with_bank=empty)


def test_the_summary_counts_this_sitting_and_looks_ahead(start: Opener) -> None:
    session = start(minutes=600)
    for _ in range(12):
        give(session, right=False)
    summary = session.summary()
    assert (summary.answered, summary.right) == (12, 0)
    assert summary.tomorrow.due == 12
    assert {(c.trap_id, c.side) for c in summary.confusions} == {("t", "A"), ("t", "B")}
    assert all(c.enough for c in summary.weakest)


def test_the_reason_is_stored_with_the_answer_and_reproduces_its_value(start: Opener, database: Path) -> None:
    from tutor.core.pick import Reason
    from tutor.core.policy import value_of

    session = start(minutes=600)
    for _ in range(8):
        give(session)
    session.close()
    with Store.open(database) as store:
        reasons = [Reason.from_json(a.reason) for a in store.answers()]
    assert reasons[3].slot == "focus"
    assert [value_of(r.numbers) for r in reasons] == pytest.approx([r.value for r in reasons], abs=1e-9)

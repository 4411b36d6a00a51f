"""Suspending an open question and taking that back; a pick that was never shown does not outlive its day."""

from __future__ import annotations

from tests.session.conftest import HandClock, Opener
from tests.session.test_review import current, give


def test_undo_brings_a_suspended_question_back_in_the_same_order_and_then_takes_back_answers(start: Opener) -> None:
    with start() as session:
        first = give(session)
        pick = current(session)
        session.suspend(pick.question.id)
        assert current(session).question.id != pick.question.id
        assert session.undo() == pick
        assert not session.mark(pick.question.id).suspended
        assert current(session) == pick
        back = session.undo()
        assert back == first.pick


def test_once_something_else_is_done_undo_is_for_answers_again(start: Opener) -> None:
    with start() as session:
        gone = current(session).question.id
        session.suspend(gone)
        answered = give(session)
        assert session.undo() == answered.pick
        assert session.mark(gone).suspended
        assert session.undo() is None


def test_suspending_an_answered_question_leaves_the_open_one(start: Opener) -> None:
    with start() as session:
        done = give(session).pick.question.id
        pick = current(session)
        session.suspend(done)
        assert current(session) == pick
        session.unsuspend(done)
        assert not session.mark(done).suspended


def test_a_new_day_chooses_anew_unless_the_question_is_on_screen(start: Opener, clock: HandClock) -> None:
    with start(minutes=600) as session:
        wrong = give(session, right=False).pick.question.id
        clock.forward(days=1)
        assert current(session).question.id == wrong
    with start(minutes=600) as session:
        give(session)
        shown = current(session)
        clock.forward(days=1)
        assert current(session) is shown

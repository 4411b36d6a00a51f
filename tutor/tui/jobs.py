"""The calls a screen makes to the session, each as one job for its thread.

A job returns the message that reports it. Every job can be tried again after a failure: what it has already done is
not done twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.message import Message

from tutor.core.grading import Confidence
from tutor.core.outcome import Feedback
from tutor.core.pick import Pick
from tutor.tui.messages import Estimates, Finished, Job, Marked, NothingToUndo, Picked, Reasons, Said, Stored, Told
from tutor.wording import NO_CONTRAST, SAME_SIDE

if TYPE_CHECKING:
    from tutor.session import Session


def pick_next(session: Session) -> Picked | Finished:
    """The question to show, or the close of the sitting."""
    pick = session.next()
    if pick is None:
        return Finished(session.summary(), session.progress(), session.ended)
    return _shown(session, pick)


def answer(pick_id: str, chosen: Sequence[str], confidence: Confidence | None, duration_ms: int) -> Job:
    """Grade and store an answer."""
    stored: list[Feedback | None] = []

    def job(session: Session) -> Message:
        if not stored:
            stored.append(session.answer(pick_id, chosen, confidence, duration_ms))
        feedback = stored[0]
        reason = "" if feedback is None else session.explain(feedback.pick.reason)
        return Stored(feedback, session.progress(), reason)

    return job


def undo(session: Session) -> Message:
    """Take back the last answer and show its question again."""
    pick = session.undo()
    if pick is None:
        return NothingToUndo()
    return _shown(session, pick, "Taken back: this question is open again.")


def skip(pick_id: str) -> Job:
    """Leave a question for later and go on."""

    def job(session: Session) -> Message:
        session.skip(pick_id)
        return pick_next(session)

    return job


def more(minutes: float) -> Job:
    """Lengthen today's time and go on."""
    added: list[bool] = []

    def job(session: Session) -> Message:
        if not added:
            session.more(minutes)
            added.append(True)
        return pick_next(session)

    return job


def contrast(feedback: Feedback) -> Job:
    """The other side of the trap an answer fell for, as the next question."""

    def job(session: Session) -> Message:
        pick = session.contrast(feedback)
        if pick is None:
            return Told(NO_CONTRAST)
        return _shown(session, pick, "" if pick.reason.numbers.get("opposite") else SAME_SIDE)

    return job


def flag(question_id: str) -> Job:
    """Turn the flag of a question on or off."""

    def job(session: Session) -> Message:
        return _marked(session, question_id, "Flagged." if session.flag(question_id) else "The flag is off.")

    return job


def note(question_id: str, text: str) -> Job:
    """Put a note on a question; an empty one removes it."""

    def job(session: Session) -> Message:
        return _marked(session, question_id, "Note saved." if session.note(question_id, text) else "The note is gone.")

    return job


def suspend(question_id: str, on: bool) -> Job:
    """Do not show an answered question again, or do."""

    def job(session: Session) -> Message:
        (session.suspend if on else session.unsuspend)(question_id)
        words = "Suspended: it is not shown again. The same key brings it back." if on else "It is shown again."
        return _marked(session, question_id, words)

    return job


def put_away(question_id: str) -> Job:
    """Suspend the open question and go on."""

    def job(session: Session) -> Message:
        session.suspend(question_id)
        message = pick_next(session)
        message.toast = "Suspended: it is not shown again. Undo brings it back."
        return message

    return job


def why(pick: Pick) -> Job:
    """The reason of a pick, line by line."""
    return lambda session: Reasons(session.why(pick))


def estimates(session: Session) -> Message:
    """What is known of the concepts."""
    return Estimates(session.concepts())


def _shown(session: Session, pick: Pick, note: str = "") -> Picked:
    progress, notices = session.progress(), tuple(session.notices())
    return Picked(pick, progress, notices, note, _said(session, pick.question.id))


def _marked(session: Session, question_id: str, words: str) -> Message:
    return Marked(question_id, _said(session, question_id), words)


def _said(session: Session, question_id: str) -> Said:
    mark = session.mark(question_id)
    return Said(mark.flagged, mark.suspended, mark.note)

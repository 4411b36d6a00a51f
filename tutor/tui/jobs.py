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
from tutor.tui.messages import Estimates, Finished, Flagged, Job, NothingToUndo, Picked, Reasons, Stored

if TYPE_CHECKING:
    from tutor.session import Session


def pick_next(session: Session) -> Message:
    """The question to show, or the close of the sitting."""
    pick = session.next()
    if pick is None:
        return Finished(session.summary(), session.progress(), session.ended)
    return Picked(pick, session.progress(), tuple(session.notices()))


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
    return Picked(pick, session.progress(), tuple(session.notices()), "Taken back: this question is open again.")


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


def flag(question_id: str) -> Job:
    """Turn the flag of a question on or off."""
    return lambda session: Flagged(question_id, session.flag(question_id))


def why(pick: Pick) -> Job:
    """The reason of a pick, line by line."""
    return lambda session: Reasons(session.why(pick))


def estimates(session: Session) -> Message:
    """What is known of the concepts."""
    return Estimates(session.concepts())

"""One entry of the answer log: the truth from which everything else can be rebuilt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from tutor.core.grading import Confidence, Rating
from tutor.core.rows import CardRow

Mode = Literal["review", "drill", "mock", "cram"]
SCHEDULED: tuple[Mode, ...] = ("review", "drill")
"""Modes whose answers move the schedule and the learner model. Mock and cram answers are only logged."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One graded response, as stored. Correctness and rating are stamped when it is given and never judged again."""

    id: str
    """UUIDv7, unique over all machines."""
    pick_id: str
    question_id: str
    key_hash: str
    text_hash: str
    mode: Mode
    reason: Mapping[str, object]
    """Why the question was chosen: slot, value and the numbers used (`tutor.core.pick.Reason.to_json`)."""
    shown: tuple[str, ...]
    """Option ids in the order on screen."""
    chosen: tuple[str, ...]
    """Stored form of the answer, see `tutor.core.grading.normalise`."""
    correct: bool
    confidence: Confidence | None
    rating: Rating
    retention: float
    """Desired retention in force, so that a replay gives the same due day."""
    answered_at: datetime
    """UTC."""
    utc_offset: int
    """Minutes east of UTC at the place of the answer."""
    rollover: int
    study_day: date
    duration_ms: int
    """Time from showing the question to the answer, capped; 0 when unknown."""
    device: str = ""
    card_before: CardRow | None = None
    retracted_at: datetime | None = None

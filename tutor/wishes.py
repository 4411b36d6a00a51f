"""What may be asked of a sitting when it is opened, and what can be said of it before that. Values only."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple, TypedDict

from tutor.core.outcome import Progress
from tutor.core.pick import Pick
from tutor.core.question import Exam


class Limits(TypedDict, total=False):
    """How far a sitting goes."""

    minutes: float | None
    """Time from now on instead of today's."""
    limit: int | None
    """At most so many answers."""
    seed: int | None
    """Fixes the order of the options."""


class Wishes(Limits, total=False):
    """What may be asked of a sitting when it is opened. `concept`, `trap`: a drill on that alone."""

    exam: str | None
    concept: str
    trap: str


class Foreseen(NamedTuple):
    """What `next` of a session that is opened now will show first, and what stands above it."""

    pick: Pick
    progress: Progress
    exam: Exam
    day: date

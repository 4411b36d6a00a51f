"""What the store hands out besides the values of the core. Plain dataclasses; no SQL and no SQLModel here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from tutor.core.log import Answer, Mode
from tutor.core.rows import Rows


@dataclass(frozen=True, slots=True)
class StoredPick:
    """The question to show next, so that a start or a crash shows the same one in the same order."""

    id: str
    question_id: str
    key_hash: str
    text_hash: str
    order: tuple[str, ...]
    """Option ids from top to bottom."""
    reason: Mapping[str, object]
    """`tutor.core.pick.Reason.to_json`."""
    mode: Mode
    study_day: date
    """Study day the pick was made for; a later day asks for a new pick."""
    presented_at: datetime
    """Aware instant at which it was picked; read back in UTC."""
    after: StoredPick | None = None
    """The pick that a drill was put before: it comes back when the drill is over."""


@dataclass(frozen=True, slots=True)
class UndoStep:
    """All that is needed to take the last answer back."""

    answer: Answer
    before: Rows
    """The rows as they were; None for a row that did not exist. `learner` is None as well when the answer did not
    touch it; the store knows which of the two it is."""
    pick: StoredPick | None
    """The stored pick at the moment of the answer: the one it answered."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What the learner said about a question. The last write wins when two machines are merged."""

    question_id: str
    flagged: bool
    suspended: bool
    note: str
    updated_at: datetime
    """Aware instant; read back in UTC."""


@dataclass(frozen=True, slots=True)
class SeenWords:
    """The words of a question as the learner saw them."""

    text_hash: str
    words: str


@dataclass(frozen=True, slots=True)
class Mock:
    """A timed practice exam."""

    id: str
    exam: str
    form: tuple[str, ...]
    """Question ids in order."""
    started_at: datetime
    ended_at: datetime | None
    result: Mapping[str, object] | None
    """None until it is over."""
    answers: tuple[str, ...] = ()
    """Ids of its answers, in the order of the log."""


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did."""

    added: int
    """Answers that were new."""
    same: int
    """Answers that were here already."""
    retracted: int
    """Answers that are newly retracted here."""
    differing: int = 0
    """Of those that were here: with other content than here, which was left as it is."""
    marks: int = 0
    """Marks that are others than before."""
    mocks: int = 0
    """Practice exams that are new or others than before."""

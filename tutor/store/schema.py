"""The tables, one class each: what is stored, and which of it is truth and which a cache.

Instants are plain `datetime` fields, which SQLModel keeps as UTC and refuses without a zone. JSON columns hold text
made by `tutor.store.codec`. A change here needs a migration; a test compares the two. No queries in this module.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import ClassVar

from sqlalchemy import CheckConstraint, Index, MetaData, text
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)
"""All tables of the store. Constraints have names, so that a later migration can address them."""


class Record(SQLModel, registry=registry(metadata=metadata)):
    """Base of the tables; keeps them apart from those of any other program part."""


class MockRecord(Record, table=True):
    """Truth: a timed practice exam; its answers point to it."""

    __tablename__: ClassVar[str] = "mock"

    id: str = Field(primary_key=True)
    exam: str
    form: str
    """JSON list: question ids in order."""
    started_at: datetime
    ended_at: datetime | None = None
    result: str | None = None
    """JSON object, once it is over."""


class AnswerRecord(Record, table=True):
    """Truth, append-only: one graded response. Only `retracted_at` is ever changed."""

    __tablename__: ClassVar[str] = "answer"
    __table_args__ = (
        # A pick can be answered once. An answer merged from a copy of this database may carry a pick of here.
        Index(
            "ix_answer_pick_id",
            "pick_id",
            unique=True,
            sqlite_where=text("retracted_at IS NULL AND merged = 0"),
        ),
        Index("ix_answer_order", "answered_at", "id"),
        Index("ix_answer_study_day", "study_day"),
    )

    id: str = Field(primary_key=True)
    pick_id: str
    question_id: str
    key_hash: str
    text_hash: str
    mode: str
    reason: str
    """JSON object: slot, value and the numbers used."""
    shown: str
    """JSON list: option ids in the order on screen."""
    chosen: str
    """JSON list: the answer in stored form."""
    correct: bool
    confidence: str | None = None
    rating: int
    retention: float
    answered_at: datetime
    utc_offset: int
    """Minutes east of UTC."""
    rollover: int
    study_day: date
    duration_ms: int
    device: str
    card_before: str | None = None
    """JSON object: the card before this answer."""
    retracted_at: datetime | None = None
    merged: bool = False
    """Came from another database by a merge."""
    mock_id: str | None = Field(default=None, foreign_key="mock.id")


class MarkRecord(Record, table=True):
    """Truth, last write wins: what the learner said about a question."""

    __tablename__: ClassVar[str] = "mark"

    question_id: str = Field(primary_key=True)
    flagged: bool
    suspended: bool
    note: str
    updated_at: datetime


class SeenText(Record, table=True):
    """The words of a question as the learner saw them, to tell how much a later edit changed."""

    __tablename__: ClassVar[str] = "seen_text"

    text_hash: str = Field(primary_key=True)
    words: str


class CardRecord(Record, table=True):
    """Cache: FSRS state of a question."""

    __tablename__: ClassVar[str] = "card"

    question_id: str = Field(primary_key=True)
    stability: float
    difficulty: float
    last_day: date
    due_day: date
    text_hash: str


class LearnerRecord(Record, table=True):
    """Cache: the learner as a whole; one row."""

    __tablename__: ClassVar[str] = "learner_state"
    __table_args__ = (CheckConstraint("id = 1", name="one_row"),)

    id: int = Field(default=1, primary_key=True)
    mean: float
    var: float
    n: int
    form_mean: float
    form_var: float
    slope_mean: float
    slope_var: float
    hits: float
    weight: float
    lures: float
    exposures: float


class ConceptRecord(Record, table=True):
    """Cache: ability and evidence on one concept."""

    __tablename__: ClassVar[str] = "concept_state"

    concept_id: str = Field(primary_key=True)
    mean: float
    var: float
    n: int
    hits: float
    weight: float
    recency: float
    day: date
    stability: float
    difficulty: float


class QuestionRecord(Record, table=True):
    """Cache: what is particular about one question for this learner."""

    __tablename__: ClassVar[str] = "question_state"

    question_id: str = Field(primary_key=True)
    mean: float
    var: float
    n: int


class TrapRecord(Record, table=True):
    """Cache: one direction of a trap."""

    __tablename__: ClassVar[str] = "trap_state"

    trap_id: str = Field(primary_key=True)
    side: str = Field(primary_key=True)
    picks: float
    expected: float
    exposures: int
    taken: int
    status: str
    lures: float
    weight: float
    recency: float
    day: date


class PickRecord(Record, table=True):
    """Cache: the next pick; no row or one."""

    __tablename__: ClassVar[str] = "pick"

    id: str = Field(primary_key=True)
    question_id: str
    key_hash: str
    text_hash: str
    shown: str
    """JSON list: option ids from top to bottom."""
    reason: str
    """JSON object."""
    mode: str
    study_day: date
    presented_at: datetime


class UndoRecord(Record, table=True):
    """The last answers with what they changed, newest last: the stack of undo."""

    __tablename__: ClassVar[str] = "undo_step"

    seq: int | None = Field(default=None, primary_key=True)
    answer_id: str = Field(foreign_key="answer.id", unique=True)
    before: str
    """JSON object: the rows as they were; without `learner` when the answer did not touch that row."""
    pick: str | None = None
    """JSON object: the stored pick as it was."""
    current_to: str | None = None
    model_version: str | None = None


class Meta(Record, table=True):
    """Single values: `device`, `current_to` (the answer the caches are current to), `model_version`."""

    __tablename__: ClassVar[str] = "meta"

    key: str = Field(primary_key=True)
    value: str

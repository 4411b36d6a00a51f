"""Any answer, any rows: what hypothesis draws for the round trips."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import get_args

from hypothesis import settings
from hypothesis import strategies as st

from tutor.core.grading import CONFIDENCES, Rating
from tutor.core.log import Answer, Mode
from tutor.core.rows import CardRow, ConceptRow, ConfusionStatus, LearnerRow, QuestionRow, Rows, TrapRow
from tutor.store.values import Mark, StoredPick

many = settings(deadline=None)
few = settings(deadline=None, max_examples=20)
"""For examples that write many transactions; a deadline would measure the disk."""
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
# SQLite keeps no sign of zero.
reals = st.floats(allow_nan=False, allow_infinity=False).map(lambda x: x + 0.0)
counts = st.integers(0, 2**63 - 1)
days = st.dates(date(1970, 1, 1), date(2200, 1, 1))
zones = st.integers(-24 * 60 + 1, 24 * 60 - 1).map(lambda minutes: timezone(timedelta(minutes=minutes)))
instants = st.datetimes(datetime(1970, 1, 2), datetime(2200, 1, 1), timezones=zones)
statuses = st.sampled_from(get_args(ConfusionStatus))
modes = st.sampled_from(get_args(Mode))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)
reasons = st.dictionaries(words, json_values, max_size=4)
sequences = st.lists(words, max_size=5).map(tuple)

cards = st.builds(CardRow, names, reals, reals, days, days, words)
concepts = st.builds(ConceptRow, names, reals, reals, counts, reals, reals, reals, days, reals, reals)
questions = st.builds(QuestionRow, names, reals, reals, counts)
traps = st.builds(TrapRow, names, names, reals, reals, counts, counts, statuses, reals, reals, reals, days)
learners = st.builds(LearnerRow, reals, reals, counts, *[reals] * 8)
rows = st.builds(
    Rows,
    st.none() | learners,
    st.lists(cards, max_size=4).map(lambda rows: {row.question_id: row for row in rows}),
    st.lists(concepts, max_size=4).map(lambda rows: {row.concept_id: row for row in rows}),
    st.lists(questions, max_size=4).map(lambda rows: {row.question_id: row for row in rows}),
    st.lists(traps, max_size=4).map(lambda rows: {row.key: row for row in rows}),
)
answers = st.builds(
    Answer,
    id=names,
    pick_id=words,
    question_id=names,
    key_hash=words,
    text_hash=words,
    mode=modes,
    reason=reasons,
    shown=sequences,
    chosen=sequences,
    correct=st.booleans(),
    confidence=st.none() | st.sampled_from(CONFIDENCES),
    rating=st.sampled_from(Rating),
    retention=st.floats(0.0, 1.0).map(lambda x: x + 0.0),
    answered_at=instants,
    utc_offset=st.integers(-24 * 60 + 1, 24 * 60 - 1),
    rollover=st.integers(0, 23),
    study_day=days,
    duration_ms=counts,
    device=words,
    card_before=st.none() | cards,
    retracted_at=st.none() | instants,
)
marks = st.builds(Mark, names, st.booleans(), st.booleans(), words, instants)
picks = st.builds(StoredPick, names, names, words, words, sequences, reasons, modes, days, instants)


def exact(value: object) -> str:
    """A text that is equal for two values only when every bit is, instants and their zone included."""
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, datetime):
        assert value.tzinfo is UTC
        return value.isoformat()
    if isinstance(value, dict):
        return repr({key: exact(value[key]) for key in sorted(value)})
    if isinstance(value, list | tuple):
        return repr([exact(each) for each in value])
    if hasattr(value, "__dataclass_fields__"):
        return type(value).__name__ + repr([exact(getattr(value, name)) for name in value.__dataclass_fields__])
    return repr(value)

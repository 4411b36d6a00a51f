"""The answer log in the database: append, find, retract.

Works inside the transaction of the caller. It must not know the caches made from the log.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, insert, select, update
from sqlmodel import Session

from tutor.core.grading import Rating
from tutor.core.log import Answer
from tutor.core.rows import CardRow
from tutor.errors import DataError
from tutor.store.codec import dumps, row_from_json, row_to_json
from tutor.store.schema import metadata

TABLE = metadata.tables["answer"]
NOT_RETRACTED = TABLE.c.retracted_at.is_(None)


def add(session: Session, answers: Sequence[Answer], *, merged: bool = False) -> None:
    """Append answers. An id or, for answers given here, a pick that is there already fails in the database."""
    if answers:
        session.connection().execute(insert(TABLE), [_columns(answer, merged) for answer in answers])


def find(
    session: Session, *conditions: ColumnElement[bool], newest_first: bool = False, limit: int | None = None
) -> list[Answer]:
    """Answers that meet all conditions, in the order of the log: by time, then id."""
    order = [TABLE.c.answered_at, TABLE.c.id]
    query = select(TABLE).where(*conditions).order_by(*(c.desc() if newest_first else c for c in order)).limit(limit)
    return [_answer(row) for row in session.connection().execute(query)]


def retract(session: Session, answer_id: str, at: datetime) -> None:
    """Mark an answer as taken back."""
    session.connection().execute(update(TABLE).where(TABLE.c.id == answer_id).values(retracted_at=at))


def _columns(answer: Answer, merged: bool) -> dict[str, Any]:
    return {
        "id": answer.id,
        "pick_id": answer.pick_id,
        "question_id": answer.question_id,
        "key_hash": answer.key_hash,
        "text_hash": answer.text_hash,
        "mode": answer.mode,
        "reason": dumps(dict(answer.reason)),
        "shown": dumps(list(answer.shown)),
        "chosen": dumps(list(answer.chosen)),
        "correct": answer.correct,
        "confidence": answer.confidence,
        "rating": int(answer.rating),
        "retention": answer.retention,
        "answered_at": answer.answered_at,
        "utc_offset": answer.utc_offset,
        "rollover": answer.rollover,
        "study_day": answer.study_day,
        "duration_ms": answer.duration_ms,
        "device": answer.device,
        "card_before": None if answer.card_before is None else dumps(row_to_json(answer.card_before)),
        "retracted_at": answer.retracted_at,
        "merged": merged,
    }


def _answer(row: Row[Any]) -> Answer:
    try:
        return Answer(
            id=row.id,
            pick_id=row.pick_id,
            question_id=row.question_id,
            key_hash=row.key_hash,
            text_hash=row.text_hash,
            mode=row.mode,
            reason=json.loads(row.reason),
            shown=tuple(json.loads(row.shown)),
            chosen=tuple(json.loads(row.chosen)),
            correct=row.correct,
            confidence=row.confidence,
            rating=Rating(row.rating),
            retention=row.retention,
            answered_at=row.answered_at,
            utc_offset=row.utc_offset,
            rollover=row.rollover,
            study_day=row.study_day,
            duration_ms=row.duration_ms,
            device=row.device,
            card_before=None if row.card_before is None else row_from_json(CardRow, json.loads(row.card_before)),
            retracted_at=row.retracted_at,
        )
    except (ValueError, TypeError, DataError) as error:
        raise DataError(
            f"answer {row.id} cannot be read: {error}", "Bring back a copy with `tutor restore FILE`."
        ) from error

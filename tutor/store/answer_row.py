"""A row of the answer table as plain sqlite3 gives it -> the answer. Imports no SQLAlchemy."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import lru_cache
from sys import intern
from typing import Any

from tutor.core.grading import Rating
from tutor.core.log import Answer
from tutor.core.rows import CardRow
from tutor.errors import DataError
from tutor.store.codec import row_from_json

COLUMNS = (
    "id, pick_id, question_id, key_hash, text_hash, mode, reason, shown, chosen, correct, confidence, rating, "
    "retention, answered_at, utc_offset, rollover, study_day, duration_ms, device, card_before, retracted_at"
)
"""What `answer_of` wants of a row, in this order."""


_day = lru_cache(maxsize=4096)(date.fromisoformat)


def instant_of(text: str) -> datetime:
    """An instant as SQLModel stores it: UTC without its zone."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def answer_of(row: tuple[Any, ...]) -> Answer:
    """The answer in a row of COLUMNS. Raises DataError that names the answer when it is damaged.

    Words and days that many answers share are one object each, so that a long log held in memory takes far less room.
    """
    try:
        return Answer(
            id=row[0],
            pick_id=row[1],
            question_id=intern(row[2]),
            key_hash=intern(row[3]),
            text_hash=intern(row[4]),
            mode=intern(row[5]),  # type: ignore[arg-type]
            reason={intern(k): intern(v) if type(v) is str else v for k, v in json.loads(row[6]).items()},
            shown=tuple(map(intern, json.loads(row[7]))),
            chosen=tuple(map(intern, json.loads(row[8]))),
            correct=bool(row[9]),
            confidence=row[10],
            rating=Rating(row[11]),
            retention=row[12],
            answered_at=instant_of(row[13]),
            utc_offset=row[14],
            rollover=row[15],
            study_day=_day(row[16]),
            duration_ms=row[17],
            device=intern(row[18]),
            card_before=None if row[19] is None else _card(row[19]),
            retracted_at=None if row[20] is None else instant_of(row[20]),
        )
    except (ValueError, TypeError, AttributeError, DataError) as error:
        raise DataError(
            f"answer {row[0]} cannot be read: {error}", "Bring back a copy with `tutor restore FILE`."
        ) from error


def _card(text: str) -> CardRow:
    card = row_from_json(CardRow, json.loads(text))
    return replace(card, question_id=intern(card.question_id), text_hash=intern(card.text_hash))

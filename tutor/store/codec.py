"""Answers, rows, picks and marks as values that JSON can hold, and back.

Used for the JSON columns of the store and by export and import, so there is one spelling of an answer. Reading checks
every field and names the one that is wrong. It must not know a database or a file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import UTC, date, datetime
from typing import Any, TypeVar, get_args

from tutor.core.grading import CONFIDENCES, Rating
from tutor.core.log import Answer, Mode
from tutor.core.rows import CardRow, ConceptRow, ConfusionStatus, LearnerRow, QuestionRow, Rows, TrapRow
from tutor.store.fields import Fields
from tutor.store.values import Mark, Mock, StoredPick

R = TypeVar("R", CardRow, ConceptRow, QuestionRow, TrapRow, LearnerRow)
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)
_WORDS = {"Mode": get_args(Mode), "ConfusionStatus": get_args(ConfusionStatus)}


def dumps(value: object) -> str:
    """Compact JSON on one line. Raises ValueError for a float that is not a number or not finite."""
    return _ENCODER.encode(value)


def instant_to_text(instant: datetime) -> str:
    """An aware instant as ISO text in UTC. Raises ValueError for a naive one."""
    if instant.tzinfo is None:
        raise ValueError("an instant needs a time zone")
    return instant.astimezone(UTC).isoformat()


def answer_to_json(answer: Answer) -> dict[str, object]:
    """An answer as JSON values; `answer_from_json` gives back an equal one (instants in UTC)."""
    return {
        "id": answer.id,
        "pick_id": answer.pick_id,
        "question_id": answer.question_id,
        "key_hash": answer.key_hash,
        "text_hash": answer.text_hash,
        "mode": answer.mode,
        "reason": dict(answer.reason),
        "shown": list(answer.shown),
        "chosen": list(answer.chosen),
        "correct": answer.correct,
        "confidence": answer.confidence,
        "rating": int(answer.rating),
        "retention": answer.retention,
        "answered_at": instant_to_text(answer.answered_at),
        "utc_offset": answer.utc_offset,
        "rollover": answer.rollover,
        "study_day": answer.study_day.isoformat(),
        "duration_ms": answer.duration_ms,
        "device": answer.device,
        "card_before": None if answer.card_before is None else row_to_json(answer.card_before),
        "retracted_at": None if answer.retracted_at is None else instant_to_text(answer.retracted_at),
    }


def answer_from_json(data: Mapping[str, object]) -> Answer:
    """The answer of `answer_to_json`. Unknown fields are ignored. Raises DataError that names the wrong field."""
    read = Fields(data, "answer")
    return Answer(
        id=read.text("id", 1),
        pick_id=read.text("pick_id"),
        question_id=read.text("question_id", 1),
        key_hash=read.text("key_hash"),
        text_hash=read.text("text_hash"),
        mode=read.word("mode", _WORDS["Mode"]),
        reason=read.mapping("reason"),
        shown=read.texts("shown"),
        chosen=read.texts("chosen"),
        correct=read.flag("correct"),
        confidence=None if read.absent("confidence") else read.word("confidence", CONFIDENCES),
        rating=Rating(read.integer("rating", min(Rating), max(Rating))),
        retention=read.number("retention", 0.0, 1.0),
        answered_at=read.instant("answered_at"),
        utc_offset=read.integer("utc_offset", -24 * 60 + 1, 24 * 60 - 1),
        rollover=read.integer("rollover", 0, 23),
        study_day=read.day("study_day"),
        duration_ms=read.integer("duration_ms", 0),
        device="" if read.absent("device") else read.text("device"),
        card_before=row_from_json(CardRow, read.mapping("card_before")) if not read.absent("card_before") else None,
        retracted_at=None if read.absent("retracted_at") else read.instant("retracted_at"),
    )


def row_to_json(row: CardRow | ConceptRow | QuestionRow | TrapRow | LearnerRow) -> dict[str, object]:
    """One row as JSON values: dates as ISO text, everything else as it is."""
    values = {field.name: getattr(row, field.name) for field in fields(row)}
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}


def row_from_json(kind: type[R], data: Mapping[str, object]) -> R:
    """The row of `row_to_json`. Raises DataError that names the wrong field."""
    read = Fields(data, kind.__name__.removesuffix("Row").lower())
    readers: dict[str, Callable[[str], Any]] = {
        "str": read.text,
        "float": read.number,
        "int": read.integer,
        "date": read.day,
        "ConfusionStatus": lambda name: read.word(name, _WORDS["ConfusionStatus"]),
    }
    return kind(**{field.name: readers[str(field.type)](field.name) for field in fields(kind)})


def rows_to_json(rows: Rows) -> dict[str, object]:
    """A set of rows, those that do not exist included, as JSON values."""

    def group(of: Mapping[str, Any]) -> dict[str, object]:
        return {key: None if row is None else row_to_json(row) for key, row in of.items()}

    return {
        "learner": None if rows.learner is None else row_to_json(rows.learner),
        "cards": group(rows.cards),
        "concepts": group(rows.concepts),
        "questions": group(rows.questions),
        "traps": [[*key, None if row is None else row_to_json(row)] for key, row in rows.traps.items()],
    }


def rows_from_json(data: Mapping[str, object]) -> Rows:
    """The rows of `rows_to_json`. A missing group is empty. Raises DataError that names the wrong field."""
    read = Fields(data, "rows")

    def group(name: str, kind: type[R]) -> dict[str, R | None]:
        rows = {} if read.absent(name) else read.mapping(name)
        within = Fields(rows, name)
        return {key: None if rows[key] is None else row_from_json(kind, within.mapping(key)) for key in rows}

    traps: dict[tuple[str, str], TrapRow | None] = {}
    for entry in [] if read.absent("traps") else read.items("traps"):
        if not (isinstance(entry, list | tuple) and len(entry) == 3):
            raise read.wrong("traps", "a list of [trap, side, row]")
        trap, side, row = entry
        within = Fields({"trap": trap, "side": side, "row": row}, "traps")
        key = (within.text("trap"), within.text("side"))
        traps[key] = None if row is None else row_from_json(TrapRow, within.mapping("row"))
    return Rows(
        learner=None if read.absent("learner") else row_from_json(LearnerRow, read.mapping("learner")),
        cards=group("cards", CardRow),
        concepts=group("concepts", ConceptRow),
        questions=group("questions", QuestionRow),
        traps=traps,
    )


def pick_to_json(pick: StoredPick) -> dict[str, object]:
    """A stored pick as JSON values; one that waits behind it inside it."""
    values: dict[str, object] = {
        "id": pick.id,
        "question_id": pick.question_id,
        "key_hash": pick.key_hash,
        "text_hash": pick.text_hash,
        "order": list(pick.order),
        "reason": dict(pick.reason),
        "mode": pick.mode,
        "study_day": pick.study_day.isoformat(),
        "presented_at": instant_to_text(pick.presented_at),
    }
    return values if pick.after is None else {**values, "after": pick_to_json(pick.after)}


def pick_from_json(data: Mapping[str, object]) -> StoredPick:
    """The pick of `pick_to_json`. Raises DataError that names the wrong field."""
    read = Fields(data, "pick")
    return StoredPick(
        id=read.text("id", 1),
        question_id=read.text("question_id", 1),
        key_hash=read.text("key_hash"),
        text_hash=read.text("text_hash"),
        order=read.texts("order"),
        reason=read.mapping("reason"),
        mode=read.word("mode", _WORDS["Mode"]),
        study_day=read.day("study_day"),
        presented_at=read.instant("presented_at"),
        after=None if read.absent("after") else pick_from_json(read.mapping("after")),
    )


def mark_to_json(mark: Mark) -> dict[str, object]:
    """A mark as JSON values."""
    return {
        "question_id": mark.question_id,
        "flagged": mark.flagged,
        "suspended": mark.suspended,
        "note": mark.note,
        "updated_at": instant_to_text(mark.updated_at),
    }


def mark_from_json(data: Mapping[str, object]) -> Mark:
    """The mark of `mark_to_json`. Raises DataError that names the wrong field."""
    read = Fields(data, "mark")
    return Mark(
        question_id=read.text("question_id", 1),
        flagged=read.flag("flagged"),
        suspended=read.flag("suspended"),
        note=read.text("note"),
        updated_at=read.instant("updated_at"),
    )


def mock_to_json(mock: Mock) -> dict[str, object]:
    """A practice exam as JSON values."""
    return {
        "id": mock.id,
        "exam": mock.exam,
        "form": list(mock.form),
        "started_at": instant_to_text(mock.started_at),
        "ended_at": None if mock.ended_at is None else instant_to_text(mock.ended_at),
        "result": None if mock.result is None else dict(mock.result),
        "answers": list(mock.answers),
    }


def mock_from_json(data: Mapping[str, object]) -> Mock:
    """The practice exam of `mock_to_json`. Raises DataError that names the wrong field."""
    read = Fields(data, "mock")
    return Mock(
        id=read.text("id", 1),
        exam=read.text("exam"),
        form=read.texts("form"),
        started_at=read.instant("started_at"),
        ended_at=None if read.absent("ended_at") else read.instant("ended_at"),
        result=None if read.absent("result") else read.mapping("result"),
        answers=read.texts("answers"),
    )

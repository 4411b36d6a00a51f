"""Small tables read and written one row at a time: single values, seen texts, and marks.

Works inside the transaction of the caller.
"""

from __future__ import annotations

from sqlmodel import Session, select

from tutor.store.schema import MarkRecord, Meta, SeenText
from tutor.store.values import Mark

CURRENT_TO = "current_to"
MODEL_VERSION = "model_version"
DEVICE = "device"
PICK_AFTER = "pick_after"
"""JSON of the pick that waits behind the stored one."""


def get_meta(session: Session, key: str) -> str | None:
    """A single value, None when it is not set."""
    record = session.get(Meta, key)
    return None if record is None else record.value


def set_meta(session: Session, key: str, value: str | None) -> None:
    """Set a single value; None removes it."""
    record = session.get(Meta, key)
    if value is None:
        if record is not None:
            session.delete(record)
    elif record is None:
        session.add(Meta(key=key, value=value))
    else:
        record.value = value


def remember_text(session: Session, text_hash: str, words: str) -> None:
    """Keep the words behind a hash; the first ones stay."""
    if session.get(SeenText, text_hash) is None:
        session.add(SeenText(text_hash=text_hash, words=words))


def get_text(session: Session, text_hash: str) -> str | None:
    """The words behind a hash, None when they were never seen."""
    record = session.get(SeenText, text_hash)
    return None if record is None else record.words


def get_marks(session: Session) -> dict[str, Mark]:
    """All marks by question."""
    return {record.question_id: _mark(record) for record in session.exec(select(MarkRecord))}


def put_mark(session: Session, mark: Mark) -> None:
    """Set the mark of a question."""
    session.merge(
        MarkRecord(
            question_id=mark.question_id,
            flagged=mark.flagged,
            suspended=mark.suspended,
            note=mark.note,
            updated_at=mark.updated_at,
        )
    )


def _mark(record: MarkRecord) -> Mark:
    return Mark(record.question_id, record.flagged, record.suspended, record.note, record.updated_at)

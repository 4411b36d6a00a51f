"""The next pick and the stack of undo steps in the database.

Works inside the transaction of the caller. A step holds the state before an answer as it was stored, so that taking the
answer back restores saved values and computes nothing.
"""

from __future__ import annotations

import json

from sqlalchemy import delete, select
from sqlmodel import Session, col
from sqlmodel import select as select_one

from tutor.core.rows import Rows
from tutor.store import answers, caches
from tutor.store.codec import dumps, pick_from_json, pick_to_json, rows_from_json, rows_to_json
from tutor.store.meta import CURRENT_TO, MODEL_VERSION, PICK_AFTER, get_meta, set_meta
from tutor.store.schema import PickRecord, UndoRecord
from tutor.store.values import StoredPick, UndoStep

UNDO_STEPS = 30
"""So many answers can be taken back after a restart."""


def get_pick(session: Session) -> StoredPick | None:
    """The stored pick. Raises ValueError when its JSON is damaged."""
    record = session.exec(select_one(PickRecord)).first()
    if record is None:
        return None
    after = get_meta(session, PICK_AFTER)
    return StoredPick(
        id=record.id,
        question_id=record.question_id,
        key_hash=record.key_hash,
        text_hash=record.text_hash,
        order=tuple(json.loads(record.shown)),
        reason=json.loads(record.reason),
        mode=record.mode,  # type: ignore[arg-type]
        study_day=record.study_day,
        presented_at=record.presented_at,
        after=None if after is None else pick_from_json(json.loads(after)),
    )


def put_pick(session: Session, pick: StoredPick | None) -> None:
    """Replace the stored pick, and what waits behind it."""
    session.exec(delete(PickRecord))
    after = None if pick is None or pick.after is None else dumps(pick_to_json(pick.after))
    set_meta(session, PICK_AFTER, after)
    if pick is not None:
        session.add(
            PickRecord(
                id=pick.id,
                question_id=pick.question_id,
                key_hash=pick.key_hash,
                text_hash=pick.text_hash,
                shown=dumps(list(pick.order)),
                reason=dumps(dict(pick.reason)),
                mode=pick.mode,
                study_day=pick.study_day,
                presented_at=pick.presented_at,
            )
        )


def push_step(session: Session, answer_id: str, before: Rows, after: Rows) -> None:
    """Keep the state before an answer; called before anything of it is changed. Raises ValueError when `after` changes
    a row that `before` does not show."""
    for name in ("cards", "concepts", "questions", "traps"):
        unseen = set(getattr(after, name)) - set(getattr(before, name))
        if unseen:
            raise ValueError(f"{name} {sorted(unseen)} change without their state before")
    image = rows_to_json(before)
    if after.learner is None:
        del image["learner"]
    elif not caches.has_learner(session):
        # The first answer starts from a fresh learner, who is not stored yet.
        image["learner"] = None
    pick = get_pick(session)
    session.add(
        UndoRecord(
            answer_id=answer_id,
            before=dumps(image),
            pick=None if pick is None else dumps(pick_to_json(pick)),
            current_to=get_meta(session, CURRENT_TO),
            model_version=get_meta(session, MODEL_VERSION),
        )
    )


def top_step(session: Session) -> UndoStep | None:
    """What would be taken back next; None when there is nothing. Raises ValueError or DataError when it is damaged."""
    record = _top(session)
    if record is None:
        return None
    found = answers.find(session, answers.TABLE.c.id == record.answer_id, answers.NOT_RETRACTED)
    if not found:
        return None
    pick = None if record.pick is None else pick_from_json(json.loads(record.pick))
    return UndoStep(found[0], rows_from_json(json.loads(record.before)), pick)


def pop_step(session: Session, answer_id: str) -> bool:
    """Restore the state before this answer and drop its step; False, and nothing done, when it is not the newest."""
    record = _top(session)
    if record is None or record.answer_id != answer_id:
        return False
    image = json.loads(record.before)
    caches.write(session, rows_from_json(image), learner="learner" in image)
    put_pick(session, None if record.pick is None else pick_from_json(json.loads(record.pick)))
    set_meta(session, CURRENT_TO, record.current_to)
    set_meta(session, MODEL_VERSION, record.model_version)
    session.delete(record)
    return True


def trim_steps(session: Session) -> None:
    """Drop all but the newest steps."""
    kept = select(col(UndoRecord.seq)).order_by(col(UndoRecord.seq).desc()).limit(UNDO_STEPS)
    session.exec(delete(UndoRecord).where(col(UndoRecord.seq).not_in(kept)))


def clear_steps(session: Session) -> None:
    """Drop all steps: the rows they would restore are no longer those that came before."""
    session.exec(delete(UndoRecord))


def _top(session: Session) -> UndoRecord | None:
    return session.exec(select_one(UndoRecord).order_by(col(UndoRecord.seq).desc()).limit(1)).first()

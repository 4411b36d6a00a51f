"""The union with the log of another machine, batch by batch inside one transaction: all of it or nothing.

Answers are told apart by id and never changed, except that a retraction counts wherever it was made. Whatever else two
machines may both have written, one rule decides, so that both come to the same state in whatever order they merge. The
memory it takes does not grow with either log.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

from sqlalchemy import bindparam, update
from sqlmodel import Session

from tutor.core.log import Answer
from tutor.core.rows import Rows
from tutor.store import answers, caches, meta, picks
from tutor.store.answer_row import COLUMNS, answer_of
from tutor.store.codec import dumps
from tutor.store.schema import MockRecord, SeenText
from tutor.store.values import Mark, Merged, Mock, SeenWords

BATCH = 500
"""Answers handed over at a time; below the number of values that SQLite takes in one statement."""


class Merging:
    """A merge under way. Made by `Store.merging`, which commits it at the end of the block."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._added = self._same = self._retracted = self._differing = self._marks = self._mocks = 0
        self._rebuilt = False
        self.changed = False
        """Whether the answers that count are others than before."""

    @property
    def merged(self) -> Merged:
        """What was done so far."""
        return Merged(self._added, self._same, self._retracted, self._differing, self._marks, self._mocks)

    def answers(self, incoming: Iterable[Answer]) -> list[str]:
        """Add answers. Returns the ids of those that are here with other content, which stays; a device that either
        side does not tell is no difference."""
        differing: list[str] = []
        batch: list[Answer] = []
        for answer in incoming:
            batch.append(answer)
            if len(batch) == BATCH:
                differing += self._batch(batch)
                batch = []
        differing += self._batch(batch)
        self._differing += len(differing)
        return differing

    def marks(self, incoming: Iterable[Mark]) -> None:
        """Take over the marks that were written later than those here."""
        known = meta.get_marks(self._session)
        for mark in incoming:
            old = known.get(mark.question_id)
            if old is None or _mark_rank(mark) > _mark_rank(old):
                known[mark.question_id] = mark
                meta.put_mark(self._session, mark)
                self._marks += 1

    def mocks(self, incoming: Iterable[Mock]) -> None:
        """Add practice exams, and replace one that is not over here by the same one that is; their answers point to
        them afterwards. To be called after `answers`."""
        for mock in incoming:
            record = self._session.get(MockRecord, mock.id)
            if record is None or _mock_rank(_mock_record(mock)) > _mock_rank(record):
                self._session.merge(_mock_record(mock))
                self._session.flush()
                self._mocks += 1
            # An answer belongs to one exam; of two claims the larger id wins on every machine.
            point = "UPDATE answer SET mock_id = ?1 WHERE id = ?2 AND (mock_id IS NULL OR mock_id < ?1)"
            self._raw.executemany(point, [(mock.id, answer) for answer in mock.answers])

    def texts(self, incoming: Iterable[SeenWords]) -> None:
        """Add words behind hashes. Of two texts under one hash the first in order of the alphabet stays."""
        for text in incoming:
            record = self._session.get(SeenText, text.text_hash)
            if record is None:
                self._session.add(SeenText(text_hash=text.text_hash, words=text.words))
            else:
                record.words = min(record.words, text.words)
            self._session.flush()
            self._session.expunge_all()

    def log(self) -> Iterator[Answer]:
        """The log as it will be, in order, without retracted answers, one at a time."""
        query = f"SELECT {COLUMNS} FROM answer WHERE retracted_at IS NULL ORDER BY answered_at, id"
        return (answer_of(row) for row in self._raw.execute(query))

    def replace_rows(self, rows: Rows, model_version: str) -> None:
        """Put the cached rows made from `log` in place of those here, and drop pick and undo steps. From an empty log
        there are none, as before the first answer."""
        self._drop_caches()
        picks.put_pick(self._session, None)
        last = answers.find(self._session, answers.NOT_RETRACTED, newest_first=True, limit=1)
        if last:
            caches.write(self._session, rows, learner=True)
        meta.set_meta(self._session, meta.CURRENT_TO, last[0].id if last else None)
        meta.set_meta(self._session, meta.MODEL_VERSION, model_version if last else None)
        self._rebuilt = True

    def finish(self) -> None:
        """Drop cached rows and undo steps that no longer follow from the log, so that they are made again even after a
        crash."""
        if self.changed and not self._rebuilt:
            self._drop_caches()
            meta.set_meta(self._session, meta.CURRENT_TO, None)

    # Inside

    @property
    def _raw(self) -> sqlite3.Connection:
        """The connection under the session, in its transaction: rows come without an object of SQLAlchemy for each."""
        return cast(sqlite3.Connection, self._session.connection().connection.driver_connection)

    def _batch(self, batch: Sequence[Answer]) -> list[str]:
        marks = ", ".join("?" * len(batch))
        query = f"SELECT {COLUMNS} FROM answer WHERE id IN ({marks})"
        known = {row[0]: answer_of(row) for row in self._raw.execute(query, [answer.id for answer in batch])}
        new: dict[str, Answer] = {}
        retractions: dict[str, datetime] = {}
        differing: list[str] = []
        for answer in batch:
            here = known.get(answer.id) or new.get(answer.id)
            if here is None:
                new[answer.id] = answer
                continue
            self._same += answer.id in known
            if not _same_content(here, answer):
                differing.append(answer.id)
                continue
            when = _earlier(here.retracted_at, answer.retracted_at)
            if when == here.retracted_at:
                continue
            if answer.id in new:
                new[answer.id] = replace(here, retracted_at=when)
                continue
            assert when is not None
            self._retracted += here.retracted_at is None
            known[answer.id] = replace(here, retracted_at=when)
            retractions[answer.id] = when
        self._write(list(new.values()), retractions)
        return differing

    def _write(self, new: Sequence[Answer], retractions: dict[str, datetime]) -> None:
        retracted = self._retracted
        answers.add(self._session, new, merged=True)
        if retractions:
            table = answers.TABLE
            statement = update(table).where(table.c.id == bindparam("answer")).values(retracted_at=bindparam("at"))
            rows = [{"answer": key, "at": at} for key, at in retractions.items()]
            self._session.connection().execute(statement, rows)
        self._added += len(new)
        self.changed = self.changed or retracted > 0 or any(answer.retracted_at is None for answer in new)

    def _drop_caches(self) -> None:
        caches.clear(self._session)
        picks.clear_steps(self._session)


def _same_content(one: Answer, two: Answer) -> bool:
    if one.device and two.device and one.device != two.device:
        return False
    return replace(one, device="", retracted_at=None) == replace(two, device="", retracted_at=None)


def _earlier(first: datetime | None, second: datetime | None) -> datetime | None:
    return min((at for at in (first, second) if at is not None), default=None)


def _mark_rank(mark: Mark) -> tuple[object, ...]:
    # Written in the same instant on two machines: any rule will do, as long as both come to the same mark.
    return (mark.updated_at, mark.suspended, mark.flagged, mark.note)


def _mock_record(mock: Mock) -> MockRecord:
    return MockRecord(
        id=mock.id,
        exam=mock.exam,
        form=dumps(list(mock.form)),
        started_at=mock.started_at,
        ended_at=mock.ended_at,
        result=None if mock.result is None else dumps(dict(mock.result)),
    )


def _mock_rank(record: MockRecord) -> tuple[object, ...]:
    ended = () if record.ended_at is None else (record.ended_at,)
    return (ended, record.result or "", record.started_at, record.exam, record.form)

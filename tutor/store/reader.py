"""The store for reading alone, straight through `sqlite3`: what reports, `tutor due` and the first screen stand on.

It answers the same questions as `tutor.store.repo.Store` with the same values, needs no lock, changes nothing, and
imports neither SQLAlchemy nor SQLModel, which would cost more time than everything a start needs. A test reads every
database both ways and compares.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from datetime import UTC, date, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from tutor.core.grading import Rating
from tutor.core.log import Answer
from tutor.core.rows import CardRow, ConceptRow, LearnerRow, QuestionRow, Rows, TrapRow
from tutor.errors import DataError, StoreError
from tutor.store import migrate
from tutor.store.codec import row_from_json
from tutor.store.connection import connect
from tutor.store.faults import damaged, translated
from tutor.store.values import Mark, StoredPick

R = TypeVar("R")

_DAYS = frozenset({"day", "last_day", "due_day"})
_ANSWER = (
    "id, pick_id, question_id, key_hash, text_hash, mode, reason, shown, chosen, correct, confidence, rating, "
    "retention, answered_at, utc_offset, rollover, study_day, duration_ms, device, card_before, retracted_at"
)


class Reader:
    """A learner's database, opened to look. Made by `open`; use it as a context manager or call `close`.

    It sees one state of the file from the first question to the last, whatever is written meanwhile. Without a file, or
    with an empty one, it is empty. Every method raises StoreError when the file cannot be read now,
    and DataError when it is damaged.
    """

    read_only = True

    def __init__(self, path: Path, connection: sqlite3.Connection | None) -> None:
        self.path = path
        self._connection = connection
        self._closed = False

    @classmethod
    def open(cls, path: Path) -> Reader:
        """Raises DataError for a file that is damaged, not the tutor's, or of another version; StoreError when it
        cannot be used."""
        if migrate.is_new(path) or (revision := migrate.stored_revision(path)) is None:
            return cls(path, None)
        if migrate.is_behind(revision):
            raise DataError(
                f"{path} was made by an older version of tutor", "Start `tutor` once; it brings the file up to date."
            )
        with translated(path):
            connection = connect(path, "ro")
            connection.execute("BEGIN")
            return cls(path, connection)

    def close(self) -> None:
        """Close the file. May be called again."""
        if self._connection is not None:
            self._connection.close()
        self._connection, self._closed = None, True

    def __enter__(self) -> Reader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # The log

    def iter_answers(
        self, *, since: date | None = None, retracted: bool = False, question_id: str | None = None
    ) -> Iterator[Answer]:
        """The log in order of time and id, one answer at a time: from the study day `since` on, of one question, with
        the retracted ones. The memory it takes does not grow with the log."""
        tests, values = [] if retracted else ["retracted_at IS NULL"], list[str]()
        if since is not None:
            tests.append("study_day >= ?")
            values.append(since.isoformat())
        if question_id is not None:
            tests.append("question_id = ?")
            values.append(question_id)
        yield from self._answers(tests, values)

    def answers(
        self, *, since: date | None = None, retracted: bool = False, question_id: str | None = None
    ) -> list[Answer]:
        """The same as a list."""
        return list(self.iter_answers(since=since, retracted=retracted, question_id=question_id))

    def answers_on(self, day: date) -> list[Answer]:
        """The answers of one study day that were not retracted."""
        return list(self._answers(["retracted_at IS NULL", "study_day = ?"], [day.isoformat()]))

    def last_answer(self) -> Answer | None:
        """The newest answer that was not retracted."""
        query = "retracted_at IS NULL ORDER BY answered_at DESC, id DESC LIMIT 1"
        return next(iter([_answer(row) for row in self._rows(f"SELECT {_ANSWER} FROM answer WHERE {query}")]), None)

    def first_answer_day(self) -> date | None:
        """The earliest study day with an answer that was not retracted."""
        found = next(iter(self._rows("SELECT min(study_day) FROM answer WHERE retracted_at IS NULL")), (None,))[0]
        return None if found is None else date.fromisoformat(found)

    def count(self) -> int:
        """How many answers were not retracted."""
        return int(next(iter(self._rows("SELECT count(*) FROM answer WHERE retracted_at IS NULL")), (0,))[0])

    # The caches

    def rows(self) -> Rows:
        """Every cached row."""
        traps = self._kind("trap_state", TrapRow)
        return Rows(
            next(iter(self._kind("learner_state", LearnerRow)), None),
            {row.question_id: row for row in self._kind("card", CardRow)},
            {row.concept_id: row for row in self._kind("concept_state", ConceptRow)},
            {row.question_id: row for row in self._kind("question_state", QuestionRow)},
            {(row.trap_id, row.side): row for row in traps},
        )

    def current(self) -> tuple[str | None, str | None]:
        """The id of the answer the cached rows are current to, and the version of the rules that made them."""
        return self._meta("current_to"), self._meta("model_version")

    def pick(self) -> StoredPick | None:
        """The question to show next."""
        columns = "id, question_id, key_hash, text_hash, shown, reason, mode, study_day, presented_at"
        for row in self._rows(f"SELECT {columns} FROM pick"):
            with _damage(self.path):
                pick_id, question_id, key_hash, text_hash, shown, reason, mode, study_day, at = row
                return StoredPick(
                    pick_id,
                    question_id,
                    key_hash,
                    text_hash,
                    order=tuple(json.loads(shown)),
                    reason=json.loads(reason),
                    mode=mode,
                    study_day=date.fromisoformat(study_day),
                    presented_at=_instant(at),
                )
        return None

    # Marks, texts, the file

    def marks(self) -> dict[str, Mark]:
        """What the learner said about questions, by question id."""
        rows = self._rows("SELECT question_id, flagged, suspended, note, updated_at FROM mark")
        with _damage(self.path):
            return {row[0]: Mark(row[0], bool(row[1]), bool(row[2]), row[3], _instant(row[4])) for row in rows}

    def text(self, text_hash: str) -> str | None:
        """The words behind a text hash, None when the learner never saw them."""
        return self._word("SELECT words FROM seen_text WHERE text_hash = ?", text_hash)

    def device(self) -> str:
        """The random id of this database; empty when there is no file yet."""
        return self._meta("device") or ""

    # Inside

    def _answers(self, tests: list[str], values: list[str]) -> Iterator[Answer]:
        where = f" WHERE {' AND '.join(tests)}" if tests else ""
        for row in self._stream(f"SELECT {_ANSWER} FROM answer{where} ORDER BY answered_at, id", values):
            yield _answer(row)

    def _kind(self, table: str, kind: type[R]) -> list[R]:
        names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
        dated = [place for place, name in enumerate(names) if name in _DAYS]
        found = []
        with _damage(self.path):
            for row in self._rows(f"SELECT {', '.join(names)} FROM {table}"):
                values = list(row)
                for place in dated:
                    values[place] = date.fromisoformat(values[place])
                found.append(kind(*values))
        return found

    def _meta(self, key: str) -> str | None:
        return self._word("SELECT value FROM meta WHERE key = ?", key)

    def _word(self, query: str, key: str) -> str | None:
        found = self._rows(query, [key])
        return str(found[0][0]) if found else None

    def _rows(self, query: str, values: list[str] | None = None) -> list[tuple[Any, ...]]:
        return list(self._stream(query, values or []))

    def _stream(self, query: str, values: list[str]) -> Iterator[tuple[Any, ...]]:
        if self._closed:
            raise StoreError(f"{self.path} was closed.", "Open it again.")
        if self._connection is None:
            return
        with translated(self.path):
            yield from self._connection.execute(query, values)


@contextmanager
def _damage(path: Path) -> Iterator[None]:
    try:
        yield
    except (ValueError, TypeError) as error:
        raise damaged(path, str(error)) from error


def _instant(text: str) -> datetime:
    """An instant as SQLModel stores it: UTC without its zone."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def _answer(row: tuple[Any, ...]) -> Answer:
    try:
        return Answer(
            id=row[0],
            pick_id=row[1],
            question_id=row[2],
            key_hash=row[3],
            text_hash=row[4],
            mode=row[5],
            reason=json.loads(row[6]),
            shown=tuple(json.loads(row[7])),
            chosen=tuple(json.loads(row[8])),
            correct=bool(row[9]),
            confidence=row[10],
            rating=Rating(row[11]),
            retention=row[12],
            answered_at=_instant(row[13]),
            utc_offset=row[14],
            rollover=row[15],
            study_day=date.fromisoformat(row[16]),
            duration_ms=row[17],
            device=row[18],
            card_before=None if row[19] is None else row_from_json(CardRow, json.loads(row[19])),
            retracted_at=None if row[20] is None else _instant(row[20]),
        )
    except (ValueError, TypeError, DataError) as error:
        raise DataError(
            f"answer {row[0]} cannot be read: {error}", "Bring back a copy with `tutor restore FILE`."
        ) from error

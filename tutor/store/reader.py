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
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from tutor.core.log import Answer
from tutor.core.rows import CardRow, ConceptRow, LearnerRow, QuestionRow, Rows, TrapRow
from tutor.errors import DataError, StoreError
from tutor.store import migrate
from tutor.store.answer_row import COLUMNS, answer_of, instant_of
from tutor.store.connection import connect
from tutor.store.faults import damaged, translated
from tutor.store.values import Mark, Mock, SeenWords, StoredPick

R = TypeVar("R")

_DAYS = frozenset({"day", "last_day", "due_day"})


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
        tests, values = _tests(since, retracted)
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
        return next(iter([answer_of(row) for row in self._rows(f"SELECT {COLUMNS} FROM answer WHERE {query}")]), None)

    def first_answer_day(self) -> date | None:
        """The earliest study day with an answer that was not retracted."""
        found = next(iter(self._rows("SELECT min(study_day) FROM answer WHERE retracted_at IS NULL")), (None,))[0]
        return None if found is None else date.fromisoformat(found)

    def count(self, *, since: date | None = None, retracted: bool = False) -> int:
        """How many answers `iter_answers` would give; by default those that were not retracted."""
        tests, values = _tests(since, retracted)
        return int(next(iter(self._rows(f"SELECT count(*) FROM answer{_where(tests)}", values)), (0,))[0])

    def iter_mocks(self, *, since: date | None = None) -> Iterator[Mock]:
        """The practice exams in order of start and id, each with the ids of its answers from the study day `since` on;
        one without such answers is left out when a day is given."""
        exams = self._rows("SELECT id, exam, form, started_at, ended_at, result FROM mock ORDER BY started_at, id")
        given: dict[str, list[str]] = {}
        if exams:
            tests, values = _tests(since, retracted=True)
            where = _where(["mock_id IS NOT NULL", *tests])
            for mock_id, answer in self._stream(
                f"SELECT mock_id, id FROM answer{where} ORDER BY answered_at, id", values
            ):
                given.setdefault(mock_id, []).append(answer)
        for name, exam, form, started, ended, result in exams:
            if name in given or since is None:
                with _damage(self.path):
                    questions, found = tuple(json.loads(form)), None if result is None else json.loads(result)
                    end = None if ended is None else instant_of(ended)
                    mock = Mock(name, exam, questions, instant_of(started), end, found, tuple(given.get(name, ())))
                yield mock

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
                    presented_at=instant_of(at),
                )
        return None

    # Marks, texts, the file

    def marks(self) -> dict[str, Mark]:
        """What the learner said about questions, by question id."""
        rows = self._rows("SELECT question_id, flagged, suspended, note, updated_at FROM mark")
        with _damage(self.path):
            return {row[0]: Mark(row[0], bool(row[1]), bool(row[2]), row[3], instant_of(row[4])) for row in rows}

    def text(self, text_hash: str) -> str | None:
        """The words behind a text hash, None when the learner never saw them."""
        return self._word("SELECT words FROM seen_text WHERE text_hash = ?", text_hash)

    def iter_texts(self, *, since: date | None = None) -> Iterator[SeenWords]:
        """Every text the learner saw, by its hash; with a study day those of its answers and of later ones."""
        tests, values = _tests(since, retracted=True)
        some = f" WHERE text_hash IN (SELECT text_hash FROM answer{_where(tests)})" if tests else ""
        for row in self._stream(f"SELECT text_hash, words FROM seen_text{some} ORDER BY text_hash", values):
            yield SeenWords(*row)

    def device(self) -> str:
        """The random id of this database; empty when there is no file yet."""
        return self._meta("device") or ""

    # Inside

    def _answers(self, tests: list[str], values: list[str]) -> Iterator[Answer]:
        for row in self._stream(f"SELECT {COLUMNS} FROM answer{_where(tests)} ORDER BY answered_at, id", values):
            yield answer_of(row)

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
            # Not `yield from`, which would close the cursor of a reader that was closed before the end was reached.
            for row in self._connection.execute(query, values):  # noqa: UP028
                yield row


def _tests(since: date | None, retracted: bool) -> tuple[list[str], list[str]]:
    """Conditions on answers, and the values of their question marks."""
    tests = [] if retracted else ["retracted_at IS NULL"]
    return (tests, []) if since is None else ([*tests, "study_day >= ?"], [since.isoformat()])


def _where(tests: list[str]) -> str:
    return f" WHERE {' AND '.join(tests)}" if tests else ""


@contextmanager
def _damage(path: Path) -> Iterator[None]:
    try:
        yield
    except (ValueError, TypeError) as error:
        raise damaged(path, str(error)) from error

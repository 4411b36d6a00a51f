"""The store of one learner: every call is one transaction, and a call that fails leaves everything as it was.

Turns errors of the database into errors for a person. It must not know the bank, the policy, or any screen; it stores
what the session worked out.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from types import TracebackType

from sqlalchemy import ColumnElement, Engine, func, select
from sqlmodel import Session

from tutor.core.log import Answer
from tutor.core.rows import Rows
from tutor.errors import DataError, StoreError
from tutor.store import answers, backup, caches, meta, migrate, picks
from tutor.store.engine import file_engine, memory_engine, reading, writing
from tutor.store.faults import damaged, translated
from tutor.store.lock import WriterLock
from tutor.store.merging import Merging
from tutor.store.schema import metadata
from tutor.store.values import Mark, Merged, StoredPick, UndoStep


class Store:
    """A learner's database. Made by `open`; use it as a context manager or call `close`. One thread at a time.

    Every method raises StoreError when the file cannot be read or written now, and DataError when it is damaged.
    """

    def __init__(self, path: Path, engine: Engine, lock: WriterLock | None) -> None:
        self.path = path
        self._engine: Engine | None = engine
        self._lock = lock

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Store:
        """Opens the database; creates it unless `read_only`, and brings an older one to the present schema after a
        backup. Opened read-only it needs no lock, changes nothing, and is empty when there is no file.

        Raises BusyError that names the process which has it open for writing; DataError for a file that is damaged, not
        the tutor's, of a newer program, or (read-only) of an older one; StoreError when it cannot be used.
        """
        return cls._open_to_read(path) if read_only else cls._open_to_write(path)

    @classmethod
    def _open_to_read(cls, path: Path) -> Store:
        if migrate.is_new(path) or (revision := migrate.stored_revision(path)) is None:
            engine = memory_engine()
            metadata.create_all(engine)
            return cls(path, engine, None)
        if migrate.is_behind(revision):
            raise DataError(
                f"{path} was made by an older version of tutor", "Start `tutor` once; it brings the file up to date."
            )
        return cls(path, file_engine(path, read_only=True), None)

    @classmethod
    def _open_to_write(cls, path: Path) -> Store:
        with translated(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = WriterLock(path)
        lock.acquire()
        engine = file_engine(path, read_only=False)
        try:
            if migrate.is_new(path):
                revision = None
                with translated(path):
                    path.touch(mode=0o600)
            else:
                revision = migrate.stored_revision(path)
            if migrate.is_behind(revision):
                if revision is not None:
                    backup.backup(path, f"before-{migrate.REVISIONS[-1]}", datetime.now(UTC))
                with translated(path):
                    migrate.upgrade(engine)
            store = cls(path, engine, lock)
            store._make_ready()
            return store
        except BaseException:
            engine.dispose()
            lock.release()
            raise

    def _make_ready(self) -> None:
        with self._reading() as session:
            problems = session.connection().exec_driver_sql("PRAGMA quick_check(1)").scalars().all()
        if problems != ["ok"]:
            raise damaged(self.path, str(problems[0]))
        with self._writing() as session:
            picks.trim_steps(session)
            if meta.get_meta(session, meta.DEVICE) is None:
                meta.set_meta(session, meta.DEVICE, uuid.uuid4().hex)

    def close(self) -> None:
        """Close the file and give the lock back. May be called again."""
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def read_only(self) -> bool:
        return self._lock is None

    # The answer log and what an answer changes

    def record_answer(
        self,
        answer: Answer,
        before: Rows,
        after: Rows,
        next_pick: StoredPick | None,
        *,
        seen_text: str,
        current_to_version: str,
    ) -> None:
        """Append an answer and all that comes of it: the changed rows, the step to take it back, the words that were
        seen, and the next pick. Raises StoreError as well when the pick was answered before."""
        with self._writing() as session:
            picks.push_step(session, answer.id, before, after)
            answers.add(session, [answer])
            caches.write(session, after, learner=False)
            meta.remember_text(session, answer.text_hash, seen_text)
            picks.put_pick(session, next_pick)
            meta.set_meta(session, meta.CURRENT_TO, answer.id)
            meta.set_meta(session, meta.MODEL_VERSION, current_to_version)

    def undo_step(self) -> UndoStep | None:
        """What `undo` would take back: the last answer; None when there is none, or none that can be."""
        with self._reading() as session:
            return picks.top_step(session)

    def undo(self, step: UndoStep, at: datetime) -> None:
        """Retract the last answer and put everything it changed back to what it was. `at` is an aware instant.

        Raises StoreError when the step is not, or no longer, that of the last answer."""
        with self._writing() as session:
            if not picks.pop_step(session, step.answer.id):
                raise StoreError("This answer is not the last one any more.", "Nothing was changed.")
            answers.retract(session, step.answer.id, at)

    def answers(
        self, *, since: date | None = None, retracted: bool = False, question_id: str | None = None
    ) -> list[Answer]:
        """The log in order of time and id: from the study day `since` on, of one question, with the retracted ones."""
        conditions: list[ColumnElement[bool]] = [] if retracted else [answers.NOT_RETRACTED]
        if since is not None:
            conditions.append(answers.TABLE.c.study_day >= since)
        if question_id is not None:
            conditions.append(answers.TABLE.c.question_id == question_id)
        with self._reading() as session:
            return answers.find(session, *conditions)

    def answers_on(self, day: date) -> list[Answer]:
        """The answers of one study day that were not retracted."""
        with self._reading() as session:
            return answers.find(session, answers.NOT_RETRACTED, answers.TABLE.c.study_day == day)

    def last_answer(self) -> Answer | None:
        """The newest answer that was not retracted."""
        with self._reading() as session:
            return next(iter(answers.find(session, answers.NOT_RETRACTED, newest_first=True, limit=1)), None)

    def first_answer_day(self) -> date | None:
        """The earliest study day with an answer that was not retracted."""
        with self._reading() as session:
            query = select(func.min(answers.TABLE.c.study_day)).where(answers.NOT_RETRACTED)
            return session.connection().execute(query).scalar()

    def count(self) -> int:
        """How many answers were not retracted."""
        with self._reading() as session:
            query = select(func.count()).select_from(answers.TABLE).where(answers.NOT_RETRACTED)
            return int(session.connection().execute(query).scalar_one())

    @contextmanager
    def merging(self) -> Iterator[Merging]:
        """The union with the log of another machine, handed over bit by bit in the block, in one transaction: when the
        block raises, nothing has changed. Cached rows that no longer follow from the log are replaced or dropped."""
        with self._writing() as session:
            merging = Merging(session)
            yield merging
            merging.finish()

    def merge(self, incoming: Iterable[Answer], marks: Iterable[Mark]) -> Merged:
        """The same for answers and marks that are all at hand."""
        with self.merging() as merging:
            merging.answers(incoming)
            merging.marks(marks)
        return merging.merged

    # The caches

    def rows(self) -> Rows:
        """Every cached row."""
        with self._reading() as session:
            return caches.load(session)

    def replace_rows(self, rows: Rows, model_version: str) -> None:
        """Put these rows in place of all cached ones; they stand for the whole log. Undo steps are dropped."""
        with self._writing() as session:
            caches.clear(session)
            caches.write(session, rows, learner=True)
            picks.clear_steps(session)
            last = answers.find(session, answers.NOT_RETRACTED, newest_first=True, limit=1)
            meta.set_meta(session, meta.CURRENT_TO, last[0].id if last else None)
            meta.set_meta(session, meta.MODEL_VERSION, model_version)

    def current(self) -> tuple[str | None, str | None]:
        """The id of the answer the cached rows are current to, and the version of the rules that made them."""
        with self._reading() as session:
            return meta.get_meta(session, meta.CURRENT_TO), meta.get_meta(session, meta.MODEL_VERSION)

    def pick(self) -> StoredPick | None:
        """The question to show next."""
        with self._reading() as session:
            return picks.get_pick(session)

    def set_pick(self, pick: StoredPick | None) -> None:
        """Replace the question to show next."""
        with self._writing() as session:
            picks.put_pick(session, pick)

    # Marks, texts, the file

    def marks(self) -> dict[str, Mark]:
        """What the learner said about questions, by question id."""
        with self._reading() as session:
            return meta.get_marks(session)

    def set_mark(self, mark: Mark) -> None:
        """Set what the learner said about a question."""
        with self._writing() as session:
            meta.put_mark(session, mark)

    def text(self, text_hash: str) -> str | None:
        """The words behind a text hash, None when the learner never saw them."""
        with self._reading() as session:
            return meta.get_text(session, text_hash)

    def device(self) -> str:
        """The random id of this database; empty when there is no file yet."""
        with self._reading() as session:
            return meta.get_meta(session, meta.DEVICE) or ""

    def integrity(self) -> list[str]:
        """What is wrong inside the file, one line each; empty when all is well."""
        with self._reading() as session:
            return backup.problems_of(lambda query: list(session.connection().exec_driver_sql(query)))

    # Inside

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        with translated(self.path):
            try:
                with reading(self._usable()) as session:
                    yield session
            except (ValueError, TypeError) as error:
                raise damaged(self.path, str(error)) from error

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        if self.read_only:
            raise StoreError(f"{self.path} was opened for reading only.", "Nothing was changed.")
        with translated(self.path), writing(self._usable()) as session:
            yield session

    def _usable(self) -> Engine:
        if self._engine is None:
            raise StoreError(f"{self.path} was closed.", "Open it again.")
        return self._engine

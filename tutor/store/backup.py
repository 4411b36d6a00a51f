"""Copies of a database and the way back: rotating backups, a copy to any place, restore, and a check of a file.

A copy is made through SQLite, so it is whole even while answers are written, and it is one file without a log beside
it. Imports no SQLAlchemy.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tutor.errors import DataError, UsageError
from tutor.store import migrate
from tutor.store.connection import connect
from tutor.store.faults import fault, translated
from tutor.store.lock import WriterLock

KEEP = 10
"""Backups kept of one profile."""
_SIDE_FILES = ("-wal", "-shm")


def backup(path: Path, reason: str, now: datetime) -> Path:
    """A copy in `backups` beside the database, named after the profile, the instant and the reason (a slug); only the
    newest ten of the profile are kept. Returns the copy. Raises StoreError, or DataError for a damaged database."""
    target = _free_name(path, reason, now)
    copy_to(path, target)
    # Whatever the clock says, the copy just made is not the one to go.
    for old in [file for file in backups(path) if file != target][: 1 - KEEP]:
        with translated(old):
            for suffix in ("", *_SIDE_FILES):
                old.with_name(old.name + suffix).unlink(missing_ok=True)
    return target


def backups(path: Path) -> list[Path]:
    """The rotating backups of a database, oldest first."""
    ours = re.compile(re.escape(path.stem) + r"-\d{8}T\d{12}Z-[a-z0-9-]+\.db")
    with translated(path):
        folder = path.parent / "backups"
        return sorted(file for file in folder.iterdir() if ours.fullmatch(file.name)) if folder.is_dir() else []


def copy_to(path: Path, target: Path) -> None:
    """Copy the database to a file that does not exist yet.

    Raises UsageError when it does, DataError when there is no database or it is damaged, StoreError when the copy
    cannot be written; then there is no file.
    """
    if target.exists():
        raise UsageError(f"{target} exists already", "Choose another name; a copy never replaces a file.")
    _require(path)
    with translated(target):
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _copy(path, target)


def restore(path: Path, source: Path, now: datetime | None = None) -> Path | None:
    """Put a copy in the place of the database. Returns the backup of the one that was there, None when there was none.

    The copy is checked first; a present file that is damaged is kept byte by byte. Raises DataError when the copy is
    missing, damaged or of a newer program; BusyError while the database is open elsewhere; StoreError. The present file
    is untouched then.
    """
    _require(source)
    problems = check(source)
    if problems:
        raise DataError(
            f"{source} cannot be restored: {problems[0]}", "Choose another copy. The present database is untouched."
        )
    if path.exists() and source.samefile(path):
        raise UsageError(f"{source} is the present database itself", "Name a copy of it.")
    with translated(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = WriterLock(path)
    lock.acquire()
    draft = path.with_name(path.name + ".new")
    try:
        _copy(source, draft)
        saved = _set_aside(path, now or datetime.now(UTC))
        with translated(path):
            draft.replace(path)
            _sync(path.parent)
        return saved
    finally:
        draft.unlink(missing_ok=True)
        lock.release()


def check(path: Path) -> list[str]:
    """What is wrong with a database file, one line each; empty when it is whole and this program can use it. Changes
    nothing and raises nothing but StoreError when the file cannot be read."""
    try:
        if migrate.is_new(path) or migrate.stored_revision(path) is None:
            return [f"{path} holds no data"]
        with translated(path), closing(connect(path, "ro")) as connection:
            return problems_of(lambda query: connection.execute(query).fetchall())
    except DataError as error:
        return [error.message]


def problems_of(ask: Callable[[str], Iterable[Any]]) -> list[str]:
    """What SQLite finds wrong in an open database; `ask` runs a query and gives its rows."""
    found = [str(row[0]) for row in ask("PRAGMA integrity_check") if row[0] != "ok"]
    for table, row, parent, _ in ask("PRAGMA foreign_key_check"):
        found.append(f"row {row} of {table} points to a missing row of {parent}")
    return found


def _copy(source: Path, target: Path) -> None:
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with translated(target):
            draft.touch(mode=0o600)
            with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
                with translated(source):
                    original = connect(source, "ro")
                with closing(original):
                    _pages(original, source, copy)
                copy.execute("PRAGMA journal_mode = DELETE")
            _sync(draft)
            draft.replace(target)
            _sync(target.parent)
    finally:
        draft.unlink(missing_ok=True)


def _pages(original: sqlite3.Connection, source: Path, copy: sqlite3.Connection) -> None:
    try:
        original.backup(copy)
    except sqlite3.Error as error:
        # What does not concern the content of the source is trouble with the target, which the caller names.
        problem = fault(error, source)
        if isinstance(problem, DataError):
            raise problem from error
        raise


def _set_aside(path: Path, now: datetime) -> Path | None:
    """Back the present file up and leave no log of it behind that the next file could be mixed up with."""
    if migrate.is_new(path):
        saved = None
    elif check(path):
        saved = _free_name(path, "as-it-was", now)
        with translated(saved):
            saved.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            for suffix in ("", *_SIDE_FILES):
                if (part := path.with_name(path.name + suffix)).exists():
                    shutil.copyfile(part, saved.with_name(saved.name + suffix))
    else:
        saved = backup(path, "before-restore", now)
        with translated(path), closing(connect(path, "rwc")) as present:
            present.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with translated(path):
        for suffix in _SIDE_FILES:
            path.with_name(path.name + suffix).unlink(missing_ok=True)
    return saved


def _free_name(path: Path, reason: str, now: datetime) -> Path:
    stamp = f"{path.stem}-{now.astimezone(UTC):%Y%m%dT%H%M%S%f}Z-{reason}"
    names = (f"{stamp}{suffix}.db" for suffix in ("", *(f"-{n}" for n in range(2, 1_000))))
    return next(free for name in names if not (free := path.parent / "backups" / name).exists())


def _require(path: Path) -> None:
    if migrate.is_new(path):
        raise DataError(f"There is no database {path}", "`tutor paths` shows where the data are.")


def _sync(path: Path) -> None:
    """Wait until a file, or the entries of a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

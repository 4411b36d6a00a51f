"""What SQLite and the file system report, put into words: one error for each way a database can fail.

Imports no SQLAlchemy, so that backups stay cheap: an error that wraps another is recognised by its `orig`.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tutor.errors import DataError, StoreError, TutorError

_UNCHANGED = "Nothing was changed."


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turns errors of SQLite and of the file system inside the block into StoreError or DataError about `path`."""
    try:
        yield
    except OSError as error:
        raise os_fault(error, path) from error
    except Exception as error:
        cause = getattr(error, "orig", None) or error
        if not isinstance(cause, sqlite3.Error):
            raise
        raise fault(cause, path) from error


def fault(error: sqlite3.Error, path: Path) -> TutorError:
    """The error of the tutor for an error of SQLite on this database file."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return damaged(path, str(error))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreError(
            f"{path} is locked by another program", f"{_UNCHANGED} Close the program that has it open and try again."
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return read_only(path)
    if code == sqlite3.SQLITE_FULL:
        return full(path)
    if code == sqlite3.SQLITE_CANTOPEN:
        return StoreError(
            f"{path} cannot be opened", "Check that the folder exists and is yours; --home chooses another one."
        )
    if code == sqlite3.SQLITE_IOERR:
        return StoreError(f"{path} cannot be read or written: {error}", f"{_UNCHANGED} Check the disk and try again.")
    if code == sqlite3.SQLITE_CONSTRAINT:
        return StoreError(
            f"{path} refused the change: {error}", f"{_UNCHANGED} It is stored already, or contradicts what is."
        )
    return StoreError(f"{path}: {error}", f"{_UNCHANGED} `tutor doctor` checks the file.")


def os_fault(error: OSError, path: Path) -> TutorError:
    """The error of the tutor for an error of the file system about this database file or its folder."""
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return read_only(path)
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return full(path)
    reason = error.strerror or str(error)
    return StoreError(f"{path} cannot be used: {reason}", "Check the folder and the disk; --home chooses another one.")


def read_only(path: Path) -> StoreError:
    """The database or its folder cannot be written."""
    return StoreError(
        f"{path} cannot be written: the file or its folder is read-only",
        f"{_UNCHANGED} Give yourself the right to write there, or choose another folder with --home.",
    )


def full(path: Path) -> StoreError:
    """There is no room for the change."""
    return StoreError(f"{path} cannot grow: the disk is full", f"{_UNCHANGED} Free some space and try again.")


def damaged(path: Path, detail: str) -> DataError:
    """The file is not, or no longer, a whole database."""
    return DataError(
        f"{path} is damaged: {detail}",
        f"The file was left as it is. Bring back a copy from {path.parent / 'backups'} with `tutor restore FILE`.",
    )

"""Plain connections to a database file: how it is opened for reading and for writing.

The driver's own transaction handling is off: a transaction begins when somebody says BEGIN, and holds schema changes
and reads as well. Imports no SQLAlchemy.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Literal

BUSY_MS = 3_000
"""How long to wait for another program that holds the file for a moment."""


def connect(path: Path, mode: Literal["ro", "rwc"]) -> sqlite3.Connection:
    """A connection to the file. "ro" never changes it and works beside a writer; "rwc" creates it when missing and sets
    the write-ahead log with full synchronisation. Raises sqlite3.Error."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    connection = _open(uri)
    try:
        if mode == "rwc":
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
        else:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except sqlite3.Error as error:
        connection.close()
        if mode == "ro" and _needs_side_file(error) and not _has_log(path):
            # A reader of a write-ahead log needs a side file, which this folder does not allow. Without a log there is
            # no writer to agree with either.
            return _open(uri + "&immutable=1")
        raise
    return connection


def memory() -> sqlite3.Connection:
    """A connection to an empty database in memory."""
    return _open("file::memory:")


def _open(uri: str) -> sqlite3.Connection:
    # Opened in one thread and closed in another; the callers never use it from two at once.
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    return connection


def _needs_side_file(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


def _has_log(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0

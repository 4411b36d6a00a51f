"""Parsed files kept in an SQLite file, so that a start needs neither TOML nor pydantic. Standard library only.

Everything here can be made again from the bank: a cache that is damaged, locked, unwritable or of another version is
done without or replaced, and nothing of that is an error. One file may serve several bank folders.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tutor import __version__
from tutor.content.kinds import FORMAT

CACHE_VERSION = 1
"""Raise it when the models, the checks of a single file or the tables below change."""

STAMP = f"{CACHE_VERSION}/{FORMAT}/{__version__}"

_TABLES = """
CREATE TABLE file (
  root TEXT NOT NULL, path TEXT NOT NULL, mtime INTEGER NOT NULL, size INTEGER NOT NULL, sha TEXT NOT NULL,
  kind TEXT NOT NULL, id TEXT NOT NULL, key_hash TEXT NOT NULL, text_hash TEXT NOT NULL,
  data TEXT NOT NULL, problems TEXT NOT NULL, PRIMARY KEY (root, path)
) WITHOUT ROWID;
CREATE INDEX file_by_id ON file (root, kind, id);
CREATE TABLE seen (
  root TEXT NOT NULL, id TEXT NOT NULL, key_hash TEXT NOT NULL, text_hash TEXT NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (root, id)
) WITHOUT ROWID;
CREATE TABLE stamp (value TEXT NOT NULL);
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A file as it was parsed. `data` and `problems` are JSON; `data` is `null` for a file with errors."""

    path: str
    mtime: int
    """Nanoseconds."""
    size: int
    sha: str
    kind: str
    id: str
    key_hash: str
    text_hash: str
    data: str
    problems: str


@dataclass(frozen=True, slots=True)
class Seen:
    """A question as it was last loaded without errors."""

    id: str
    key_hash: str
    text_hash: str
    text: str


class Cache:
    """One bank folder's part of the cache file."""

    def __init__(self, connection: sqlite3.Connection, root: str) -> None:
        self._connection = connection
        self._root = root

    @classmethod
    @contextmanager
    def open(cls, file: Path | None, root: Path) -> Iterator[Cache | None]:
        """The cache, or None when there is none that can be used. A damaged file is replaced."""
        connection = None if file is None else _connect(file)
        try:
            yield None if connection is None else cls(connection, str(root.resolve()))
        finally:
            if connection is not None:
                connection.close()

    def rows(self) -> dict[str, Row]:
        """Every cached file by path; empty when the cache cannot be read."""
        query = "SELECT path, mtime, size, sha, kind, id, key_hash, text_hash, data, problems FROM file WHERE root = ?"
        try:
            return {row[0]: Row(*row) for row in self._connection.execute(query, (self._root,))}
        except sqlite3.Error:
            return {}

    def seen(self) -> dict[str, Seen]:
        """The last good state of every question that was ever loaded from this folder, by id."""
        query = "SELECT id, key_hash, text_hash, text FROM seen WHERE root = ?"
        try:
            return {row[0]: Seen(*row) for row in self._connection.execute(query, (self._root,))}
        except sqlite3.Error:
            return {}

    def save(self, rows: Iterable[Row], gone: Iterable[str], seen: Iterable[Seen], forget: Iterable[str]) -> None:
        """Put rows in, take out the files that are gone and the questions to forget. Does nothing when it fails."""
        root = self._root
        try:
            with self._connection as db:
                db.executemany("DELETE FROM file WHERE root = ? AND path = ?", [(root, path) for path in gone])
                db.executemany("DELETE FROM seen WHERE root = ? AND id = ?", [(root, old) for old in forget])
                db.executemany(
                    "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        (
                            root,
                            r.path,
                            r.mtime,
                            r.size,
                            r.sha,
                            r.kind,
                            r.id,
                            r.key_hash,
                            r.text_hash,
                            r.data,
                            r.problems,
                        )
                        for r in rows
                    ],
                )
                db.executemany(
                    "INSERT OR REPLACE INTO seen VALUES (?, ?, ?, ?, ?)",
                    [(root, s.id, s.key_hash, s.text_hash, s.text) for s in seen],
                )
        except sqlite3.Error:
            return


def _connect(file: Path) -> sqlite3.Connection | None:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return _opened(file)
    except (OSError, sqlite3.OperationalError):
        return None
    except sqlite3.DatabaseError:
        pass
    try:  # not a database, or a damaged one
        file.unlink()
        return _opened(file)
    except (OSError, sqlite3.Error):
        return None


def _opened(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=0.25)
    try:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        stamps = connection.execute("SELECT value FROM stamp").fetchall() if "stamp" in tables else []
        if stamps != [(STAMP,)] or not {"file", "seen"} <= tables:
            drops = "".join(f'DROP TABLE "{name}";' for name in ("file", "seen", "stamp") if name in tables)
            connection.executescript(f"BEGIN IMMEDIATE; {drops} {_TABLES}")
            connection.execute("INSERT INTO stamp VALUES (?)", (STAMP,))
            connection.commit()
        else:
            connection.execute("SELECT 1 FROM file LIMIT 1").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection

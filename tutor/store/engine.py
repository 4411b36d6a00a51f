"""SQLAlchemy on a connection of `tutor.store.connection`: one connection a store, explicit transactions.

A writing transaction takes its lock at the start, where it can wait, and not in the middle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection as PlainConnection

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import StaticPool
from sqlmodel import Session

from tutor.store import connection as plain

_BEGIN = "tutor_begin"


def file_engine(path: Path, *, read_only: bool) -> Engine:
    """An engine on the file; it connects with the first transaction, which may raise an error of SQLAlchemy."""
    return _engine(lambda: plain.connect(path, "ro" if read_only else "rwc"))


def memory_engine() -> Engine:
    """An engine on an empty database in memory."""
    return _engine(plain.memory)


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """A session that sees one state of the database throughout."""
    with Session(engine) as session:
        yield session


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """A session that commits at the end of the block, or leaves everything as it was when the block raises."""
    with Session(engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})) as session, session.begin():
        yield session


def _engine(creator: Callable[[], PlainConnection]) -> Engine:
    engine = create_engine("sqlite://", creator=creator, poolclass=StaticPool)
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN"))

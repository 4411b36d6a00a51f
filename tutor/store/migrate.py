"""Which schema a database file has, and how it gets the one of this program.

Every schema comes about through the migrations, that of a new file as well. The check costs one small read; Alembic is
imported only when there is something to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tutor.errors import DataError
from tutor.store.connection import connect
from tutor.store.faults import translated

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from sqlalchemy import Engine
    from sqlalchemy.types import TypeEngine

REVISIONS: tuple[str, ...] = ("0001",)
"""All schema revisions, oldest first. A new one is added here and in `migrations/versions`."""


@contextmanager
def folder() -> Iterator[Path]:
    """The folder of the migrations, as files on disk while the block runs."""
    source = files("tutor.store") / "migrations"
    if isinstance(source, Path):
        yield source
        return
    # The program runs from an archive, of which Alembic can read nothing.
    with TemporaryDirectory() as temporary:
        _unpack(source, Path(temporary) / "migrations")
        yield Path(temporary) / "migrations"


def is_new(path: Path) -> bool:
    """Whether there is no database yet: no file, or an empty one. Raises StoreError when that cannot be seen."""
    with translated(path):
        return not path.exists() or (path.is_file() and path.stat().st_size == 0)


def stored_revision(path: Path) -> str | None:
    """The revision of a database file; None when it has no tables yet. Changes nothing.

    Raises DataError for a file that is damaged, not the tutor's, or of a newer program; StoreError when it cannot be
    read.
    """
    with translated(path), closing(connect(path, "ro")) as connection:
        tables = {str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables:
            return None
        if "alembic_version" not in tables:
            raise DataError(
                f"{path} is an SQLite database, but not one of tutor",
                "The file was left as it is. Choose another --home or --profile, or move the file away.",
            )
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    revision = None if row is None else str(row[0])
    if revision is not None and revision not in REVISIONS:
        raise DataError(
            f"{path} was made by a newer version of tutor (schema {revision[:40]!r}, known up to {REVISIONS[-1]!r})",
            "Update tutor. The file was left as it is.",
        )
    return revision


def is_behind(revision: str | None) -> bool:
    """Whether a revision is older than that of this program."""
    return revision != REVISIONS[-1]


def upgrade(engine: Engine) -> None:
    """Brings the database to the newest revision in one transaction: all of it or nothing."""
    from alembic import command
    from alembic.config import Config

    with folder() as path, engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        # Percent signs would be taken for references to other options.
        config.set_main_option("script_location", str(path).replace("%", "%%"))
        command.upgrade(config, "head")


def _unpack(source: Traversable, target: Path) -> None:
    if source.is_dir():
        target.mkdir()
        for entry in source.iterdir():
            _unpack(entry, target / entry.name)
    else:
        target.write_bytes(source.read_bytes())


def type_differs(
    _context: object, _old: object, _new: object, stored: TypeEngine[Any], wanted: TypeEngine[Any]
) -> bool:
    """For the comparison by Alembic: whether a column is kept as another storage class than the schema needs.

    Strict tables know text, whole and real numbers only; instants and dates are text, truth values whole numbers.
    """
    return storage_class(stored) != storage_class(wanted)


def storage_class(column_type: TypeEngine[Any]) -> str:
    """What SQLite keeps for a column type of SQLAlchemy: TEXT, INTEGER or REAL."""
    from sqlalchemy import types

    kind = column_type.impl if isinstance(column_type, types.TypeDecorator) else column_type
    if isinstance(kind, types.Integer | types.Boolean):
        return "INTEGER"
    return "REAL" if isinstance(kind, types.Float) else "TEXT"

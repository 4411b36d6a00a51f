"""The cached rows of a learner in the database. They can always be made again from the log.

Works inside the transaction of the caller. A table has the columns of its row, so one reader and one writer serve all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any

from sqlalchemy import Table, delete, select
from sqlalchemy.dialects.sqlite import insert
from sqlmodel import Session

from tutor.core.rows import CardRow, ConceptRow, LearnerRow, QuestionRow, Rows, TrapRow
from tutor.store.schema import metadata

_LEARNER = metadata.tables["learner_state"]
_GROUPS: tuple[tuple[str, Table, type], ...] = (
    ("cards", metadata.tables["card"], CardRow),
    ("concepts", metadata.tables["concept_state"], ConceptRow),
    ("questions", metadata.tables["question_state"], QuestionRow),
    ("traps", metadata.tables["trap_state"], TrapRow),
)


def load(session: Session) -> Rows:
    """Every row there is."""
    groups: dict[str, Any] = {}
    for name, table, kind in _GROUPS:
        key = _key_of(table)
        groups[name] = {key(row): row for row in _read(session, table, kind)}
    return Rows(next(iter(_read(session, _LEARNER, LearnerRow)), None), **groups)


def write(session: Session, rows: Rows, *, learner: bool) -> None:
    """Insert or replace rows and delete those that are None. `learner`: whether that row is meant as well when it is
    None."""
    for name, table, _ in _GROUPS:
        group: Mapping[Any, Any] = getattr(rows, name)
        _put(session, table, [_values(row) for row in group.values() if row is not None])
        _delete(session, table, [key for key, row in group.items() if row is None])
    if rows.learner is not None:
        _put(session, _LEARNER, [{"id": 1, **_values(rows.learner)}])
    elif learner:
        session.connection().execute(delete(_LEARNER))


def clear(session: Session) -> None:
    """Delete every row."""
    for table in (_LEARNER, *(table for _, table, _ in _GROUPS)):
        session.connection().execute(delete(table))


def has_learner(session: Session) -> bool:
    """Whether the row of the learner as a whole exists."""
    return session.connection().execute(select(_LEARNER.c.id)).first() is not None


def _read(session: Session, table: Table, kind: type) -> Iterable[Any]:
    columns = [table.c[field.name] for field in fields(kind)]
    return [kind(*values) for values in session.connection().execute(select(*columns))]


def _values(row: Any) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in fields(row)}


def _put(session: Session, table: Table, values: list[dict[str, Any]]) -> None:
    if not values:
        return
    statement = insert(table)
    keys = [column.name for column in table.primary_key]
    others = {c.name: statement.excluded[c.name] for c in table.c if c.name not in keys}
    session.connection().execute(statement.on_conflict_do_update(index_elements=keys, set_=others), values)


def _delete(session: Session, table: Table, keys: list[Any]) -> None:
    columns = list(table.primary_key)
    for key in keys:
        parts = key if isinstance(key, tuple) else (key,)
        matches = [column == part for column, part in zip(columns, parts, strict=True)]
        session.connection().execute(delete(table).where(*matches))


def _key_of(table: Table) -> Callable[[Any], Any]:
    names = [column.name for column in table.primary_key]
    if len(names) == 1:
        return lambda row: getattr(row, names[0])
    return lambda row: tuple(getattr(row, name) for name in names)

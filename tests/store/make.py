"""Answers with the rows they change, a store that has some, and what a test sees of a database file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.unit.make import make_answer, make_question
from tutor.core.log import Answer
from tutor.core.rows import CardRow, ConceptRow, LearnerRow, QuestionRow, Rows, TrapRow
from tutor.store.repo import Store
from tutor.store.values import Mark, StoredPick

NOW = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)
DAY = date(2026, 5, 4)
CACHES = ("card", "learner_state", "concept_state", "question_state", "trap_state", "pick", "meta", "seen_text")
"""Tables that an answer and its undo must leave as they were; seen texts only grow."""


def answer(number: int, **fields: Any) -> Answer:
    """The answer to pick `number`; questions come round after every seventh."""
    question = make_question(f"q.{number % 7}")
    return make_answer(question, ["key" if number % 3 else "b"], number=number, **fields)


def pick(number: int) -> StoredPick:
    """The pick that `answer(number)` answers."""
    reason = {"slot": "focus", "value": number / 7, "about": "trap", "n": number, "trap": "t", "none": None}
    order = ("c", "b", "key", "d")
    return StoredPick(
        f"pick-{number}", f"q.{number % 7}", "key-1", "text-1", order, reason, "review", DAY, NOW + timedelta(number)
    )


def after(number: int) -> Rows:
    """Rows as answer `number` leaves them; every number of them tells where it comes from."""
    x = number + 1 / 3
    question, concept, day = f"q.{number % 7}", f"c.{number % 3}", DAY + timedelta(number)
    return Rows(
        LearnerRow(x, x / 7, number, x / 19, x / 23, x / 29, x / 31, x / 9, x / 11, x / 13, x / 17),
        {question: CardRow(question, x, x / 3, day, day + timedelta(3), f"text-{number}")},
        {concept: ConceptRow(concept, x, x / 2, number, x / 3, x / 5, x / 7, day, x, x / 3)},
        {question: QuestionRow(question, x, x / 19, number)},
        {("t", concept): TrapRow("t", concept, x, x / 3, number, number, "suspected", x, x / 7, x / 9, day)},
    )


def before(number: int) -> Rows:
    """The same rows before answer `number`, when 0, 1, 2, ... were given in order."""
    old_question = None if number < 7 else after(number - 7)
    old_concept = None if number < 3 else after(number - 3)
    now = after(number)
    return Rows(
        after(number - 1).learner if number else None,
        {key: None if old_question is None else old_question.cards[key] for key in now.cards},
        {key: None if old_concept is None else old_concept.concepts[key] for key in now.concepts},
        {key: None if old_question is None else old_question.questions[key] for key in now.questions},
        {key: None if old_concept is None else old_concept.traps[key] for key in now.traps},
    )


def record(store: Store, number: int, **fields: Any) -> Answer:
    """Give answer `number` and store it with all that belongs to it."""
    given = answer(number, **fields)
    store.record_answer(
        given,
        before(number),
        after(number),
        pick(number + 1),
        seen_text=f"Words of {given.text_hash}",
        current_to_version="rules-1",
    )
    return given


def filled(path: Path, count: int) -> Store:
    """A store open for writing in which answers 0 to `count` - 1 were given."""
    store = Store.open(path)
    store.set_pick(pick(0))
    for number in range(count):
        record(store, number)
    return store


def mark(question: str, at: datetime = NOW, **fields: Any) -> Mark:
    return replace(Mark(question, False, False, "", at), **fields)


def dump(path: Path, *tables: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of the tables (default: all) as SQLite has it, sorted; floats by their exact value."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted(
                (
                    tuple(v.hex() if isinstance(v, float) else v for v in row)
                    for row in connection.execute(f'SELECT * FROM "{name}"')
                ),
                key=repr,
            )
            for name in sorted(names)
            if not tables or name in tables
        }


def change(path: Path, statement: str, *values: object) -> None:
    """Change a database file behind the back of the store."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)

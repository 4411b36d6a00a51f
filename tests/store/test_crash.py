"""What is on disk after a process was killed, and what a store does after a change that failed."""

from __future__ import annotations

import random
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.store.conftest import process
from tests.store.make import NOW, after, answer, dump, filled, pick, record
from tutor.core.rows import Rows
from tutor.errors import StoreError
from tutor.store import connection
from tutor.store.repo import Store

TABLES_OF_AN_ANSWER = (
    *("answer", "undo_step", "seen_text", "pick", "meta"),
    *("card", "learner_state", "concept_state", "question_state", "trap_state"),
)
INSERT, UPDATE, DELETE = sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE
COMMIT = (sqlite3.SQLITE_TRANSACTION, "COMMIT")


def assert_whole(path: Path, announced: int) -> None:
    """The first `announced` answers are there, each once, with rows that belong to the last one, and perhaps one more
    that was stored but not announced."""
    with Store.open(path) as store:
        numbers = [int(a.id) for a in store.answers()]
        assert numbers[:announced] == list(range(announced))
        assert numbers[announced:] in ([], [announced])
        assert store.integrity() == []
        last = store.last_answer()
        assert store.current()[0] == (None if last is None else last.id)
        assert store.pick() == pick(len(numbers))
        step = store.undo_step()
        assert (None if step is None else step.answer) == last
        record(store, len(numbers))
        assert store.count() == len(numbers) + 1


@pytest.mark.parametrize("seed", range(3))
def test_every_announced_answer_survives_a_kill(path: Path, seed: int) -> None:
    with process(path, "record") as child:
        assert child.stdout is not None
        for _ in range(random.Random(seed).randrange(1, 40)):
            child.stdout.readline()
        child.kill()
        rest = child.stdout.read().splitlines()
        announced = int(rest[-1]) + 1 if rest else None
    with closing(sqlite3.connect(path)) as raw:
        stored = raw.execute("SELECT count(*) FROM answer").fetchone()[0]
    assert_whole(path, stored if announced is None else announced)


@pytest.mark.parametrize("statement", [2, 7, 13, 18, 20])
def test_a_kill_inside_a_transaction_leaves_the_state_before_or_after(path: Path, statement: int) -> None:
    with process(path, "record", statement) as child:
        assert child.stdout is not None
        announced = len(child.stdout.read().splitlines())
    assert announced >= 3
    assert_whole(path, announced)


@contextmanager
def denied(raw: sqlite3.Connection, action: int, name: str) -> Iterator[None]:
    """Within the block SQLite refuses one kind of action on one table."""

    def authorise(code: int, first: str | None, *_: object) -> int:
        return sqlite3.SQLITE_DENY if (code, first) == (action, name) else sqlite3.SQLITE_OK

    raw.set_authorizer(authorise)
    try:
        yield
    finally:
        raw.set_authorizer(None)


@pytest.mark.parametrize("table", TABLES_OF_AN_ANSWER)
def test_a_failure_at_any_table_stores_nothing_and_the_store_goes_on(
    path: Path, opened: list[sqlite3.Connection], table: str
) -> None:
    with filled(path, 3) as store:
        before = dump(path)
        action = UPDATE if table == "meta" else INSERT
        with denied(opened[-1], action, table), pytest.raises(StoreError) as error:
            record(store, 3)
        assert error.value.hint
        assert dump(path) == before
        record(store, 3)
        assert store.count() == 4


def test_a_failed_commit_stores_nothing_and_the_store_goes_on(path: Path, opened: list[sqlite3.Connection]) -> None:
    with filled(path, 3) as store:
        before = dump(path)
        with denied(opened[-1], *COMMIT), pytest.raises(StoreError):
            record(store, 3)
        assert dump(path) == before
        record(store, 3)
        assert store.count() == 4


def test_a_failed_undo_takes_nothing_back(path: Path, opened: list[sqlite3.Connection]) -> None:
    with filled(path, 3) as store:
        before = dump(path)
        step = store.undo_step()
        assert step is not None
        with denied(opened[-1], DELETE, "undo_step"), pytest.raises(StoreError):
            store.undo(step, NOW)
        assert dump(path) == before
        store.undo(step, NOW)
        assert store.count() == 2


def test_a_full_disk_is_named_and_the_answer_can_be_given_again(path: Path, opened: list[sqlite3.Connection]) -> None:
    with filled(path, 3) as store:
        before = dump(path)
        opened[-1].execute("PRAGMA max_page_count = 1")
        with pytest.raises(StoreError, match="cannot grow: the disk is full"):
            record(store, 3, device="d" * 10_000)
        opened[-1].execute("PRAGMA max_page_count = 1000000")
        assert dump(path) == before
        record(store, 3)
        assert store.count() == 4


def test_a_write_that_the_system_refuses_is_named_and_the_answer_can_be_given_again(path: Path) -> None:
    with filled(path, 3) as store:
        before = dump(path)
        log = path.with_name(path.name + "-wal").stat().st_size
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (log + 5_000, hard))
        try:
            with pytest.raises(StoreError, match="cannot be read or written") as error:
                record(store, 3)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert "Nothing was changed" in error.value.hint
        assert dump(path) == before
        record(store, 3)
        assert store.count() == 4


def test_a_lock_of_another_program_is_named_and_the_answer_can_be_given_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BUSY_MS", 0)
    with filled(path, 3) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked by another program"):
            record(store, 3)
        assert store.count() == 3
        other.execute("ROLLBACK")
        record(store, 3)
        assert store.count() == 4


def test_a_change_takes_its_lock_before_it_reads(path: Path, opened: list[sqlite3.Connection]) -> None:
    """So that it waits for another program instead of failing on what that one wrote meanwhile."""
    with filled(path, 3) as store:
        statements: list[str] = []
        opened[-1].set_trace_callback(statements.append)
        record(store, 3)
        opened[-1].set_trace_callback(None)
        assert statements[0] == "BEGIN IMMEDIATE"
        assert statements[-1] == "COMMIT"
        assert sum(statement.startswith(("BEGIN", "COMMIT")) for statement in statements) == 2


def test_a_disk_that_became_read_only_is_named(path: Path, opened: list[sqlite3.Connection]) -> None:
    with filled(path, 3) as store:
        opened[-1].execute("PRAGMA query_only = ON")
        with pytest.raises(StoreError, match="read-only"):
            record(store, 3)
        opened[-1].execute("PRAGMA query_only = OFF")
        record(store, 3)
        assert store.count() == 4


def test_a_pick_is_answered_once_only(path: Path) -> None:
    with filled(path, 3) as store:
        before = dump(path)
        with pytest.raises(StoreError, match="refused"):
            record(store, 2, id="another id")
        assert dump(path) == before


def test_a_row_changed_without_its_state_before_is_refused(path: Path) -> None:
    with filled(path, 1) as store:
        before = dump(path)
        with pytest.raises(ValueError, match=r"q\.1"):
            store.record_answer(answer(1), Rows(), after(1), None, seen_text="", current_to_version="rules-1")
        assert dump(path) == before

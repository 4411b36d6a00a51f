"""Reading straight through sqlite3 gives what the store gives, and costs no import of SQLAlchemy."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given

from tests.store import strategies
from tests.store.conftest import ROOT
from tests.store.make import DAY, NOW, answer, filled, mark, pick, record
from tests.store.strategies import exact, few, many
from tutor.core.log import Answer
from tutor.core.rows import Rows
from tutor.errors import DataError, StoreError
from tutor.store.reader import Reader
from tutor.store.repo import Store
from tutor.store.values import Mark, StoredPick


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("reader") / "default.db") as opened:
        yield opened


def same(store: Store) -> None:
    """Every question that both can be asked has the same answer, bit by bit."""
    with Reader.open(store.path) as reader:
        assert exact(reader.rows()) == exact(store.rows())
        for choice in ({}, {"retracted": True}, {"since": DAY + timedelta(3)}, {"question_id": "q.2"}):
            found = reader.answers(**choice)
            assert found == store.answers(**choice)
            assert exact(found) == exact(store.answers(**choice))
        assert reader.answers_on(DAY) == store.answers_on(DAY)
        assert reader.last_answer() == store.last_answer()
        assert reader.first_answer_day() == store.first_answer_day()
        assert reader.count() == store.count()
        assert reader.current() == store.current()
        assert exact(reader.pick()) == exact(store.pick())
        assert exact(reader.marks()) == exact(store.marks())
        assert reader.device() == store.device()
        for found_answer in store.answers():
            assert reader.text(found_answer.text_hash) == store.text(found_answer.text_hash)


@few
@given(rows=strategies.rows, stored=strategies.picks, mark=strategies.marks, given_answer=strategies.answers)
def test_both_ways_of_reading_agree_on_anything(
    store: Store, rows: Rows, stored: StoredPick, mark: Mark, given_answer: Answer
) -> None:
    store.merge([given_answer], [mark])
    store.replace_rows(rows, "rules-1")
    store.set_pick(stored)
    same(store)


def test_both_ways_of_reading_agree_after_answers_and_undo(path: Path) -> None:
    with filled(path, 12) as store:
        store.set_mark(mark("q.1"))
        same(store)
        step = store.undo_step()
        assert step is not None
        store.undo(step, NOW + timedelta(days=30))
        same(store)
        store.set_pick(None)
        same(store)


@pytest.mark.parametrize("fixture", sorted((ROOT / "tests/store/fixtures").glob("*.sql")), ids=lambda p: p.stem)
def test_a_database_of_each_old_schema_reads_the_same_once_it_is_up_to_date(fixture: Path, path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(fixture.read_text(encoding="utf-8"))
    with Store.open(path) as store:
        same(store)


def test_a_reader_sees_one_state_while_answers_are_stored(path: Path) -> None:
    with filled(path, 2) as writer, Reader.open(path) as reader:
        assert reader.count() == 2
        record(writer, 2)
        assert reader.count() == 2
        assert reader.current()[0] == answer(1).id
        with Reader.open(path) as later:
            assert later.count() == 3


def test_a_missing_and_an_empty_file_read_as_nothing_and_are_left_alone(path: Path) -> None:
    with Reader.open(path) as reader:
        assert (reader.answers(), reader.rows(), reader.pick(), reader.marks()) == ([], Rows(), None, {})
        assert (reader.count(), reader.first_answer_day(), reader.device(), reader.text("x")) == (0, None, "", None)
        assert reader.current() == (None, None)
    assert not path.parent.exists()
    path.parent.mkdir()
    path.touch()
    with Reader.open(path) as reader:
        assert reader.count() == 0
    assert path.read_bytes() == b""


def test_a_damaged_row_is_named_and_a_closed_reader_says_so(path: Path) -> None:
    filled(path, 3).close()
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    with closing(sqlite3.connect(copy)) as raw, raw:
        raw.execute("UPDATE answer SET shown = '[' WHERE id = ?", [answer(1).id])
    with Reader.open(copy) as reader, pytest.raises(DataError, match=answer(1).id):
        reader.answers()
    with pytest.raises(StoreError, match="was closed"):
        reader.count()
    path.write_bytes(b"no database at all, but long enough to look like one")
    with pytest.raises(DataError, match="damaged"):
        Reader.open(path)


def test_the_answers_come_one_by_one(path: Path) -> None:
    with filled(path, 5), Reader.open(path) as reader:
        stream = reader.iter_answers()
        assert next(stream) == answer(0)
        assert [a.id for a in stream] == [answer(n).id for n in range(1, 5)]


def test_reading_imports_neither_sqlalchemy_nor_pydantic() -> None:
    code = (
        "import sys, tutor.store.reader\n"
        "print([m for m in ('sqlalchemy', 'sqlmodel', 'pydantic', 'alembic') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@many
@given(stored=strategies.picks)
def test_a_pick_reads_the_same(store: Store, stored: StoredPick) -> None:
    store.set_pick(stored)
    with Reader.open(store.path) as reader:
        assert exact(reader.pick()) == exact(store.pick())


def test_the_pick_of_a_fresh_start_is_read(path: Path) -> None:
    with Store.open(path) as store:
        store.set_pick(pick(3))
    with Reader.open(path) as reader:
        assert exact(reader.pick()) == exact(pick(3))

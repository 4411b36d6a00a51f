"""Opening a database: new, by a reader, beside a writer, damaged, older, newer, or where nothing can be written."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.conftest import ROOT, process
from tests.store.make import NOW, answer, change, dump, filled, mark, pick, record
from tutor.core.rows import Rows
from tutor.errors import EXIT_DATA, DataError, StoreError
from tutor.store import connection
from tutor.store.repo import Store


def test_a_new_database_is_for_its_owner_only_and_survives_power_failure(path: Path, opened: list[object]) -> None:
    with Store.open(path):
        raw = opened[-1]
        assert isinstance(raw, sqlite3.Connection)
        assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert raw.execute("PRAGMA synchronous").fetchone() == (2,)
        assert raw.execute("PRAGMA foreign_keys").fetchone() == (1,)
        assert raw.execute("PRAGMA busy_timeout").fetchone() == (connection.BUSY_MS,)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_new_database_is_empty(path: Path) -> None:
    with Store.open(path) as store:
        assert store.answers() == []
        assert store.last_answer() is None
        assert store.first_answer_day() is None
        assert store.count() == 0
        assert store.rows() == Rows()
        assert store.current() == (None, None)
        assert store.pick() is None
        assert store.undo_step() is None
        assert store.marks() == {}
        assert store.integrity() == []


def test_each_database_has_its_own_lasting_device_id(path: Path) -> None:
    with Store.open(path) as store:
        device = store.device()
    with Store.open(path) as store:
        assert store.device() == device
    with Store.open(path.with_name("other.db")) as store:
        assert len(store.device()) == len(device) == 32
        assert store.device() != device


def test_a_missing_file_reads_as_an_empty_store_and_is_not_made(path: Path) -> None:
    with Store.open(path, read_only=True) as store:
        assert store.answers() == []
        assert store.rows() == Rows()
        assert store.device() == ""
        assert store.integrity() == []
    assert not path.parent.exists()


def test_an_empty_file_reads_as_an_empty_store(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with Store.open(path, read_only=True) as store:
        assert store.count() == 0
    assert path.read_bytes() == b""


def test_a_reader_works_beside_a_writer_and_sees_what_was_stored(path: Path) -> None:
    with filled(path, 2) as writer, Store.open(path, read_only=True) as reader:
        assert reader.read_only
        assert not writer.read_only
        assert reader.count() == 2
        record(writer, 2)
        assert reader.count() == 3
        assert reader.rows() == writer.rows()
        assert reader.pick() == writer.pick()


def test_a_reader_works_beside_a_writer_in_another_process(path: Path) -> None:
    filled(path, 2).close()
    with process(path, "hold"), Store.open(path, read_only=True) as reader:
        assert reader.count() == 2


def test_a_reader_sees_what_a_killed_writer_left_in_its_log(path: Path) -> None:
    with process(path, "record", 1) as child:
        assert child.stdout is not None
        child.stdout.read()
    assert path.with_name(path.name + "-wal").stat().st_size > 0
    with Store.open(path, read_only=True) as reader:
        assert reader.count() == 3


def test_a_reader_leaves_the_file_as_it_is(path: Path) -> None:
    filled(path, 2).close()
    content, time = path.read_bytes(), path.stat().st_mtime_ns
    with Store.open(path, read_only=True) as reader:
        reader.rows()
        for write in (
            lambda: reader.set_pick(pick(1)),
            lambda: reader.set_mark(mark("q.1")),
            lambda: reader.replace_rows(Rows(), "x"),
            lambda: reader.merge([answer(5)], []),
            lambda: record(reader, 2),
        ):
            with pytest.raises(StoreError, match="reading only"):
                write()
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (content, time)


@pytest.fixture
def fixed_folder() -> Iterator[Path]:
    """A database with two answers, in a folder in which this process may read but not write."""
    folder = Path(tempfile.mkdtemp())
    path = folder / "default.db"
    filled(path, 2).close()
    path.chmod(0o444)
    path.with_name(path.name + ".lock").unlink()
    folder.chmod(0o555)
    ours = os.geteuid()
    if ours == 0:
        os.seteuid(65_534)  # rights do not bind root
    try:
        yield path
    finally:
        os.seteuid(ours)
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_reader_needs_no_right_to_write_in_the_folder(fixed_folder: Path) -> None:
    with Store.open(fixed_folder, read_only=True) as reader:
        assert reader.count() == 2
        assert reader.integrity() == []


def test_a_writer_is_told_of_a_folder_it_may_not_write_in(fixed_folder: Path) -> None:
    for path in (fixed_folder, fixed_folder.with_name("new.db"), fixed_folder.parent / "new" / "default.db"):
        with pytest.raises(StoreError, match="read-only") as error:
            Store.open(path)
        assert "--home" in error.value.hint


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with pytest.raises(StoreError) as error:
        Store.open(blocked / "data" / "default.db")
    assert str(blocked) in error.value.message
    assert error.value.hint


def test_a_folder_in_the_place_of_the_database_is_named(path: Path) -> None:
    path.mkdir(parents=True)
    for read_only in (False, True):
        with pytest.raises(StoreError) as error:
            Store.open(path, read_only=read_only)
        assert str(path) in error.value.message


def garbage(whole: bytes) -> bytes:
    return b"This is no database. " * 500


def broken_header(whole: bytes) -> bytes:
    return b"\0" * 16 + whole[16:]


def truncated(whole: bytes) -> bytes:
    return whole[: len(whole) // 2 + 100]


@pytest.mark.parametrize("damage", [garbage, broken_header, truncated])
@pytest.mark.parametrize("read_only", [False, True])
def test_a_damaged_file_is_refused_and_left_untouched(path: Path, damage: object, read_only: bool) -> None:
    filled(path, 5).close()
    assert callable(damage)
    content = damage(path.read_bytes())
    path.write_bytes(content)
    with pytest.raises(DataError, match="damaged") as error:
        Store.open(path, read_only=read_only)
    assert error.value.exit_code == EXIT_DATA
    assert "tutor restore" in error.value.hint
    assert path.read_bytes() == content


def test_damage_deep_inside_is_found_when_a_writer_opens(path: Path) -> None:
    filled(path, 40).close()
    whole, size = path.read_bytes(), 4096
    for page in range(2, len(whole) // size):
        content = bytearray(whole)
        content[page * size : page * size + 8] = b"\xff" * 8
        path.write_bytes(content)
        with pytest.raises(DataError, match="damaged"):
            Store.open(path)
        assert path.read_bytes() == content


def test_an_answer_whose_json_is_damaged_is_named(path: Path) -> None:
    filled(path, 3).close()
    change(path, "UPDATE answer SET shown = '[' WHERE id = '00000001'")
    with Store.open(path) as store, pytest.raises(DataError, match="00000001"):
        store.answers()


def test_a_row_whose_date_is_damaged_is_refused(path: Path) -> None:
    filled(path, 3).close()
    change(path, "UPDATE card SET due_day = 'soon'")
    with Store.open(path) as store, pytest.raises(DataError, match="damaged"):
        store.rows()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_database_of_a_newer_program_is_refused_and_left_untouched(path: Path, read_only: bool) -> None:
    filled(path, 1).close()
    change(path, "UPDATE alembic_version SET version_num = '9999'")
    content = path.read_bytes()
    with pytest.raises(DataError, match="newer version of tutor") as error:
        Store.open(path, read_only=read_only)
    assert error.value.exit_code == EXIT_DATA
    assert "Update tutor" in error.value.hint
    assert path.read_bytes() == content


@pytest.mark.parametrize("read_only", [False, True])
def test_a_database_of_another_program_is_refused_and_left_untouched(path: Path, read_only: bool) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("CREATE TABLE notes (id INTEGER)")
    content = path.read_bytes()
    with pytest.raises(DataError, match="not one of tutor"):
        Store.open(path, read_only=read_only)
    assert path.read_bytes() == content


def test_a_closed_store_refuses_to_work_without_its_lock(path: Path) -> None:
    store = filled(path, 1)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.count()
    with pytest.raises(StoreError, match="closed"):
        store.set_pick(None)


def test_opening_twice_changes_nothing(path: Path) -> None:
    filled(path, 3).close()
    before = dump(path)
    Store.open(path).close()
    assert dump(path) == before


def test_opening_an_existing_database_loads_no_alembic_and_a_backup_no_sqlalchemy(path: Path) -> None:
    filled(path, 1).close()
    program = f"""
import sys
from datetime import datetime, UTC
from pathlib import Path
from tutor.store import backup
path = Path({str(path)!r})
backup.backup(path, "test", datetime.now(UTC))
assert not {{"sqlalchemy", "sqlmodel", "alembic"}} & set(sys.modules)
from tutor.store.repo import Store
for read_only in (True, False):
    Store.open(path, read_only=read_only).close()
assert "alembic" not in sys.modules
"""
    subprocess.run([sys.executable, "-W", "error", "-c", program], cwd=ROOT, check=True)


def test_the_time_of_a_mark_comes_back_in_utc(path: Path) -> None:
    with Store.open(path) as store:
        store.set_mark(mark("q.1", NOW, flagged=True, note="look again"))
        assert store.marks() == {"q.1": mark("q.1", NOW, flagged=True, note="look again")}
        store.set_mark(mark("q.1", NOW, suspended=True))
        assert store.marks() == {"q.1": mark("q.1", NOW, suspended=True)}

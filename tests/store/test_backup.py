"""Copies and the way back: rotation, a copy while answers are written, a restore that is tested end to end."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from tests.store.conftest import process
from tests.store.make import NOW, answer, change, dump, filled, record
from tutor.errors import EXIT_DATA, BusyError, DataError, StoreError, UsageError
from tutor.store import backup
from tutor.store.repo import Store


def side_files(path: Path) -> list[str]:
    return [file.name for file in path.parent.iterdir() if file.name.startswith(path.name + "-")]


def test_a_backup_is_one_whole_file_for_its_owner_only(path: Path) -> None:
    with filled(path, 5):
        saved = backup.backup(path, "test", NOW)
        assert dump(saved) == dump(path)
    assert saved.name == "default-20260504T090000000000Z-test.db"
    assert saved.parent == path.parent / "backups"
    assert saved.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(saved)) as raw:
        assert raw.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert [file.name for file in saved.parent.iterdir()] == [saved.name]
    assert backup.check(saved) == []


def test_a_backup_can_be_made_while_another_process_has_the_database_open(path: Path) -> None:
    filled(path, 5).close()
    with process(path, "hold"):
        saved = backup.backup(path, "test", NOW)
    with Store.open(saved, read_only=True) as store:
        assert store.count() == 5


def test_the_newest_ten_backups_of_each_profile_are_kept(path: Path) -> None:
    filled(path, 1).close()
    other = path.with_name("default-2.db")
    filled(other, 1).close()
    kept_aside = backup.backup(other, "test", NOW)
    strange = kept_aside.parent / "default-notes.db"
    strange.touch()
    made = [backup.backup(path, "test", NOW + timedelta(minutes=n)) for n in range(13)]
    assert backup.backups(path) == made[3:]
    assert backup.backups(other) == [kept_aside]
    assert strange.exists()


def test_a_backup_made_after_the_clock_was_set_back_is_kept(path: Path) -> None:
    filled(path, 1).close()
    made = [backup.backup(path, "test", NOW + timedelta(minutes=n)) for n in range(10)]
    last = backup.backup(path, "test", NOW - timedelta(days=400))
    assert backup.backups(path) == [last, *made[1:]]


def test_backups_of_the_same_instant_do_not_replace_each_other(path: Path) -> None:
    filled(path, 1).close()
    names = {backup.backup(path, "test", NOW) for _ in range(3)}
    assert len(names) == 3
    assert set(backup.backups(path)) == names


def test_a_copy_never_replaces_a_file(path: Path, tmp_path: Path) -> None:
    filled(path, 1).close()
    target = tmp_path / "copy.db"
    target.write_text("precious")
    with pytest.raises(UsageError, match="exists already"):
        backup.copy_to(path, target)
    assert target.read_text() == "precious"


def test_a_copy_that_cannot_be_written_leaves_nothing(path: Path, tmp_path: Path) -> None:
    filled(path, 1).close()
    (tmp_path / "file").touch()
    with pytest.raises(StoreError) as error:
        backup.copy_to(path, tmp_path / "file" / "copy.db")
    assert str(tmp_path / "file") in error.value.message


def test_there_is_nothing_to_copy_without_a_database(path: Path, tmp_path: Path) -> None:
    for copy in (lambda: backup.backup(path, "test", NOW), lambda: backup.copy_to(path, tmp_path / "copy.db")):
        with pytest.raises(DataError, match="no database"):
            copy()
    assert backup.backups(path) == []


def test_a_restored_database_is_the_one_of_the_copy_and_the_present_one_is_kept(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with filled(path, 5) as store:
        backup.copy_to(path, copy)
        then = dump(path)
        for number in range(5, 9):
            record(store, number)
        now = dump(path)
    saved = backup.restore(path, copy, NOW)
    assert saved is not None
    assert dump(path) == then
    assert dump(saved) == now
    assert dump(copy) == then
    with Store.open(path) as store:
        assert store.answers() == [answer(n) for n in range(5)]
        record(store, 5)
        step = store.undo_step()
        assert step is not None
        store.undo(step, NOW)
    backup.restore(path, saved)
    assert dump(path) == now


def test_a_copy_can_be_restored_where_no_database_was(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    filled(path, 3).close()
    backup.copy_to(path, copy)
    elsewhere = tmp_path / "new" / "home" / "default.db"
    assert backup.restore(elsewhere, copy) is None
    with Store.open(elsewhere) as store:
        assert store.count() == 3


def test_the_log_of_a_killed_writer_is_kept_and_not_mixed_into_the_restored_file(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    filled(other, 1).close()
    with process(path, "record", 1) as child:
        assert child.stdout is not None
        child.stdout.read()
    assert side_files(path)
    saved = backup.restore(path, other)
    assert saved is not None
    assert side_files(path) == []
    assert dump(path) == dump(other)
    with Store.open(saved, read_only=True) as store:
        assert store.count() == 3


def test_a_restore_that_fails_at_the_last_moment_leaves_every_answer(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path / "other.db", 1).close()
    with process(path, "record", 1) as child:
        assert child.stdout is not None
        child.stdout.read()
    real = Path.replace

    def refuse(self: Path, target: Path) -> Path:
        if target == path:
            raise OSError(5, "Input/output error")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(StoreError, match="Input/output error"):
        backup.restore(path, tmp_path / "other.db")
    monkeypatch.undo()
    assert not path.with_name(path.name + ".new").exists()
    with Store.open(path) as store:
        assert store.count() == 3


def test_a_damaged_database_is_kept_byte_by_byte_when_a_copy_takes_its_place(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    filled(path, 3).close()
    backup.copy_to(path, copy)
    broken = b"\0" * 16 + path.read_bytes()[16:]
    path.write_bytes(broken)
    path.with_name(path.name + "-wal").write_bytes(b"its log")
    saved = backup.restore(path, copy)
    assert saved is not None
    assert "as-it-was" in saved.name
    assert saved.read_bytes() == broken
    assert saved.with_name(saved.name + "-wal").read_bytes() == b"its log"
    assert side_files(path) == []
    with Store.open(path) as store:
        assert store.count() == 3


@pytest.mark.parametrize("fault", ["missing", "empty", "garbage", "cut", "newer", "foreign", "dangling", "itself"])
def test_a_copy_that_is_not_right_is_refused_and_the_present_database_untouched(
    path: Path, tmp_path: Path, fault: str
) -> None:
    filled(path, 3).close()
    copy = tmp_path / "copy.db"
    backup.copy_to(path, copy)
    if fault == "missing":
        copy.unlink()
    elif fault == "empty":
        copy.write_bytes(b"")
    elif fault == "garbage":
        copy.write_bytes(b"This is no database. " * 500)
    elif fault == "cut":
        copy.write_bytes(copy.read_bytes()[:-5000])
    elif fault == "newer":
        change(copy, "UPDATE alembic_version SET version_num = '9999'")
    elif fault == "foreign":
        copy.unlink()
        change(copy, "CREATE TABLE notes (id INTEGER)")
    elif fault == "dangling":
        change(copy, "DELETE FROM answer WHERE id = '00000002'")
    else:
        copy = path
    before = path.read_bytes()
    with pytest.raises(UsageError if fault == "itself" else DataError) as error:
        backup.restore(path, copy)
    assert str(copy) in error.value.message
    assert error.value.hint
    if fault != "itself":
        assert error.value.exit_code == EXIT_DATA
    assert path.read_bytes() == before
    assert backup.backups(path) == []
    Store.open(path).close()


def test_nothing_is_restored_while_the_database_is_open(path: Path, tmp_path: Path) -> None:
    with filled(path, 3) as store:
        backup.copy_to(path, tmp_path / "copy.db")
        with pytest.raises(BusyError):
            backup.restore(path, tmp_path / "copy.db")
        record(store, 3)
        assert store.count() == 4


def test_a_check_names_what_is_wrong(path: Path) -> None:
    assert backup.check(path) == [f"{path} holds no data"]
    filled(path, 40).close()
    assert backup.check(path) == []
    change(path, "DELETE FROM answer WHERE id = '00000039'")
    assert backup.check(path) == ["row 40 of undo_step points to a missing row of answer"]
    content = bytearray(path.read_bytes())
    for page in range(2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 8] = b"\xff" * 8
    path.write_bytes(content)
    assert backup.check(path)

"""One writer at a time, told in plain words, and free again the moment the writer is gone."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from tests.store.conftest import process
from tests.store.make import filled, record
from tutor.errors import BusyError
from tutor.store.lock import WriterLock
from tutor.store.repo import Store


def test_a_second_writer_is_told_who_holds_the_database_and_since_when(path: Path) -> None:
    with process(path, "hold") as child:
        with pytest.raises(BusyError) as error:
            Store.open(path)
        assert f"process {child.pid} on " in error.value.message
        assert "since 20" in error.value.message
        assert error.value.hint


def test_a_killed_writer_leaves_the_database_free_at_once(path: Path) -> None:
    with process(path, "hold") as child:
        child.kill()
        child.wait()
        with filled(path, 2) as store:
            assert store.count() == 2


def test_a_second_writer_in_the_same_process_is_refused_and_disturbs_nothing(path: Path) -> None:
    with filled(path, 1) as store:
        with pytest.raises(BusyError, match=f"process {os.getpid()} "):
            Store.open(path)
        with pytest.raises(BusyError, match=f"process {os.getpid()} "):
            Store.open(path)
        record(store, 1)
    Store.open(path).close()


def test_a_closed_store_can_be_opened_again_and_leaves_no_name_behind(path: Path) -> None:
    filled(path, 1).close()
    assert not list(path.parent.glob("*.holder*"))
    Store.open(path).close()


def test_the_lock_may_be_given_back_by_another_thread(path: Path) -> None:
    store = filled(path, 1)
    thread = threading.Thread(target=store.close)
    thread.start()
    thread.join()
    Store.open(path).close()


@pytest.mark.parametrize("holder", ["", "{", "[]", '{"pid": "x", "host": 1, "started": 2}', '{"pid": 1}'])
def test_an_unreadable_name_of_the_holder_does_not_hide_that_the_database_is_open(path: Path, holder: str) -> None:
    with filled(path, 1):
        path.with_name(path.name + ".holder").write_text(holder)
        with pytest.raises(BusyError, match="another copy of tutor"):
            Store.open(path)


def test_a_name_of_the_holder_left_by_a_crash_does_not_keep_the_database_closed(path: Path) -> None:
    filled(path, 1).close()
    path.with_name(path.name + ".holder").write_text('{"pid": 1, "host": "x", "started": "2026-01-01T00:00:00+00:00"}')
    Store.open(path).close()


def test_a_failed_open_gives_the_lock_back(path: Path) -> None:
    filled(path, 1).close()
    whole = path.read_bytes()
    path.write_bytes(b"garbage" * 1000)
    with pytest.raises(Exception, match="damaged"):
        Store.open(path)
    path.write_bytes(whole)
    Store.open(path).close()


def test_giving_back_a_lock_that_is_not_held_does_nothing(path: Path) -> None:
    path.parent.mkdir()
    with Store.open(path):
        WriterLock(path).release()
        assert path.with_name(path.name + ".holder").exists()

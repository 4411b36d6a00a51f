"""A path for a database, and access to the connection under a store."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tutor.store import connection

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a learner's database would be."""
    return tmp_path / "data" / "default.db"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """The plain connections that stores make from now on, newest last."""
    made: list[sqlite3.Connection] = []
    real = connection.connect

    def connect(path: Path, mode: str) -> sqlite3.Connection:
        made.append(real(path, mode))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr(connection, "connect", connect)
    return made


@contextmanager
def process(*args: object) -> Iterator[subprocess.Popen[str]]:
    """`tests.store.recorder` in a process of its own, once it has the store open; killed at the end."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.store.recorder", *map(str, args)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdin is not None
    try:
        assert child.stdout.readline() == "open\n"
        yield child
    finally:
        child.kill()
        child.wait()
        child.stdin.close()
        child.stdout.close()

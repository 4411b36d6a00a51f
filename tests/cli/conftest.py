"""A home, a small bank and a clock for each test, and the program as a function."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cli.make import write_bank
from tutor.cli import main
from tutor.core.log import Answer
from tutor.store.repo import Store


@dataclass(frozen=True)
class Outcome:
    """What one call of the program gave."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Standard output as one JSON object."""
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value

    @property
    def words(self) -> str:
        """Standard output with every run of blanks as one."""
        return " ".join(self.out.split())

    def in_order(self, *parts: str) -> None:
        """Every part stands on standard output, after the one before it."""
        at = -1
        for part in parts:
            found = self.words.find(part, at + 1)
            assert found > at, f"{part!r} is missing after position {at} of {self.words}"
            at = found


Program = Callable[..., Outcome]


def answers(home: Path, *, retracted: bool = False, profile: str = "default") -> list[Answer]:
    """The log of a profile."""
    with Store.open(home / "data" / f"{profile}.db", read_only=True) as store:
        return store.answers(retracted=retracted)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home; the exam of the small bank is chosen, and it is the morning of 1 December 2026."""
    folder = tmp_path / "home"
    (folder / "config").mkdir(parents=True)
    (folder / "config" / "config.toml").write_text('exam = "exam-a"\n')
    monkeypatch.setenv("TUTOR_HOME", str(folder))
    monkeypatch.setenv("TUTOR_NOW", "2026-12-01T09:00:00+01:00")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    for name in ("NO_COLOR", "TUTOR_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def small_bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two single-choice questions that test one direction of a trap, in file order."""
    root = write_bank(tmp_path / "bank", {"q-a": "single", "q-b": "single"})
    monkeypatch.setenv("TUTOR_BANK", str(root))
    return root


@pytest.fixture
def tutor(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    """`tutor("due", "--json")` runs the program; `stdin` is what a pipe feeds it."""

    def run(*words: str, stdin: str | bytes = "") -> Outcome:
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capsys.readouterr()
        code = main(list(words))
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run

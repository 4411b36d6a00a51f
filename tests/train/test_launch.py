"""The training that starts after a review: when it is worth it, once a day, in the background, never in the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Program
from tests.train.make import START, add_answers, log_of, steady, write_home
from tutor.paths import Paths
from tutor.train import launch
from tutor.train.launch import NICENESS, SWITCH, note_finished, record_file, start_after_session
from tutor.train.limits import NEEDED, NEW_ANSWERS


class Started:
    """Stands in for Popen."""

    def __init__(self, command: list[str], **options: object) -> None:
        self.command, self.options = command, options


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Started]:
    """The processes that were started."""
    found: list[Started] = []

    def popen(command: list[str], **options: object) -> Started:
        found.append(Started(command, **options))
        return found[-1]

    monkeypatch.delenv(SWITCH)
    monkeypatch.setattr(subprocess, "Popen", popen)
    return found


def learner(root: Path, count: int) -> Paths:
    home, _ = write_home(root, count, steady())
    paths = Paths.find(str(home))
    paths.ensure()
    return paths


def more(paths: Paths, root: Path, before: int, count: int, per_day: int = 20) -> None:
    """`count` answers more, after the `before` there are."""
    from tutor.content.load import load_bank

    questions = sorted(load_bank(root / "bank").bank.questions.values(), key=lambda q: q.id)
    assert paths.home is not None
    add_answers(paths.home, log_of(questions, before + count, steady(), per_day=per_day)[before:])


def test_too_few_answers_start_nothing(tmp_path: Path, started: list[Started]) -> None:
    paths = learner(tmp_path, NEEDED - 1)
    assert start_after_session(paths, "default") is None
    assert start_after_session(paths, "somebody-else") is None
    assert started == []
    assert not record_file(paths, "default").exists()


def test_a_process_of_its_own_is_started_for_the_profile(tmp_path: Path, started: list[Started]) -> None:
    paths = learner(tmp_path, NEEDED)
    assert start_after_session(paths, "default") is not None
    (process,) = started
    assert process.command == [sys.executable, "-m", "tutor.train", "--profile", "default", "--home", str(paths.home)]
    assert process.options["start_new_session"] is True
    assert process.options["stdin"] == subprocess.DEVNULL
    assert process.options["cwd"] == paths.state


def test_it_is_started_once_a_study_day(tmp_path: Path, started: list[Started]) -> None:
    paths = learner(tmp_path, NEEDED)  # the last answers are of the 15th day
    start_after_session(paths, "default")
    more(paths, tmp_path, NEEDED, 60, per_day=24)  # of the same day
    start_after_session(paths, "default")
    assert len(started) == 1
    more(paths, tmp_path, NEEDED + 60, 20)
    start_after_session(paths, "default")
    assert len(started) == 2


def test_a_run_that_ended_waits_for_new_answers(tmp_path: Path, started: list[Started]) -> None:
    paths = learner(tmp_path, NEEDED)
    note_finished(record_file(paths, "default"), START.isoformat(), NEEDED, "no better")
    more(paths, tmp_path, NEEDED, NEW_ANSWERS - 1)
    start_after_session(paths, "default")
    assert started == []
    more(paths, tmp_path, NEEDED + NEW_ANSWERS - 1, 1)
    start_after_session(paths, "default")
    assert len(started) == 1


def test_a_run_that_never_ended_is_tried_again_the_next_day(tmp_path: Path, started: list[Started]) -> None:
    paths = learner(tmp_path, NEEDED)
    start_after_session(paths, "default")
    more(paths, tmp_path, NEEDED, 1)
    start_after_session(paths, "default")
    assert len(started) == 2


def test_a_training_by_hand_counts_as_the_days_run(tmp_path: Path, started: list[Started]) -> None:
    paths = learner(tmp_path, NEEDED)
    note_finished(record_file(paths, "default"), "2026-05-18", 0, "no better")
    start_after_session(paths, "default")
    assert started == []


def test_it_can_be_switched_off(tmp_path: Path, started: list[Started], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "0")
    start_after_session(learner(tmp_path, NEEDED), "default")
    assert started == []


@pytest.mark.parametrize("text", ["", "[]", "{", '{"answers": "many"}'])
def test_a_damaged_record_is_as_none(tmp_path: Path, started: list[Started], text: str) -> None:
    paths = learner(tmp_path, NEEDED)
    record_file(paths, "default").write_text(text)
    start_after_session(paths, "default")
    assert len(started) == 1


def test_the_process_runs_to_its_end_at_low_priority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = learner(tmp_path, NEEDED)
    monkeypatch.delenv(SWITCH)
    monkeypatch.setenv("TUTOR_BANK", str(tmp_path / "bank"))
    process = start_after_session(paths, "default")
    assert process is not None
    nice = 0
    while process.poll() is None:
        with_priority = os.getpriority(os.PRIO_PROCESS, process.pid)
        nice = max(nice, with_priority)
        time.sleep(0.02)
    log = record_file(paths, "default").with_suffix(".log").read_text()
    assert process.returncode == 0, log
    assert nice >= NICENESS
    record = json.loads(record_file(paths, "default").read_text())
    assert (record["started"], record["day"], record["answers"]) == ("2026-05-18", "2026-05-18", NEEDED)
    assert "on your last 200 answers" in " ".join(log.split())


# The review


def test_the_review_calls_it_and_survives_its_failure(
    tutor: Program, small_bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[tuple[Path, str]] = []

    def fail(paths: Paths, profile: str) -> None:
        called.append((paths.data, profile))
        raise OSError("no process left")

    monkeypatch.setattr(launch, "start_after_session", fail)
    outcome = tutor("--profile", "ana", "review", "--plain", stdin="b\nquit\n")
    assert (outcome.code, outcome.err) == (0, "")
    assert [profile for _, profile in called] == ["ana"]
    assert small_bank.exists()


MODULES = """
import sys
from tutor.cli import main
code = main(["review", "--plain"])
heavy = sorted({name.partition(".")[0] for name in sys.modules} & {"sklearn", "numpy", "scipy"})
print(code, heavy, "tutor.train.launch" in sys.modules, file=sys.stderr)
"""


@pytest.mark.usefixtures("home", "small_bank")
def test_a_review_never_loads_scikit_learn() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MODULES], input="b\n\nquit\n", capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr.splitlines()[-1] == "0 [] True"

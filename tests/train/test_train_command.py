"""`tutor train` and its files: what is stored, what is said, and that a failed or killed run changes nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import Program
from tests.train.make import jumpy, steady, write_home
from tutor import tuned
from tutor.desk import load_prior
from tutor.errors import StoreError
from tutor.store.repo import Store
from tutor.train.tune import run
from tutor.tuned import Tuned, read, settings_file

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.usefixtures("few_candidates")


def test_the_settings_are_stored_with_all_that_tells_where_they_come_from(tmp_path: Path) -> None:
    home, bank = write_home(tmp_path, 420, jumpy())
    database, record = home / "data" / "default.db", home / "state" / "default.train.json"
    record.parent.mkdir()
    before = database.read_bytes()
    result = run(database, bank, record)
    assert result.outcome == "improved"
    assert database.read_bytes() == before
    stored = json.loads(settings_file(database).read_text())
    assert set(stored) == {
        "format", "model", "model_version", "made_on", "numbers", "metrics", "data_hash", "counts"
    }  # fmt: skip
    assert stored["model_version"] == load_prior().model_version
    assert stored["counts"] == {"answers": 420, "tested": 200, "chosen_on": 220}
    assert stored["data_hash"] == result.data_hash
    assert (stored["metrics"]["log_loss_before"], stored["metrics"]["log_loss"]) == (result.before, result.best)
    assert stored["numbers"]["drift_global"] == 0.03
    assert load_prior(database) == replace(load_prior(), **result.tried)  # type: ignore[arg-type]
    assert json.loads(record.read_text()) == {"day": "2026-05-24", "answers": 420, "outcome": "improved"}
    assert list(database.parent.glob(".*")) == []
    again = run(database, bank, record)
    assert again.outcome == "no better"
    assert json.loads(settings_file(database).read_text()) == stored


def test_it_reads_while_a_review_is_open(tmp_path: Path) -> None:
    home, bank = write_home(tmp_path, 30, steady())
    with Store.open(home / "data" / "default.db"):
        assert run(home / "data" / "default.db", bank, home / "data" / "r.json").outcome == "too few answers"


def test_settings_of_another_version_of_the_model_are_cleared(tmp_path: Path) -> None:
    home, bank = write_home(tmp_path, 420, steady(0.1))
    database = home / "data" / "default.db"
    tuned.write(settings_file(database), Tuned("0", {"gamma": 0.2}))
    result = run(database, bank, home / "data" / "r.json")
    assert result.outcome == "no better"
    assert read(settings_file(database)) == Tuned(load_prior().model_version, {}, made_on="2026-05-24")


def test_a_disk_that_fails_leaves_the_old_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, bank = write_home(tmp_path, 420, jumpy())
    database = home / "data" / "default.db"
    tuned.write(settings_file(database), Tuned(load_prior().model_version, {"gamma": 0.05}))
    before = settings_file(database).read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(StoreError, match="No space left"):
        run(database, bank, home / "data" / "r.json")
    assert settings_file(database).read_bytes() == before
    assert sorted(p.name for p in database.parent.glob("*settings*")) == ["default.settings.json"]
    assert not (home / "data" / "r.json").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")
def test_a_run_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.train.kill_driver", str(tmp_path), "12"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["changed"], "the run that was left alone has found nothing, so the others prove nothing"
    assert result["kept"] >= 6
    assert result["kept"] + result["done"] == result["killed"]  # done: killed when the rename was over
    assert result["log"]
    assert result["readable"]


# The command


@pytest.fixture
def prepared(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of the `tutor` fixture with 420 answers of a learner whose ability jumps."""
    made, _ = write_home(tmp_path, 420, jumpy())
    assert made == home
    monkeypatch.setenv("TUTOR_BANK", str(tmp_path / "bank"))
    monkeypatch.setattr(os, "nice", lambda _: 0)
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    return home


@pytest.mark.usefixtures("prepared")
def test_the_command_says_what_came_of_it(tutor: Program) -> None:
    first, second = tutor("train"), tutor("train", "--json")
    assert (first.code, first.err) == (0, "")
    first.in_order("Improved: log-loss", "On average", "predicted answers mean right", "Challengers from scikit-learn")
    assert second.json["schema"] == 1
    assert second.json["outcome"] == "no better"
    assert second.json["present"]["drift_global"] == 0.03
    assert f"{second.json['before']:.4f}" in first.out
    assert sum(each["answers"] for each in second.json["calibration"]["bins"]) == 200


@pytest.mark.usefixtures("prepared")
def test_the_next_start_works_everything_out_once(tutor: Program, prepared: Path) -> None:
    database = prepared / "data" / "default.db"
    assert tutor("review", "--plain", stdin="quit\n").code == 0
    with Store.open(database, read_only=True) as store:
        before = store.current()[1]
    assert tutor("train").code == 0
    once, twice = (tutor("review", "--plain", stdin="quit\n").out for _ in range(2))
    assert "worked out again" in " ".join(once.split())
    assert "worked out again" not in " ".join(twice.split())
    with Store.open(database, read_only=True) as store:
        assert store.current()[1] != before
    assert "equal to a replay" in tutor("doctor").out
    assert tutor("report", "--json").json["model"]["tuned"] is True
    assert "With settings that `tutor train` found" in tutor("report").words


def test_without_answers_the_command_says_how_many_are_missing(
    tutor: Program, small_bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "nice", lambda _: 0)
    assert "Too few answers: 0 of the 300" in tutor("train").words
    assert small_bank.exists()


def test_a_settings_file_of_a_newer_program_stops_it_and_stays(
    tutor: Program, home: Path, small_bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "nice", lambda _: 0)
    file = home / "data" / "default.settings.json"
    file.parent.mkdir(parents=True)
    file.write_text('{"format": 2}')
    outcome = tutor("train")
    assert (outcome.code, outcome.out) == (3, "")
    assert "format 2 is not 1" in outcome.err
    assert file.read_text() == '{"format": 2}'
    assert small_bank.exists()


def test_the_module_is_the_command(tmp_path: Path) -> None:
    home, _ = write_home(tmp_path, 10, steady())
    env = {**os.environ, "TUTOR_BANK": str(tmp_path / "bank"), "TUTOR_HOME": str(home)}
    command = [sys.executable, "-m", "tutor.train", "--json"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["outcome"] == "too few answers"

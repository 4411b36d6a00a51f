"""The learner's tuned settings: over the shipped prior when they fit, left aside with a notice when they do not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Program
from tutor.core.knowledge import Knowledge, version
from tutor.core.question import Bank
from tutor.desk import load_prior
from tutor.errors import DataError
from tutor.tuned import BOUNDS, MODEL, Tuned, numbers_of, overlaid, read, settings_file, write

DATABASE = "default.db"


def put(folder: Path, **changes: Any) -> Path:
    """A settings file that fits but for the changes; the database it belongs to."""
    data = {
        "format": 1, "model": MODEL, "model_version": load_prior().model_version, "made_on": "2026-12-01",
        "numbers": {"gamma": 0.2}, "metrics": {}, "data_hash": "", "counts": {},
    }  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    settings_file(folder / DATABASE).write_text(json.dumps(data | changes))
    return folder / DATABASE


def loaded(database: Path) -> tuple[float, str]:
    """The gamma that is in force, and what is said."""
    notes: list[str] = []
    return load_prior(database, notes.append).gamma, " ".join(notes)


def test_settings_lie_beside_the_database_of_their_profile(tmp_path: Path) -> None:
    assert settings_file(tmp_path / "work-2.db") == tmp_path / "work-2.settings.json"
    assert settings_file(tmp_path / "ana.b.db") == tmp_path / "ana.b.settings.json"


def test_numbers_that_fit_are_laid_over_the_shipped_ones(tmp_path: Path) -> None:
    database = put(tmp_path, numbers={"gamma": 0.2, "s_tag": 0.8})
    assert load_prior(database) == replace(load_prior(), gamma=0.2, s_tag=0.8)
    assert loaded(database)[1] == ""


def test_without_a_file_the_shipped_settings_hold(tmp_path: Path) -> None:
    assert load_prior(tmp_path / DATABASE) == load_prior()
    assert loaded(tmp_path / DATABASE) == (load_prior().gamma, "")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 2}, "format 2 is not 1"),
        ({"model": "other"}, "'other'"),
        ({"colour": 1}, "unknown key 'colour'"),
        ({"numbers": {"speed": 1.0}}, "unknown key 'numbers.speed'"),
        ({"numbers": {"s_item": 1.0}}, "unknown key 'numbers.s_item'"),
        ({"numbers": {"gamma": 7.0}}, "numbers.gamma = 7.0"),
        ({"numbers": {"gamma": True}}, "numbers.gamma = True"),
        ({"numbers": {"gamma": "0.1"}}, "numbers.gamma"),
        ({"numbers": []}, "wrong type"),
        ({"model_version": 2}, "wrong type"),
        ({"model_version": "0"}, "version 0 of the learner model"),
    ],
)
def test_what_does_not_fit_is_left_aside_with_a_notice(
    tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    gamma, said = loaded(put(tmp_path, **changes))
    assert gamma == load_prior().gamma
    assert said.startswith("Your tuned settings are left aside: ")
    assert message in said


@pytest.mark.parametrize("text", [b"", b"[]", b"{", b"\xff\xfe", b'{"format": 1, "numbers": {"gamma": NaN}}'])
def test_a_damaged_file_is_left_aside(tmp_path: Path, text: bytes) -> None:
    settings_file(tmp_path / DATABASE).write_bytes(text)
    gamma, said = loaded(tmp_path / DATABASE)
    assert gamma == load_prior().gamma
    assert "left aside" in said
    with pytest.raises(DataError, match=r"default\.settings\.json"):
        read(settings_file(tmp_path / DATABASE))


def test_a_folder_in_its_place_is_left_aside(tmp_path: Path) -> None:
    settings_file(tmp_path / DATABASE).mkdir()
    assert "left aside" in loaded(tmp_path / DATABASE)[1]


def test_what_is_written_is_what_is_read(tmp_path: Path) -> None:
    file = settings_file(tmp_path / DATABASE)
    tuned = Tuned("2", {"gamma": 0.2, "drift_tag": 0.0}, {"log_loss": 0.5}, {"answers": 400}, "abc", "2026-12-01")
    write(file, tuned)
    assert read(file) == tuned
    assert file.stat().st_mode & 0o777 == 0o600
    assert [p.name for p in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize("numbers", [{"gamma": 9.0}, {"gamma": float("nan")}, {"speed": 1.0}])
def test_what_could_not_be_read_back_is_not_written(tmp_path: Path, numbers: dict[str, float]) -> None:
    file = settings_file(tmp_path / DATABASE)
    with pytest.raises(ValueError, match=r"gamma|speed"):
        write(file, Tuned("2", numbers))
    assert not file.exists()


def test_only_what_is_tuned_can_be_set() -> None:
    shipped = load_prior()
    assert set(numbers_of(shipped)) == set(BOUNDS)
    assert all(low <= numbers_of(shipped)[key] <= high for key, (low, high) in BOUNDS.items())
    assert overlaid(shipped, None) is shipped
    assert overlaid(shipped, Tuned("other", {"gamma": 0.2})) is shipped


def test_another_setting_is_another_version_of_the_numbers() -> None:
    bank = Bank({}, {}, {})
    assert version(bank, replace(load_prior(), gamma=0.2)) != version(bank, load_prior())
    assert Knowledge(bank, load_prior()).version == version(bank, load_prior())


@pytest.mark.usefixtures("small_bank")
def test_the_review_says_once_that_settings_are_left_aside_and_goes_on(tutor: Program, home: Path) -> None:
    put(home / "data", format=9)
    for words in (("review", "--plain"), ("report",), ("doctor",)):
        outcome = tutor(*words, stdin="b\nquit\n")
        assert outcome.code == 0
        assert f"{outcome.out} {outcome.err}".count("settings are left aside") == 1, words


@pytest.mark.usefixtures("small_bank")
def test_settings_that_change_rebuild_once(tutor: Program, home: Path) -> None:
    assert tutor("review", "--plain", stdin="b\nquit\n").code == 0
    put(home / "data", numbers={"gamma": 0.35})
    said = [tutor("review", "--plain", stdin="quit\n").words for _ in range(2)]
    assert ["worked out again" in each for each in said] == [True, False]
    assert "equal to a replay" in tutor("doctor").words

"""Settings, folders and the clock: what is understood, and what the error says when it is not."""

from __future__ import annotations

import stat
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from tutor.clocks import StartedClock, SystemClock, clock_from_env
from tutor.config import Config, load_config
from tutor.errors import DataError, StoreError, UsageError
from tutor.paths import Paths, bank_dir, models_dir


def write(folder: Path, text: str | bytes) -> Path:
    file = folder / "config.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_config(tmp_path / "none.toml") == Config()


def test_every_setting_can_be_set(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        """
exam = "MLA-C02"
exam_date = 2027-01-31
minutes = 40
retention = 0.93
rollover = 0
new_per_day = 0
theme = "textual-light"
estimates = "model"
show_timer = false
confidence = true
train = false
[keys]
answer = "f2"
""",
    )
    config = load_config(file)
    names = ["estimates", "exam", "exam_date", "keys", "minutes", "new_per_day", "retention", "rollover", "show_timer"]
    assert config == Config(
        "mla-c02", date(2027, 1, 31), 40, 0.93, 0, 0, "textual-light", "model", False, True, False, {"answer": "f2"},
        frozenset([*names, "theme", "confidence", "train"]),
    )  # fmt: skip


def test_an_exam_date_alone_lowers_the_retention_and_is_not_counted_as_a_choice_of_it(tmp_path: Path) -> None:
    config = load_config(write(tmp_path, 'exam_date = "2027-01-31"'))
    assert config.retention == 0.87
    assert config.explicit == {"exam_date"}
    assert load_config(write(tmp_path, "exam_date = 2027-01-31\nretention = 0.9")).retention == 0.9


def test_a_file_that_starts_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    assert load_config(write(tmp_path, b"\xef\xbb\xbfminutes = 30\r\n")).minutes == 30


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('exm = "mla-c01"', 1, "exm|Did you mean exam?"),
        ("\n\nnew_per_dya = 3", 3, "Did you mean new_per_day?"),
        ("zzzzzz = 1", 1, "Known settings: exam, "),
        ("minutes = 4", 1, "minutes must be a whole number from 5 to 240, not 4"),
        ("minutes = 241", 1, "minutes"),
        ("minutes = 25.0", 1, "minutes"),
        ("minutes = true", 1, "not true"),
        ("# note\nminutes = 'x'", 2, "not 'x'"),
        ("retention = 0.69", 1, "0.70 to 0.97"),
        ("retention = nan", 1, "0.70 to 0.97"),
        ("rollover = 24", 1, "0 to 23"),
        ("new_per_day = -1", 1, "0 to 200"),
        ("exam = 3", 1, "exam code"),
        ("exam = ''", 1, "exam code"),
        ("exam_date = 2027-01-31T10:00:00", 1, "2027-03-31"),
        ('exam_date = "31.1.2027"', 1, "date"),
        ('estimates = "both"', 1, '"evidence" or "model"'),
        ("show_timer = 'yes'", 1, "true or false"),
        ("theme = 1", 1, "theme"),
        ("keys = 1", 1, "[keys]"),
        ("[keys]\nanswer = 'f2'\nquit = 3", 3, "quit"),
        ("[minutes]\nx = 1", 1, "minutes"),
    ],
)
def test_an_error_names_file_line_key_and_mend(tmp_path: Path, text: str, line: int, words: str) -> None:
    file = write(tmp_path, text)
    with pytest.raises(UsageError) as caught:
        load_config(file)
    said = str(caught.value)
    assert said.startswith(f"{file}:{line}: ")
    assert all(word in said for word in words.split("|"))
    assert caught.value.hint
    assert caught.value.exit_code == 2


def test_a_file_that_is_not_toml_or_not_text_is_an_error_that_names_it(tmp_path: Path) -> None:
    for text, word in [(b"minutes = \n", "line 1"), (b"\xff\xfe", "UTF-8")]:
        file = write(tmp_path, text)
        with pytest.raises(UsageError, match=word) as caught:
            load_config(file)
        assert str(file) in caught.value.message


def test_a_home_holds_every_folder_and_they_are_private(tmp_path: Path) -> None:
    paths = Paths.find(str(tmp_path / "home"))
    paths.ensure()
    for folder in (paths.data, paths.config, paths.state, paths.cache):
        assert folder.parent == tmp_path / "home"
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "home").stat().st_mode) == 0o700


def test_the_option_goes_before_the_variable_and_the_variable_before_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path / "variable"))
    assert Paths.find(str(tmp_path / "option")).home == tmp_path / "option"
    assert Paths.find().home == tmp_path / "variable"
    monkeypatch.delenv("TUTOR_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert Paths.find().home is None


def test_finding_the_folders_creates_nothing(tmp_path: Path) -> None:
    Paths.find(str(tmp_path / "home"))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file in the way")
    with pytest.raises(StoreError, match="home") as caught:
        Paths.find(str(tmp_path / "home")).ensure()
    assert "TUTOR_HOME" in caught.value.hint


@pytest.mark.parametrize("name", ["", "Ana", "a b", "../x", "a/b", "-a", "a.", "a" * 65, "a\n"])
def test_a_profile_name_that_is_no_slug_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        Paths.find(str(tmp_path)).database(name)


def test_a_profile_has_its_own_database(tmp_path: Path) -> None:
    paths = Paths.find(str(tmp_path))
    assert paths.database("work-2") == tmp_path / "data" / "work-2.db"
    assert paths.database() == tmp_path / "data" / "default.db"


def test_the_bank_that_ships_is_found_and_the_variable_replaces_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TUTOR_BANK", raising=False)
    assert (bank_dir() / "bank.toml").is_file()
    assert (models_dir() / "default").is_dir()
    monkeypatch.setenv("TUTOR_BANK", str(tmp_path))
    assert bank_dir() == tmp_path
    monkeypatch.setenv("TUTOR_BANK", str(tmp_path / "missing"))
    with pytest.raises(DataError, match="missing"):
        bank_dir()


def test_the_clock_starts_at_the_given_instant_and_runs_on() -> None:
    clock = clock_from_env({"TUTOR_NOW": "2026-12-01T09:00:00+01:00"})
    first, second = clock.now(), clock.now()
    assert first.utcoffset() == timedelta(hours=1)
    assert timedelta(0) <= first - datetime(2026, 12, 1, 8, tzinfo=UTC) < timedelta(minutes=1)
    assert second >= first
    assert clock_from_env({"TUTOR_NOW": "2026-12-01T09:00:00Z"}).now().tzinfo is UTC


def test_without_the_variable_the_clock_is_the_machines_and_knows_its_zone() -> None:
    clock = clock_from_env({"TUTOR_NOW": " "})
    assert isinstance(clock, SystemClock)
    assert clock.now().utcoffset() is not None


@pytest.mark.parametrize("value", ["2026-12-01T09:00:00", "2026-12-01", "tomorrow", "1764576000"])
def test_an_instant_without_offset_is_refused_with_an_example(value: str) -> None:
    with pytest.raises(UsageError, match="TUTOR_NOW") as caught:
        clock_from_env({"TUTOR_NOW": value})
    assert "+01:00" in caught.value.hint


def test_a_started_clock_needs_a_zone() -> None:
    with pytest.raises(ValueError, match="zone"):
        StartedClock(datetime(2026, 12, 1))


def test_settings_are_values() -> None:
    assert replace(Config(), minutes=30) != Config()

"""`tutor config` and the writer below it: comments stay, what would not load is not written."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.cli import main
from tutor.config import Config, load_config
from tutor.errors import StoreError, UsageError
from tutor.settings import BY_NAME, SETTINGS, change, shown, stepped, written

COMMENTED = """\
# My settings.
exam = "mla-c01"  # until January

# vi habits
[keys]
undo = "z"  # as everywhere
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(COMMENTED, encoding="utf-8")
    return path


def test_a_change_keeps_comments_and_order(file: Path) -> None:
    config = change(file, {"minutes": 40, "exam": "mla-c02", "keys.skip": "f5"})
    assert (config.minutes, config.exam, dict(config.keys)) == (40, "mla-c02", {"undo": "z", "skip": "f5"})
    assert file.read_text(encoding="utf-8") == (
        '# My settings.\nexam = "mla-c02"  # until January\nminutes = 40\n\n'
        '# vi habits\n[keys]\nundo = "z"  # as everywhere\nskip = "f5"\n'
    )


def test_a_setting_is_taken_out_again(file: Path) -> None:
    change(file, {"minutes": 40})
    config = change(file, {"minutes": None, "exam": None, "keys.undo": None, "theme": None})
    assert config.explicit <= {"keys"}
    assert (config.minutes, dict(config.keys)) == (Config().minutes, {})
    assert "# My settings." in file.read_text(encoding="utf-8")


def test_the_first_setting_makes_the_file_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    assert change(path, {"exam_date": date(2027, 3, 31)}).exam_date == date(2027, 3, 31)
    assert path.read_text(encoding="utf-8") == "exam_date = 2027-03-31\n"
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("values", [{"minutes": 1}, {"retention": 2.0}, {"keys.undo": ""}, {"nonsense": 3}])
def test_what_would_not_load_is_not_written(file: Path, values: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=r"config\.toml"):
        change(file, values)
    assert file.read_text(encoding="utf-8") == COMMENTED
    assert [each.name for each in file.parent.iterdir()] == ["config.toml"]


def test_a_file_with_an_error_is_left_to_its_writer(file: Path) -> None:
    file.write_text("minutes = \n", encoding="utf-8")
    with pytest.raises(UsageError):
        change(file, {"exam": "mla-c02"})
    assert file.read_text(encoding="utf-8") == "minutes = \n"


def test_a_full_disk_leaves_the_file_as_it_was(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreError, match="No space left"):
        change(file, {"minutes": 30})
    assert file.read_text(encoding="utf-8") == COMMENTED
    assert [each.name for each in file.parent.iterdir()] == ["config.toml"]


TOPS = st.sampled_from(["", "# a comment\n", "minutes = 30\n", "# one\n\nminutes = 30 # two\n\n", "\n\n"])
TABLES = st.sampled_from(["", "[keys]\n", "# about keys\n[keys]\nundo = 'z'\n", "\n# far\n\n# near\n[keys]\n"])


@given(top=TOPS, table=TABLES)
def test_any_layout_takes_a_new_setting_and_loses_nothing(
    tmp_path_factory: pytest.TempPathFactory, top: str, table: str
) -> None:
    path = tmp_path_factory.mktemp("layout") / "config.toml"
    path.write_text(top + table, encoding="utf-8")
    before = load_config(path)
    after = change(path, {"rollover": 5})
    assert (after.rollover, after.minutes, after.keys) == (5, before.minutes, before.keys)
    kept = [line for line in (top + table).splitlines() if line.strip()]
    text = path.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.strip() and line != "rollover = 5"] == kept


def test_every_setting_of_the_configuration_can_be_shown_and_set() -> None:
    fields = set(Config.__dataclass_fields__) - {"keys", "explicit"}
    assert {each.name for each in SETTINGS} == fields
    for each in SETTINGS:
        assert each.help.endswith(".")
        assert shown(Config(), each.name) == "" or written(each.name, shown(Config(), each.name)) is not None


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("confidence", "on", True),
        ("confidence", "no", False),
        ("minutes", " 40 ", 40),
        ("retention", "0.93", 0.93),
        ("exam_date", "2027-03-31", date(2027, 3, 31)),
        ("exam_date", "", None),
        ("exam", "mla-c02", "mla-c02"),
    ],
)
def test_a_text_stands_for_a_value(name: str, text: str, value: object) -> None:
    assert written(name, text) == value


@pytest.mark.parametrize(("name", "text"), [("confidence", "perhaps"), ("minutes", "ten"), ("exam_date", "31.3.2027")])
def test_a_text_of_another_kind_is_refused(name: str, text: str) -> None:
    with pytest.raises(UsageError, match=name):
        written(name, text)


def test_one_press_moves_a_value_by_one_step() -> None:
    config = Config()
    assert stepped(config, "minutes", 1) == "30"
    assert stepped(config, "retention", -1) == "0.89"
    assert stepped(config, "confidence", 1) == "on"
    assert stepped(config, "estimates", 1) == stepped(config, "estimates", -1) == "model"
    assert stepped(config, "exam", 1) == "mla-c02"


def test_the_command_lists_sets_and_unsets(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    home = ["--home", str(tmp_path)]
    assert main(["config", "set", "minutes", "40", *home]) == 0
    assert b"minutes is 40 now." in capsysbinary.readouterr().err
    assert main(["config", "set", "keys.undo", "f7", *home]) == 0
    assert main(["config", *home]) == 0
    said = capsysbinary.readouterr().out.decode()
    for each in BY_NAME:
        assert f"\n{each}" in said
    assert "minutes       40\n" in said
    assert "new_per_day   13  (default)" in said
    assert "keys.undo      f7" in said
    assert main(["config", "unset", "minutes", *home]) == 0
    capsysbinary.readouterr()
    assert main(["config", "--json", *home]) == 0
    data = json.loads(capsysbinary.readouterr().out)
    assert (data["schema"], data["settings"]["minutes"], data["set"]) == (1, "25", ["keys"])
    assert data["settings"]["keys"] == {"undo": "f7"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["set", "minuts", "40"], "Did you mean minutes?"),
        (["set", "keys.undo", "enter"], "would be both"),
        (["set", "keys.undoo", "z"], "Did you mean undo?"),
        (["set", "exam", "mla-c99"], "Known:"),
        (["set", "minutes", "4"], "from 5 to 240"),
    ],
)
def test_a_wrong_change_is_refused_with_a_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["config", *words, "--home", str(tmp_path)]) == 2
    assert said in " ".join(capsys.readouterr().err.split())
    assert not list(tmp_path.rglob("config.toml"))

"""`tutor bank`: output, exit codes and filters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.content.make import ORDERING, QUESTION_PATH, SINGLE, put, write_bank
from tutor.cli import main
from tutor.content.load import load_bank
from tutor.paths import Paths

OVERLONG = SINGLE.replace("Which fruit fits?", "Name the fruit.")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TUTOR_NOW", "2026-12-01T09:00:00+00:00")
    monkeypatch.chdir(tmp_path)
    write_bank(tmp_path / "bank")
    put(tmp_path / "bank", "questions/put-in-order.toml", ORDERING.replace("ask =", 'explanation = "So."\nask ='))
    return tmp_path / "bank"


class Done:
    """What a call of the command left behind."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.out)
        assert data["schema"] == 1
        return data


class Call:
    """Runs `tutor bank` on the test's bank."""

    def __init__(self, capsys: pytest.CaptureFixture[str], root: Path) -> None:
        self._capsys, self._root = capsys, root

    def __call__(self, *words: str) -> Done:
        code = main(["bank", *words, "--bank", str(self._root)])
        out, err = self._capsys.readouterr()
        return Done(code, out, err)


@pytest.fixture
def bank(capsys: pytest.CaptureFixture[str], root: Path) -> Call:
    return Call(capsys, root)


def clean(root: Path) -> None:
    """Make the small bank free of warnings."""
    (root / "questions/put-in-order.toml").unlink()
    other = SINGLE.replace("pick-a-fruit", "other-side").replace("something round", "something quite else")
    other = other.replace('id = "apple"', 'id = "x1"').replace('id = "pear"', 'id = "apple"').replace("x1", "pear")
    other = other.replace("[[opt:apple]]", "[[opt:pear]]").replace('concept = "apple"', 'concept = "x2"')
    other = other.replace('concept = "pear"', 'concept = "apple"').replace("x2", "pear")
    put(root, "questions/other-side.toml", other.replace("A red one", "Some sky").replace("A green one", "Some sea"))


def test_a_clean_bank_passes_the_check(bank: Call, root: Path) -> None:
    clean(root)
    done = bank("check", "--strict")
    assert (done.code, done.out) == (0, "")
    assert done.err == "2 questions, 2 concepts, 1 traps: 0 errors, 0 warnings.\n"


def test_warnings_pass_unless_the_check_is_strict(bank: Call, root: Path) -> None:
    clean(root)
    put(root, QUESTION_PATH, OVERLONG)
    done = bank("check")
    assert done.code == 0
    assert done.out == (
        "bank/questions/fruit/pick-a-fruit.toml:10: warning [lead-in] the ask does not end in '?' or ':'. "
        "End it with one question.\n"
    )
    assert "0 errors, 1 warnings" in done.err
    assert bank("check", "--strict").code == 3


def test_an_error_fails_the_check_and_names_file_line_and_mend(bank: Call, root: Path) -> None:
    put(root, QUESTION_PATH, SINGLE + 'related = ["x"]\n')
    done = bank("check")
    assert done.code == 3
    assert "bank/questions/fruit/pick-a-fruit.toml:30: error [unknown-field] " in done.out
    assert "Move it above the first [[option]].\n" in done.out


def test_the_check_as_json_has_the_same_problems(bank: Call, root: Path) -> None:
    put(root, QUESTION_PATH, OVERLONG.replace('"test-1"', '"test-9"'))
    text, data = bank("check"), bank("check", "--json").json
    assert data["errors"] + data["warnings"] == len(data["problems"]) == len(text.out.splitlines())
    unknown = next(problem for problem in data["problems"] if problem["rule"] == "unknown-id")
    assert (unknown["path"], unknown["line"], unknown["id"]) == (QUESTION_PATH, 7, "pick-a-fruit")


def test_a_rename_since_the_last_review_is_found(bank: Call, root: Path) -> None:
    load_bank(root, Paths.find(None).bank_cache)
    put(root, QUESTION_PATH, SINGLE.replace("pick-a-fruit", "choose-a-fruit"))
    done = bank("check")
    assert done.code == 3
    assert done.out.count("[rename-without-alias]") == 1


def test_a_missing_bank_is_exit_3_with_a_hint(capsys: pytest.CaptureFixture[str], root: Path) -> None:
    assert main(["bank", "check", "--bank", str(root / "nowhere")]) == 3
    assert "nowhere" in capsys.readouterr().err


def test_hostile_ids_and_paths_reach_the_terminal_clean(bank: Call, root: Path) -> None:
    put(root, "questions/\x1b[31mred.toml", "x")
    done = bank("check")
    assert done.code == 3
    assert "\x1b" not in done.out + done.err


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([], ["pick-a-fruit", "put-in-order"]),
        (["--exam", "TEST-1"], ["pick-a-fruit"]),
        (["--task", "1.1"], ["pick-a-fruit"]),
        (["--task", "9.9"], []),
        (["--exam", "test-1", "--task", "1.1"], ["pick-a-fruit"]),
        (["--concept", "apple"], ["pick-a-fruit", "put-in-order"]),
        (["--concept", "pear"], ["pick-a-fruit"]),
        (["--trap", "apple-vs-pear"], ["pick-a-fruit"]),
        (["--type", "ordering"], ["put-in-order"]),
        (["--status", "draft"], ["pick-a-fruit", "put-in-order"]),
        (["--status", "reviewed"], []),
        (["--type", "ordering", "--concept", "pear"], []),
    ],
)
def test_the_list_is_filtered(bank: Call, words: list[str], found: list[str]) -> None:
    done = bank("list", *words)
    assert done.code == 0
    assert [line.split("\t")[0] for line in done.out.splitlines()] == found
    assert [q["id"] for q in bank("list", *words, "--json").json["questions"]] == found


@pytest.mark.parametrize("words", [["--exam", "test-2"], ["--concept", "aple"], ["--trap", "apple-vs-per"]])
def test_a_filter_on_something_unknown_is_wrong_usage_with_the_nearest_name(bank: Call, words: list[str]) -> None:
    done = bank("list", *words)
    assert (done.code, done.out) == (2, "")
    assert "Did you mean" in done.err


def test_a_list_line_has_six_fields(bank: Call) -> None:
    first = bank("list").out.splitlines()[0].split("\t")
    assert first == ["pick-a-fruit", "single", "medium", "draft", "test-1:1.1", "Which fruit fits?"]


def test_a_question_is_shown_by_its_id_or_an_old_one(bank: Call, root: Path) -> None:
    put(root, QUESTION_PATH, SINGLE.replace("\nask", '\naliases = ["old"]\nask'))
    done = bank("show", "old")
    assert done.code == 0
    assert "Right: A\n" in done.out
    assert done.out == bank("show", "pick-a-fruit").out
    data = bank("show", "pick-a-fruit", "--json").json["question"]
    assert (data["id"], data["key"], data["options"][1]["trap"]) == ("pick-a-fruit", ["apple"], "apple-vs-pear")


def test_an_unknown_question_is_wrong_usage_with_the_nearest_id(bank: Call) -> None:
    done = bank("show", "pick-fruit")
    assert done.code == 2
    assert "Did you mean pick-a-fruit?" in done.err


def test_counts_are_printed_as_text_and_json(bank: Call) -> None:
    assert "2 questions; 1 single, 1 ordering" in bank("stats").out
    data = bank("stats", "--exam", "Test-1", "--json").json
    assert data["counts"]["questions"] == 1
    assert data["exams"][0]["bullets_covered"] == 1


def test_broken_files_are_counted_where_they_are_left_out(bank: Call, root: Path) -> None:
    put(root, "questions/broken.toml", "x")
    for words in (["stats"], ["list"], ["show", "pick-a-fruit"]):
        done = bank(*words)
        assert done.code == 0
        assert "1 file has errors" in done.err
        assert "broken" not in done.out


def test_the_bank_that_ships_is_the_default(capsys: pytest.CaptureFixture[str], root: Path) -> None:
    assert main(["bank", "list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["questions"]) > 2

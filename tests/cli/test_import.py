"""Answers travel between profiles: the same report on the other side, all or nothing, and twice is once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Program
from tutor.export.jsonl import sealed
from tutor.store.repo import Store

pytestmark = pytest.mark.usefixtures("small_bank")
Edit = Callable[[dict[str, Any]], None]


@pytest.fixture
def exported(tutor: Program, tmp_path: Path) -> Path:
    """Two answers that count, one that was taken back, and one mark, from the profile `laptop`: a header, settings, two
    texts, the answers in lines 5 to 7, the mark in line 8, and the end."""
    tutor("--profile", "laptop", stdin="a\nundo\nguess b\nm\na\n")
    file = tmp_path / "answers.jsonl"
    tutor("export", "--profile", "laptop", "-o", str(file))
    return file


def edited(file: Path, line: int, edit: Edit) -> str:
    """The path of a copy with one line changed, counted from 1, and its checksum with it."""
    lines = file.read_text().splitlines(keepends=True)
    value = json.loads(lines[line - 1])
    del value["sum"]
    edit(value)
    lines[line - 1] = sealed(value)
    copy = file.with_name("edited.jsonl")
    copy.write_text("".join(lines))
    return str(copy)


def test_a_second_profile_gets_the_same_report_log_and_marks(tutor: Program, exported: Path, home: Path) -> None:
    outcome = tutor("import", str(exported))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == "3 answers added, 1 mark changed; 0 answers already here.\n"
    for words in (("report", "--json"), ("export",), ("export", "--format", "csv"), ("due", "--json")):
        here, there = tutor(*words).out, tutor(*words, "--profile", "laptop").out
        assert here.replace(" --profile laptop", "") == there.replace(" --profile laptop", "")
    rows = []
    for profile in ("default", "laptop"):
        with Store.open(home / "data" / f"{profile}.db", read_only=True) as store:
            rows.append(store.rows())
    assert rows[0] == rows[1]


def test_importing_twice_changes_nothing_and_says_so(
    tutor: Program, exported: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tutor("import", str(exported))
    monkeypatch.setenv("TUTOR_NOW", "2026-12-03T09:00:00+01:00")
    tutor(stdin="b\n")

    def state() -> tuple[object, ...]:
        with Store.open(home / "data" / "default.db", read_only=True) as store:
            log = store.answers(retracted=True)
            return store.rows(), log, store.marks(), store.pick(), store.undo_step(), store.current()

    before = state()
    assert before[3]
    assert before[4]
    outcome = tutor("import", str(exported))
    assert (outcome.code, outcome.out) == (0, "nothing new; 3 answers already here.\n")
    assert state() == before


def test_two_machines_come_to_the_same_state_in_either_order(
    tutor: Program, exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TUTOR_NOW", "2026-12-02T09:00:00+01:00")
    tutor("--profile", "desk", stdin="b\na\n")
    tutor("export", "--profile", "desk", "-o", str(tmp_path / "desk.jsonl"))
    tutor("import", "--profile", "desk", str(exported))
    tutor("import", "--profile", "laptop", str(tmp_path / "desk.jsonl"))
    reports = [tutor("report", "--json", "--profile", name).out.replace(name, "") for name in ("desk", "laptop")]
    assert reports[0] == reports[1]
    assert json.loads(reports[0])["answers"] == 4


def test_an_answer_taken_back_elsewhere_is_taken_back_here(tutor: Program, exported: Path) -> None:
    tutor("import", str(exported))

    def retract(line: dict[str, Any]) -> None:
        line["retracted_at"] = "2026-12-01T09:00:00+00:00"

    assert tutor("import", edited(exported, 7, retract)).out.startswith("1 answer taken back; ")
    assert tutor("report", "--json").json["answers"] == 1


def test_the_review_goes_on_after_an_import(tutor: Program, exported: Path) -> None:
    tutor("import", str(exported))
    outcome = tutor(stdin="")
    assert outcome.code == 0
    assert "Nothing more waits today." in outcome.out


def test_standard_input_is_read_for_a_dash(tutor: Program, exported: Path) -> None:
    assert tutor("import", "-", stdin=exported.read_bytes()).out.startswith("3 answers added")


@pytest.mark.parametrize(
    ("line", "edit", "words"),
    [
        (1, lambda v: v.update(format="other"), ':1: |"tutor-answers"'),
        (1, lambda v: v.update(schema=3, version="9.0"), ":1: |format 3|9.0"),
        (1, lambda v: v.update(schema="1"), ":1: "),
        (6, lambda v: v.pop("question_id"), ":6: |question_id"),
        (6, lambda v: v.update(type="note"), ':6: |"note"'),
        (6, lambda v: v.update(study_day="yesterday"), ":6: |study_day"),
        (6, lambda v: v.update(rating=2, confidence=None), ":6: |rating"),
        (6, lambda v: v.update(retention=0.2), ":6: |retention"),
        (6, lambda v: v.update(device="\x1b[31m"), ":6: |control characters"),
        (6, lambda v: v["reason"].update(k="\x9b"), ":6: |control characters"),
        (6, lambda v: v.update(study_day="9999-12-31"), ":6: |study_day"),
        (8, lambda v: v.update(flagged="yes"), ":8: |flagged"),
    ],
)
def test_a_broken_line_is_named_and_nothing_is_imported(
    tutor: Program, exported: Path, home: Path, line: int, edit: Edit, words: str
) -> None:
    file = edited(exported, line, edit)
    outcome = tutor("import", file)
    assert outcome.code == 3
    assert outcome.err.startswith(f"tutor: {file}:")
    assert all(word in outcome.err for word in words.split("|"))
    assert "\x1b" not in outcome.err
    assert outcome.out == ""
    with Store.open(home / "data" / "default.db", read_only=True) as store:
        assert (store.answers(retracted=True), store.marks()) == ([], {})


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (b"{broken\n", "is not JSON"),
        (b"[]\n", "not a JSON object"),
        (b'{"type": "answer", "x": NaN}\n', "NaN is not a number"),
        (b"\xff\n", "is not JSON"),
        (b"[" * 100_000 + b"\n", "is not JSON"),
    ],
)
def test_a_line_that_is_not_json_is_named(tutor: Program, exported: Path, last: bytes, words: str) -> None:
    *lines, end = exported.read_bytes().splitlines(keepends=True)
    exported.write_bytes(b"".join([*lines, last, end]))
    outcome = tutor("import", str(exported))
    assert outcome.code == 3
    assert f"{exported}:9: " in outcome.err
    assert words in outcome.err
    assert tutor("report", "--json").json["answers"] == 0


@pytest.mark.parametrize("content", [b"", b"\n", b"id,pick_id\n1,2\n", b"\x89PNG\r\n"])
def test_a_file_that_is_no_export_is_said_to_be_none(tutor: Program, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "other"
    file.write_bytes(content)
    outcome = tutor("import", str(file))
    assert outcome.code == 3
    assert "not an export of answers" in outcome.err
    assert "--format jsonl" in outcome.err


def test_windows_line_ends_blank_lines_and_a_byte_order_mark_are_read(tutor: Program, exported: Path) -> None:
    exported.write_bytes(b"\xef\xbb\xbf" + exported.read_bytes().replace(b"\n", b"\r\n") + b"\r\n\r\n")
    assert tutor("import", str(exported)).out.startswith("3 answers added")


def test_a_missing_file_and_a_folder_are_told_apart(tutor: Program, tmp_path: Path) -> None:
    missing, folder = tutor("import", str(tmp_path / "none")), tutor("import", str(tmp_path))
    assert (missing.code, folder.code) == (3, 2)
    assert "There is no file" in missing.err
    assert "is a folder" in folder.err


def test_questions_the_bank_does_not_have_are_kept_and_counted(tutor: Program, exported: Path) -> None:
    file = edited(exported, 6, lambda v: v.update(question_id="elsewhere"))
    outcome = tutor("import", file)
    assert outcome.code == 0
    assert "1 question is not in this bank" in outcome.err
    assert "elsewhere" in tutor("export").out


def test_a_note_is_cleaned_when_it_comes_in(tutor: Program, exported: Path, home: Path) -> None:
    tutor("import", edited(exported, 8, lambda v: v.update(note="see \x1b]0;x\x07this")))
    with Store.open(home / "data" / "default.db", read_only=True) as store:
        assert store.marks()["q-b"].note == "see this"


def test_answers_from_the_future_are_mentioned(tutor: Program, exported: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUTOR_NOW", "2026-11-01T09:00:00+01:00")
    outcome = tutor("import", str(exported))
    assert outcome.code == 0
    assert "dated in the future" in outcome.err


def test_an_open_database_is_not_imported_into(tutor: Program, exported: Path, home: Path) -> None:
    with Store.open(home / "data" / "default.db"):
        outcome = tutor("import", str(exported))
    assert outcome.code == 1
    assert tutor("report", "--json").json["answers"] == 0

"""due, report, export and paths over a real database: output, files, and what is said when something is wrong."""

from __future__ import annotations

import csv
import io
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.conftest import Program
from tutor.export.csv import HEADER, cell

pytestmark = pytest.mark.usefixtures("small_bank")
REVIEW = "a\nundo\nguess b\nm\na\n"
"""Two answers that count, one that was taken back, and one mark."""


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# due


def test_due_counts_what_waits_on_the_first_day(tutor: Program) -> None:
    outcome = tutor("due", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.json == {
        "schema": 1,
        "day": "2026-12-01",
        "due": 0,
        "overdue": 0,
        "aged": 0,
        "new": 2,
        "minutes": 2.0,
        "answered_today": 0,
        "daily_minutes": 25.0,
        "days_to_clear": 0,
        "exam": "exam-a",
        "days_to_exam": None,
    }


def test_due_follows_the_clock_and_the_answers(tutor: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    tutor(stdin="a\na\n")
    assert tutor("due", "--json").json["answered_today"] == 2
    monkeypatch.setenv("TUTOR_NOW", "2026-12-07T09:00:00+01:00")
    later = tutor("due", "--json").json
    assert (later["day"], later["due"], later["overdue"], later["aged"]) == ("2026-12-07", 2, 2, 2)
    assert "Due 2 (2 overdue, 2 by four days or more)" in tutor("due").words


@pytest.mark.parametrize(
    ("when", "days", "words"),
    [
        ("2026-12-24", 23, "exam-a, in 23 days (2026-12-24)"),
        ("2026-12-02", 1, "exam-a, in 1 day (2026-12-02)"),
        ("2026-12-01", 0, "exam-a, today (2026-12-01)"),
        ("2026-11-30", -1, "exam-a, over since 2026-11-30"),
    ],
)
def test_due_counts_the_days_to_the_exam(tutor: Program, home: Path, when: str, days: int, words: str) -> None:
    (home / "config" / "config.toml").write_text(f'exam = "exam-a"\nexam_date = {when}\n')
    assert tutor("due", "--json").json["days_to_exam"] == days
    assert words in tutor("due").words


def test_looking_writes_no_database(tutor: Program, home: Path) -> None:
    for words in (("due",), ("report",), ("export",)):
        assert tutor(*words).code == 0
    assert not list((home / "data").glob("*"))


# report


def test_the_report_counts_answers_that_were_not_taken_back(tutor: Program) -> None:
    tutor(stdin=REVIEW)
    outcome = tutor("report")
    assert (outcome.code, outcome.err) == (0, "")
    assert "2 answers so far." in outcome.words
    data = tutor("report", "weakness", "--format", "json").json
    assert (data["schema"], data["answers"]) == (2, 2)
    (mixed,) = data["confusions"]
    assert (mixed["lure"], mixed["side"]) == ("data-parallel", "model-parallel")
    assert (mixed["taken"], mixed["exposures"]) == (1, 2)
    assert {line["concept"] for line in data["untried"]} == set()


def test_the_drill_of_the_report_keeps_profile_home_and_exam(tutor: Program, home: Path) -> None:
    tutor("--profile", "ana", stdin=REVIEW)
    data = tutor("report", "--json", "--profile", "ana", "--home", str(home), "--exam", "exam-a").json
    wanted = f"tutor review --home {home} --profile ana --exam exam-a --trap data-vs-model"
    assert data["confusions"][0]["command"] == wanted


def test_the_report_goes_to_a_file_as_it_would_to_the_screen(tutor: Program, tmp_path: Path) -> None:
    tutor(stdin=REVIEW)
    for words in ((), ("--json",)):
        shown = tutor("report", *words).out
        outcome = tutor("report", *words, "-o", str(tmp_path / "report"))
        assert (outcome.code, outcome.out) == (0, "")
        assert (tmp_path / "report").read_text() == shown


# files


def test_a_file_is_replaced_in_one_step_and_keeps_its_mode(tutor: Program, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("old")
    target.chmod(0o600)
    inode = target.stat().st_ino
    assert tutor("export", "-o", str(target), "--force").code == 0
    assert target.stat().st_ino != inode
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert [p.name for p in tmp_path.iterdir() if "out" in p.name] == ["out.jsonl"]


def test_a_folder_is_refused_as_output(tutor: Program, tmp_path: Path) -> None:
    outcome = tutor("export", "-o", str(tmp_path))
    assert outcome.code == 2
    assert f"{tmp_path} is a folder." in outcome.err


def test_an_output_that_cannot_be_written_leaves_nothing_behind(tutor: Program, tmp_path: Path) -> None:
    outcome = tutor("export", "-o", str(tmp_path / "missing" / "out.jsonl"))
    assert outcome.code == 1
    assert "cannot be written" in outcome.err
    assert not (tmp_path / "missing").exists()


def test_a_device_is_written_to_and_not_replaced(tutor: Program) -> None:
    assert tutor("export", "-o", os.devnull).code == 0
    assert not Path(os.devnull).is_file()


def test_a_link_keeps_pointing_to_the_file_that_is_replaced(tutor: Program, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    tutor("export", "-o", str(tmp_path / "link"))
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text().startswith('{"format"')


# export


def test_jsonl_holds_a_header_every_answer_and_the_marks(tutor: Program) -> None:
    tutor(stdin=REVIEW)
    header, settings, *texts, end = lines(tutor("export").out)
    rest = texts[2:]
    told = [header[name] for name in ("format", "schema", "anonymous", "since")]
    assert told == ["tutor-answers", 2, False, None]
    assert settings["config"] == {"exam": "exam-a"}
    assert [line["type"] for line in texts] == ["text"] * 2 + ["answer"] * 3 + ["mark"]
    assert (end["type"], end["lines"], end["answers"]) == ("end", 9, 3)
    assert [line.get("retracted_at") is None for line in rest[:3]] == [False, True, True]
    assert rest[1]["concepts"] == ["model-parallel", "data-parallel"]
    assert rest[1]["traps"] == ["data-vs-model"]
    assert rest[3]["question_id"] == "q-b"


def test_csv_has_the_same_columns_with_lists_joined(tutor: Program) -> None:
    tutor(stdin=REVIEW)
    text = tutor("export", "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    answers = [line for line in lines(tutor("export").out) if line.get("type") == "answer"]
    assert tuple(rows[0]) == HEADER
    assert set(HEADER) == set(answers[0]) - {"type", "sum"}
    assert [row["shown"] for row in rows] == ["|".join(line["shown"]) for line in answers]
    assert [row["confidence"] for row in rows] == ["", "guess", ""]
    assert [row["correct"] for row in rows] == ["false", "true", "false"]
    assert json.loads(rows[1]["reason"]) == answers[1]["reason"]
    assert text.count("\r\n") == text.count("\n") == 4


def test_since_leaves_earlier_days_out(tutor: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    tutor(stdin="a\n")
    monkeypatch.setenv("TUTOR_NOW", "2026-12-03T09:00:00+01:00")
    tutor(stdin="b\n")
    for form in ("jsonl", "csv", "xapi", "revlog"):
        everything, later = (tutor("export", "--format", form, *more).out for more in ((), ("--since", "2026-12-02")))
        assert everything.count("\n") == later.count("\n") + 1


def test_an_export_of_nothing_is_a_header_and_a_note(tutor: Program) -> None:
    outcome = tutor("export", "--format", "csv")
    assert outcome.out == ",".join(HEADER) + "\r\n"
    assert "no answers to export" in outcome.err


def test_answers_are_exported_even_when_the_bank_is_gone(
    tutor: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tutor(stdin="a\n")
    monkeypatch.setenv("TUTOR_BANK", str(tmp_path / "gone"))
    outcome = tutor("export")
    assert outcome.code == 0
    assert lines(outcome.out)[3]["concepts"] == []
    assert "without concepts" in outcome.err


@given(st.one_of(st.text(), st.integers(), st.floats(allow_nan=False), st.lists(st.text()), st.booleans(), st.none()))
def test_no_cell_starts_like_a_formula(value: object) -> None:
    assert isinstance(value, int | float) or not cell(value).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


# paths


def test_paths_are_one_a_line_and_nothing_is_created(tutor: Program, home: Path, small_bank: Path) -> None:
    before = sorted(home.rglob("*"))
    shown = dict(line.split("\t") for line in tutor("paths", "--profile", "ana").out.splitlines())
    assert shown["database"] == str(home / "data" / "ana.db")
    assert shown["settings"] == str(home / "config" / "config.toml")
    assert shown["bank"] == str(small_bank)
    assert set(shown) == {"data", "config", "state", "cache", "database", "settings", "bank", "models"}
    assert sorted(home.rglob("*")) == before


def test_a_missing_bank_does_not_hide_the_other_paths(
    tutor: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TUTOR_BANK", str(tmp_path / "gone"))
    outcome = tutor("paths")
    assert outcome.code == 0
    assert "gone" in outcome.err
    assert "database\t" in outcome.out
    assert "bank\t" not in outcome.out

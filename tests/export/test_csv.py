"""CSV for spreadsheets: RFC 4180 to the letter, formulas defused, a mark for Excel, and tables of what is known."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.export.conftest import MakeHome
from tests.export.homes import Home
from tests.export.questions import BANK, LOG
from tutor.export import csv as ours
from tutor.export import tables


def parsed(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


@given(st.lists(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=2), max_size=4))
def test_any_text_comes_back_and_only_line_ends_outside_quotes_end_a_record(rows: list[list[str]]) -> None:
    text = "".join(ours.table(("a", "b"), [dict(zip("ab", row, strict=True)) for row in rows]))
    assert parsed(text) == [["a", "b"], *[[ours.cell(cell) for cell in row] for row in rows]]
    bare = re.sub(r'"(?:[^"]|"")*"', "", text)
    assert bare.count("\r\n") == bare.count("\n") == bare.count("\r") == 1 + len(rows)
    assert '"' not in bare


@pytest.mark.parametrize("word", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠x"])
def test_a_text_that_looks_like_a_formula_is_defused(word: str) -> None:
    assert ours.cell(word) == f"'{word}"
    assert ours.cell([word, "x"]) == f"'{word}|x"


def test_numbers_stay_numbers() -> None:
    assert [ours.cell(value) for value in (-300, -0.5, 3, True, None)] == ["-300", "-0.5", "3", "true", ""]
    row = parsed("".join(ours.write([replace(LOG[0], utc_offset=-300)], BANK)))[1]
    assert row[ours.HEADER.index("utc_offset")] == "-300"


def test_one_row_an_answer_and_a_mark_for_excel_only_when_asked() -> None:
    plain, marked = "".join(ours.write(LOG, BANK)), "".join(ours.write(LOG, BANK, bom=True))
    assert marked == "\ufeff" + plain
    assert len(parsed(plain)) == 1 + len(LOG)
    assert {len(row) for row in parsed(plain)} == {len(ours.HEADER)}


def test_an_anonymous_table_names_no_device() -> None:
    log = [replace(LOG[0], device="laptop")]
    assert "laptop" in "".join(ours.write(log, BANK))
    assert "laptop" not in "".join(ours.write(log, BANK, anonymous=True))


def exported(home: Home, table: str, *words: str) -> list[dict[str, str]]:
    """A table of the program, read as a spreadsheet does."""
    file = home.path.with_name(f"{table}.csv")
    home.run("export", "--format", "csv", "--table", table, "-o", file, "--force", *words)
    data = file.read_bytes().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(data, newline="")))


def test_the_tables_tell_what_the_reports_tell(make_home: MakeHome, tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    for number in range(30):
        home.give(number % 2, number % 3 == 0)
    home.mark("q-a", "=cmd()", 3, suspended=True)
    concepts = {row["concept_id"]: row for row in exported(home, "concepts")}
    assert tuple(concepts["steps"]) == tables.CONCEPTS
    assert (concepts["steps"]["standing"], concepts["steps"]["expected_right"]) == ("untried", "")
    assert concepts["model-parallel"]["answers"] == "30"
    assert 0 < float(concepts["model-parallel"]["expected_right"]) < 1
    (trap,) = exported(home, "traps")
    assert tuple(trap) == tables.TRAPS
    assert (trap["lure"], trap["side"], trap["taken"]) == ("data-parallel", "model-parallel", "20")
    questions = {row["question_id"]: row for row in exported(home, "questions")}
    assert tuple(questions["q-a"]) == tables.QUESTIONS
    assert list(questions) == ["q-a", "q-b", "q-c", "q-d"]
    assert (questions["q-a"]["answers"], questions["q-a"]["suspended"]) == ("15", "true")
    assert questions["q-a"]["note"] == "'=cmd()"
    assert (questions["q-c"]["answers"], questions["q-c"]["due_day"]) == ("0", "")
    assert exported(home, "questions", "--anonymous")[0]["note"] == ""
    assert len(exported(home, "answers")) == 30


def test_a_question_in_reserve_is_told_of_only_once_it_was_answered() -> None:
    hidden = replace(BANK.questions["single-one"], reserve=True)
    bank = replace(BANK, questions={**BANK.questions, "single-one": hidden})
    for log, found in (([], False), (LOG, True)):
        rows = tables.questions(bank, "test-1", log, lambda question: (None, None), {})
        assert ("single-one" in {row["question_id"] for row in rows}) is found

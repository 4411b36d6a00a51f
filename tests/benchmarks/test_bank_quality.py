"""The blind sheets, their scoring, and the draw of other keys."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.bank_quality.__main__ import main
from benchmarks.bank_quality.blind import score, sheet
from benchmarks.bank_quality.draw import draw
from tests.content.make import MATCHING, ORDERING, put, write_bank
from tutor.content.load import load_bank
from tutor.core.question import Bank
from tutor.paths import bank_dir


@pytest.fixture
def bank(tmp_path: Path) -> Bank:
    root = write_bank(tmp_path)
    put(root, "questions/fruit/put-in-order.toml", ORDERING)
    put(root, "questions/fruit/match-them.toml", MATCHING)
    return load_bank(root).bank


def test_sheet_shows_scenario_and_prompts_but_no_reason(bank: Bank) -> None:
    text, numbers = sheet(bank, bank.questions.values(), "s")
    assert "A cook needs something round." in text
    assert "1) Something red" in text
    assert "It is round." not in text
    assert "pick-a-fruit" not in text
    assert sorted(numbers.values()) == sorted(bank.questions)


def test_options_only_leaves_out_all_that_asks(bank: Bank) -> None:
    text, _ = sheet(bank, bank.questions.values(), "s", options_only=True)
    assert "A cook" not in text
    assert "Which fruit" not in text
    assert "Something red" not in text
    assert "2 prompts, left out" in text
    assert "A red one" in text
    assert "Apple" in text


@pytest.mark.parametrize("form", ["1{} 2{}", "{}, {}"])
def test_score_tells_types_apart(bank: Bank, form: str) -> None:
    text, numbers = sheet(bank, bank.questions.values(), "s")
    blocks = dict(zip(numbers, text.strip().split("\n\n"), strict=True))
    number = {question_id: n for n, question_id in numbers.items()}

    def letter(question_id: str, option_text: str) -> str:
        (line,) = [row for row in blocks[number[question_id]].splitlines() if row.endswith(f". {option_text}")]
        return line[0]

    answers = {
        number["pick-a-fruit"]: letter("pick-a-fruit", "A green one"),
        number["match-them"]: form.format(letter("match-them", "Apple"), letter("match-them", "Pear")),
    }
    result = score(bank, numbers, answers, "s")
    assert (result.total.items, result.total.agreed) == (3, 1)
    assert result.agreed == ("match-them",)
    assert result.missing == ("put-in-order",)
    assert result.disagreements[0].chosen == ("pear",)
    assert result.disagreements[0].key == ("apple",)
    assert result.types["matching"].agreed == 1
    assert result.types["single"].agreed == 0
    assert result.types["single"].chance == pytest.approx(1 / 2)
    assert result.types["ordering"].chance == pytest.approx(1 / 6)


def test_draw_takes_another_key_and_only_where_there_is_one(bank: Bank) -> None:
    ((question, key),) = draw(bank.questions.values(), "s")
    assert question.id == "pick-a-fruit"
    assert key == ("pear",)


def test_draw_is_even_and_repeats_itself() -> None:
    bank = load_bank(bank_dir()).bank
    singles = [q for q in bank.questions.values() if q.type == "single" and len(q.options) == 4 and not q.case]
    places = [0, 0, 0]
    for question, key in draw(singles, "s"):
        others = [o.id for o in question.options if o.id not in question.key]
        places[others.index(key[0])] += 1
    assert draw(singles[:5], "s") == [row for row in draw(singles, "s") if row[0] in singles[:5]]
    expected = len(singles) / 3
    assert all(abs(n - expected) < 4 * (expected * 2 / 3) ** 0.5 for n in places)


def test_commands_from_sheet_to_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "sheet"
    assert main(["sheet", str(folder), "--area", "metrics", "--options-only", "--seed", "x"]) == 0
    items = json.loads((folder / "items.json").read_text(encoding="utf-8"))
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps(dict.fromkeys(items["numbers"], "A")), encoding="utf-8")
    capsys.readouterr()
    assert main(["score", str(folder), str(answers), "--json"]) == 0
    rows = {(r["case"], r["arm"], r["metric"]): r["value"] for r in json.loads(capsys.readouterr().out)["rows"]}
    assert rows["all", "reader", "items"] == len(items["numbers"])
    assert main(["draw", str(folder), str(answers)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= rows["all", "reader", "agreement"] * rows["all", "reader", "items"] + 0.5
    assert all(": single, key " in line or ": multiple, key " in line for line in lines)

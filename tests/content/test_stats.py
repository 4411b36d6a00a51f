"""Counts of a bank: by task, type, difficulty, side of a trap and guide bullet."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.content.make import bank_of, option, question
from tests.content.test_lint_bank import TRAP, side
from tutor.content.describe import key_letters, question_text, stats_text
from tutor.content.stats import bank_stats
from tutor.core.question import Bank, Bullet, Case, Concept, Domain, Exam, ExamRef, Prompt, Reference, Task

EXAM = Exam(
    "test-1",
    "Test exam",
    (Domain("1", "First", 60), Domain("2", "Second", 40)),
    (Task("1.1", "1", "One"), Task("1.2", "1", "Two"), Task("2.1", "2", "Three")),
    bullets=(Bullet("1.1-K1", "1.1", "a"), Bullet("1.1-K2", "1.1", "b"), Bullet("2.1-K1", "2.1", "c")),
)


@pytest.fixture
def bank() -> Bank:
    return bank_of(
        replace(side("a", "apple"), exams=(ExamRef("test-1", "1.1", guide=("1.1-K1",)),), difficulty="easy"),
        replace(side("b", "apple"), exams=(ExamRef("test-1", "1.1", guide=("1.1-K1",)),), reserve=True),
        replace(side("c", "pear"), exams=(ExamRef("test-1", "2.1", guide=("2.1-K1",)),), status="draft"),
        replace(side("d", "pear"), exams=(ExamRef("test-1", "2.1"),), status="retired"),
        question("e", traps=(TRAP.id,)),
        exams={"test-1": EXAM, "other": replace(EXAM, code="other")},
        traps={TRAP.id: TRAP},
        concepts={"apple": Concept("apple", "Apple")},
        cases={"case": Case("case", "Kitchen", "A kitchen.")},
        title="Fruit",
    )


def test_questions_are_counted_by_task_type_difficulty_and_reserve(bank: Bank) -> None:
    stats = bank_stats(bank)
    assert (stats.counts.questions, stats.counts.reserve) == (4, 1)
    assert stats.counts.types == {"single": 4}
    assert stats.counts.difficulties == {"easy": 1, "medium": 3}
    assert stats.counts.statuses == {"draft": 1, "reviewed": 3}
    test_1 = next(exam for exam in stats.exams if exam.code == "test-1")
    assert {task.id: task.counts.questions for task in test_1.tasks} == {"1.1": 2, "1.2": 0, "2.1": 1}
    assert [(d.id, d.questions, round(d.share)) for d in test_1.domains] == [("1", 2, 67), ("2", 1, 33)]


def test_guide_bullets_without_a_question_are_named(bank: Bank) -> None:
    test_1 = bank_stats(bank, "test-1").exams[0]
    assert (test_1.bullets, test_1.bullets_covered) == (3, 2)
    assert {task.id: task.missing_bullets for task in test_1.tasks} == {"1.1": ("1.1-K2",), "1.2": (), "2.1": ()}


def test_each_side_of_a_trap_is_counted(bank: Bank) -> None:
    (trap,) = bank_stats(bank).traps
    assert trap.sides == {"apple": 3, "pear": 1}
    assert trap.unclear == 0
    mute = question("f", "single", option("right", "A", correct=True), option("wrong", "B"), traps=(TRAP.id,))
    (trap,) = bank_stats(replace(bank, questions={**bank.questions, "f": mute})).traps
    assert trap.unclear == 1


def test_one_exam_is_counted_alone(bank: Bank) -> None:
    stats = bank_stats(bank, "test-1")
    assert [exam.code for exam in stats.exams] == ["test-1"]
    assert stats.counts.questions == 3
    assert bank_stats(bank, "other").counts.questions == 0
    with pytest.raises(KeyError):
        bank_stats(bank, "unknown")


def test_an_empty_bank_has_no_rates() -> None:
    assert bank_stats(Bank({})).longest_is_key is None


def test_the_text_and_the_json_hold_the_same_counts(bank: Bank) -> None:
    stats = bank_stats(bank)
    text = stats_text(stats)
    data = json.loads(json.dumps(stats.to_json()))
    assert data["counts"]["questions"] == 4
    assert "4 questions; 4 single; 1 easy, 3 medium; 1 in reserve" in text
    assert "2 of 3 guide bullets are tested" in text
    assert "not tested: 1.1-K2" in text
    assert "3 apple | 1 pear" in text


def test_a_question_is_shown_with_its_key_and_all_reasons(bank: Bank) -> None:
    options = (
        option("tiles", "Green tiles", why="They are *hard*.", correct=True, concept="apple"),
        option("bread", "Brown bread", why="Softer than [[opt:tiles]].", tempting="Looks hard.", right_when="Dry."),
    )
    q = question(
        "q",
        "single",
        *options,
        case="case",
        explanation="See [[opt:tiles]] and [[concept:apple]].",
        trap_note="Ask again.",
        references=(Reference("A book", "https://example.org"),),
    )
    text = question_text(q, bank)
    for part in (
        "Case: Kitchen\nA kitchen.",
        "  A  Green tiles\n  B  Brown bread\n\nRight: A\n",
        "  See A (Green tiles) and Apple.",
        "A  right (Apple)\n   why: They are hard.",
        "B  wrong\n   why: Softer than A (Green tiles).\n   tempting: Looks hard.\n   right when: Dry.",
        "  A book: https://example.org",
    ):
        assert part in text
    assert max(map(len, question_text(q, bank, 60).splitlines())) <= 60


def test_the_key_is_written_in_the_letters_of_the_file() -> None:
    multiple = question(
        "m", "multiple", option("x", correct=True), option("y"), option("z", correct=True), option("w", "W")
    )
    ordering = question("o", "ordering", option("x", position=2), option("y"), option("z", position=1))
    matching = question(
        "t", "matching", option("x"), option("y"), prompts=(Prompt("p", "P", "y"), Prompt("r", "R", "x"))
    )
    assert [key_letters(q) for q in (multiple, ordering, matching)] == ["A, C", "C A", "1B 2A"]
    shown = Bank({})
    assert "(Select 2)" in question_text(multiple, shown)
    assert "A  step 2" in question_text(ordering, shown)
    assert "B  stays out" in question_text(ordering, shown)
    assert "A  for 2" in question_text(matching, shown)
    assert "  1  P" in question_text(matching, shown)

"""Every item-writing rule about one question: a case in which it fires and one in which it is silent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from tests.content.make import bank_of, option, question
from tutor.content import lint_options, lint_prose
from tutor.content.lint import WARNINGS, lint_question
from tutor.content.problem import Problem
from tutor.core.question import Bank, Concept, Domain, Exam, ExamRef, LintOk, Option, Prompt, Question, Task, Trap

TRAP = Trap("apple-vs-pear", "Apple or pear", ("apple", "pear"))
EXAM = Exam("test-1", "Test", (Domain("1", "All", 100),), (Task("1.1", "1", "Task"),), valid_from=date(2026, 1, 1))
BANK = Bank(
    {},
    concepts={"apple": Concept("apple", "Crisp apple"), "pear": Concept("pear", "Soft pear")},
    traps={TRAP.id: TRAP},
    exams={EXAM.code: EXAM},
)


def lint(q: Question, today: date | None = None) -> list[Problem]:
    return lint_question(q, BANK, today)


def rules(q: Question, today: date | None = None) -> list[str]:
    return [problem.rule for problem in lint(q, today)]


def texts(*parts: str, key: int = 0, **fields: Any) -> Question:
    """A single question with these option texts; `key` is the place of the right one."""
    options = [
        option(f"o{place}", text, correct=place == key, concept="apple" if place == key else "pear")
        for place, text in enumerate(parts)
    ]
    return question("q", "single", *options, **fields)


def without(**fields: str) -> Question:
    """The good question, with fields of its second option replaced."""
    q = question()
    first, second, *rest = q.options
    changed: Option = replace(second, **fields)  # type: ignore[arg-type]
    return replace(q, options=(first, changed, *rest))


def multiple(*keys: str, wrong: str = "Quiet river", **fields: Any) -> Question:
    options = [option(f"k{place}", text, correct=True, concept="apple") for place, text in enumerate(keys)]
    return question("q", "multiple", *options, option("w", wrong, concept="pear"), **fields)


def ordering(**fields: Any) -> Question:
    steps = [option(f"s{place}", f"Step {word}", position=place) for place, word in ((1, "up"), (2, "down"))]
    return question("q", "ordering", *steps, option("out", "Step aside"), **fields)


def matching(**fields: Any) -> Question:
    prompts = (Prompt("p1", "Red", "a1"), Prompt("p2", "Green", "b1"))
    options = (option("a1", "Warm"), option("b1", "Cold"), option("c1", "Loud"))
    return question("q", "matching", *options, prompts=prompts, **fields)


LONG = "a text of some length that goes on"
CASES: list[tuple[str, Question, Question]] = [
    (
        "longest-key",
        texts("a key that is far longer than all others", "short text one", "short text two"),
        texts("a key that is a bit longer", "a text of some length", "a text of other size"),
    ),
    ("longest-key", texts("a key that is so very much longer", "b", "c"), texts("a key of nineteen c", "bb", "cc")),
    (
        "shortest-key",
        texts("tiny key here", f"{LONG} one", f"{LONG} two"),
        texts("a text of similar length that goes", f"{LONG} one", f"{LONG} two"),
    ),
    ("shortest-key", texts("tiny", f"{LONG} one", f"{LONG} two"), texts("tiny", "smallish", "small too")),
    (
        "clue-word",
        texts("Crimson tiles", "Brown bread", stem="The wall was crimson once."),
        texts("Crimson tiles", "Crimson bread", stem="The wall was crimson once."),
    ),
    (
        "clue-word",
        texts("Some tiles", "Brown bread", stem="One tile fell."),
        texts("Some tiles", "Brown bread", stem="Some fell."),
    ),
    (
        "clue-word",
        multiple("Crimson tiles", "Green grass", stem="All was crimson."),
        multiple("Crimson tiles", "Green grass", wrong="Crimson river", stem="All was crimson."),
    ),
    ("absolute-term", texts("Paint it", "Always bake it"), texts("Paint only it", "Always bake it")),
    ("vague-term", texts("Paint it", "Often bake it"), texts("Paint it", "Bake it in May")),
    ("all-none-above", texts("Paint it", "None of the above"), texts("Paint it", "None of it stays")),
    ("all-none-above", texts("Both of these", "Bread"), texts("Both walls", "Bread")),
    (
        "negative-stem",
        texts("Paint", "Bread", ask="Which is not hard?"),
        texts("Paint", "Bread", ask="Which is NOT hard?"),
    ),
    ("lead-in", texts("Paint", "Bread", ask="Name it."), texts("Paint", "Bread", ask="It is named: (Select ONE.)")),
    (
        "lead-in",
        texts("Paint", "Bread", ask="Which of the following is true?"),
        texts("Paint", "Bread", ask="Which of the following is true of walls?"),
    ),
    ("numeric-order", texts("10 GB", "30 GB", "20 GB", shuffle=False), texts("10 GB", "20 GB", "30 GB", shuffle=False)),
    ("numeric-order", texts("1,000", "2,000"), texts("1,000", "two thousand")),
    ("numeric-order", texts("5%", "7.5%"), texts("7.5%", "5%", shuffle=False)),
    (
        "grammar-cue",
        texts("apple", "pear", ask="This is an:"),
        texts("apple", "orange", ask="This is an:"),
    ),
    ("grammar-cue", texts("pear", "apple", ask="This is a"), texts("apple", "pear", ask="This is a(n)")),
    ("option-overlap", texts("Oven", "Big oven"), texts("Oven", "Big ovens")),
    (
        "option-overlap",
        texts("Go to increase heat", "Go to decrease heat", "Bake bread"),
        texts("Go to increase heat", "Go to decrease heat"),
    ),
    (
        "convergence",
        texts("green round fruit", "green square box", "blue round hole", "sweet white fruit"),
        texts("green round fruit", "green round basket", "blue round basket", "sweet white fruit"),
    ),
    ("parallel", texts("Paint it.", "Bake it"), texts("Paint it.", "Bake it.")),
    ("missing-why", without(why=""), without(why="Because.")),
    ("missing-tempting", without(tempting=""), without(tempting="Nice.")),
    ("missing-right-when", without(right_when=""), without(right_when="Later.")),
    ("explanation-omits-key", question(explanation=""), question(explanation="See [[opt:right]].")),
    ("explanation-omits-key", question(explanation="See [[opt:wrong]]."), question(explanation="Use green  TILES.")),
    ("explanation-omits-key", question(explanation="See it."), question(explanation="See [[concept:apple]].")),
    ("explanation-omits-key", question(explanation="Apple."), question(explanation="A crisp apple.")),
    (
        "explanation-omits-key",
        multiple("Green grass", "White snow", explanation="[[opt:k0]]"),
        multiple("Green grass", "White snow", explanation="[[opt:k0]] [[opt:k1]]"),
    ),
    ("explanation-omits-key", ordering(explanation=""), ordering(explanation="So.")),
    ("too-long", question(ask=f"{'word ' * 41}?"), question(ask=f"{'word ' * 39}?")),
    ("too-long", question(stem="word " * 151), question(stem="word " * 150)),
    ("too-long", texts("tiles " * 41, "bread " * 41), texts("tiles " * 40, "bread " * 40)),
    (
        "window-dressing",
        question(stem="The mill has 12 wheels."),
        question(stem="The mill has 12 wheels.", explanation="[[opt:right]] turns 12 wheels."),
    ),
    (
        "window-dressing",
        question(stem="Then the GPU failed."),
        question(stem="The mill has wheels. Some turn."),
    ),
    (
        "no-trap",
        question("q", "single", option("right", "Tiles", correct=True), option("wrong", "Bread")),
        question("q", "single", option("right", "Tiles", correct=True), option("wrong", "Bread", concept="pear")),
    ),
    ("trap-unlisted", question(traps=()), question()),
    (
        "trap-key-side",
        question(
            "q",
            "single",
            option("right", "Tiles", correct=True, concept="plum"),
            option("wrong", "Bread", concept="pear", trap="apple-vs-pear"),
        ),
        question(),
    ),
    (
        "trap-key-side",
        question(
            "q",
            "single",
            option("right", "Tiles", correct=True),
            option("wrong", "Bread", concept="pear"),
            traps=("apple-vs-pear",),
        ),
        ordering(traps=("apple-vs-pear",)),
    ),
    (
        "stale-reference",
        question(facts_as_of=date(2025, 12, 31), exams=(ExamRef("test-1", "1.1"),)),
        question(facts_as_of=date(2026, 1, 1), exams=(ExamRef("test-1", "1.1"),)),
    ),
    (
        "lint-ok",
        question(lint_ok=(LintOk("key-count", "errors cannot be silenced"),)),
        question(lint_ok=(LintOk("clue-word", "the word is needed"),)),
    ),
]


@pytest.mark.parametrize(("rule", "firing", "silent"), CASES, ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)])
def test_a_rule_fires_where_it_should_and_only_there(rule: str, firing: Question, silent: Question) -> None:
    assert rule in rules(firing)
    assert rule not in rules(silent)


def test_every_rule_has_a_case() -> None:
    assert {case[0] for case in CASES} == lint_options.NAMES | lint_prose.NAMES | {"lint-ok"}


@pytest.mark.parametrize("make", [question, ordering, matching])
def test_a_well_written_question_has_no_warning(make: Callable[[], Question]) -> None:
    assert lint(make()) == []


def test_facts_older_than_a_year_are_stale_when_the_day_is_known() -> None:
    q = question(facts_as_of=date(2026, 1, 1))
    assert rules(q) == []
    assert rules(q, date(2027, 1, 1)) == []
    assert rules(q, date(2027, 1, 2)) == ["stale-reference"]


def test_a_warning_names_file_field_question_and_mend() -> None:
    (problem,) = lint(question(ask="Name it."))
    assert (problem.severity, problem.path, problem.where, problem.id) == ("warning", "questions/q.toml", "ask", "q")
    assert problem.mend


def test_lint_ok_silences_the_named_rule_only() -> None:
    q = question(ask="Name not it.")
    assert rules(q) == ["negative-stem", "lead-in"]
    assert rules(replace(q, lint_ok=(LintOk("lead-in", "a good reason"),))) == ["negative-stem"]


def test_the_reasons_of_spare_steps_and_spare_matches_are_wanted_too() -> None:
    bare = option("out", "Step aside", tempting="", right_when="")
    q = ordering()
    assert rules(replace(q, options=(*q.options[:2], bare))) == ["missing-tempting", "missing-right-when"]
    m = matching()
    spare = option("c1", "Loud", tempting="", right_when="")
    assert rules(replace(m, options=(*m.options[:2], spare))) == ["missing-tempting", "missing-right-when"]


def test_the_names_of_all_rules_are_known() -> None:
    assert {"clue-word", "conflict", "longest-rate", "trap-one-sided", "enemy"} <= WARNINGS
    assert bank_of(question()).questions

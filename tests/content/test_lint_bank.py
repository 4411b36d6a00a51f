"""Item-writing rules about a whole bank: each with a bank in which it fires and one in which it is silent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.content.make import bank_of, option, question
from tutor.content import lint_bank as module
from tutor.content.lint import lint, lint_bank
from tutor.core.question import Bank, Concept, Domain, Exam, ExamRef, LintOk, Question, Task, Trap

TRAP = Trap("apple-vs-pear", "Apple or pear", ("apple", "pear"), path="traps/apple-vs-pear.toml")
LENGTHS = ("four letters here", "some other words", "words of a sort", "and yet others")


def rules(bank: Bank) -> list[str]:
    return [problem.rule for problem in lint_bank(bank)]


def numbered(count: int, **fields: Any) -> list[Question]:
    """Questions with stems and options of their own; the key is the longest option in none of them."""
    return [single(number, place=number % 4, **fields) for number in range(count)]


def single(number: int, place: int, longest: bool = False, **fields: Any) -> Question:
    options = [
        option(f"o{n}", f"{text} {number}" + ("." * 20 if longest and n == place else ""), correct=n == place)
        for n, text in enumerate(("aaaa bbbb", "cccc dddd", "eeee ffff", "gggg hhhh"))
    ]
    if not longest:
        other = (place + 1) % 4
        options[other] = replace(options[other], text=f"{options[other].text} longer")
    return question(f"q{number}", "single", *options, stem=f"Scenario {number}.", **fields)


def test_a_key_that_is_the_longest_in_most_questions_is_flagged() -> None:
    bank = bank_of(*(single(n, n % 4, longest=n % 100 < 91) for n in range(100)))
    assert rules(bank) == ["longest-rate"]
    assert "91% of 100" in lint_bank(bank)[0].message


def test_a_key_that_is_the_longest_about_as_often_as_chance_is_not_flagged() -> None:
    assert rules(bank_of(*(single(n, n % 4, longest=n % 100 < 28) for n in range(100)))) == []


def test_equally_long_options_count_as_a_share_each() -> None:
    q = question("q", "single", option("right", "abc", correct=True), option("wrong", "abd"), option("short", "a"))
    assert module.longest_share(q) == 0.5
    assert module.longest_share(single(1, 0, longest=True)) == 1.0
    assert module.longest_share(single(1, 0)) == 0.0


def test_a_shuffled_bank_with_most_keys_in_front_is_not_flagged() -> None:
    assert rules(bank_of(*(single(n, place=0 if n % 10 else 1) for n in range(100)))) == []


def test_an_unshuffled_bank_with_most_keys_in_front_is_flagged() -> None:
    bank = bank_of(*(single(n, place=0 if n % 10 else 1, shuffle=False) for n in range(100)))
    assert rules(bank) == ["key-position"]
    assert "90 at 1" in lint_bank(bank)[0].message


def test_an_unshuffled_bank_with_keys_everywhere_is_not_flagged() -> None:
    assert rules(bank_of(*numbered(100, shuffle=False))) == []


def test_few_questions_say_nothing_about_position_length_or_number_of_keys() -> None:
    few = [single(n, place=0, longest=True, shuffle=False) for n in range(module.MIN_QUESTIONS - 1)]
    assert rules(bank_of(*few)) == []


def multiples(keys: Sequence[int]) -> list[Question]:
    return [
        question(
            f"m{number}",
            "multiple",
            *(option(f"o{n}", f"Multi {number} {n}", correct=n < count) for n in range(5)),
            stem=f"Case {number}.",
        )
        for number, count in enumerate(keys)
    ]


def test_multiple_response_with_always_two_keys_is_a_cue() -> None:
    assert rules(bank_of(*numbered(40), *multiples([2] * 8))) == ["multi-cue"]
    assert rules(bank_of(*numbered(40), *multiples([2] * 7 + [3]))) == []
    assert rules(bank_of(*numbered(40), *multiples([2] * 7))) == []


def exam(first: float) -> Exam:
    return Exam(
        "test-1",
        "Test",
        (Domain("1", "First", first), Domain("2", "Second", 100 - first)),
        (Task("1.1", "1", "One"), Task("2.1", "2", "Two")),
        path="exams/test-1.toml",
    )


@pytest.mark.parametrize(("weight", "flagged"), [(50.0, 0), (46.0, 0), (40.0, 2)])
def test_shares_far_from_the_weights_of_the_exam_are_flagged(weight: float, flagged: int) -> None:
    questions = [replace(q, exams=(ExamRef("test-1", f"{1 + n % 2}.1"),)) for n, q in enumerate(numbered(40))]
    bank = bank_of(*questions, exams={"test-1": exam(weight)})
    assert rules(bank) == ["blueprint"] * flagged
    assert rules(bank_of(*questions[:39], exams={"test-1": exam(10)})) == []


def test_a_card_that_nothing_uses_is_an_orphan() -> None:
    cards = {name: Concept(name, name, path=f"concepts/{name}.toml") for name in ("apple", "pear", "plum", "fig")}
    used = question("q", "single", option("right", "Tiles", correct=True, concept="plum"), option("wrong", "Bread"))
    bank = bank_of(used, concepts=cards)
    assert [problem.id for problem in lint_bank(bank) if problem.rule == "orphan-concept"] == ["fig", "pear"]


def side(question_id: str, right: str) -> Question:
    wrong = TRAP.other(right)
    key, lure = option("key", f"K {question_id}", correct=True, concept=right), f"L {question_id}"
    return question(question_id, "single", key, option("lure", lure, concept=wrong, trap=TRAP.id), stem=question_id)


def test_a_trap_without_questions_is_an_orphan_and_one_with_one_side_is_one_sided() -> None:
    traps = {TRAP.id: TRAP}
    assert rules(bank_of(*numbered(2), traps=traps)) == ["orphan-trap"]
    one = lint_bank(bank_of(side("a", "apple"), side("b", "apple"), traps=traps))
    assert [(problem.rule, problem.path) for problem in one] == [("trap-one-sided", TRAP.path)]
    assert "'pear' is right" in one[0].mend
    assert rules(bank_of(side("a", "apple"), side("b", "pear"), traps=traps)) == []


def test_a_retired_question_does_not_count_for_a_side() -> None:
    retired = replace(side("b", "pear"), status="retired")
    assert rules(bank_of(side("a", "apple"), retired, traps={TRAP.id: TRAP})) == ["trap-one-sided"]


STEM = "A bakery with forty ovens wants to know at which hour of the day its bread sells best."


def twin(question_id: str, key: str = "right", stem: str = STEM, **fields: Any) -> Question:
    texts = {"right": "Green tiles", "wrong": "Brown bread", "other": "Clear water"}
    options = [option(name, text, correct=name == key) for name, text in texts.items()]
    return question(question_id, "single", *options, stem=stem, **fields)


def test_the_same_options_and_key_with_nearly_the_same_stem_are_a_near_duplicate() -> None:
    (problem,) = lint_bank(bank_of(twin("a"), twin("b", stem=STEM.replace("forty", "fifty"))))
    assert (problem.rule, problem.id) == ("near-duplicate", "b")
    assert "questions/a.toml" in problem.message


def test_the_same_options_with_another_key_are_a_conflict_with_both_keys() -> None:
    (problem,) = lint_bank(bank_of(twin("a"), twin("b", key="wrong")))
    assert problem.rule == "conflict"
    assert "wrong here, right there" in problem.message


def test_the_order_and_case_of_options_do_not_matter() -> None:
    other = twin("b")
    options = tuple(replace(o, text=o.text.upper()) for o in reversed(other.options))
    assert rules(bank_of(twin("a"), replace(other, options=options))) == ["near-duplicate"]


def test_the_same_options_with_another_stem_or_the_same_stem_with_other_options_are_fine() -> None:
    family = twin("b", stem="Which of the three stays dry when the roof of the old mill leaks at night?")
    assert rules(bank_of(twin("a"), family)) == []
    assert rules(bank_of(twin("a"), replace(single(1, 0), stem=STEM))) == []


def test_a_conflict_is_silenced_by_both_questions_together() -> None:
    ok = (LintOk("conflict", "two sides of one trap"),)
    assert rules(bank_of(twin("a", lint_ok=ok), twin("b", key="wrong"))) == ["conflict"]
    assert rules(bank_of(twin("a", lint_ok=ok), twin("b", key="wrong", lint_ok=ok))) == []


def test_a_stem_that_names_the_key_of_another_question_on_the_same_concept_is_an_enemy() -> None:
    teller = replace(single(1, 0), stem="The wall was covered with green tiles last year.")
    (problem,) = lint_bank(bank_of(teller, twin("b")))
    assert (problem.rule, problem.id) == ("enemy", "q1")
    assert rules(bank_of(replace(teller, concepts=("plum",)), twin("b"))) == []
    both = replace(teller, stem="The wall was covered with green tiles or with brown bread.")
    assert rules(bank_of(both, twin("b"))) == []


def test_an_enemy_is_silenced_by_the_question_that_tells() -> None:
    teller = replace(single(1, 0), stem="The wall was covered with green tiles.")
    ok = (LintOk("enemy", "another wall is meant"),)
    assert rules(bank_of(replace(teller, lint_ok=ok), twin("b"))) == []


def test_lint_gives_both_kinds_and_leaves_retired_questions_out() -> None:
    bad = twin("a", ask="Name it.")
    bank = bank_of(bad, twin("b", key="wrong"), twin("c", ask="Name it.", status="retired"))
    assert [(problem.id, problem.rule) for problem in lint(bank) if problem.rule in ("lead-in", "conflict")] == [
        ("a", "lead-in"),
        ("b", "conflict"),
    ]

"""What files say about each other: ids that do not exist, ids that exist twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.content.make import EXAM, ORDERING, QUESTION_PATH, SINGLE, TRAP, added, concept, load, only, put, write_bank
from tutor.content.load import LoadedBank, load_bank

CASE = 'format = 1\nid = "kitchen"\ntitle = "Kitchen"\nscenario = "A kitchen."\n'
STONE = 'format = 1\n[[retired]]\nid = "old"\ndate = 2026-01-01\nreason = "Wrong"\n'
LIFECYCLE = 'format = 1\n[[service]]\nid = "lc-oven"\nservice = "Oven"\nchange = "closed"\nsource = "a book"\n'


@pytest.mark.parametrize(
    ("text", "line", "where"),
    [
        (SINGLE.replace('concepts = ["apple"', 'concepts = ["aple"'), 4, "concepts"),
        (SINGLE.replace('traps = ["apple-vs-pear"]', 'traps = ["plum"]'), 5, "traps"),
        (SINGLE.replace('"test-1"', '"test-2"'), 7, "exams.#1.code"),
        (SINGLE.replace('"1.1"', '"1.2"'), 7, "exams.#1.task"),
        (SINGLE.replace('"1.1-K1"', '"1.1-K9"'), 7, "exams.#1.guide"),
        (SINGLE.replace('concept = "apple"', 'concept = "plum"'), 20, "option.apple.concept"),
        (SINGLE.replace('trap = "apple-vs-pear"', 'trap = "plum"'), 29, "option.pear.trap"),
        (SINGLE.replace("It is round.", "See [[concept:plum]]."), 19, "option.apple.why"),
        (SINGLE.replace("The cue", "[[trap:plum]] The cue"), 11, "explanation"),
        (SINGLE.replace("It is sweet.", "As in [[q:plum]]."), 26, "option.pear.tempting"),
        (added('related = ["plum"]'), 10, "related"),
        (added('case = "plum"'), 10, "case"),
        (added('lifecycle = ["lc-plum"]'), 10, "lifecycle"),
    ],
)
def test_an_unknown_id_is_an_error_at_its_line(tmp_path: Path, text: str, line: int, where: str) -> None:
    loaded = load(tmp_path, text)
    problem = only(loaded.problems, "unknown-id")
    assert (problem.line, problem.where, problem.id) == (line, where, "pick-a-fruit")
    assert not loaded.bank.questions


def test_an_unknown_id_comes_with_the_nearest_one(tmp_path: Path) -> None:
    problem = only(load(tmp_path, SINGLE.replace('["apple"', '["aple"')).problems, "unknown-id")
    assert problem.mend == "Did you mean 'apple'?"


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("concepts/apple.toml", concept("apple", 'confusable_with = ["plum"]\n'), 4),
        ("concepts/apple.toml", concept("apple", 'prerequisites = ["plum"]\n'), 4),
        ("traps/apple-vs-pear.toml", TRAP.replace('"pear"]', '"plum"]'), 4),
        ("exams/test-1.toml", EXAM.replace("name =", 'successor = "plum"\nname =', 1), 3),
        (
            "retired.toml",
            'format = 1\n[[retired]]\nid = "old"\ndate = 2026-01-01\nreason = "x"\nreplaced_by = "plum"\n',
            6,
        ),
    ],
)
def test_cards_traps_exams_and_tombstones_name_what_exists(tmp_path: Path, path: str, text: str, line: int) -> None:
    write_bank(tmp_path)
    put(tmp_path, path, text)
    loaded = load_bank(tmp_path)
    problem = next(problem for problem in loaded.problems if problem.path == path)
    assert (problem.rule, problem.line) == ("unknown-id", line)


def test_known_links_of_all_kinds_are_fine(tmp_path: Path) -> None:
    write_bank(tmp_path, cases__kitchen=CASE, lifecycle=LIFECYCLE, questions__put_in_order="")
    (tmp_path / "questions/put_in_order.toml").unlink()
    put(tmp_path, "questions/put-in-order.toml", ORDERING)
    text = added('case = "kitchen"\nlifecycle = ["lc-oven"]\nrelated = ["put-in-order"]').replace(
        "It is sweet.", "[[concept:pear]] [[trap:apple-vs-pear]] [[q:put-in-order]]"
    )
    put(tmp_path, QUESTION_PATH, text)
    loaded = load_bank(tmp_path)
    assert loaded.problems == ()
    assert loaded.bank.lifecycle["lc-oven"].service == "Oven"
    assert loaded.bank.cases["kitchen"].scenario == "A kitchen."


def test_the_concept_of_a_lure_is_one_of_the_two_of_its_trap(tmp_path: Path) -> None:
    write_bank(tmp_path, concepts__plum=concept("plum"))
    put(tmp_path, QUESTION_PATH, SINGLE.replace('concept = "pear"', 'concept = "plum"'))
    problem = only(load_bank(tmp_path).problems, "trap-side")
    assert problem.line == 28
    assert "'apple' or 'pear'" in problem.mend


def test_of_two_files_with_one_id_the_one_named_after_it_stays(tmp_path: Path) -> None:
    write_bank(tmp_path, questions__a__copy=SINGLE)
    loaded = load_bank(tmp_path)
    errors = loaded.errors
    assert [(problem.rule, problem.path, problem.line) for problem in errors] == [
        ("dup-question-id", "questions/a/copy.toml", 2)
    ]
    assert QUESTION_PATH in errors[0].message
    assert loaded.bank.questions["pick-a-fruit"].path == QUESTION_PATH


@pytest.mark.parametrize(
    ("path", "text"),
    [("concepts/x.toml", concept("apple")), ("traps/x.toml", TRAP), ("exams/x.toml", EXAM), ("cases/x.toml", CASE)],
)
def test_two_other_files_with_one_id_are_an_error(tmp_path: Path, path: str, text: str) -> None:
    write_bank(tmp_path, cases__kitchen=CASE)
    put(tmp_path, path, text)
    assert {problem.rule for problem in load_bank(tmp_path).errors} == {"dup-id"}


def aliased(tmp_path: Path, alias: str, retired: str = "") -> LoadedBank:
    write_bank(tmp_path, questions__b=added(f'aliases = ["{alias}"]').replace("pick-a-fruit", "b"))
    if retired:
        put(tmp_path, "retired.toml", STONE.replace("old", retired))
    return load_bank(tmp_path)


def test_an_old_id_leads_to_the_question_of_today(tmp_path: Path) -> None:
    loaded = aliased(tmp_path, "old")
    assert loaded.problems == ()
    found = loaded.bank.find("old")
    assert found is not None
    assert found.id == "b"


def test_an_alias_that_is_the_id_of_another_question_is_an_error(tmp_path: Path) -> None:
    assert only(aliased(tmp_path, "pick-a-fruit").problems, "dup-question-id").line == 10


def test_an_alias_that_another_question_has_is_an_error(tmp_path: Path) -> None:
    put(tmp_path, "questions/a.toml", added('aliases = ["old"]').replace("pick-a-fruit", "a"))
    loaded = aliased(tmp_path, "old")
    assert only(loaded.problems, "dup-question-id").id == "b"
    assert loaded.bank.aliases == {"old": "a"}


def test_a_retired_id_is_never_used_again(tmp_path: Path) -> None:
    assert only(aliased(tmp_path, "old", retired="old").problems, "dup-question-id").line == 10
    loaded = aliased(tmp_path, "older", retired="b")
    assert "retired" in only(loaded.problems, "dup-question-id").message
    assert loaded.bank.retired == {"b"}
    assert "b" not in loaded.bank.questions
    assert loaded.bank.aliases == {}


def test_a_question_whose_case_is_broken_cannot_be_asked(tmp_path: Path) -> None:
    write_bank(tmp_path, cases__kitchen="format = 1\n")
    put(tmp_path, QUESTION_PATH, added('case = "kitchen"'))
    loaded = load_bank(tmp_path)
    assert "broken-case" in {problem.rule for problem in loaded.problems}
    assert not loaded.bank.questions


def test_references_to_a_broken_exam_or_lifecycle_are_not_blamed_on_the_question(tmp_path: Path) -> None:
    write_bank(tmp_path, lifecycle="format = 2\n", exams__test_1="")
    (tmp_path / "exams/test_1.toml").unlink()
    put(tmp_path, "exams/test-1.toml", EXAM.replace("weight = 100", "weight = 1"))
    put(tmp_path, QUESTION_PATH, added('lifecycle = ["lc-oven"]'))
    loaded = load_bank(tmp_path)
    assert {problem.path for problem in loaded.problems} == {"lifecycle.toml", "exams/test-1.toml"}
    assert set(loaded.bank.questions) == {"pick-a-fruit"}


@pytest.mark.parametrize("target", ["media/none.png", "media/../bank.toml", "bank.toml", "https://example.org/x.png"])
def test_an_image_lies_under_media(tmp_path: Path, target: str) -> None:
    problem = only(load(tmp_path, SINGLE.replace("The cue", f"![a fruit]({target}) The cue")).problems, "missing-media")
    assert problem.line == 11


def test_an_image_that_is_there_is_fine(tmp_path: Path) -> None:
    put(tmp_path, "media/fruit.png", "x")
    assert load(tmp_path, SINGLE.replace("The cue", "![a fruit](media/fruit.png) The cue")).problems == ()

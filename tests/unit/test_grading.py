"""From an answer to right or wrong and the rating."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.unit.make import make_question, option
from tutor.core.grading import Confidence, InvalidAnswer, Rating, is_correct, normalise, rate, required
from tutor.core.question import Prompt

SINGLE = make_question("s")
MULTIPLE = make_question(
    "m", kind="multiple", options=(option("x", correct=True), option("y", correct=True), option("z"), option("v"))
)
ORDERING = make_question(
    "o",
    kind="ordering",
    options=(option("c", position=3), option("a", position=1), option("b", position=2), option("n")),
)
MATCHING = make_question(
    "p",
    kind="matching",
    options=(option("left"), option("right"), option("spare")),
    prompts=(Prompt("one", "One", "right"), Prompt("two", "Two", "left")),
)


@pytest.mark.parametrize(
    ("correct", "confidence", "rating"),
    [
        (False, None, Rating.AGAIN),
        (False, "guess", Rating.AGAIN),
        (False, "sure", Rating.AGAIN),
        (True, "guess", Rating.HARD),
        (True, "unsure", Rating.GOOD),
        (True, "sure", Rating.GOOD),
        (True, None, Rating.GOOD),
    ],
)
def test_wrong_is_again_a_right_guess_hard_everything_else_good(
    correct: bool, confidence: Confidence | None, rating: Rating
) -> None:
    assert rate(correct, confidence) is rating


def test_there_is_no_easy() -> None:
    assert [r.name for r in Rating] == ["AGAIN", "HARD", "GOOD"]


def test_no_other_module_makes_a_rating() -> None:
    root = Path(__file__).parents[2] / "tutor"
    allowed = {"core/grading.py", "core/memory.py", "core/knowledge.py"}
    users = set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Rating":
                users.add(path.relative_to(root).as_posix())
    # memory translates ratings for fsrs; knowledge rates the shadow card of a concept, which no question has.
    assert users <= allowed


@pytest.mark.parametrize("chosen", [["x", "y"], ["y", "x"]])
def test_multiple_compares_sets(chosen: list[str]) -> None:
    assert is_correct(MULTIPLE, chosen)
    assert normalise(MULTIPLE, chosen) == ("x", "y")


@pytest.mark.parametrize("chosen", [["x", "z"], ["z", "v"]])
def test_partly_right_is_wrong(chosen: list[str]) -> None:
    assert not is_correct(MULTIPLE, chosen)


def test_ordering_compares_the_order() -> None:
    assert is_correct(ORDERING, ["a", "b", "c"])
    assert not is_correct(ORDERING, ["b", "a", "c"])
    assert not is_correct(ORDERING, ["a", "b", "n"])


def test_matching_needs_every_pair() -> None:
    assert is_correct(MATCHING, ["two=left", "one=right"])
    assert not is_correct(MATCHING, ["one=left", "two=left"])
    assert normalise(MATCHING, ["two=left", "one=right"]) == ("one=right", "two=left")


@pytest.mark.parametrize(
    ("question", "chosen", "message"),
    [
        (SINGLE, [], "choose 1, not 0"),
        (SINGLE, ["key", "b"], "choose 1, not 2"),
        (SINGLE, ["nothing"], "no option 'nothing'"),
        (MULTIPLE, ["x"], "choose 2, not 1"),
        (MULTIPLE, ["x", "x"], "twice"),
        (ORDERING, ["a", "b"], "choose 3, not 2"),
        (MATCHING, ["one=right"], "all 2 prompts"),
        (MATCHING, ["one=right", "one=left"], "twice"),
        (MATCHING, ["one=right", "six=left"], "no prompt 'six'"),
        (MATCHING, ["one=right", "two=nothing"], "no option 'nothing'"),
    ],
)
def test_an_incomplete_answer_is_refused_with_what_is_missing(
    question: object, chosen: list[str], message: str
) -> None:
    with pytest.raises(InvalidAnswer, match=message):
        normalise(question, chosen)  # type: ignore[arg-type]


def test_how_many_to_choose_comes_from_the_data() -> None:
    assert [required(q) for q in (SINGLE, MULTIPLE, ORDERING, MATCHING)] == [1, 2, 3, 2]

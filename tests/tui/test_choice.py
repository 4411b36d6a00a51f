"""Marks on a question, and answers typed as a line."""

from __future__ import annotations

import pytest

from tests.tui.bank import MATCHING, MULTIPLE, ORDERING, SINGLE
from tutor.core.grading import InvalidAnswer
from tutor.core.question import Question
from tutor.tui.choice import Choice
from tutor.tui.typed import example, parse


def test_in_a_single_question_the_mark_moves() -> None:
    choice = Choice(SINGLE, SINGLE.option_ids)
    assert choice.missing.startswith("Choose an option first")
    choice.press(1)
    choice.press(3)
    assert choice.answer == ("model-parallel",)
    choice.move(-1)
    assert choice.answer == ("autopilot",)
    choice.move(5)
    choice.press(9)
    assert choice.answer == ("model-parallel",)
    assert choice.missing == ""


def test_in_a_multiple_question_options_are_toggled_and_counted() -> None:
    choice = Choice(MULTIPLE, MULTIPLE.option_ids)
    choice.press(0)
    assert choice.missing == "1 of 2 chosen: choose 1 more."
    choice.move(1)
    choice.mark()
    choice.press(4)
    assert choice.missing == "3 chosen, 2 wanted: take 1 back."
    choice.press(0)
    assert choice.answer == ("gateway-endpoint", "isolation")
    assert choice.missing == ""


def test_a_struck_option_is_not_marked_by_passing_over_it_but_by_choosing_it() -> None:
    choice = Choice(SINGLE, SINGLE.option_ids)
    assert not choice.strike()
    choice.press(1)
    assert choice.strike()
    assert not choice.chosen
    choice.move(-1)
    choice.move(1)
    assert choice.cursor == 1
    assert not choice.chosen
    choice.press(1)
    assert choice.struck == set()
    assert choice.answer == ("tuning",)


@pytest.mark.parametrize(
    ("question", "line", "expected", "guess"),
    [
        (ORDERING, "2 1 3", ("split", "fit", "test"), False),
        (ORDERING, "213", ("split", "fit", "test"), False),
        (ORDERING, "b, a > c", ("split", "fit", "test"), False),
        (ORDERING, "guess 2 1 3", ("split", "fit", "test"), True),
        (MATCHING, "1b 2a", ("does-not-fit=model-parallel", "fits-but-slow=data-parallel"), False),
        (MATCHING, "2=A, 1-b guess", ("does-not-fit=model-parallel", "fits-but-slow=data-parallel"), True),
    ],
)
def test_a_typed_line_becomes_option_ids(question: Question, line: str, expected: tuple[str, ...], guess: bool) -> None:
    assert parse(line, question, question.option_ids) == (expected, guess)


@pytest.mark.parametrize(
    ("question", "line", "words"),
    [
        (ORDERING, " ", "for example 2 1 3"),
        (ORDERING, "2 1", "Put 3 in order, not 2"),
        (ORDERING, "2 2 1", "2 is there twice"),
        (ORDERING, "9 1 2", "There is no option 9"),
        (ORDERING, "2 1 first", "'first' is not understood"),
        (MATCHING, "1b", "Still without a letter: 2"),
        (MATCHING, "1b 1a", "1 is there twice"),
        (MATCHING, "3a 1b", "There is no 3"),
        (MATCHING, "1b 2z", "There is no option z"),
        (MATCHING, "1b and 2a", "'and' is no pair"),
    ],
)
def test_a_line_that_is_not_understood_is_answered_with_how_to_mend_it(
    question: Question, line: str, words: str
) -> None:
    with pytest.raises(InvalidAnswer, match=words):
        parse(line, question, question.option_ids)


def test_the_example_is_a_line_that_is_accepted() -> None:
    for question in (ORDERING, MATCHING):
        chosen, _ = parse(example(question), question, question.option_ids)
        assert len(chosen) == len(question.key)

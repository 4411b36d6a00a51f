"""Marks on a question of each type."""

from __future__ import annotations

import pytest

from tests.tui.bank import MATCHING, MULTIPLE, ORDERING, SINGLE
from tutor.core.grading import normalise
from tutor.core.question import Question
from tutor.tui.arrange import Matching, Ordering, marks_for
from tutor.tui.choice import Choice


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


def test_steps_get_a_place_one_after_the_other_and_can_be_taken_out() -> None:
    marks = Ordering(ORDERING, ORDERING.option_ids)
    assert marks.missing == "0 of 3 placed: place 3 more."
    for place in (1, 0, 3):
        marks.press(place)
    assert marks.lines == [1, 0, 3, 2]
    assert marks.missing == ""
    marks.press(2)
    assert marks.missing == "4 placed, 3 wanted: take 1 out."
    marks.press(3)
    assert marks.answer == ("split", "fit", "test")
    marks.press(9)
    assert marks.answer == ("split", "fit", "test")


def test_a_step_moves_up_into_the_order_along_it_and_down_out_of_it() -> None:
    marks = Ordering(ORDERING, ORDERING.option_ids)
    assert not marks.shift(-1)
    for place in (0, 1):
        marks.press(place)
    marks.cursor = 2
    assert marks.shift(1)
    assert marks.placed == [0, 1]
    marks.shift(-1)
    assert marks.placed == [0, 1, 2]
    marks.shift(-1)
    marks.shift(-1)
    marks.shift(-1)
    assert marks.placed == [2, 0, 1]
    assert marks.cursor == 2
    for _ in range(3):
        marks.shift(1)
    assert marks.placed == [0, 1]
    assert marks.lines == [0, 1, 2, 3]


def test_a_step_is_carried_to_the_place_of_another() -> None:
    marks = Ordering(ORDERING, ORDERING.option_ids)
    for place in (0, 1, 2):
        marks.press(place)
    marks.carry(2, 0)
    assert marks.placed == [2, 0, 1]
    marks.carry(3, 0)
    assert marks.placed == [2, 3, 0, 1]
    marks.carry(3, 3)
    marks.carry(2, 1)
    assert marks.placed == [3, 0, 1, 2]
    marks.press(1)
    marks.carry(3, 1)
    assert marks.placed == [0, 2]
    marks.carry(3, 1)
    assert marks.placed == [0, 2, 3]


def test_a_struck_step_is_out_and_a_placed_one_is_no_longer_struck() -> None:
    marks = Ordering(ORDERING, ORDERING.option_ids)
    marks.press(3)
    marks.strike()
    assert (marks.placed, marks.struck) == ([], {3})
    marks.shift(-1)
    assert (marks.placed, marks.struck) == ([3], set())


def test_each_prompt_gets_an_option_and_the_next_open_one_follows() -> None:
    marks = Matching(MATCHING, MATCHING.option_ids)
    assert marks.missing == "0 of 2 matched: still open 1, 2."
    marks.press(2)
    assert marks.current == 1
    marks.press(0)
    assert marks.missing == ""
    assert marks.answer == ("does-not-fit=pruning", "fits-but-slow=data-parallel")
    marks.turn(-1)
    assert marks.current == 0
    marks.press(1)
    assert marks.current == 0
    assert marks.answer == ("does-not-fit=model-parallel", "fits-but-slow=data-parallel")
    marks.go(1)
    marks.go(7)
    assert marks.current == 1
    marks.turn(1)
    assert marks.current == 0


def test_an_option_may_serve_twice_and_striking_it_takes_it_from_every_prompt() -> None:
    marks = Matching(MATCHING, MATCHING.option_ids)
    marks.press(0)
    marks.press(0)
    assert marks.answer == ("does-not-fit=data-parallel", "fits-but-slow=data-parallel")
    assert marks.strike()
    assert marks.missing == "0 of 2 matched: still open 1, 2."


def test_the_cursor_follows_the_lines_as_they_are_shown() -> None:
    marks = Ordering(ORDERING, ORDERING.option_ids)
    marks.press(2)
    marks.move(1)
    assert marks.cursor == 0
    marks.move(-1)
    assert marks.cursor == 2
    marks.move(-1)
    assert marks.cursor == 2


@pytest.mark.parametrize("question", [SINGLE, MULTIPLE, ORDERING, MATCHING], ids=lambda q: q.type)
def test_complete_marks_are_an_answer_of_their_type(question: Question) -> None:
    marks = marks_for(question, question.option_ids)
    place = 0
    while marks.missing:
        marks.press(place)
        place += 1
    assert normalise(question, marks.answer)

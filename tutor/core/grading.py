"""From what was shown and chosen to right or wrong and the rating the scheduler gets.

The only place that makes a rating: wrong is Again, right and guessed is Hard, otherwise right is Good; Easy does not
exist. No front end can send one.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Literal

from tutor.core.question import Question

Confidence = Literal["guess", "unsure", "sure"]
CONFIDENCES: tuple[Confidence, ...] = ("guess", "unsure", "sure")


class Rating(IntEnum):
    """Ratings with the numbers FSRS uses."""

    AGAIN = 1
    HARD = 2
    GOOD = 3


class InvalidAnswer(ValueError):
    """The chosen options cannot be an answer to this question; the text says what is missing."""


def normalise(question: Question, chosen: Sequence[str]) -> tuple[str, ...]:
    """The answer in stored form: sorted ids for single and multiple, ids in the order given for ordering,
    `prompt=option` in prompt order for matching. Raises InvalidAnswer for an unknown id, a repeated id, the wrong
    number of options or a prompt without an option."""
    if question.type == "matching":
        return _normalise_matching(question, chosen)
    unknown = [c for c in chosen if c not in question.option_ids]
    if unknown:
        raise InvalidAnswer(f"there is no option {unknown[0]!r} in this question")
    if len(set(chosen)) != len(chosen):
        raise InvalidAnswer("an option was given twice")
    need = required(question)
    if len(chosen) != need:
        raise InvalidAnswer(f"choose {need}, not {len(chosen)}")
    return tuple(chosen) if question.type == "ordering" else tuple(sorted(chosen))


def _normalise_matching(question: Question, chosen: Sequence[str]) -> tuple[str, ...]:
    pairs: dict[str, str] = {}
    for pair in chosen:
        prompt, _, option = pair.partition("=")
        if prompt not in {p.id for p in question.prompts}:
            raise InvalidAnswer(f"there is no prompt {prompt!r} in this question")
        if option not in question.option_ids:
            raise InvalidAnswer(f"there is no option {option!r} in this question")
        if prompt in pairs:
            raise InvalidAnswer("a prompt was matched twice")
        pairs[prompt] = option
    if len(pairs) != len(question.prompts):
        raise InvalidAnswer(f"match all {len(question.prompts)} prompts, not {len(pairs)}")
    return tuple(f"{p.id}={pairs[p.id]}" for p in question.prompts)


def required(question: Question) -> int:
    """How many options a complete answer names, counted from the data: "select 2" on every screen comes from here."""
    return len(question.key)


def is_correct(question: Question, chosen: Sequence[str]) -> bool:
    """Whether the answer is wholly right. Sets of ids are compared, never sums of fractions; all or nothing."""
    return normalise(question, chosen) == question.key


def rate(correct: bool, confidence: Confidence | None) -> Rating:
    """The rating of a graded answer."""
    if not correct:
        return Rating.AGAIN
    return Rating.HARD if confidence == "guess" else Rating.GOOD

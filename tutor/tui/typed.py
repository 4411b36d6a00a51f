"""The plain syntax of answers that are typed: an order ("2 1 3") or pairs ("1b 2a 3c"). Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.core.grading import InvalidAnswer, required
from tutor.core.question import Question
from tutor.prose import letter

_PAIR = re.compile(r"(\d+)\s*[-=:.)]?\s*([a-z])", re.IGNORECASE)
_GUESS = re.compile(r"\bguess(?:ed|ing)?\b", re.IGNORECASE)


def example(question: Question) -> str:
    """A line as it could be typed for this question."""
    need = required(question)
    if question.type == "matching":
        letters = [letter((place + 1) % len(question.options)).lower() for place in range(need)]
        return " ".join(f"{place + 1}{found}" for place, found in enumerate(letters))
    numbers = [2, 1, *range(3, need + 1)]
    return " ".join(str(number) for number in numbers[:need])


def parse(line: str, question: Question, order: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    """What a line says: option ids in order, or `prompt=option` pairs, and whether the word "guess" is in it.

    Raises InvalidAnswer with a sentence that says how to mend the line.
    """
    guess = _GUESS.search(line) is not None
    text = _GUESS.sub(" ", line).strip()
    if not text:
        raise InvalidAnswer(f"Type your answer first, for example {example(question)}.")
    return (_pairs(text, question, order) if question.type == "matching" else _ordered(text, question, order)), guess


def _ordered(text: str, question: Question, order: Sequence[str]) -> tuple[str, ...]:
    words = [word for word in re.split(r"[\s,;>]+", text) if word]
    if len(words) == 1 and len(order) < 10 and (words[0].isdigit() or words[0].isalpha()):
        words = list(words[0])  # "213" and "bac", where no number has two digits
    places = [_place(word, len(order)) for word in words]
    twice = next((word for word, place in zip(words, places, strict=True) if places.count(place) > 1), None)
    if twice is not None:
        raise InvalidAnswer(f"{twice} is there twice; each step has one place.")
    need = required(question)
    if len(places) != need:
        raise InvalidAnswer(f"Put {need} in order, not {len(places)}, for example {example(question)}.")
    return tuple(order[place] for place in places)


def _pairs(text: str, question: Question, order: Sequence[str]) -> tuple[str, ...]:
    rest = _PAIR.sub(" ", text).strip(" ,;")
    if rest:
        raise InvalidAnswer(f"{rest!r} is no pair; write a number and a letter, for example {example(question)}.")
    pairs: dict[int, str] = {}
    for number, found in _PAIR.findall(text):
        prompt = int(number) - 1
        if not 0 <= prompt < len(question.prompts):
            raise InvalidAnswer(f"There is no {number}; the left side has 1 to {len(question.prompts)}.")
        if prompt in pairs:
            raise InvalidAnswer(f"{number} is there twice; each number has one letter.")
        pairs[prompt] = order[_place(found, len(order))]
    missing = [str(place + 1) for place in range(len(question.prompts)) if place not in pairs]
    if missing:
        raise InvalidAnswer(f"Still without a letter: {', '.join(missing)}.")
    return tuple(f"{prompt.id}={pairs[place]}" for place, prompt in enumerate(question.prompts))


def _place(word: str, options: int) -> int:
    """Place of a number or letter, 0 first."""
    if word.isascii() and word.isdigit():
        place = int(word) - 1
    elif len(word) == 1 and word.isascii() and word.isalpha():
        place = ord(word.lower()) - ord("a")
    else:
        raise InvalidAnswer(f"{word!r} is not understood; use the numbers beside the options.")
    if not 0 <= place < options:
        last = letter(options - 1)
        raise InvalidAnswer(f"There is no option {word}; they go from 1 to {options}, or A to {last}.")
    return place

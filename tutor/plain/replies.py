"""What a typed line means for the question on screen. Letters and numbers are places on screen, top to bottom.

Pure: it reads a question and a line, and knows neither session nor terminal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tutor.core.grading import Confidence, required
from tutor.core.question import Question
from tutor.prose import letter

Command = Literal[
    "quit", "undo", "skip", "why", "flag", "help", "contrast", "note", "suspend", "unsuspend", "strike", "again", "time"
]
COMMANDS: dict[str, Command] = {
    "quit": "quit",
    "q": "quit",
    "exit": "quit",
    "undo": "undo",
    "u": "undo",
    "skip": "skip",
    "s": "skip",
    "why": "why",
    "w": "why",
    "flag": "flag",
    "m": "flag",
    "contrast": "contrast",
    "note": "note",
    "suspend": "suspend",
    "unsuspend": "unsuspend",
    "strike": "strike",
    "-": "strike",
    "again": "again",
    "time": "time",
    "t": "time",
    "help": "help",
    "?": "help",
}
CONFIDENCE: dict[str, Confidence] = {
    "guess": "guess",
    "guessing": "guess",
    "guessed": "guess",
    "g": "guess",
    "unsure": "unsure",
    "sure": "sure",
}
_PAIR = re.compile(r"(\d+)\s*[=:.)-]?\s*([a-z])(?![a-z])")
_SEPARATORS = re.compile(r"[\s,;]+")


@dataclass(frozen=True, slots=True)
class Chosen:
    """An answer in the form the session takes, complete in number."""

    ids: tuple[str, ...]
    confidence: Confidence | None


@dataclass(frozen=True, slots=True)
class Word:
    """A command instead of an answer; `rest` is what follows it, as it was typed."""

    command: Command
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A line that is neither; the message says what to type."""

    message: str


Reply = Chosen | Word | Unclear


def example(question: Question) -> str:
    """A line that would be understood as an answer."""
    need = required(question)
    if question.type == "matching":
        return " ".join(f"{n + 1}{letter((n + 1) % len(question.options)).lower()}" for n in range(need))
    if question.type == "ordering":
        return " ".join(str(place) for place in (2, 1, *range(3, need + 1)))
    return " ".join(letter(2 * n if 2 * need <= len(question.options) + 1 else n).lower() for n in range(need))


def read_reply(line: str, question: Question, order: Sequence[str]) -> Reply:
    """What a line means for a question whose options stand in this order."""
    text = line.strip().lower()
    if text in COMMANDS:
        return Word(COMMANDS[text])
    first, _, tail = line.strip().partition(" ")
    if first.lower() in ("note", "strike", "-"):
        return Word(COMMANDS[first.lower()], tail.strip())
    words = [word for word in _SEPARATORS.split(text) if word]
    sure, rest = _split_confidence(words, len(order))
    if len(set(sure)) > 1:
        return Unclear("Say only one of guess, unsure and sure.")
    if not rest:
        return Unclear(f"Type an answer such as {example(question)}, or ? for help.")
    ids = _pairs(" ".join(rest), question, order) if question.type == "matching" else _places(rest, question, order)
    return ids if isinstance(ids, Unclear) else Chosen(ids, sure[0] if sure else None)


def read_place(word: str, options: int) -> int | None:
    """Place of the option a letter or number stands for, 0 first; None when there is none."""
    place = _place(word.strip().lower())
    return place if place is not None and 0 <= place < options else None


def _split_confidence(words: Sequence[str], options: int) -> tuple[list[Confidence], list[str]]:
    # With seven options or more, G is one of them, and only the whole word stands for guessing.
    names = {name for name in CONFIDENCE if len(name) > 1 or options < 7}
    return [CONFIDENCE[w] for w in words if w in names], [w for w in words if w not in names]


def _places(words: Sequence[str], question: Question, order: Sequence[str]) -> tuple[str, ...] | Unclear:
    need = required(question)
    if len(words) == 1 and need > 1 and len(words[0]) > 1 and words[0].isascii() and words[0].isalpha():
        words = list(words[0])
    ids: list[str] = []
    for word in words:
        place = _place(word)
        if place is None:
            return Unclear(f"{word!r} is not understood. Type an answer such as {example(question)}, or ? for help.")
        if not 0 <= place < len(order):
            return Unclear(f"There is no option {word.upper()}; they go from A to {letter(len(order) - 1)}.")
        if order[place] in ids:
            return Unclear(f"Option {letter(place)} is named twice.")
        ids.append(order[place])
    if len(ids) != need:
        options = "1 option" if need == 1 else f"{need} options"
        return Unclear(f"Choose {options}, not {len(ids)}, such as {example(question)}.")
    return tuple(ids)


def _place(word: str) -> int | None:
    """0 for `a` or `1`; None for a word that is neither a letter nor a number."""
    if not word.isascii():
        return None
    if word.isdigit():
        return int(word[:4]) - 1
    return ord(word) - ord("a") if len(word) == 1 and word.isalpha() else None


def _pairs(text: str, question: Question, order: Sequence[str]) -> tuple[str, ...] | Unclear:
    left = _PAIR.sub(" ", text).strip()
    if left:
        return Unclear(f"{left!r} is not understood. Type a number and a letter for each, such as {example(question)}.")
    prompts = question.prompts
    found: dict[int, str] = {}
    for digits, char in _PAIR.findall(text):
        number, place = int(digits[:4]), ord(char) - ord("a")
        if not 1 <= number <= len(prompts):
            return Unclear(f"There is no number {digits}; they go from 1 to {len(prompts)}.")
        if not place < len(order):
            return Unclear(f"There is no letter {char.upper()}; they go from A to {letter(len(order) - 1)}.")
        if number in found:
            return Unclear(f"Number {number} is there twice.")
        found[number] = order[place]
    missing = [str(n) for n in range(1, len(prompts) + 1) if n not in found]
    if missing:
        return Unclear(f"Still without a letter: {', '.join(missing)}. Type all pairs, such as {example(question)}.")
    return tuple(f"{prompt.id}={found[place]}" for place, prompt in enumerate(prompts, start=1))

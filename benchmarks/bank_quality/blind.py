"""Sheets for a blind reader and their scoring.

A sheet shows stem and options in a shuffled order, without key, reasons, concepts or ids that tell; the reader writes
one line per item. Scoring maps letters back to options and lists every disagreement for a second look at the item.
Without scenario and question (`options_only`) the prompts of a matching item are left out as well: they ask.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb, perm
from pathlib import Path

from tutor.content.order import option_order
from tutor.core.grading import required
from tutor.core.question import Bank, Question, QuestionType

LETTERS = "ABCDEFGHIJ"


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An item the reader answered differently: what was chosen and what the key is, as option ids."""

    question_id: str
    chosen: tuple[str, ...]
    key: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some items the reader answered as the key does."""

    items: int
    agreed: int
    chance: float
    """Mean chance of a random right answer over the items."""


@dataclass(frozen=True, slots=True)
class Score:
    """Agreement of one reader with the keys, over all items and by question type."""

    total: Share
    types: Mapping[QuestionType, Share]
    agreed: tuple[str, ...]
    """Ids of the questions answered as the key does."""
    missing: tuple[str, ...]
    disagreements: tuple[Disagreement, ...]


def sheet(
    bank: Bank, questions: Iterable[Question], seed: str, *, options_only: bool = False
) -> tuple[str, dict[str, str]]:
    """The text for the reader, and item number -> question id. The items come in a shuffled order as well."""
    mixed = sorted(questions, key=lambda q: option_rank(q.id, seed))
    numbers = {str(n): q.id for n, q in enumerate(mixed, start=1)}
    parts = [_item(bank, q, n, seed, options_only) for n, q in enumerate(mixed, start=1)]
    return "\n\n".join(parts) + "\n", numbers


def option_rank(text: str, seed: str) -> str:
    """A reproducible random rank."""
    return hashlib.sha256(f"{seed}\x1f{text}".encode()).hexdigest()


def _item(bank: Bank, question: Question, number: int, seed: str, options_only: bool) -> str:
    order = option_order(question, seed, 0)
    lines = [f"## Item {number} ({question.type}, choose {required(question)})"]
    case = bank.cases.get(question.case)
    if not options_only:
        lines += [part for part in (case.scenario if case else "", question.stem, question.ask) if part]
        lines += [f"{n}) {prompt.text}" for n, prompt in enumerate(question.prompts, start=1)]
    elif question.prompts:
        lines.append(f"{len(question.prompts)} prompts, left out")
    lines += [f"{letter}. {question.option(o).text}" for letter, o in zip(LETTERS, order, strict=False)]
    return "\n".join(lines)


def score(bank: Bank, numbers: Mapping[str, str], answers: Mapping[str, str], seed: str) -> Score:
    """Compare a reader's answers (item number -> letters: `B`, `A C`, `C A B`, `1B 2A`) with keys."""
    missing: list[str] = []
    agreed: list[str] = []
    wrong: list[Disagreement] = []
    for number, question_id in numbers.items():
        question = bank.questions[question_id]
        given = answers.get(number, "").strip()
        chosen = _chosen(question, given, seed) if given else ()
        if not given:
            missing.append(question_id)
        elif chosen == question.key:
            agreed.append(question_id)
        else:
            wrong.append(Disagreement(question_id, chosen, question.key))
    asked = [bank.questions[question_id] for question_id in numbers.values()]
    types = {kind: _share([q for q in asked if q.type == kind], agreed) for kind in sorted({q.type for q in asked})}
    return Score(_share(asked, agreed), types, tuple(agreed), tuple(missing), tuple(wrong))


def _share(questions: Sequence[Question], agreed: Container[str]) -> Share:
    chance = sum(random_chance(q) for q in questions) / len(questions)
    return Share(len(questions), sum(q.id in agreed for q in questions), chance)


def random_chance(question: Question) -> float:
    """Chance that a blind guess with the right number of options is right."""
    n, k = len(question.options), required(question)
    if question.type == "ordering":
        return 1 / perm(n, k)
    return 1 / n**k if question.type == "matching" else 1 / comb(n, k)


def _chosen(question: Question, given: str, seed: str) -> tuple[str, ...]:
    order = option_order(question, seed, 0)
    words: Sequence[str] = given.upper().replace(",", " ").split()
    if question.type == "matching":
        numbered = (word if len(word) > 1 else f"{n}{word}" for n, word in enumerate(words, start=1))
        pairs = {word[:-1]: order[LETTERS.index(word[-1])] for word in numbered if word[-1] in LETTERS[: len(order)]}
        return tuple(f"{p.id}={pairs.get(str(n), '?')}" for n, p in enumerate(question.prompts, start=1))
    ids = [order[LETTERS.index(word)] for word in words if word in LETTERS[: len(order)]]
    return tuple(ids) if question.type == "ordering" else tuple(sorted(ids))


def read_answers(path: Path) -> dict[str, str]:
    """Answers of a reader: JSON object from item number to letters."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return {str(number): str(letters) for number, letters in data.items()}

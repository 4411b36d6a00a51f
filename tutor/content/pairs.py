"""Pairs of questions that should not be two, or not be shown together. Needs a bank and nothing else.

Candidates share all their option texts; the wording of the stem alone never makes a duplicate. Likeness of stems is
the cosine of character 3- to 5-grams, with plain counts: candidates are few, so no statistics of the bank are needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from tutor.content.words import cosine, folded, grams, tokens
from tutor.core.question import Bank, Question

SAME_STEM = 0.8
_ENEMY_WORDS = 2


@dataclass(frozen=True, slots=True)
class Pair:
    """Two questions with the same options. `conflict` says that their keys differ."""

    kind: Literal["near-duplicate", "conflict"]
    first: Question
    second: Question
    likeness: float
    """Of the stems, 0 to 1."""


def duplicates(questions: Iterable[Question]) -> Iterator[Pair]:
    """Pairs with the same option texts and stems alike to at least SAME_STEM."""
    groups: dict[tuple[str, frozenset[str]], list[Question]] = defaultdict(list)
    for q in questions:
        groups[q.type, frozenset(folded(option.text) for option in q.options)].append(q)
    for group in groups.values():
        if len(group) < 2:
            continue
        stems = {q.id: grams(q.stem or q.ask) for q in group}
        for first, second in combinations(group, 2):
            likeness = cosine(stems[first.id], stems[second.id])
            if likeness >= SAME_STEM:
                same = key_texts(first) == key_texts(second)
                yield Pair("near-duplicate" if same else "conflict", first, second, likeness)


def key_texts(q: Question) -> tuple[str, ...]:
    """The right answer in words, in the form in which two questions can be compared."""
    texts = {option.id: folded(option.text) for option in q.options}
    if q.type == "ordering":
        return tuple(texts[option_id] for option_id in q.key)
    if q.type == "matching":
        return tuple(sorted(f"{folded(prompt.text)} = {texts[prompt.match]}" for prompt in q.prompts))
    return tuple(sorted(texts[option_id] for option_id in q.key))


def enemies(bank: Bank) -> Iterator[tuple[Question, Question]]:
    """`(teller, told)`: the stem of the first contains the key of the second and none of its wrong options, and both
    test the same concept or trap. Such a pair does not belong in one session."""
    groups: dict[str, list[Question]] = defaultdict(list)
    for q in bank.questions.values():
        if q.status != "retired":
            for shared in {q.concepts[0], *q.traps}:
                groups[shared].append(q)
    scenario = {q.id: _padded(f"{q.stem} {q.ask}") for q in bank.questions.values()}
    found: set[tuple[str, str]] = set()
    for group in groups.values():
        for teller in group:
            for told in group:
                names = (teller.id, told.id)
                if teller is not told and names not in found and _tells(scenario[teller.id], told):
                    found.add(names)
                    yield teller, told


def _tells(scenario: str, told: Question) -> bool:
    if told.type != "single":
        return False
    key = tokens(told.option(told.key[0]).text)
    if len(key) < _ENEMY_WORDS or f" {' '.join(key)} " not in scenario:
        return False
    return not any(_padded(option.text) in scenario for option in told.distractors)


def _padded(text: str) -> str:
    return f" {' '.join(tokens(text))} "

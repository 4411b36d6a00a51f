"""Estimates of the learner model in the form the selection reads: chance to know a concept, chance to take a lure.

They may stand in for the shrunken counts of `evidence`; the setting `estimates` chooses.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from tutor.core import confusion
from tutor.core.knowledge import Knowledge
from tutor.core.question import Question
from tutor.core.rows import TrapKey


def concept_knows(knowledge: Knowledge, concept: str, questions: Sequence[Question]) -> float:
    """Expected accuracy on a concept over its active questions; 0.5 when it has none."""
    if not questions:
        return 0.5
    return knowledge.read_concept(concept, questions).accuracy


def trap_falls(knowledge: Knowledge, key: TrapKey, questions: Sequence[Question], day: date) -> float:
    """Mean chance of taking the lure over the single-choice questions of one direction; 0 when it has none."""
    row = knowledge.traps.get(key)
    prior = knowledge.prior
    rate = 1.0 if row is None else confusion.mean_rate(row.picks, row.expected, prior.confusion)
    chances: list[float] = []
    for question in questions:
        if question.type != "single":
            continue
        p = knowledge.predict(question, day).p
        options = confusion.option_probabilities(question, p, prior, {key[0]: rate})
        chances.append(sum(options[o] for o in confusion.lure_options(question, key[0])))
    return sum(chances) / len(chances) if chances else 0.0

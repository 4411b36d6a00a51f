"""What the selection counts: discounted successes per concept, lure choices per direction of a trap, and recency.

These shrunken counts are the reference estimates of the selection policy. Evidence halves in 12 study days, recency in
5; both are discounted when they are read, so days without study need no work. Pure functions, standard library only.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date

from tutor.core.grading import Confidence
from tutor.core.rows import ConceptRow, LearnerRow, TrapRow

EVIDENCE_HALF_LIFE = 12.0
RECENCY_HALF_LIFE = 5.0
SHRINKAGE = 2.0
"""Answers that the learner's own average is worth in an estimate."""
REPEAT_WEIGHT = 0.3
SECOND_SHARE = 0.4
"""Share of an answer that belongs to the second concept of a question."""
START_HITS, START_WEIGHT = 2.0, 4.0
START_LURES, START_EXPOSURES = 0.9, 3.0

_SUCCESS: dict[Confidence | None, float] = {"sure": 0.95, "unsure": 0.7, "guess": 0.3, None: 0.75}


@dataclass(frozen=True, slots=True)
class Counts:
    """Evidence discounted to one study day."""

    hits: float = 0.0
    weight: float = 0.0
    recency: float = 0.0


def success(correct: bool, confidence: Confidence | None) -> float:
    """How much of a success an answer is, 0 to 1: a lucky guess tells less than a sure answer."""
    return _SUCCESS[confidence] if correct else 0.0


def answer_weight(repeat: bool, lure_taken: bool) -> float:
    """Weight of an answer for its concepts; a lure says more about the trap than about the concept."""
    return (REPEAT_WEIGHT if repeat else 1.0) * (0.5 if lure_taken else 1.0)


def trap_weight(correct: bool, taken: bool, confidence: Confidence | None, repeat: bool) -> float:
    """Weight of an answer for one direction of a trap."""
    if taken:
        weight = 0.5 if confidence == "guess" else 1.0
    elif correct and confidence != "guess":
        weight = 1.0
    else:
        weight = 0.25
    return weight * (REPEAT_WEIGHT if repeat else 1.0)


def decay(days: int, half_life: float) -> float:
    """Discount after a number of study days; negative numbers count as none."""
    return math.exp2(-max(days, 0) / half_life)


def concept_counts(row: ConceptRow | None, day: date) -> Counts:
    """Evidence of a concept on a study day; zeros for a concept never met."""
    if row is None:
        return Counts()
    days = (day - row.day).days
    keep = decay(days, EVIDENCE_HALF_LIFE)
    return Counts(keep * row.hits, keep * row.weight, decay(days, RECENCY_HALF_LIFE) * row.recency)


def trap_counts(row: TrapRow | None, day: date) -> Counts:
    """Evidence of one direction of a trap on a study day: `hits` are lure choices."""
    if row is None:
        return Counts()
    days = (day - row.day).days
    keep = decay(days, EVIDENCE_HALF_LIFE)
    return Counts(keep * row.lures, keep * row.weight, decay(days, RECENCY_HALF_LIFE) * row.recency)


def knows(counts: Counts, learner: LearnerRow) -> float:
    """Estimated chance that the learner knows a concept, shrunk to the learner's own average."""
    average = learner.hits / learner.weight
    return (counts.hits + SHRINKAGE * average) / (counts.weight + SHRINKAGE)


def falls(side: Counts, other: Counts, learner: LearnerRow) -> float:
    """Estimated chance of falling for the lure in one direction; half of the evidence of both directions together
    stands in while this one is little tried."""
    average = learner.lures / learner.exposures
    lures = side.hits + SHRINKAGE * average + 0.5 * (side.hits + other.hits)
    weight = side.weight + SHRINKAGE + 0.5 * (side.weight + other.weight)
    return lures / weight

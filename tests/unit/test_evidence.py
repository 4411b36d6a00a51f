"""Counts of the selection: weights of answers, discounts, shrinkage."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from tutor.core.evidence import (
    Counts,
    answer_weight,
    concept_counts,
    falls,
    knows,
    success,
    trap_counts,
    trap_weight,
)
from tutor.core.grading import Confidence
from tutor.core.rows import ConceptRow, LearnerRow, TrapRow

DAY = date(2026, 5, 4)
NEW = LearnerRow(0.0, 0.64, 0, 0.0, 0.25, 0.0, 0.16, 2.0, 4.0, 0.9, 3.0)


@pytest.mark.parametrize(
    ("correct", "confidence", "expected"),
    [(True, "sure", 0.95), (True, "unsure", 0.7), (True, "guess", 0.3), (True, None, 0.75), (False, "sure", 0.0)],
)
def test_a_lucky_guess_is_hardly_a_success(correct: bool, confidence: Confidence | None, expected: float) -> None:
    assert success(correct, confidence) == expected


def test_repeats_and_lures_weigh_less_for_the_concept() -> None:
    assert answer_weight(False, False) == 1.0
    assert answer_weight(True, False) == 0.3
    assert answer_weight(True, True) == 0.15


@pytest.mark.parametrize(
    ("correct", "taken", "confidence", "repeat", "expected"),
    [
        (False, True, None, False, 1.0),
        (False, True, "guess", False, 0.5),
        (True, False, None, False, 1.0),
        (True, False, "guess", False, 0.25),
        (False, False, None, False, 0.25),
        (False, True, None, True, 0.3),
    ],
)
def test_weight_of_an_answer_for_a_trap(
    correct: bool, taken: bool, confidence: Confidence | None, repeat: bool, expected: float
) -> None:
    assert trap_weight(correct, taken, confidence, repeat) == pytest.approx(expected)


def test_evidence_halves_in_twelve_days_and_recency_in_five() -> None:
    row = ConceptRow("A", 0, 0.25, 4, 3.0, 4.0, 2.0, DAY, 1.0, 5.0)
    assert concept_counts(row, DAY) == Counts(3.0, 4.0, 2.0)
    later = concept_counts(row, DAY + timedelta(days=12))
    assert (later.hits, later.weight, later.recency) == pytest.approx((1.5, 2.0, 2.0 * 2 ** (-12 / 5)))
    trap = TrapRow("t", "A", 1, 1, 4, 2, "unknown", 2.0, 4.0, 1.0, DAY)
    five = trap_counts(trap, DAY + timedelta(days=5))
    assert five.recency == pytest.approx(0.5)
    assert five.hits == pytest.approx(2.0 * 2 ** (-5 / 12))
    assert trap_counts(None, DAY) == concept_counts(None, DAY) == Counts()


def test_a_day_before_the_row_does_not_blow_the_counts_up() -> None:
    row = ConceptRow("A", 0, 0.25, 4, 3.0, 4.0, 2.0, DAY, 1.0, 5.0)
    assert concept_counts(row, DAY - timedelta(days=9)) == concept_counts(row, DAY)


def test_without_evidence_the_own_average_stands_in() -> None:
    assert knows(Counts(), NEW) == 0.5
    assert knows(Counts(), replace(NEW, hits=9.0, weight=10.0)) == pytest.approx(0.9)
    assert knows(Counts(2.0, 2.0), NEW) == pytest.approx(3.0 / 4.0)
    assert falls(Counts(), Counts(), NEW) == pytest.approx(0.3)


def test_the_other_direction_counts_half() -> None:
    alone = falls(Counts(3.0, 3.0), Counts(), NEW)
    other = falls(Counts(), Counts(3.0, 3.0), NEW)
    assert alone == pytest.approx((3 + 0.6 + 1.5) / (3 + 2 + 1.5))
    assert other == pytest.approx((0.6 + 1.5) / (2 + 1.5))

"""World G2: confusions that are known are found, released when they are cured, and not seen where there are none.

15 confusions, a strong one takes its lure three times as often; 100 learners for each of two fixed seeds. What was
measured stands beside each gate.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from tests.train.worlds import G2, Victim, rates
from tutor.core import confusion
from tutor.core.confusion import Rate
from tutor.core.prior import ConfusionPrior

SEEDS = (0, 1)
PRIOR = ConfusionPrior()
CURE = 400
Bools = NDArray[np.bool_]


@dataclass
class Cohort:
    """`strong`: one entry a learner and confusion; `at`: answers -> the rates in the same order."""

    strong: Bools
    at: dict[int, list[Rate]]

    def auc(self, answers: int) -> float:
        means = [confusion.mean_rate(r.picks, r.expected, PRIOR) for r in self.at[answers]]
        return float(roc_auc_score(self.strong, means))

    def flagged(self, answers: int) -> Bools:
        return np.array([_flag(r) for r in self.at[answers]])

    def has(self, answers: int, *wanted: str) -> Bools:
        return np.array([r.status in wanted for r in self.at[answers]])

    def released(self) -> float:
        """Share of the strong and confirmed at the time of the cure that are not confirmed at 1,000 answers."""
        confirmed = self.has(CURE, "confirmed") & self.strong
        return float(1.0 - self.has(1000, "confirmed")[confirmed].mean())


def _flag(rate: Rate) -> bool:
    likely = confusion.probability_above_one(rate.picks, rate.expected, PRIOR)
    return likely >= PRIOR.confirm and rate.exposures >= PRIOR.confirm_exposures


def cohort(
    answers: int,
    *,
    cure_at: int | None = None,
    prior: ConfusionPrior = PRIOR,
    wrong_only: bool = False,
    count: int = 100,
) -> Cohort:
    strong: list[Bools] = []
    at: dict[int, list[Rate]] = {n: [] for n in (200, 400, 1000) if n <= answers}
    for world in map(G2, SEEDS):
        victims: list[Victim] = world.learners(count, answers, cure_at)
        for victim in victims:
            strong.append(victim.strong)
            for n, found in rates(world, victim, prior, list(at), wrong_only=wrong_only).items():
                at[n] += found
    return Cohort(np.concatenate(strong), at)


@pytest.fixture(scope="module")
def usual() -> Cohort:
    return cohort(1000)


@pytest.fixture(scope="module")
def cured() -> Cohort:
    return cohort(1000, cure_at=CURE)


@pytest.mark.parametrize(("answers", "auc", "precision"), [(200, 0.83, 0.75), (400, 0.90, 0.85)])
def test_strong_confusions_rank_first_and_are_flagged_rightly(
    usual: Cohort, answers: int, auc: float, precision: float
) -> None:
    flagged = usual.flagged(answers)
    assert usual.auc(answers) >= auc  # .855, .928
    assert usual.strong[flagged].mean() >= precision  # .891, .937


def test_most_confirmed_confusions_are_strong(usual: Cohort) -> None:
    confirmed = usual.has(400, "confirmed")
    assert usual.strong[confirmed].mean() >= 0.70  # .841
    assert confirmed[usual.strong].mean() >= 0.40  # .591


def test_a_cured_confusion_is_released_and_others_stay(usual: Cohort, cured: Cohort) -> None:
    assert cured.released() >= 0.50  # .737
    assert usual.released() <= 0.08  # .046


def test_before_the_cure_both_worlds_are_the_same(usual: Cohort, cured: Cohort) -> None:
    assert usual.at[400] == cured.at[400]


def test_without_forgetting_a_cure_goes_unseen() -> None:
    never = cohort(1000, cure_at=CURE, prior=replace(PRIOR, half_life=1e12), count=40)
    assert never.released() < 0.50  # .126


def test_counting_right_answers_too_finds_more(usual: Cohort) -> None:
    wrong = cohort(400, wrong_only=True).flagged(400)
    assert usual.flagged(400)[usual.strong].mean() > wrong[usual.strong].mean()  # .434 against .338


def test_with_the_rate_held_at_one_nothing_is_claimed() -> None:
    held = cohort(400, prior=replace(PRIOR, shape=1e4, rate=1e4), count=3)
    assert held.has(400, "unknown").all()

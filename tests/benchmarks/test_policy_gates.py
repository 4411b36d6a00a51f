"""Gates of the policy benchmark on its small run, and mutations that must fail them.

The gates are those of `docs/policy-benchmark.md`. With 40 learners the interval of a gain is about 0.35 points; the
seed is fixed, so a failure means that the policy or the benchmark changed.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from benchmarks.policy.compare import FAMILIES, Comparison, Mean, compare
from benchmarks.policy.worlds import BASE, RANDOM_TAGS

LEARNERS, SEED = 40, 11
OVER_FSRS = {"logistic": 1.5, "activation": 1.0}
OVER_NO_MODEL = {"logistic": 0.3, "activation": 0.1}


@cache
def base(family: str) -> Comparison:
    return compare(family, BASE, SEED, LEARNERS, ["blueprint_recency", "product", "no_recency", "focus50_no_guard"])


@pytest.mark.parametrize("family", FAMILIES)
def test_the_product_beats_default_fsrs(family: str) -> None:
    gain = Mean.of(base(family).gain("product"))
    assert gain.value >= OVER_FSRS[family]
    assert gain.low > 0


@pytest.mark.parametrize("family", FAMILIES)
def test_the_product_beats_the_same_policy_without_a_learner_model(family: str) -> None:
    assert base(family).gain("product", "blueprint_recency").mean() >= OVER_NO_MODEL[family]


@pytest.mark.parametrize("family", FAMILIES)
def test_fewer_pairs_stay_mixed_up_and_no_question_starves(family: str) -> None:
    assert base(family).open_ratio("product") <= 0.85
    assert base(family).starved("product") <= 1.0
    assert float(np.percentile(base(family).gain("product"), 10)) >= -0.5


@pytest.mark.parametrize("family", FAMILIES)
def test_without_recency_the_gain_over_fsrs_is_gone(family: str) -> None:
    assert base(family).gain("no_recency").mean() < 0.5


@pytest.mark.parametrize("family", FAMILIES)
def test_without_the_age_guard_half_of_the_picks_in_focus_let_questions_starve(family: str) -> None:
    assert base(family).starved("focus50_no_guard") > 1.0


def test_with_random_tags_at_least_half_of_the_gain_of_the_model_is_lost() -> None:
    random = compare("logistic", RANDOM_TAGS, SEED, LEARNERS, ["blueprint_recency", "product"])
    kept = random.gain("product", "blueprint_recency").mean()
    assert kept < 0.5 * base("logistic").gain("product", "blueprint_recency").mean()


def test_every_arm_gets_the_same_minutes_and_days() -> None:
    runs = base("logistic").runs
    for result in runs.values():
        assert (result.active_days == runs["fsrs13"].active_days).all()
        assert np.abs(result.minutes - runs["fsrs13"].minutes).max() < 0.03 * runs["fsrs13"].minutes.max()


def test_a_comparison_gives_the_same_numbers_again() -> None:
    first, second = (compare("activation", BASE, 5, 3, ["random"]).gain("random") for _ in range(2))
    assert (first == second).all()

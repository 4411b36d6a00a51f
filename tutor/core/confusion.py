"""How often this learner takes a lure, against how often it would be expected: one rate per direction of a trap.

The rate has a Gamma posterior (Gamma-Poisson model) with evidence forgotten by exposures, so that a cured confusion can
resolve. Standard library only; the incomplete gamma function is computed by series and continued fraction (Numerical
Recipes, section 6.2).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tutor.core.prior import ConfusionPrior, Prior
from tutor.core.question import Question
from tutor.core.rows import ConfusionStatus


@dataclass(frozen=True, slots=True)
class Rate:
    """Discounted picks and expected picks of one direction, exposures, and the state they have led to."""

    picks: float = 0.0
    expected: float = 0.0
    exposures: int = 0
    status: ConfusionStatus = "unknown"


def popularity(question: Question, prior: Prior, counts: Mapping[str, float] | None = None) -> dict[str, float]:
    """Expected share of each wrong option among the wrong answers; sums to 1.

    The author's lures share `lure_mass`, the other wrong options the rest; without a lure all are alike. `counts` are
    picks of other learners by option id and outweigh the expectation as they grow."""
    wrong = question.distractors
    if not wrong:
        return {}
    lures = [o.id for o in wrong if o.trap]
    others = [o.id for o in wrong if not o.trap]
    if not lures or not others:
        base = {o.id: 1.0 / len(wrong) for o in wrong}
    else:
        base = {o: prior.lure_mass / len(lures) for o in lures}
        base |= {o: (1.0 - prior.lure_mass) / len(others) for o in others}
    counts = counts or {}
    total = prior.popularity_weight + sum(counts.get(o.id, 0.0) for o in wrong)
    return {o.id: (prior.popularity_weight * base[o.id] + counts.get(o.id, 0.0)) / total for o in wrong}


def expose(rate: Rate, expected: float, taken: bool, prior: ConfusionPrior) -> Rate:
    """The rate after one answered question that showed the lure. `expected`: chance that a learner of this ability
    without the confusion takes it, that is (1 - P(right)) times its popularity."""
    keep = 2.0 ** (-1.0 / prior.half_life)
    picks = keep * rate.picks + (1.0 if taken else 0.0)
    total = keep * rate.expected + expected
    exposures = rate.exposures + 1
    return Rate(picks, total, exposures, _next_status(rate.status, picks, total, exposures, prior))


def _next_status(
    status: ConfusionStatus, picks: float, expected: float, exposures: int, prior: ConfusionPrior
) -> ConfusionStatus:
    p = probability_above_one(picks, expected, prior)
    if p >= prior.confirm and exposures >= prior.confirm_exposures:
        return "confirmed"
    if status == "confirmed":
        return "resolved" if p < prior.release else status
    if status in ("unknown", "resolved"):
        return "suspected" if p >= prior.suspect else status
    return "unknown" if p < prior.release else status


def mean_rate(picks: float, expected: float, prior: ConfusionPrior) -> float:
    """Posterior mean: how many times as often as expected the lure is taken."""
    return (prior.shape + picks) / (prior.rate + expected)


def probability_above_one(picks: float, expected: float, prior: ConfusionPrior) -> float:
    """Posterior probability that the lure is taken more often than expected."""
    return upper_gamma(prior.shape + picks, prior.rate + expected)


def interval(picks: float, expected: float, prior: ConfusionPrior, mass: float = 0.90) -> tuple[float, float]:
    """Central posterior interval of the rate."""
    shape, rate = prior.shape + picks, prior.rate + expected
    tail = (1.0 - mass) / 2.0
    return gamma_quantile(tail, shape) / rate, gamma_quantile(1.0 - tail, shape) / rate


def option_probabilities(
    question: Question,
    p_right: float,
    prior: Prior,
    rates: Mapping[str, float],
    counts: Mapping[str, float] | None = None,
) -> dict[str, float]:
    """Chance of each option of a single-choice question; sums to 1 and the key gets `p_right`. `rates`: mean rate by
    trap id for the direction this question tests; 1 where it is absent."""
    shares = popularity(question, prior, counts)
    weights = {o.id: shares[o.id] * rates.get(o.trap, 1.0) for o in question.distractors}
    total = sum(weights.values())
    chances = {option: (1.0 - p_right) * weight / total for option, weight in weights.items()}
    chances |= {option: p_right for option in question.key}
    return chances


def lure_options(question: Question, trap_id: str) -> Sequence[str]:
    """Ids of the wrong options that carry the trap."""
    return tuple(o.id for o in question.distractors if o.trap == trap_id)


def upper_gamma(a: float, x: float) -> float:
    """Regularised upper incomplete gamma function Q(a, x) for a > 0, x >= 0; ValueError otherwise."""
    if a <= 0 or x < 0:
        raise ValueError(f"Q({a}, {x}) is not defined")
    if x == 0:
        return 1.0
    if x < a + 1.0:
        return 1.0 - _series(a, x)
    return _fraction(a, x)


def _scale(a: float, x: float) -> float:
    return math.exp(-x + a * math.log(x) - math.lgamma(a))


def _series(a: float, x: float) -> float:
    term = total = 1.0 / a
    n = a
    while abs(term) > abs(total) * 1e-16:
        n += 1.0
        term *= x / n
        total += term
    return total * _scale(a, x)


def _fraction(a: float, x: float) -> float:
    tiny = 1e-300
    b = x + 1.0 - a
    c = 1.0 / tiny
    d = 1.0 / b
    h = d
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2.0
        d = an * d + b
        d = tiny if abs(d) < tiny else d
        c = b + an / c
        c = tiny if abs(c) < tiny else c
        d = 1.0 / d
        delta = d * c
        h *= delta
        if abs(delta - 1.0) < 1e-16:
            break
    return h * _scale(a, x)


def gamma_quantile(q: float, a: float) -> float:
    """x with P(X <= x) = q for X ~ Gamma(a, 1), by bisection to about 1e-12 relative; ValueError unless 0 < q < 1."""
    if not 0 < q < 1:
        raise ValueError(f"quantile {q} is outside 0 to 1")
    low, high = 0.0, a + 10.0 * math.sqrt(a) + 10.0
    while upper_gamma(a, high) > 1.0 - q:
        high *= 2.0
    for _ in range(200):
        middle = (low + high) / 2.0
        if upper_gamma(a, middle) > 1.0 - q:
            low = middle
        else:
            high = middle
        if high - low <= 1e-13 * high:
            break
    return (low + high) / 2.0

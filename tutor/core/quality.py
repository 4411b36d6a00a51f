"""How good the learner model is for one learner: log-loss beside two simple rivals, and calibration.

Everything is measured on the newest answers with predictions made before each of them, so nothing has seen its own
answer. Pure functions, standard library only.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tutor.core.confusion import upper_gamma
from tutor.core.prior import Prior
from tutor.core.trials import Trial

NEEDED = 50
"""Answers below which nothing is said about the model."""
WINDOW = 200
"""The newest answers that are scored."""
BINS = 10
AVERAGE_SHARE, AVERAGE_WEIGHT = 0.65, 4.0
"""`always your average` starts as if four answers with this share right had been given."""
_CLIP = 1e-6
_CHANCE = 0.05
_LEAST_IN_GROUP = 10

Verdict = Literal["fits", "too hopeful", "too gloomy", "uneven"]


@dataclass(frozen=True, slots=True)
class Bin:
    """The predictions between two bounds: how many, their mean, and the share that was right (both 0 when empty)."""

    low: float
    high: float
    answers: int
    predicted: float
    right: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Whether answers came out right as often as predicted. `chance`: probability of a gap at least as large when every
    prediction is true; `verdict` is something else than `fits` only when one of them is below 5 %."""

    predicted: float
    right: float
    bias_chance: float
    """Of the gap between the two means (two-sided normal)."""
    bins_chance: float
    """Of the gaps inside groups of similar predictions (chi-square, as Hosmer and Lemeshow 1980, without fitting)."""
    verdict: Verdict
    bins: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class Quality:
    """The model for this learner. The losses are natural-log losses an answer, lower is better; all None and no
    calibration while there are fewer than `needed` answers."""

    answers: int
    """Answers that count for the model."""
    needed: int
    scored: int
    """The newest of them, which the losses are measured on."""
    model: float | None
    average: float | None
    """Of always predicting the share right so far."""
    label: float | None
    """Of predicting by the difficulty label alone."""
    calibration: Calibration | None


def log_losses(predicted: Sequence[float], correct: Sequence[bool]) -> list[float]:
    """Natural-log loss of each prediction, clipped to 1e-6 from 0 and 1. ValueError for different lengths."""
    pairs = zip(predicted, correct, strict=True)
    return [-math.log(min(max(p if y else 1.0 - p, _CLIP), 1.0 - _CLIP)) for p, y in pairs]


def mean_log_loss(predicted: Sequence[float], correct: Sequence[bool]) -> float:
    """Mean of `log_losses`; ValueError for nothing."""
    losses = log_losses(predicted, correct)
    if not losses:
        raise ValueError("no prediction to score")
    return math.fsum(losses) / len(losses)


def running_average(correct: Sequence[bool]) -> list[float]:
    """Before each answer the share right so far, started by AVERAGE_WEIGHT answers at AVERAGE_SHARE."""
    found, right = [], AVERAGE_SHARE * AVERAGE_WEIGHT
    for n, y in enumerate(correct):
        found.append(right / (n + AVERAGE_WEIGHT))
        right += y
    return found


def quality(log: Sequence[Trial], prior: Prior, *, needed: int = NEEDED, window: int = WINDOW) -> Quality:
    """The model on the newest `window` trials of a log in time order; nothing is scored below `needed`."""
    if len(log) < needed or not log:
        return Quality(len(log), needed, 0, None, None, None, None)
    right = [t.correct for t in log]
    average = running_average(right)[-window:]
    last, y = log[-window:], right[-window:]
    predicted = [t.predicted for t in last]
    return Quality(
        len(log),
        needed,
        len(last),
        mean_log_loss(predicted, y),
        mean_log_loss(average, y),
        mean_log_loss([prior.difficulty[t.question.difficulty] for t in last], y),
        calibration(predicted, y),
    )


def calibration(predicted: Sequence[float], correct: Sequence[bool]) -> Calibration:
    """Compare predictions with what happened. ValueError for different lengths or nothing."""
    pairs = sorted(zip(predicted, correct, strict=True))
    if not pairs:
        raise ValueError("no prediction to compare")
    expected = math.fsum(p for p, _ in pairs)
    happened = sum(1 for _, y in pairs if y)
    spread = math.fsum(p * (1.0 - p) for p, _ in pairs)
    bias = _two_sided((happened - expected) / math.sqrt(spread)) if spread > 0 else 1.0
    groups = _groups_chance(pairs)
    verdict: Verdict = "fits"
    if bias < _CHANCE:
        verdict = "too hopeful" if expected > happened else "too gloomy"
    elif groups < _CHANCE:
        verdict = "uneven"
    return Calibration(expected / len(pairs), happened / len(pairs), bias, groups, verdict, _bins(pairs))


def _bins(pairs: Sequence[tuple[float, bool]]) -> tuple[Bin, ...]:
    """Ten bins of equal width; a bound belongs to the bin above it, 1 to the last."""
    parts: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for p, y in pairs:
        parts[min(int(p * BINS), BINS - 1)].append((p, y))
    return tuple(
        Bin(
            k / BINS,
            (k + 1) / BINS,
            len(part),
            math.fsum(p for p, _ in part) / len(part) if part else 0.0,
            sum(1 for _, y in part if y) / len(part) if part else 0.0,
        )
        for k, part in enumerate(parts)
    )


def _groups_chance(pairs: Sequence[tuple[float, bool]]) -> float:
    """Chi-square over groups of equal size, from the lowest prediction to the highest."""
    count = min(BINS, len(pairs) // _LEAST_IN_GROUP)
    if count < 2:
        return 1.0
    statistic = 0.0
    for k in range(count):
        group = pairs[k * len(pairs) // count : (k + 1) * len(pairs) // count]
        spread = math.fsum(p * (1.0 - p) for p, _ in group)
        gap = math.fsum(y - p for p, y in group)
        statistic += gap * gap / max(spread, _CLIP)
    return upper_gamma(count / 2.0, statistic / 2.0)


def _two_sided(z: float) -> float:
    return math.erfc(abs(z) / math.sqrt(2.0))

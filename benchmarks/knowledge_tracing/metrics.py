"""AUC, log-loss, calibration error and Brier score, with intervals over learners."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sklearn.metrics import roc_auc_score

from benchmarks.knowledge_tracing.data import Floats, Ints

BUCKETS = ((0, 5), (5, 10), (10, 25), (25, 50), (50, 100), (100, 200), (200, 500))
"""Answers already given: from, to (not included)."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Natural-log loss; calibration error over 15 equal bins."""

    auc: float
    log_loss: float
    ece: float
    brier: float


def score(y: Floats, p: Floats) -> Scores:
    clipped = np.clip(p, 1e-6, 1 - 1e-6)
    loss = -np.mean(y * np.log(clipped) + (1 - y) * np.log(1 - clipped))
    bins = np.minimum((p * 15).astype(int), 14)
    gaps = np.bincount(bins, weights=y - p, minlength=15)
    return Scores(
        float(roc_auc_score(y, p)), float(loss), float(np.abs(gaps).sum() / len(y)), float(np.mean((y - p) ** 2))
    )


def auc_interval(y: Floats, p: Floats, learner: Ints, draws: int = 300, seed: int = 0) -> tuple[float, float]:
    """95 % interval of the AUC when whole learners are drawn again with replacement."""
    order = np.argsort(p, kind="stable")
    codes = np.unique(learner, return_inverse=True)[1][order]
    right = y[order] > 0.5
    starts = np.flatnonzero(np.concatenate([[True], np.diff(p[order]) > 0]))
    count = int(codes.max()) + 1
    generator = np.random.default_rng(seed)
    values = []
    for _ in range(draws):
        weight = np.bincount(generator.integers(count, size=count), minlength=count)[codes].astype(float)
        good = np.add.reduceat(weight * right, starts)
        bad = np.add.reduceat(weight * ~right, starts)
        below = np.cumsum(bad) - bad
        total = good.sum() * bad.sum()
        if total > 0:
            values.append(float((good * (below + bad / 2)).sum() / total))
    low, high = np.quantile(values, [0.025, 0.975])
    return float(low), float(high)

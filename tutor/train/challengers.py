"""Models of scikit-learn that compete with the core on the newest answers of one learner.

They are judged, not served: a review runs without scikit-learn. Each is refitted on all answers before a block and then
predicts the block, so none has seen what it predicts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

from tutor.core.prior import Prior
from tutor.core.trials import Trial
from tutor.train.features import features

BLOCK = 50
"""Answers predicted between two fits."""
BLEND = "blend"


@dataclass(frozen=True, slots=True)
class Score:
    """How well predictions did; `auc` is None when all answers were alike."""

    log_loss: float
    brier: float
    auc: float | None


def score(predicted: NDArray[np.float64], correct: NDArray[np.bool_]) -> Score:
    """Of predictions of a right answer, (n,), n >= 1; clipped to 1e-6 from 0 and 1."""
    clipped = np.clip(predicted, 1e-6, 1.0 - 1e-6)
    auc = float(roc_auc_score(correct, clipped)) if len(np.unique(correct)) == 2 else None
    return Score(
        float(log_loss(correct, clipped, labels=[False, True])),
        float(brier_score_loss(correct, clipped)),
        auc,
    )


def models() -> dict[str, Pipeline]:
    """The challengers, not fitted."""
    logistic = LogisticRegression(C=0.3, max_iter=1000)
    boosting = HistGradientBoostingClassifier(
        max_iter=100, learning_rate=0.06, min_samples_leaf=20, early_stopping=False, random_state=0
    )
    return {
        "logistic regression": Pipeline(
            [("table", DictVectorizer(sparse=False)), ("scale", StandardScaler(with_mean=False)), ("model", logistic)]
        ),
        "gradient boosting": Pipeline([("table", DictVectorizer(sparse=False)), ("model", boosting)]),
    }


def predictions(log: Sequence[Trial], prior: Prior, tested: int) -> dict[str, NDArray[np.float64]]:
    """By challenger and their blend (mean logit): chance of a right answer for the newest `tested` trials, (tested,).
    Empty when the answers before these are all right or all wrong: there is nothing to fit."""
    rows = np.array(features(log, prior), dtype=object)
    right = np.array([t.correct for t in log])
    first = len(log) - tested
    if first <= 0 or len(np.unique(right[:first])) < 2:
        return {}
    found = {name: _blocks(model, rows, right, first) for name, model in models().items()}
    logits = [np.log(p / (1.0 - p)) for p in (np.clip(p, 1e-6, 1.0 - 1e-6) for p in found.values())]
    found[BLEND] = 1.0 / (1.0 + np.exp(-np.mean(logits, axis=0)))
    return found


def _blocks(model: Pipeline, rows: NDArray[Any], right: NDArray[np.bool_], first: int) -> NDArray[np.float64]:
    parts = []
    for start in range(first, len(right), BLOCK):
        fitted = clone(model).fit(rows[:start], right[:start])
        parts.append(fitted.predict_proba(rows[start : start + BLOCK])[:, 1])
    return np.concatenate(parts)

"""Can the key be found from the surface alone? A classifier over lengths, overlap, hedges and position says how often.

Cross-validated by question, so that no option of a question is scored by a model that has seen another one of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from benchmarks.result import Row
from tutor.content.order import option_order
from tutor.core.question import Question

HEDGES = frozenset(("may", "can", "could", "might", "often", "usually", "some", "such", "mainly", "about"))
ABSOLUTES = frozenset(("always", "never", "only", "all", "none", "no", "every", "must", "cannot"))
FEATURES = (
    "characters / mean",
    "rank by length",
    "words",
    "mean word length",
    "share of words in the stem",
    "share of words in other options",
    "hedges",
    "absolutes",
    "digits",
    "commas and brackets",
    "capital words",
    "shown position",
)


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9][a-z0-9-]*", text.lower())


def features(question: Question, seed: str = "surface") -> NDArray[np.float64]:
    """One row per option, in the order of the file; columns as in FEATURES."""
    lengths = [len(o.text) for o in question.options]
    mean = sum(lengths) / len(lengths)
    stem = set(words(question.stem + " " + question.ask))
    order = option_order(question, seed, 0)
    rows = []
    for option in question.options:
        mine = words(option.text)
        others = {w for o in question.options if o is not option for w in words(o.text)}
        rows.append(
            [
                len(option.text) / mean,
                sorted(lengths).index(len(option.text)) / (len(lengths) - 1),
                len(mine),
                sum(map(len, mine)) / max(len(mine), 1),
                sum(w in stem for w in mine) / max(len(mine), 1),
                sum(w in others for w in mine) / max(len(mine), 1),
                sum(w in HEDGES for w in mine),
                sum(w in ABSOLUTES for w in mine),
                sum(c.isdigit() for c in option.text),
                sum(option.text.count(c) for c in ",()"),
                sum(w[:1].isupper() for w in option.text.split()),
                order.index(option.id),
            ]
        )
    return np.array(rows, dtype=np.float64)


def rates(questions: Iterable[Question], *, folds: int = 10, seed: int = 1) -> list[Row]:
    """How often the key is the longest option, and how often each classifier picks it, beside chance. Single-choice
    questions only; the interval is two-sided 95 % by the normal approximation."""
    singles = [q for q in sorted(questions, key=lambda q: q.id) if q.type == "single"]
    if len(singles) < folds:
        return []
    chance = float(np.mean([1 / len(q.options) for q in singles]))
    longest = [_longest_share(q) for q in singles]
    rows = [
        Row("surface", "all single", "items", len(singles)),
        Row("surface", "chance", "picks the key", chance),
        _share("longest option", longest),
    ]
    models = {
        "logistic regression": make_pipeline(StandardScaler(), LogisticRegression(C=0.3, max_iter=1000)),
        "boosted trees": HistGradientBoostingClassifier(max_depth=3, max_iter=60, random_state=seed),
    }
    x = np.vstack([features(q) for q in singles])
    y = np.concatenate([[float(o.correct) for o in q.options] for q in singles])
    groups = np.repeat(np.arange(len(singles)), [len(q.options) for q in singles])
    for name, model in models.items():
        hits = np.zeros(len(singles))
        for train, test in GroupKFold(folds, shuffle=True, random_state=seed).split(x, y, groups):
            model.fit(x[train], y[train])
            scores = model.predict_proba(x[test])[:, 1]
            for group in np.unique(groups[test]):
                inside = groups[test] == group
                best = scores[inside] == scores[inside].max()
                hits[group] = float(y[test][inside][best].mean())
        rows.append(_share(name, hits.tolist()))
    return rows


def _longest_share(question: Question) -> float:
    """1 when the key alone is longest, 1/k when it shares that with k - 1 others, else 0."""
    most = max(len(o.text) for o in question.options)
    longest = [o for o in question.options if len(o.text) == most]
    return sum(o.correct for o in longest) / len(longest)


def _share(arm: str, hits: Sequence[float]) -> Row:
    p = float(np.mean(hits))
    half = 1.96 * float(np.sqrt(p * (1 - p) / len(hits)))
    return Row("surface", arm, "picks the key", p, max(p - half, 0.0), min(p + half, 1.0))

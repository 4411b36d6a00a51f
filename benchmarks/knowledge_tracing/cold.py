"""One new learner at a time: every model from its first answer on, by the number of answers already given.

The first 500 answers of each learner; item difficulty and labels from the train learners of these. Recipes: section 5
of the folder's README."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

from benchmarks.knowledge_tracing.batch import fit_predict, logistic, sigmoid, task_of
from benchmarks.knowledge_tracing.core_runs import BASE, SHIPPED, VARIANT_A, VARIANT_B, run
from benchmarks.knowledge_tracing.data import Bools, Floats, Ints, Log, head
from benchmarks.knowledge_tracing.difficulty import LABEL_LOGITS, labels
from benchmarks.knowledge_tracing.filters import bayes, tuned_elo
from benchmarks.knowledge_tracing.history import History
from tutor.core.prior import Prior

FIRST = 500
REFIT = 10
"""Answers between two fits of the learner's own logistic regression."""
OWN_LEARNERS = 150
"""Test learners of the slow own-data model, when there are more."""
TYPICAL = 0.65


@dataclass(frozen=True, slots=True)
class Arm:
    """Predictions of one model on test rows (`rows`: which of them), and its cost per answer if it was timed."""

    name: str
    population: bool
    p: Floats
    rows: Bools | None = None
    micros: float | None = None


@dataclass(frozen=True, slots=True)
class ColdStart:
    """The test rows and what each model said about them. `given`: answers before each row."""

    y: Floats
    learner: Ints
    given: Ints
    arms: tuple[Arm, ...]


def cold_start(log: Log, slow: bool = True) -> ColdStart:
    """Every arm on the test learners. Without `slow`, the own-data logistic regression is left out."""
    task = task_of(head(log, FIRST))
    log, past, item = task.log, task.past, task.item_prior
    test = log.test
    level = labels(log, item)
    label = np.array(LABEL_LOGITS)[level]
    small = log.keep(test)
    thirteen = np.column_stack([item, twelve(past)])
    trees = HistGradientBoostingClassifier(max_iter=200, learning_rate=0.06, min_samples_leaf=50, random_state=0)
    boosted = fit_predict(trees, thirteen, log).p
    arms = [
        Arm("item prior only", True, sigmoid(item)[test]),
        Arm("Best-LR", True, logistic(task, "i s sc tot ic").p),
        Arm("HGB dense 13", True, boosted),
        Arm("item prior + Elo", True, tuned_elo(log, item)[test]),
        Arm("item prior + B", True, bayes(small, item[test], BASE, extended=False).p),
        Arm("item prior + shipped", True, bayes(small, item[test], Prior(gamma=0.0)).p),
        Arm("running mean", False, ((past.rights + 4 * TYPICAL) / (past.answers + 4))[test]),
        Arm("label only", False, sigmoid(label)[test]),
        Arm("label + Elo", False, tuned_elo(log, label)[test]),
    ]
    if slow:
        arms.append(own_data(log, past))
    for name, variant in (("ours A", VARIANT_A), ("ours B", VARIANT_B), ("ours shipped", SHIPPED)):
        done = run(small, level[test], variant)
        arms.append(Arm(name, False, done.p, micros=done.micros))
    wrong = labels(log, item, random_share=0.4)[test]
    for name, variant in (("ours B, 40 % random labels", VARIANT_B), ("ours shipped, 40 % random labels", SHIPPED)):
        arms.append(Arm(name, False, run(small, wrong, variant).p))
    plain = np.ones(int(test.sum()), np.int64)
    for name, variant in (("ours B, no labels", VARIANT_B), ("ours shipped, no labels", SHIPPED)):
        wide = replace(variant, prior=replace(variant.prior, s_tag=0.8))
        arms.append(Arm(name, False, run(small, plain, wide).p))
    return ColdStart(log.y[test], log.learner[test], past.answers[test].astype(np.int64), tuple(arms))


def twelve(past: History) -> Floats:
    """Counts and recent answers without difficulty, shape (rows, 12)."""
    counts = (past.answers, past.rights, past.item_answers, past.item_rights, past.mean_answers, past.mean_rights)
    return np.column_stack([*map(np.log1p, counts), past.recency[:, :4], past.streak, past.recency[:, 7]])


def own_data(log: Log, past: History) -> Arm:
    """A logistic regression on the learner's own answers only, fitted anew every ten answers."""
    columns = twelve(past)
    columns = columns / np.maximum(columns[log.train].std(0), 1e-9)
    hot = np.zeros((len(log.y), log.tag_count))
    row, place = np.nonzero(log.tags[log.item] >= 0)
    hot[row, log.tags[log.item][row, place]] = 1.0
    columns = np.column_stack([columns, hot])
    held = np.unique(log.learner[log.test])
    if len(held) > OWN_LEARNERS:
        held = np.sort(np.random.RandomState(0).permutation(held)[:OWN_LEARNERS])
    p = np.full(len(log.y), TYPICAL)
    for learner in held.tolist():
        rows = np.flatnonzero(log.learner == learner)
        x, y = columns[rows], log.y[rows]
        for start in range(REFIT, len(rows), REFIT):
            if 0 < y[:start].sum() < start:
                used = x[:start].any(0)
                model = LogisticRegression(C=0.3, max_iter=200).fit(x[:start][:, used], y[:start])
                p[rows[start : start + REFIT]] = model.predict_proba(x[start : start + REFIT][:, used])[:, 1]
    chosen = np.isin(log.learner, held)[log.test]
    return Arm("own-data logistic regression", False, p[log.test][chosen], chosen)

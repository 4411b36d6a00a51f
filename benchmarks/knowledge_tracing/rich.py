"""The best batch model with other learners known: the shipped filter's states and recent answers as columns of boosted
trees and of a logistic regression in which each item weighs the learner's state by itself; their mean logit."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from benchmarks.knowledge_tracing.batch import Fitted, Task, blocks, fit_predict, mean_logit, sigmoid
from benchmarks.knowledge_tracing.data import Floats
from benchmarks.knowledge_tracing.filters import Filtered, bayes
from benchmarks.knowledge_tracing.groups import averages, occurrence, previous
from benchmarks.knowledge_tracing.history import item_groups
from tutor.core.prior import Prior

NEVER = 500.0
"""Answers since a concept that was never tried."""
SEEDS = 2


def rich(task: Task) -> Fitted:
    """Trees (two seeds) and logistic regression on all columns, mean logit."""
    filtered = bayes(task.log, task.item_prior, Prior(gamma=0.0))
    columns = np.column_stack([task.dense(), extra(task, filtered)])
    trees = [boosted(task, columns, seed) for seed in range(SEEDS)]
    return mean_logit(mean_logit(*trees), logistic_by_item(task, columns, filtered))


def boosted(task: Task, columns: Floats, seed: int) -> Fitted:
    model = HistGradientBoostingClassifier(
        max_iter=300,
        learning_rate=0.05,
        min_samples_leaf=50,
        l2_regularization=1.0,
        max_features=0.5,
        early_stopping=False,
        random_state=seed,
    )
    return fit_predict(model, columns, task.log)


def logistic_by_item(task: Task, columns: Floats, filtered: Filtered) -> Fitted:
    """Blocks of Best-LR + recency, the columns standardised, and general ability, concepts and recent surprise once
    more with a weight of their own for each item."""
    log, rows = task.log, len(task.log.y)
    dense = np.nan_to_num(StandardScaler().fit(columns[log.train]).transform(columns))
    surprise = averages(log.learner, log.y - sigmoid(task.item_prior), (0.8,), 0.0)[:, 0]
    by_item = []
    for value in (filtered.states[:, 0], surprise, filtered.states[:, 3]):
        scaled = (value - value[log.train].mean()) / value[log.train].std()
        by_item.append(sparse.csr_matrix((scaled, (np.arange(rows), log.item)), shape=(rows, log.items)))
    x = sparse.hstack([blocks(task, "i s sc tot ic r"), sparse.csr_matrix(dense), *by_item], format="csr")
    return fit_predict(LogisticRegression(C=0.1, max_iter=300), x, log)


def extra(task: Task, filtered: Filtered) -> Floats:
    """States of the filter, exponential averages of answers and of surprise (answer minus difficulty), the last
    answers, and where in the sequence the row is; shape (rows, columns)."""
    log, past = task.log, task.past
    pairs, y, learner = past.pairs, log.y, log.learner
    pair_y = y[pairs.row]
    surprise = y - sigmoid(task.item_prior)
    columns = [filtered.z, filtered.v, *filtered.states.T]
    columns += [*averages(learner, surprise, (0.5, 0.8, 0.9, 0.97), 0.0).T]
    columns += [*averages(learner, y, (0.5, 0.9, 0.97), 0.6).T]
    columns += [pairs.mean(c) for c in averages(pairs.group, surprise[pairs.row], (0.5, 0.8, 0.93), 0.0).T]
    columns += [pairs.mean(c) for c in averages(pairs.group, pair_y, (0.4, 0.9), 0.6).T]
    columns += [previous(learner, y, np.nan, lag) for lag in (1, 2, 3)]
    columns += [previous(learner, surprise, 0.0), previous(learner, task.item_prior, 0.0)]
    columns += [pairs.mean(previous(pairs.group, pair_y, 0.5, lag)) for lag in (1, 2)]
    place = past.answers[pairs.row]
    since = np.where(past.tag_answers > 0, place - previous(pairs.group, place, 0.0), NEVER)
    first = log.tags[log.item][:, 0].astype(float)
    same = (previous(learner, first, -1.0) == first).astype(float)
    item = log.item.astype(float)
    shown = np.bincount(log.item[log.train], minlength=log.items)
    columns += [
        np.log1p(pairs.mean(since)),
        (previous(learner, item, -1.0) == item).astype(float),
        same,
        np.log1p(occurrence(np.cumsum(1 - same).astype(np.int64))),
        averages(item_groups(log), y, (0.5,), 0.5)[:, 0],
        np.log1p(shown[log.item]),
        pairs.share,
    ]
    return np.column_stack(columns)

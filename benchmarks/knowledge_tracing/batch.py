"""Models that know other learners, fitted once on the train learners: the classical ones and the rich ones.

Each function returns the chance of a right answer on the test rows. Recipes: section 5 of the folder's README."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from benchmarks.knowledge_tracing.data import Floats, Ints, Log
from benchmarks.knowledge_tracing.difficulty import crossfitted, logit
from benchmarks.knowledge_tracing.history import History, dense, history


@dataclass(frozen=True, slots=True)
class Fitted:
    """Predictions of one model on the test rows, and what they cost."""

    p: Floats
    seconds: float
    """Fit, without the features that all models share."""
    micros: float
    """Prediction of one row in a batch."""


@dataclass(frozen=True, slots=True)
class Task:
    """A log with all that the models share, made once."""

    log: Log
    past: History
    item_prior: Floats
    tag_prior: Floats

    def dense(self) -> Floats:
        return dense(self.log, self.past, self.item_prior, self.tag_prior)


def task_of(log: Log) -> Task:
    item, tag = crossfitted(log)
    return Task(log, history(log), item, tag)


def sigmoid(z: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-z)))


def _one_hot(row: Ints, column: Ints, value: Floats, shape: tuple[int, int]) -> sparse.csr_matrix:
    return sparse.csr_matrix((value, (row, column)), shape=shape)


def blocks(task: Task, names: str) -> sparse.csr_matrix:
    """Sparse columns by block name, separated by spaces: i items, s concepts, sc wins and attempts by concept, tot and
    ic the learner's totals overall and on the item, w windows in time, r recency."""
    log, past = task.log, task.past
    pairs, rows = past.pairs, len(log.y)
    by_tag = (rows, log.tag_count)
    parts = []
    for name in names.split():
        if name == "i":
            parts.append(_one_hot(np.arange(rows), log.item, np.ones(rows), (rows, log.items)))
        elif name == "s":
            parts.append(_one_hot(pairs.row, pairs.tag, np.ones(len(pairs.row)), by_tag))
        elif name == "sc":
            parts.append(_one_hot(pairs.row, pairs.tag, np.log1p(past.tag_rights), by_tag))
            parts.append(_one_hot(pairs.row, pairs.tag, np.log1p(past.tag_answers), by_tag))
        elif name == "tot":
            parts.append(sparse.csr_matrix(np.log1p(np.column_stack([past.answers, past.rights]))))
        elif name == "ic":
            parts.append(sparse.csr_matrix(np.log1p(np.column_stack([past.item_answers, past.item_rights]))))
        elif name == "w" and past.windows is not None:
            parts += [_one_hot(pairs.row, pairs.tag, np.log1p(column), by_tag) for column in past.windows.T]
        elif name == "r":
            parts.append(sparse.csr_matrix(past.recency))
    return sparse.hstack(parts, format="csr")


def fit_predict(model: object, x: object, log: Log) -> Fitted:
    """Fit on the train rows, predict the test rows, both timed."""
    train, test = np.flatnonzero(log.train), np.flatnonzero(log.test)
    start = time.perf_counter()
    with warnings.catch_warnings():
        # The recipe stops the solver after 300 iterations.
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(x[train], log.y[train])  # type: ignore[attr-defined,index]
    middle = time.perf_counter()
    p = np.asarray(model.predict_proba(x[test]))[:, 1]  # type: ignore[attr-defined,index]
    end = time.perf_counter()
    return Fitted(p, middle - start, 1e6 * (end - middle) / len(test))


def logistic(task: Task, names: str) -> Fitted:
    return fit_predict(LogisticRegression(max_iter=300), blocks(task, names), task.log)


def dense_logistic(task: Task) -> Fitted:
    return fit_predict(make_pipeline(StandardScaler(), LogisticRegression(max_iter=300)), task.dense(), task.log)


def boosted(task: Task) -> Fitted:
    model = HistGradientBoostingClassifier(max_iter=200, learning_rate=0.06, min_samples_leaf=50, random_state=0)
    return fit_predict(model, task.dense(), task.log)


def mean_logit(*parts: Fitted) -> Fitted:
    """The blend without weights; costs what its parts cost."""
    z = np.mean([logit(part.p) for part in parts], axis=0)
    return Fitted(sigmoid(z), sum(part.seconds for part in parts), sum(part.micros for part in parts))


CLASSICAL: dict[str, Callable[[Task], Fitted]] = {
    "IRT": lambda task: logistic(task, "i"),
    "PFA": lambda task: logistic(task, "s sc"),
    "Best-LR": lambda task: logistic(task, "i s sc tot ic"),
    "DAS3H-like": lambda task: logistic(task, "i s sc w"),
    "Best-LR + time windows": lambda task: logistic(task, "i s sc tot ic w"),
    "Best-LR + recency": lambda task: logistic(task, "i s sc tot ic r"),
    "LR dense 16": dense_logistic,
    "HGB dense 16": boosted,
}
"""Reference models by name; the ones on time windows need time stamps."""

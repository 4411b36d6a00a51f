"""Bayesian knowledge tracing with four parameters per concept, fitted to the train learners by gradient descent.

The likelihood and its gradient are worked out for all practice sequences of a concept at once. Recipe: section 5 of the
folder's README (bounds, penalty, two starts, at most 400 learners and 200 practices per concept)."""

from __future__ import annotations

import time

import numpy as np
from scipy.optimize import minimize

from benchmarks.knowledge_tracing.batch import Fitted, Task
from benchmarks.knowledge_tracing.data import Bools, Floats, Ints
from benchmarks.knowledge_tracing.groups import occurrence, steps

BOUNDS = ((0.01, 0.99), (0.001, 0.9), (0.01, 0.45), (0.01, 0.6))
"""Known at the start, learnt per practice, slip, guess."""
STARTS = ((0.4, 0.1, 0.1, 0.25), (0.6, 0.05, 0.15, 0.4))
LEARNERS, PRACTICES = 400, 200
SURE = 1e-6
"""Closest that the chance to know comes to 0 and 1. Rounding beyond 1 would grow with every wrong answer."""
LEAST = 20
"""Answers that a concept needs for a fit of its own."""


def bkt(task: Task) -> Fitted:
    """Chance of a right answer on the test rows: the mean over the item's concepts."""
    log, pairs = task.log, task.past.pairs
    y, held = log.y[pairs.row], log.test[pairs.row]
    begin = time.perf_counter()
    table: dict[int, Floats] = {}
    for tag in range(log.tag_count):
        own = (pairs.tag == tag) & ~held
        if own.sum() >= LEAST:
            table[tag] = fit(*sequences(pairs.group[own], y[own]))
    middle = time.perf_counter()
    average = float(log.y[log.train].mean())
    p = np.full(len(pairs.row), average)
    for tag, values in table.items():
        own = np.flatnonzero((pairs.tag == tag) & held)
        if len(own):
            p[own] = trace(values, np.unique(pairs.group[own], return_inverse=True)[1], y[own])
    found = pairs.mean(p)[log.test]
    end = time.perf_counter()
    return Fitted(found, middle - begin, 1e6 * (end - middle) / max(len(found), 1))


def sequences(group: Ints, y: Floats) -> tuple[Bools, Ints]:
    """Right or not by practice and learner, the longest sequence first, shape (practices, learners); and how many
    learners reach each practice, shape (practices,)."""
    code = np.unique(group, return_inverse=True)[1]
    place = occurrence(code)
    kept = (place < PRACTICES) & (code < LEARNERS)
    code, place = code[kept], place[kept]
    length = np.bincount(code)
    rank = np.empty(len(length), np.int64)
    rank[np.argsort(-length, kind="stable")] = np.arange(len(length))
    right = np.zeros((int(length.max()), len(length)), bool)
    right[place, rank[code]] = y[kept] > 0.5
    return right, np.bincount(place)


def loss(x: Floats, right: Bools, reach: Ints) -> tuple[float, Floats]:
    """Penalised negative log-likelihood and its gradient in (start, learn, slip, guess), both per answer."""
    start, learn, slip, guess = x
    known, grad = np.full(right.shape[1], start), np.zeros((4, right.shape[1]))
    grad[0] = 1.0
    total, slope = 0.0, np.zeros(4)
    for row, count in zip(right, reach.tolist(), strict=True):
        good, known, grad = row[:count], known[:count], grad[:, :count]
        sign = np.where(good, 1.0, -1.0)
        if_known = np.where(good, 1 - slip, slip)
        if_not = np.where(good, guess, 1 - guess)
        p = known * if_known + (1 - known) * if_not
        d_joint = grad * if_known
        d_joint[2] -= known * sign
        dp = grad * (if_known - if_not)
        dp[2] -= known * sign
        dp[3] += (1 - known) * sign
        total -= float(np.log(p).sum())
        slope -= (dp / p).sum(1)
        after = known * if_known / p
        moved = after + (1 - after) * learn
        grad = (d_joint - after * dp) * ((1 - learn) / p)
        grad[1] += 1 - after
        grad[:, (moved < SURE) | (moved > 1 - SURE)] = 0.0
        known = np.clip(moved, SURE, 1 - SURE)
    n = float(reach.sum())
    total += 20 * ((slip - 0.1) ** 2 + (guess - 0.25) ** 2)
    slope += np.array([0.0, 0.0, 40 * (slip - 0.1), 40 * (guess - 0.25)])
    return total / n, slope / n


def fit(right: Bools, reach: Ints) -> Floats:
    """The best of two starts."""
    runs = [
        minimize(loss, start, (right, reach), "L-BFGS-B", jac=True, bounds=BOUNDS, options={"maxiter": 25})
        for start in STARTS
    ]
    return np.asarray(min(runs, key=lambda run: float(run.fun)).x, float)


def trace(values: Floats, group: Ints, y: Floats) -> Floats:
    """Chance of a right answer before each practice."""
    start, learn, slip, guess = values
    known = np.full(int(group.max()) + 1, start)
    out = np.empty(len(y))
    for rows in steps(group):
        own = group[rows]
        before = known[own]
        out[rows] = before * (1 - slip) + (1 - before) * guess
        good = y[rows] > 0.5
        after = np.where(good, before * (1 - slip) / out[rows], before * slip / (1 - out[rows]))
        known[own] = np.clip(after + (1 - after) * learn, SURE, 1 - SURE)
    return out

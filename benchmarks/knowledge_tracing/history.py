"""What a learner did before each answer: counts, recent answers and time, the same columns for every model.

Every column of a row is made of earlier rows of the same learner. Recipes: section 5 of the README of the data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.knowledge_tracing.data import Floats, Ints, Log
from benchmarks.knowledge_tracing.groups import averages, before, occurrence, previous, steps

WINDOWS = (3600.0, 86400.0, 604800.0, 2592000.0)
"""Hour, day, week, month, in seconds."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """One entry per answer and concept of its item: row, tag, code of (learner, tag)."""

    row: Ints
    tag: Ints
    group: Ints
    share: Floats
    """Number of concepts per row, for means over them; shape (rows,)."""

    def mean(self, value: Floats) -> Floats:
        """Mean over the concepts of each row, shape (rows,)."""
        return np.bincount(self.row, weights=value, minlength=len(self.share)) / self.share


@dataclass(frozen=True, slots=True)
class History:
    """Counts before each row. Per row: `answers`, `rights`, `item_answers`, `item_rights`; `recency` (rows, 8).
    Per pair: `tag_answers`, `tag_rights`; `windows` (pairs, 8): answers and rights inside each window."""

    pairs: Pairs
    answers: Floats
    rights: Floats
    item_answers: Floats
    item_rights: Floats
    tag_answers: Floats
    tag_rights: Floats
    recency: Floats
    streak: Floats
    windows: Floats | None

    @property
    def mean_answers(self) -> Floats:
        return self.pairs.mean(self.tag_answers)

    @property
    def mean_rights(self) -> Floats:
        return self.pairs.mean(self.tag_rights)


def item_groups(log: Log) -> Ints:
    """Code of (learner, item) by row, without gaps."""
    codes: Ints = np.unique(log.learner * log.items + log.item, return_inverse=True)[1]
    return codes


def pairs_of(log: Log) -> Pairs:
    tags = log.tags[log.item]
    row, place = np.nonzero(tags >= 0)
    tag = tags[row, place]
    group = np.unique(log.learner[row] * log.tag_count + tag, return_inverse=True)[1]
    return Pairs(row, tag, group, np.bincount(row, minlength=len(log.y)).astype(float))


def history(log: Log) -> History:
    pairs = pairs_of(log)
    pair_y = log.y[pairs.row]
    own = item_groups(log)
    answers = occurrence(log.learner).astype(float)
    rights = before(log.learner, log.y)
    tag_answers = occurrence(pairs.group).astype(float)
    tag_rights = before(pairs.group, pair_y)
    streak = streaks(log)
    pair_time = log.time[pairs.row]
    waited = np.where(tag_answers > 0, pair_time - previous(pairs.group, pair_time, 0.0), 0.0)
    gap = np.where(answers > 0, log.time - previous(log.learner, log.time, 0.0), 0.0)
    attempts, wins = pairs.mean(tag_answers), pairs.mean(tag_rights)
    recency = np.column_stack(
        [
            (wins + 1) / (attempts + 2),
            (rights + 1) / (answers + 2),
            pairs.mean(averages(pairs.group, pair_y, (0.7,), 0.5)[:, 0]),
            averages(log.learner, log.y, (0.8,), 0.5)[:, 0],
            pairs.mean(np.log1p(np.maximum(waited, 0.0))),
            np.log1p(np.maximum(gap, 0.0)),
            streak / 5,
            attempts > 0,
        ]
    )
    return History(
        pairs,
        answers,
        rights,
        occurrence(own).astype(float),
        before(own, log.y),
        tag_answers,
        tag_rights,
        recency,
        streak,
        _windows(pairs, pair_time, pair_y) if log.timed else None,
    )


def streaks(log: Log) -> Floats:
    """Length of the current run before each row: of rights positive, of wrongs negative."""
    state = np.zeros(log.learners)
    out = np.empty(len(log.y))
    for rows in steps(log.learner):
        run = state[log.learner[rows]]
        out[rows] = run
        right = log.y[rows] > 0.5
        state[log.learner[rows]] = np.where(right, np.maximum(run, 0) + 1, np.minimum(run, 0) - 1)
    return out


def _windows(pairs: Pairs, time: Floats, y: Floats) -> Floats:
    """Answers and rights on the concept inside each window before the row, shape (pairs, 2 * windows)."""
    order = np.argsort(pairs.group, kind="stable")
    group, moment = pairs.group[order].astype(float), time[order]
    span = float(time.max()) + WINDOWS[-1] + 1
    key = np.maximum.accumulate(group * span + moment)
    wins = np.concatenate([[0.0], np.cumsum(y[order])])
    here = np.arange(len(order))
    start = np.searchsorted(group, group)
    columns = []
    for window in WINDOWS:
        since = np.maximum(np.searchsorted(key, key - window, side="left"), start)
        columns += [here - since, wins[here] - wins[since]]
    out = np.empty((len(order), len(columns)))
    out[order] = np.column_stack(columns)
    return out


def dense(log: Log, past: History, item_prior: Floats, tag_prior: Floats) -> Floats:
    """The 16 dense columns: difficulty of item and concepts (logits), counts, recency; shape (rows, 16)."""
    recency = past.recency.copy()
    recency[:, 6] = past.streak
    counts = [np.log1p(c) for c in (past.answers, past.rights, past.item_answers, past.item_rights)]
    return np.column_stack([item_prior, tag_prior, *counts, past.mean_answers, past.mean_rights, recency])

"""How hard each item is for the learners of the train split, and the author's three labels made from it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from benchmarks.knowledge_tracing.data import Bools, Floats, Ints, Log
from benchmarks.knowledge_tracing.history import pairs_of

FOLDS = 5
LABEL_LOGITS = tuple(math.log(p / (1 - p)) for p in (0.45, 0.65, 0.82))
"""Offsets of hard, medium and easy questions."""


def logit(p: Floats) -> Floats:
    clipped = np.clip(p, 1e-4, 1 - 1e-4)
    return np.log(clipped / (1 - clipped))


def folds_of(log: Log) -> Ints:
    """Fold of each row by learner; -1 for the test learners."""
    learners = np.unique(log.learner[log.train])
    fold = np.full(log.learners, -1)
    fold[learners] = np.random.RandomState(0).randint(FOLDS, size=len(learners))
    return fold[log.learner]


@dataclass(frozen=True, slots=True)
class Difficulty:
    """Chance of a right answer by item and by concept, shrunk."""

    item: Floats
    tags_of_item: Floats

    @classmethod
    def of(cls, log: Log, rows: Bools) -> Difficulty:
        """From these rows: concepts shrink to the mean of all (20 answers), items to their concepts (4 answers)."""
        pairs = pairs_of(log)
        y, item = log.y[rows], log.item[rows]
        average = float(y.mean())
        used = rows[pairs.row]
        tag, won = pairs.tag[used], log.y[pairs.row[used]]
        tag_n = np.bincount(tag, minlength=log.tag_count)
        tag_p = (np.bincount(tag, weights=won, minlength=log.tag_count) + 20 * average) / (tag_n + 20)
        has = log.tags >= 0
        by_tag = np.where(has, tag_p[np.maximum(log.tags, 0)], 0.0).sum(1) / np.maximum(has.sum(1), 1)
        count = np.bincount(item, minlength=log.items)
        by_item = (np.bincount(item, weights=y, minlength=log.items) + 4 * by_tag) / (count + 4)
        return cls(by_item, by_tag)


def crossfitted(log: Log) -> tuple[Floats, Floats]:
    """Logits of item and concept difficulty by row: a train row from the other folds of learners, a test row from all
    train rows. A leave-one-out mean would give the row's own answer away to a tree."""
    fold = folds_of(log)
    item, tags = np.empty(len(log.y)), np.empty(len(log.y))
    for number in range(-1, FOLDS):
        own = fold == number
        table = Difficulty.of(log, log.train if number < 0 else log.train & ~own)
        item[own], tags[own] = table.item[log.item[own]], table.tags_of_item[log.item[own]]
    return logit(item), logit(tags)


def labels(log: Log, item_prior: Floats, random_share: float = 0.0) -> Ints:
    """An author's label by row: 0 hard, 1 medium, 2 easy, by the terciles of the difficulty over the train rows. With a
    random share, that part of the items gets a label drawn at random."""
    cuts = np.quantile(item_prior[log.train], [1 / 3, 2 / 3])
    level = np.digitize(item_prior, cuts)
    if random_share:
        generator = np.random.RandomState(3)
        drawn: dict[int, int] = {}
        for item in log.item.tolist():
            if item not in drawn:
                wrong, other = generator.rand() < random_share, int(generator.randint(3))
                drawn[item] = other if wrong else -1
        change = np.array([drawn[item] for item in log.item.tolist()])
        level = np.where(change >= 0, change, level)
    return level.astype(np.int64)

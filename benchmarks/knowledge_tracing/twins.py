"""Learners whose whole log appears a second time under another id, once in each split.

Such a pair lets a model that memorises learners look up the answers of the test split. Nothing here is a model."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from benchmarks.knowledge_tracing.data import Ints, Log

LEAST = 20
"""Answers of a learner below which agreement may be chance."""
OVERLAP = 0.9
"""Shared (item, answer) entries, of the shorter and of the longer log."""


def twins(log: Log) -> Ints:
    """Train learners whose log is nearly that of a test learner: the same items answered the same way."""
    items = log.items
    entry = log.item * 2 + (log.y > 0.5)
    ones = np.ones(len(entry))
    table = sparse.csr_matrix((ones, (log.learner, entry)), shape=(log.learners, 2 * items))
    table.data[:] = 1.0
    size = np.asarray(table.sum(1)).ravel()
    wrong = np.asarray(table[:, ::2].sum(1)).ravel()
    held = np.unique(log.learner[log.test])
    known = np.unique(log.learner[log.train])
    shared = (table[known] @ table[held].T).tocoo()
    a, b = known[shared.row], held[shared.col]
    alike = shared.data >= OVERLAP * np.maximum(size[a], size[b])
    alike &= (np.minimum(size[a], size[b]) >= LEAST) & (np.minimum(wrong[a], wrong[b]) >= LEAST / 4)
    return np.unique(a[alike])


def held_out_with_a_twin(log: Log) -> Ints:
    """The same seen from the test split."""
    return twins(Log(log.name, log.learner, log.item, log.time, log.y, ~log.test, log.tags))

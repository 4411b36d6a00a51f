"""FSRS-6 in numpy, in whole study days: the memory states of many learners and questions at once.

Formulas as in section 2 of the scheduling design (no steps, no fuzz, default parameters). A test compares them with
`tutor.core.memory`.
"""

from __future__ import annotations

import numpy as np

from benchmarks.policy.banks import Floats, Ints

W: Floats = np.array(
    [
        *(0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796),
        *(1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542),
    ]
)
DECAY = -float(W[20])
FACTOR = 0.9 ** (1.0 / DECAY) - 1.0
AGAIN, HARD, GOOD = 1, 2, 3
NEVER = 10**6


class Cards:
    """Memory states, arrays (learners, questions); `due` is the study day, NEVER for an unseen question."""

    def __init__(self, learners: int, questions: int) -> None:
        shape = (learners, questions)
        self.stability = np.ones(shape)
        self.difficulty = np.zeros(shape)
        self.last = np.zeros(shape, dtype=np.int64)
        self.due = np.full(shape, NEVER)
        self.interval = np.zeros(shape, dtype=np.int64)
        self.seen = np.zeros(shape, dtype=bool)

    def recall(self, day: int) -> Floats:
        """Recall of every question on a study day; 0 for an unseen one."""
        days = day - self.last
        return np.where(self.seen, (1.0 + FACTOR * days / self.stability) ** DECAY, 0.0)

    def review(self, rows: Ints, q: Ints, rating: Ints, day: int, retention: float) -> None:
        """One review per row, at most one a study day."""
        first = ~self.seen[rows, q]
        s, d = self.stability[rows, q], self.difficulty[rows, q]
        r = (1.0 + FACTOR * (day - self.last[rows, q]) / s) ** DECAY
        start_d = np.clip(W[4] - np.exp(W[5] * (rating - 1)) + 1.0, 1.0, 10.0)
        easy = W[4] - np.exp(W[5] * 3) + 1.0
        moved = d + (10.0 - d) * (-W[6] * (rating - 3)) / 9.0
        next_d = np.clip(W[7] * easy + (1.0 - W[7]) * moved, 1.0, 10.0)
        old_d = np.maximum(d, 1.0)
        lapse = W[11] * old_d ** -W[12] * ((s + 1.0) ** W[13] - 1.0) * np.exp((1.0 - r) * W[14])
        lapse = np.minimum(lapse, s / np.exp(W[17] * W[18]))
        growth = np.exp(W[8]) * (11.0 - d) * s ** -W[9] * (np.exp((1.0 - r) * W[10]) - 1.0)
        grown = s * (1.0 + growth * np.where(rating == HARD, W[15], 1.0))
        later = np.where(rating == AGAIN, lapse, grown)
        stability = np.maximum(np.where(first, W[rating - 1], later), 0.001)
        interval = np.rint(stability / FACTOR * (retention ** (1.0 / DECAY) - 1.0)).clip(1, 36_500).astype(np.int64)
        self.stability[rows, q] = stability
        self.difficulty[rows, q] = np.where(first, start_d, next_d)
        self.last[rows, q] = day
        self.interval[rows, q] = interval
        self.due[rows, q] = day + interval
        self.seen[rows, q] = True

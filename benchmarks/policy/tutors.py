"""The tutor's side of the simulation: what every arm remembers, and the arms without a value.

An arm sees tags, its own log and FSRS states. The state of a learner is not in reach; `truth.py` is the one door.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.policy.banks import Floats, Ints, Tags
from benchmarks.policy.cards import AGAIN, GOOD, HARD, Cards
from benchmarks.policy.family import GUESS, Bools, Replies
from benchmarks.policy.worlds import DAYS

STARVED_DAYS = 7


@dataclass(frozen=True)
class Start:
    """What an arm is given before the first day."""

    tags: Tags
    seed: int
    confidence: bool = True
    days: int = DAYS


class Tutor:
    """Log and FSRS states; an arm fills in `pick`."""

    retention = 0.90

    def __init__(self, start: Start) -> None:
        self.tags = start.tags
        self.start = start
        n, q = start.tags.first.shape
        self.n, self.q = n, q
        self.cards = Cards(n, q)
        self.done = np.zeros((n, q), dtype=bool)
        """Answered today."""
        self.new_today = np.zeros(n, dtype=np.int64)
        self.answers = np.zeros((n, q), dtype=np.int64)
        self.day = 0
        self.recall: Floats = np.zeros((n, q))
        """At the start of the day."""
        self.is_due: Bools = np.zeros((n, q), dtype=bool)

    def start_day(self, day: int) -> None:
        self.day = day
        self.done[:] = False
        self.new_today[:] = 0
        self.recall = self.cards.recall(day)
        self.is_due = self.cards.due <= day

    def pick(self, rows: Ints, number: int, u: Floats) -> Ints:
        """One question per row, -1 for none. `number`: picks given today; `u`: one uniform number per row."""
        raise NotImplementedError

    def observe(self, rows: Ints, q: Ints, replies: Replies) -> None:
        repeat = self.cards.seen[rows, q]
        guess = (replies.confidence == GUESS) & self.start.confidence
        rating = np.where(replies.correct, np.where(guess, HARD, GOOD), AGAIN)
        self.cards.review(rows, q, rating, self.day, self.retention_today())
        self.done[rows, q] = True
        self.new_today[rows] += ~repeat
        self.answers[rows, q] += 1

    def retention_today(self) -> float:
        return self.retention

    def starved(self, day: int) -> Floats:
        """Share of the questions met that are overdue by more than a week and more than their interval, (N)."""
        late = day - self.cards.due
        bad = self.cards.seen & (late > np.maximum(STARVED_DAYS, self.cards.interval))
        return np.asarray(bad.sum(axis=1) / np.maximum(self.cards.seen.sum(axis=1), 1))


def best(values: Floats, allowed: Bools) -> tuple[Ints, Bools]:
    """Index of the largest allowed value per row, the first of equals, and whether there is one."""
    masked = np.where(allowed, values, -np.inf)
    at = masked.argmax(axis=1)
    return at, masked[np.arange(len(at)), at] > -np.inf


class Random(Tutor):
    """Any question not answered today."""

    def __init__(self, start: Start) -> None:
        super().__init__(start)
        self.rng = np.random.default_rng([start.seed, 5])

    def pick(self, rows: Ints, number: int, u: Floats) -> Ints:
        at, some = best(self.rng.random((len(rows), self.q)), ~self.done[rows])
        return np.where(some, at, -1)


class Blocked(Tutor):
    """Least often answered first, then concept by concept, then in the order of the bank."""

    def pick(self, rows: Ints, number: int, u: Floats) -> Ints:
        order = self.answers[rows] * 1e6 + self.tags.first[rows] * 1e3
        at, some = best(-order, ~self.done[rows])
        return np.where(some, at, -1)


class Fsrs(Tutor):
    """FSRS as usual: due questions oldest due day first, new ones in a fixed random order, mixed by chance."""

    def __init__(self, start: Start, retention: float = 0.90, quota: int = 13) -> None:
        super().__init__(start)
        self.retention, self.quota = retention, quota
        self.order = np.random.default_rng([start.seed, 4]).random((self.n, self.q))

    def pick(self, rows: Ints, number: int, u: Floats) -> Ints:
        open_ = ~self.done[rows]
        seen = self.cards.seen[rows]
        due, unseen = open_ & self.is_due[rows], open_ & ~seen
        order = self.order[rows]
        first_due, any_due = best(-self.cards.due[rows] - order, due)
        first_new, any_new = best(-order, unseen)
        ahead, any_seen = best(-self.recall[rows], open_ & seen)
        left = np.minimum(np.maximum(self.quota - self.new_today[rows], 0), unseen.sum(axis=1))
        share = left / np.maximum(left + due.sum(axis=1), 1)
        take_new = any_new & ((u < share) | ~any_due)
        at = np.where(take_new, first_new, np.where(any_due, first_due, ahead))
        return np.where(any_new | any_due | any_seen, at, -1)

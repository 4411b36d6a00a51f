"""What the product counts of each learner, in numpy: evidence per concept and pair side, recency, exam weights.

The same rules as `tutor.core.evidence`, `tutor.core.knowledge` and `tutor.core.blueprint`, for many learners at once; a
test drives both through the same answers.
"""

from __future__ import annotations

import numpy as np

from benchmarks.policy.banks import BLUEPRINT, CONCEPTS, DOMAIN_OF, DOMAINS, PAIRS, Floats, Ints, Tags
from benchmarks.policy.family import GUESS, Bools

EVIDENCE_HALF_LIFE, RECENCY_HALF_LIFE = 12.0, 5.0
SHRINKAGE, SECOND, REPEAT = 2.0, 0.4, 0.3
PSEUDO = 0.5


class Counts:
    """Counts of N learners; `start_day` discounts them, `observe` adds answers."""

    def __init__(self, learners: int, recency_half_life: float = RECENCY_HALF_LIFE) -> None:
        n = learners
        self.hits, self.weight, self.recent = (np.zeros((n, CONCEPTS)) for _ in range(3))
        self.lures, self.tried = np.zeros((n, PAIRS, 2)), np.zeros((n, PAIRS, 2))
        self.recent_pair = np.zeros((n, PAIRS))
        self.all_hits, self.all_weight = np.full(n, 2.0), np.full(n, 4.0)
        self.all_lures, self.all_tried = np.full(n, 0.9), np.full(n, 3.0)
        self.recency_half_life = recency_half_life

    def start_day(self, day: int) -> None:
        """One study day passes."""
        if day == 0:
            return
        for table in (self.hits, self.weight, self.lures, self.tried):
            table *= 2.0 ** (-1.0 / EVIDENCE_HALF_LIFE)
        keep = 2.0 ** (-1.0 / self.recency_half_life) if self.recency_half_life > 0 else 0.0
        self.recent *= keep
        self.recent_pair *= keep

    def observe(
        self, tags: Tags, rows: Ints, q: Ints, correct: Bools, lure: Bools, confidence: Ints, repeat: Bools
    ) -> None:
        """Answers to one question per row. Of the confidence only a marked guess is used."""
        guess = confidence == GUESS
        pair, side = tags.pair[rows, q], tags.side[rows, q]
        lure = lure & (pair >= 0)
        success = np.where(correct, np.where(guess, 0.3, 0.75), 0.0)
        weight = np.where(repeat, REPEAT, 1.0) * np.where(lure, 0.5, 1.0)
        for share, concept in ((1.0, tags.first[rows, q]), (SECOND, tags.second[rows, q])):
            has = concept >= 0
            r, c = rows[has], concept[has]
            self.hits[r, c] += share * weight[has] * success[has]
            self.weight[r, c] += share * weight[has]
            self.recent[r, c] += share
            self.all_hits[r] += share * weight[has] * success[has]
            self.all_weight[r] += share * weight[has]
        has = pair >= 0
        r, k, s = rows[has], pair[has], side[has]
        gain = np.where(lure, np.where(guess, 0.5, 1.0), np.where(correct & ~guess, 1.0, 0.25))[has]
        gain = gain * np.where(repeat[has], REPEAT, 1.0)
        taken = gain * lure[has]
        self.lures[r, k, s] += taken
        self.tried[r, k, s] += gain
        self.recent_pair[r, k] += 1.0
        self.all_lures[r] += taken
        self.all_tried[r] += gain

    def knows(self) -> Floats:
        """Estimated chance to know each concept, (N, K)."""
        average = self.all_hits / self.all_weight
        return np.asarray((self.hits + SHRINKAGE * average[:, None]) / (self.weight + SHRINKAGE))

    def falls(self) -> Floats:
        """Estimated chance of the lure by pair and side, (N, P, 2)."""
        average = (self.all_lures / self.all_tried)[:, None, None]
        lures, tried = self.lures.sum(axis=2, keepdims=True), self.tried.sum(axis=2, keepdims=True)
        top = self.lures + SHRINKAGE * average + 0.5 * lures
        return np.asarray(top / (self.tried + SHRINKAGE + 0.5 * tried))


def exam_weights(tags: Tags) -> tuple[Floats, Floats]:
    """Weights of concepts (N, K) and pairs (N, P) from the tags and the blueprint; a question belongs to the domain of
    its first concept. A concept that is second in another domain has a part there too."""
    n = len(tags.first)
    rows = np.broadcast_to(np.arange(n)[:, None], tags.first.shape)
    domain = DOMAIN_OF[tags.first]
    count = np.zeros((n, DOMAINS, CONCEPTS))
    np.add.at(count, (rows, domain, tags.first), 1.0)
    met = count > 0
    both = tags.second >= 0
    met[rows[both], domain[both], tags.second[both]] = True
    count = np.where(met, count + PSEUDO, 0.0)
    total = count.sum(axis=2, keepdims=True)
    part = np.divide(BLUEPRINT[:, None] * count, total, out=np.zeros_like(count), where=total > 0)
    each = np.divide(part, count, out=np.zeros_like(part), where=count > 0)
    pairs = np.zeros((n, PAIRS))
    trapped = tags.pair >= 0
    np.add.at(pairs, (rows[trapped], tags.pair[trapped]), each[rows, domain, tags.first][trapped])
    return part.sum(axis=1), pairs

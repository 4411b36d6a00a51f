"""The one marked door from learners to arms: arms that see what no tutor can see.

They tell where room is left: in knowing the learner (`Truth`), in knowing the exam (`KnownExam`), or in the rule itself
(the oracles). They are no competitors.
"""

from __future__ import annotations

import numpy as np

from benchmarks.policy.banks import CONCEPTS, PAIRS, Floats, Ints, Questions
from benchmarks.policy.counts import exam_weights
from benchmarks.policy.family import SESSION_START, Learners
from benchmarks.policy.product import Product
from benchmarks.policy.tutors import Start, Tutor, best

PICK_DAYS = 45.0 / 86_400.0
"""A typical time from pick to pick, in days."""
LIKELY_EXAM = 400
"""Questions in the exam that `BlindOracle` expects."""


class Truth(Product):
    """The product with latent knowledge and latent chances of the lure in place of its estimates."""

    def __init__(self, start: Start, learners: Learners) -> None:
        super().__init__(start)
        self.learners = learners

    def terms(self) -> tuple[Floats, Floats]:
        self.latent = self.learners.truth(self.day + SESSION_START + self.number * PICK_DAYS)
        return super().terms()

    def knows(self) -> Floats:
        return self.latent[0]

    def falls(self) -> Floats:
        return self.latent[1]


class KnownExam(Product):
    """The product with the exam's own shares of concepts and pairs in place of the weights from bank and blueprint."""

    def __init__(self, start: Start, learners: Learners) -> None:
        super().__init__(start)
        exam = learners.banks.exam
        rows = np.broadcast_to(np.arange(self.n)[:, None], exam.first.shape)
        self.w_concept, self.w_pair = np.zeros((self.n, CONCEPTS)), np.zeros((self.n, PAIRS))
        one = 1.0 / exam.first.shape[1]
        np.add.at(self.w_concept, (rows, exam.first), one)
        trapped = exam.pair >= 0
        np.add.at(self.w_pair, (rows[trapped], exam.pair[trapped]), one)


class Oracle(Tutor):
    """Greedy on the true gain per second in the true exam: sees the learner and the exam."""

    def __init__(self, start: Start, learners: Learners) -> None:
        super().__init__(start)
        self.learners = learners
        self.exam = self.expected_exam()

    def expected_exam(self) -> Questions:
        return self.learners.banks.exam

    def pick(self, rows: Ints, number: int, u: Floats) -> Ints:
        worth = self.learners.worth(self.day + SESSION_START + number * PICK_DAYS, self.exam)
        at, some = best(worth[rows], ~self.done[rows])
        return np.where(some, at, -1)


class BlindOracle(Oracle):
    """The same, but what the exam asks is only guessed from bank and blueprint, as every tutor has to."""

    def expected_exam(self) -> Questions:
        bank, first = self.learners.banks.bank, self.tags.first
        rows = np.arange(self.n)[:, None]
        count = np.zeros((self.n, CONCEPTS))
        np.add.at(count, (np.broadcast_to(rows, first.shape), first), 1.0)
        chance = exam_weights(self.tags)[0][rows, first] / count[rows, first]
        rng = np.random.default_rng([self.start.seed, 7])
        drawn = np.stack([rng.choice(self.q, LIKELY_EXAM, p=p / p.sum()) for p in chance])
        fields = (bank.first, bank.second, bank.pair, bank.side)
        first, second, pair, side = (field[rows, drawn] for field in fields)
        return Questions(first, second, pair, side, bank.difficulty[rows, drawn])

"""First family of learners: compensatory logistic knowledge over memory strengths with many time constants.

Equations: sections 8.2 to 8.4 of the selection design. Three kinds of strength per learner: concept C, discrimination
of a pair D, question M. Knows nothing of the tutor. Reads every field of a world.
"""

from __future__ import annotations

import numpy as np

from benchmarks.policy.banks import CONCEPTS, PAIRS, Banks, Floats, Ints, Questions
from benchmarks.policy.family import GUESS, SURE, UNSURE, Bools, Replies
from benchmarks.policy.strengths import HalfLife, Strength, Traces
from benchmarks.policy.worlds import DAYS, World

KNOW_SLOPE = 6.0
MEDIANS: Floats = np.array([18.0, 38.0, 40.0, 48.0])
"""Median latency in seconds when recalled, known, confused, guessing."""
P_SURE: Floats = np.array([0.80, 0.70, 0.50, 0.08])
P_GUESS: Floats = np.array([0.03, 0.05, 0.12, 0.60])
READ_RIGHT, READ_WRONG, FIRST_SIGHT = 12.0, 35.0, 15.0
SPREAD = 0.35
RECALLED, KNOWN, CONFUSED, GUESSING = range(4)
OPEN_ABOVE = 0.30


class LogisticLearners:
    """The first family; see `benchmarks.policy.family.Learners` for the methods."""

    def __init__(self, world: World, banks: Banks, learners: int, seed: int) -> None:
        rng = np.random.default_rng([seed, 2])
        n = learners
        self.world, self.banks = world, banks
        self.ability = rng.normal(0.0, 0.4, n)
        speed = world.speed * np.exp(rng.normal(0.0, 0.35, n))
        self.rate = np.exp(rng.normal(0.0, 0.25, n))
        prior = rng.beta(1.3, 1.3 * (1 - 0.38) / 0.38, (n, CONCEPTS)) + rng.normal(0.0, 0.06, (n, 1))
        self.prior = prior.clip(0.0, 0.95)
        high = rng.random((n, PAIRS)) < world.confused
        self.susceptible = np.where(high, rng.uniform(0.55, 0.95, (n, PAIRS)), rng.uniform(0.02, 0.2, (n, PAIRS)))
        self.bias = np.where(rng.random((n, PAIRS)) < 0.5, -0.4, 0.4) * rng.random((n, PAIRS))
        self.minutes = rng.uniform(20.0, 30.0, n)
        self.over = rng.normal(0.0, 0.08, n).clip(-0.2, 0.5)
        plain = world.plain_memory
        self.concept_gain = (0.14 if plain else 0.36) * world.concept_gain
        self.pair_gain = (0.12 if plain else 0.30) * world.pair_gain
        questions = banks.bank.first.shape[1]
        self.concept: Strength
        self.pair: Strength
        self.question: Strength
        if plain:
            self.concept = HalfLife((n, CONCEPTS), speed, 1.3)
            self.pair = HalfLife((n, PAIRS), speed, 1.3)
            self.question = HalfLife((n, questions), speed, 2.0)
        else:
            broad, lasting = (0.30, 0.20, 0.16, 0.13, 0.11, 0.10), (0.12, 0.12, 0.16, 0.20, 0.20, 0.20)
            self.concept = Traces((n, CONCEPTS), speed, broad)
            self.pair = Traces((n, PAIRS), speed, broad)
            self.question = Traces((n, questions), speed, lasting)
        self.seen = np.zeros((n, questions), dtype=bool)
        self.accuracy = np.full(n, 0.7)
        self._right, self._given = np.zeros(n), np.zeros(n)
        self.met = np.full((n, PAIRS, 2), -1000)
        self.count = np.zeros(n, dtype=np.int64)

    def wants_to_study(self, day: int, skip: Floats) -> Bools:
        chance = self.world.skip + self.world.fragile * (0.65 - self.accuracy).clip(0.0, 1.0)
        missed = self.world.missed is not None and self.world.missed[0] <= day <= self.world.missed[1]
        return (skip >= chance) & (not missed)

    def start_session(self, day: int) -> None:
        active = self._given > 0
        self.accuracy = np.where(active, self._right / np.maximum(self._given, 1), self.accuracy)
        self._right[:], self._given[:] = 0.0, 0.0
        self.met[:], self.count[:] = -1000, 0

    def answer(self, rows: Ints, q: Ints, t: Floats, uniform: Floats, normal: Floats) -> Replies:
        bank = self.banks.bank
        first, second, pair = bank.first[rows, q], bank.second[rows, q], bank.pair[rows, q]
        side, trapped = bank.side[rows, q], bank.pair[rows, q] >= 0
        k = np.maximum(pair, 0)
        memory = self.question.at(rows, q, t)
        discrimination = self.pair.at(rows, k, t)
        know = self._know(rows, first, second, bank.difficulty[rows, q], t)
        confuse, lucky, drawn = self._trap(trapped, self.susceptible[rows, k], discrimination, self.bias[rows, k], side)
        u = uniform.T
        state = np.where(u[2] < confuse, CONFUSED, KNOWN)
        state = np.where(u[1] < know, state, GUESSING)
        state = np.where(u[0] < memory, RECALLED, state)
        guessed = (state == GUESSING) & (u[3] < lucky)
        correct = ((state == RECALLED) & (u[3] < 0.97)) | (state == KNOWN) | guessed
        guess_lure = (state == GUESSING) & ~correct & (u[4] < drawn / (1.0 - lucky))
        lure = trapped & ((state == CONFUSED) | guess_lure)
        confidence = self._confidence(rows, state, u[5])
        latency = MEDIANS[state] * np.exp(SPREAD * normal) + np.where(self.seen[rows, q], 0.0, FIRST_SIGHT)
        self._learn(rows, q, t, memory, discrimination, know, state, correct, lure, confidence)
        return Replies(correct, lure, confidence, latency, latency + np.where(correct, READ_RIGHT, READ_WRONG))

    def _know(self, rows: Ints, first: Ints, second: Ints, difficulty: Floats, t: Floats) -> Floats:
        a = self._knowledge(rows, first, t)
        b = self._knowledge(rows, np.maximum(second, 0), t)
        mix = np.where(second >= 0, 0.7 * a + 0.3 * b, a)
        return logistic(KNOW_SLOPE * (mix - 0.5) + self.ability[rows] - difficulty)

    def _knowledge(self, rows: Ints, concept: Ints, t: Floats) -> Floats:
        return 1.0 - (1.0 - self.prior[rows, concept]) * (1.0 - self.concept.at(rows, concept, t))

    @staticmethod
    def _trap(trapped: Bools, u: Floats, d: Floats, bias: Floats, side: Ints) -> tuple[Floats, Floats, Floats]:
        """Chance to be confused, of a lucky guess, and of the lure when guessing."""
        mixed, sign = u * (1.0 - d), np.where(side == 0, 1.0, -1.0)
        confuse = np.where(trapped, (mixed * (1.0 - sign * bias)).clip(0.0, 0.95), 0.0)
        lucky = np.where(trapped, 0.27 * (1.0 - 0.6 * mixed.clip(0.0, 1.0)), 0.28)
        drawn = np.where(trapped, (0.25 + 0.45 * mixed).clip(0.0, 0.8), 0.0)
        return confuse, lucky, drawn

    def _confidence(self, rows: Ints, state: Ints, u: Floats) -> Ints:
        over = self.over[rows]
        sure = P_SURE[state] + over
        guess = P_GUESS[state] * (1.0 - (1.5 * over).clip(-0.3, 0.8))
        return np.where(u < sure, SURE, np.where(u < sure + guess, GUESS, UNSURE))

    def _learn(
        self,
        rows: Ints,
        q: Ints,
        t: Floats,
        memory: Floats,
        discrimination: Floats,
        know: Floats,
        state: Ints,
        correct: Bools,
        lure: Bools,
        confidence: Ints,
    ) -> None:
        bank = self.banks.bank
        first, second = bank.first[rows, q], bank.second[rows, q]
        news = 1.0 - self.world.remembered * memory
        readiness = 0.6 + 0.4 * np.minimum(1.0, know / 0.4)
        feedback = np.where(correct, np.where(state == GUESSING, 0.85, 1.0), np.where(confidence == SURE, 1.15, 1.0))
        gain = self.rate[rows] * self.concept_gain * news * readiness * feedback
        self.concept.learn(rows, first, t, gain)
        both = second >= 0
        self.concept.learn(rows[both], second[both], t[both], 0.4 * gain[both])
        trapped = bank.pair[rows, q] >= 0
        r, k, s = rows[trapped], bank.pair[rows, q][trapped], bank.side[rows, q][trapped]
        close = self.count[r] - self.met[r, k, 1 - s] <= 12
        strength = self.rate[r] * self.pair_gain * news[trapped] * np.where(close, self.world.contrast, 1.0)
        self.pair.learn(r, k, t[trapped], strength * np.where(lure[trapped], 1.2, 1.0))
        self.bias[r, k] += 0.25 * ((1.0 - 2.0 * s) - self.bias[r, k]) * (1.0 - discrimination[trapped])
        self.met[r, k, s] = self.count[r]
        self.count[rows] += 1
        self.question.learn(rows, q, t, np.full(len(rows), 0.9))
        self.seen[rows, q] = True
        self._right[rows] += correct
        self._given[rows] += 1

    # Reading

    def _chance(self, questions: Questions, concept: Floats, pair: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Chance to know, confused, lucky guess and drawn, (N, questions), from strengths (N, K) and (N, P)."""
        n = np.arange(len(concept))[:, None]
        known = 1.0 - (1.0 - self.prior) * (1.0 - concept)
        a, b = known[n, questions.first], known[n, np.maximum(questions.second, 0)]
        mix = np.where(questions.second >= 0, 0.7 * a + 0.3 * b, a)
        know = logistic(KNOW_SLOPE * (mix - 0.5) + self.ability[:, None] - questions.difficulty)
        k, trapped = np.maximum(questions.pair, 0), questions.pair >= 0
        parts = self._trap(trapped, self.susceptible[n, k], pair[n, k], self.bias[n, k], questions.side)
        return know, *parts

    def exam(self, t: float) -> Floats:
        know, confuse, lucky, _ = self._chance(self.banks.exam, self.concept.all(t), self.pair.all(t))
        return np.asarray((know * (1.0 - confuse) + (1.0 - know) * lucky).mean(axis=1))

    def open_pairs(self, t: float) -> Floats:
        mixed = (self.susceptible * (1.0 - self.pair.all(t))).clip(0.0, 1.0)
        return np.asarray((mixed > OPEN_ABOVE).sum(axis=1).astype(float))

    def seen_recall(self, seen: Bools, t: float) -> Floats:
        know, confuse, lucky, _ = self._chance(self.banks.bank, self.concept.all(t), self.pair.all(t))
        unseen = know * (1.0 - confuse) + (1.0 - know) * lucky
        memory = self.question.all(t)
        right = 0.97 * memory + (1.0 - memory) * unseen
        return np.asarray((right * seen).sum(axis=1) / np.maximum(seen.sum(axis=1), 1))

    def truth(self, t: float) -> tuple[Floats, Floats]:
        mixed = (self.susceptible * (1.0 - self.pair.all(t))).clip(0.0, 0.95)
        falls = np.stack([mixed * (1.0 - self.bias), mixed * (1.0 + self.bias)], axis=2).clip(0.0, 1.0)
        return 1.0 - (1.0 - self.prior) * (1.0 - self.concept.all(t)), falls

    def worth(self, t: float, exam: Questions) -> Floats:
        """Gradient of the exam score at the exam, times the gain that is left by then, per expected second."""
        concept_slope, pair_slope = self._slopes(exam)
        bank, n = self.banks.bank, np.arange(len(self.minutes))[:, None]
        know, confuse, lucky, _ = self._chance(bank, self.concept.all(t), self.pair.all(t))
        memory = self.question.all(t)
        news = (1.0 - self.world.remembered * memory) * self.rate[:, None]
        gain = self.concept_gain * news * (0.6 + 0.4 * np.minimum(1.0, know / 0.4))
        kept = self.concept.kept(t, DAYS)
        value = gain * (concept_slope * kept)[n, bank.first]
        value += np.where(bank.second >= 0, 0.4 * gain * (concept_slope * kept)[n, np.maximum(bank.second, 0)], 0.0)
        pair_worth = pair_slope * self.pair.kept(t, DAYS)
        k = np.maximum(bank.pair, 0)
        close = self.count[:, None] - self.met[n, k, 1 - bank.side] <= 12
        times = np.where(close, self.world.contrast, 1.0)
        value += np.where(bank.pair >= 0, self.pair_gain * news * times * pair_worth[n, k], 0.0)
        state = [memory, (1 - memory) * know * (1 - confuse), (1 - memory) * know * confuse, (1 - memory) * (1 - know)]
        right = 0.97 * state[0] + state[1] + state[3] * lucky
        latency = sum(p * m for p, m in zip(state, MEDIANS, strict=True)) * np.exp(SPREAD**2 / 2)
        seconds = latency + FIRST_SIGHT * ~self.seen + READ_RIGHT * right + READ_WRONG * (1.0 - right)
        return np.asarray(value / seconds)

    def _slopes(self, exam: Questions) -> tuple[Floats, Floats]:
        """Derivative of the exam score by the strengths at the exam: (N, K) and (N, P)."""
        concept, pair = self.concept.all(DAYS), self.pair.all(DAYS)
        know, confuse, lucky, _ = self._chance(exam, concept, pair)
        n = np.arange(len(concept))[:, None]
        outer = (1.0 - confuse - lucky) * KNOW_SLOPE * know * (1.0 - know) / exam.first.shape[1]
        by_concept = np.zeros_like(concept)
        rows = np.broadcast_to(n, exam.first.shape)
        np.add.at(by_concept, (rows, exam.first), outer * np.where(exam.second >= 0, 0.7, 1.0))
        both = exam.second >= 0
        np.add.at(by_concept, (rows[both], exam.second[both]), 0.3 * outer[both])
        k = np.maximum(exam.pair, 0)
        sign = 1.0 - 2.0 * exam.side
        u = self.susceptible[n, k]
        by_d = know * u * (1.0 - sign * self.bias[n, k]) + (1.0 - know) * 0.27 * 0.6 * u
        by_pair = np.zeros_like(pair)
        trapped = exam.pair >= 0
        np.add.at(by_pair, (rows[trapped], exam.pair[trapped]), by_d[trapped] / exam.first.shape[1])
        return by_concept * (1.0 - self.prior), by_pair


def logistic(x: Floats) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-x)))

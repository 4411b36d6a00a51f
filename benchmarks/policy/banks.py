"""Question banks and exams for artificial learners: each learner has an own bank, an own exam and own pairs.

Both families of learners answer these questions. The tutor sees `Tags` only, which may be wrong or missing.
Equations: section 8.1 of the selection design. Arrays: N learners, Q questions, K concepts, P pairs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.policy.worlds import World

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
CONCEPTS, DOMAINS, PAIRS, EXAM_QUESTIONS = 60, 4, 20, 200
PER_DOMAIN = CONCEPTS // DOMAINS
BLUEPRINT: Floats = np.array([0.28, 0.26, 0.22, 0.24])
DOMAIN_OF: Ints = np.repeat(np.arange(DOMAINS), PER_DOMAIN)
SECOND_CONCEPT = 0.4


@dataclass(frozen=True)
class Questions:
    """Questions by learner, all arrays (N, Q). -1 stands for no second concept, no pair."""

    first: Ints
    second: Ints
    pair: Ints
    side: Ints
    """Which concept of the pair is right: 0 or 1; 0 without a pair."""
    difficulty: Floats


@dataclass(frozen=True)
class Tags:
    """What the tutor may know of the bank: (N, Q) each, -1 for none; `pairs` (N, P, 2)."""

    first: Ints
    second: Ints
    pair: Ints
    side: Ints
    pairs: Ints


@dataclass(frozen=True)
class Banks:
    """Everything drawn before the first day that does not depend on the family."""

    bank: Questions
    exam: Questions
    pairs: Ints
    """(N, P, 2): the two concepts of each pair."""
    tags: Tags


def draw(world: World, learners: int, seed: int) -> Banks:
    """Banks, exams and tags for a number of learners; the same seed and world give the same ones."""
    rng = np.random.default_rng([seed, 1])
    exam_taste = rng.gamma(1.5, 1.0, (learners, CONCEPTS))
    exam_mix = BLUEPRINT[DOMAIN_OF] * exam_taste / _domain_sum(exam_taste)
    taste = 0.5 * exam_taste + 0.5 * rng.gamma(1.5, 1.0, (learners, CONCEPTS))
    skew = rng.dirichlet(np.full(DOMAINS, 8.0), learners)
    bank_mix = (0.5 * BLUEPRINT + 0.5 * skew)[:, DOMAIN_OF] * taste / _domain_sum(taste)
    pairs = np.empty((learners, PAIRS, 2), dtype=np.int64)
    for pair in range(PAIRS):
        order = rng.random((learners, PER_DOMAIN)).argsort(axis=1)[:, :2]
        pairs[:, pair] = (pair % DOMAINS) * PER_DOMAIN + order
    bank = _questions(rng, bank_mix, pairs, world.questions, world.trap_rate)
    exam = _questions(rng, exam_mix, pairs, EXAM_QUESTIONS, world.trap_rate)
    return Banks(bank, exam, pairs, _tags(rng, bank, pairs, world.tag_noise))


def _domain_sum(values: Floats) -> Floats:
    sums = values.reshape(len(values), DOMAINS, PER_DOMAIN).sum(axis=2)
    return np.asarray(sums[:, DOMAIN_OF])


def _pick(rng: np.random.Generator, weights: Floats, count: int) -> Ints:
    """`count` draws per row with the row's weights."""
    cumulative = weights.cumsum(axis=1)
    u = rng.random((len(weights), count)) * cumulative[:, -1:]
    return np.stack([np.searchsorted(c, x, side="right") for c, x in zip(cumulative, u, strict=True)]).clip(
        0, weights.shape[1] - 1
    )


def _questions(rng: np.random.Generator, mix: Floats, pairs: Ints, count: int, trap_rate: float) -> Questions:
    learners = len(mix)
    first = _pick(rng, mix, count)
    second = _pick(rng, mix, count)
    for _ in range(20):
        # A second concept equal to the first would be no second concept.
        again = second == first
        if not again.any():
            break
        second = np.where(again, _pick(rng, mix, count), second)
    second = np.where((rng.random((learners, count)) < SECOND_CONCEPT) & (second != first), second, -1)
    flat = pairs.reshape(learners, -1)
    member = flat[:, None, :] == first[:, :, None]
    score = np.where(member, rng.random(member.shape), -1.0)
    best = score.argmax(axis=2)
    trapped = member.any(axis=2) & (rng.random((learners, count)) < min(1.0, 1.6 * trap_rate))
    pair = np.where(trapped, best // 2, -1)
    side = np.where(trapped, best % 2, 0)
    return Questions(first, second, pair, side, rng.normal(0.0, 0.8, (learners, count)))


def _tags(rng: np.random.Generator, bank: Questions, pairs: Ints, noise: float) -> Tags:
    shape = bank.first.shape
    wrong, no_trap, no_second = (rng.random(shape) < noise for _ in range(3))
    first = np.where(wrong, rng.integers(0, CONCEPTS, shape), bank.first)
    second = np.where(no_second | (bank.second == first), -1, bank.second)
    pair = np.where(no_trap, -1, bank.pair)
    return Tags(first, second, pair, np.where(pair < 0, 0, bank.side), pairs)

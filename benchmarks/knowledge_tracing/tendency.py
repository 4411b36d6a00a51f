"""Which wrong option: each learner's leanings as a Gaussian, updated after every answer, its prior learnt from others.

The chance of a wrong option is its popularity, tilted by the learner's leaning to each kind of error (tag) and, if
asked for, by how closely this learner follows popularity. Ability is one more state, so that right answers count too
and what goes with ability is learnt. The prior (mean and covariance) is found by EM on the train learners."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.knowledge_tracing.data import Floats, Ints

ROUNDS = 30
ABSENT = -1e9


@dataclass(frozen=True, slots=True)
class Paper:
    """What is known of the questions. `popularity`: log share of each wrong option, ABSENT for the key and padding,
    shape (questions, options); `tilt`: (questions, options, leanings); `ease`: logit of the share right."""

    key: Ints
    popularity: Floats
    tilt: Floats
    ease: Floats


@dataclass(frozen=True, slots=True)
class Leaning:
    """Prior of the leanings and, last, of ability: mean (d + 1,), covariance (d + 1, d + 1)."""

    mean: Floats
    cov: Floats


@dataclass(frozen=True, slots=True)
class Traced:
    """`right`: chance of a right answer before it; `log_p`, `log_popularity`: of the wrong option that was chosen, nan
    elsewhere; all (learners, questions). `mean`, `cov`: the states at the end."""

    right: Floats
    log_p: Floats
    log_popularity: Floats
    mean: Floats
    cov: Floats


def orders(learners: int, questions: int, seed: int) -> Ints:
    """A random order of the questions for each learner, shape (learners, questions)."""
    generator = np.random.RandomState(seed)
    return np.array([generator.permutation(questions) for _ in range(learners)])


def trace(chosen: Ints, order: Ints, paper: Paper, prior: Leaning) -> Traced:
    """All learners at once, one question after the other in each one's own order."""
    learners, questions = chosen.shape
    d = paper.tilt.shape[2]
    mean, cov = np.tile(prior.mean, (learners, 1)), np.tile(prior.cov, (learners, 1, 1))
    right = np.full(chosen.shape, np.nan)
    log_p, log_popularity = right.copy(), right.copy()
    everyone = np.arange(learners)
    for place in range(questions):
        q = order[:, place]
        c = chosen[everyone, q]
        who = np.flatnonzero(c >= 0)
        if not len(who):
            continue
        q, c = q[who], c[who]
        y = (c == paper.key[q]).astype(float)
        p = 1 / (1 + np.exp(-(paper.ease[q] + mean[who, d])))
        right[who, q] = p
        h = np.maximum(p * (1 - p), 1e-4)
        column = cov[who, :, d]
        spread = 1 + h * column[:, d]
        mean[who] += column * ((y - p) / spread)[:, None]
        cov[who] -= column[:, :, None] * column[:, None, :] * (h / spread)[:, None, None]
        wrong = y < 0.5
        who, q, c = who[wrong], q[wrong], c[wrong]
        if not len(who):
            continue
        x = paper.tilt[q]
        z = paper.popularity[q] + np.einsum("njd,nd->nj", x, mean[who, :d])
        share = np.exp(z - z.max(1, keepdims=True))
        share /= share.sum(1, keepdims=True)
        rows = np.arange(len(who))
        log_p[who, q] = np.log(np.maximum(share[rows, c], 1e-9))
        log_popularity[who, q] = paper.popularity[q, c]
        centre = np.einsum("nj,njd->nd", share, x)
        info = np.zeros((len(who), d + 1, d + 1))
        info[:, :d, :d] = np.einsum("nj,njd,nje->nde", share, x, x) - centre[:, :, None] * centre[:, None, :]
        pull = np.zeros((len(who), d + 1))
        pull[:, :d] = x[rows, c] - centre
        after = np.linalg.solve(np.eye(d + 1) + cov[who] @ info, cov[who])
        after = (after + after.transpose(0, 2, 1)) / 2
        cov[who] = after
        mean[who] += np.einsum("nij,nj->ni", after, pull)
    return Traced(right, log_p, log_popularity, mean, cov)


def learn(chosen: Ints, order: Ints, paper: Paper, rounds: int = ROUNDS) -> Leaning:
    """The prior that explains the learners best, by EM from a fixed start."""
    d = paper.tilt.shape[2]
    prior = Leaning(np.zeros(d + 1), np.diag([0.4**2] * d + [0.7**2]))
    for _ in range(rounds):
        done = trace(chosen, order, paper, prior)
        mean = done.mean.mean(0)
        off = done.mean - mean
        prior = Leaning(mean, (done.cov + off[:, :, None] * off[:, None, :]).mean(0))
    return prior

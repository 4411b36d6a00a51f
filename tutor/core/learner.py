"""Ability by concept: an online Bayesian logistic model, one Gaussian for the learner, each concept, each question.

A diagonal extended Kalman filter. Pure functions on floats: no storage, no clock, standard library only. The caller
keeps the states and passes in those that an answer touches.

    logit P(right) = offset(label) + general + mean over concepts + own term of the question
                     + gain * ln(1 + earlier answers) + gamma * (logit(recall of the concepts) - 2.2)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tutor.core.prior import Prior
from tutor.core.question import Difficulty

RECALL_NEUTRAL = 2.2
"""About logit(0.9): a recall of 0.9 neither helps nor harms."""
Z80 = 1.281552
"""Standard normal quantile at 0.9, for a central 80 % interval."""


@dataclass(frozen=True, slots=True)
class Gaussian:
    """One state: mean and variance in logits, and the number of answers that touched it."""

    mean: float
    var: float
    n: int = 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """A prediction: the moderated probability, the logit and its variance."""

    p: float
    z: float
    v: float


@dataclass(frozen=True, slots=True)
class States:
    """The states one question touches: the learner, its concepts in the order given, the question (None: never
    answered)."""

    general: Gaussian
    concepts: tuple[Gaussian, ...]
    question: Gaussian | None = None


def sigmoid(z: float) -> float:
    """Logistic function, safe for any finite z."""
    if z >= 0:
        return 1.0 / (1.0 + math.exp(-min(z, 700.0)))
    e = math.exp(max(z, -700.0))
    return e / (1.0 + e)


def logit(p: float) -> float:
    """Inverse of the logistic function; ValueError at 0 and 1."""
    return math.log(p / (1.0 - p))


def moderated(z: float, v: float) -> float:
    """Probability for a logit with mean z and variance v (MacKay's approximation)."""
    return sigmoid(z / math.sqrt(1.0 + math.pi * v / 8.0))


def fresh(prior: Prior) -> Gaussian:
    """The general ability before any answer."""
    return Gaussian(0.0, prior.s_global**2)


def fresh_concept(prior: Prior) -> Gaussian:
    return Gaussian(0.0, prior.s_tag**2)


def fresh_question(prior: Prior) -> Gaussian:
    return Gaussian(0.0, prior.s_item**2)


def fixed_part(label: Difficulty, answers: int, recall: float | None, prior: Prior) -> float:
    """The part of the logit without a state: label, practice on this very question, recall of its concepts (None when
    none of them was ever answered)."""
    z = prior.offset(label) + prior.practice_gain * math.log1p(answers)
    if recall is not None:
        z += prior.gamma * (logit(min(max(recall, 0.05), 0.99)) - RECALL_NEUTRAL)
    return z


def predict(states: States, label: Difficulty, prior: Prior, recall: float | None = None) -> Estimate:
    """Chance of a right answer before it is given; changes nothing. The question's own state counts only once it was
    answered before."""
    answers = states.question.n if states.question is not None else 0
    z = fixed_part(label, answers, recall, prior) + states.general.mean
    v = states.general.var
    share = 1.0 / len(states.concepts) if states.concepts else 0.0
    for concept in states.concepts:
        z += share * concept.mean
        v += share * share * concept.var
    if states.question is not None and answers > 0:
        z += states.question.mean
        v += states.question.var
    return Estimate(moderated(z, v), z, v)


def update(states: States, correct: bool, label: Difficulty, prior: Prior, recall: float | None = None) -> States:
    """The states after an answer. One pass over the touched states; a variance never exceeds its prior."""
    question = states.question if states.question is not None else fresh_question(prior)
    share = 1.0 / len(states.concepts) if states.concepts else 0.0
    z = fixed_part(label, question.n, recall, prior) + states.general.mean + question.mean
    v = states.general.var + question.var
    for concept in states.concepts:
        z += share * concept.mean
        v += share * share * concept.var
    p = sigmoid(z)
    h = max(p * (1.0 - p), 1e-4)
    g = ((1.0 if correct else 0.0) - p) / (1.0 + h * v)
    shrink = h / (1.0 + h * v)

    def step(state: Gaussian, weight: float, drift: float, cap: float) -> Gaussian:
        gain = weight * state.var
        return Gaussian(state.mean + gain * g, min(state.var - gain * gain * shrink + drift, cap), state.n + 1)

    return States(
        step(states.general, 1.0, prior.drift_global, prior.s_global**2),
        tuple(step(c, share, prior.drift_tag, prior.s_tag**2) for c in states.concepts),
        step(question, 1.0, 0.0, prior.s_item**2),
    )


@dataclass(frozen=True, slots=True)
class ConceptReading:
    """Expected share right on the questions of one concept. `low` and `high`: 80 % interval; `score` ranks, lowest is
    weakest; the deviation says better or worse than the difficulty of the topic explains."""

    accuracy: float
    low: float
    high: float
    score: float
    deviation: float
    deviation_low: float
    deviation_high: float


def read_concept(general: Gaussian, concept: Gaussian, offsets: Sequence[float]) -> ConceptReading:
    """Read one concept over the label offsets of its active questions (at least one; ValueError otherwise).

    The interval is exact for a normal ability, because the mean of sigmoids is monotone in it; it leaves out the other
    concepts of a question, its own term and recall."""
    if not offsets:
        raise ValueError("a concept without questions has no expected accuracy")
    mu = general.mean + concept.mean
    s = math.sqrt(general.var + concept.var)
    scale = math.sqrt(1.0 + math.pi * s * s / 8.0)
    count = len(offsets)
    spread = Z80 * math.sqrt(concept.var)
    return ConceptReading(
        accuracy=sum(sigmoid((b + mu) / scale) for b in offsets) / count,
        low=sum(sigmoid(b + mu - Z80 * s) for b in offsets) / count,
        high=sum(sigmoid(b + mu + Z80 * s) for b in offsets) / count,
        score=sum(offsets) / count + concept.mean,
        deviation=concept.mean,
        deviation_low=concept.mean - spread,
        deviation_high=concept.mean + spread,
    )


ENOUGH_ANSWERS = 3
ENOUGH_WIDTH = 0.4
FEW_ANSWERS = 10


def enough(answers: int, low: float, high: float) -> bool:
    """Whether an estimate may be shown as a statement: three answers and an 80 % interval no wider than 0.4."""
    return answers >= ENOUGH_ANSWERS and high - low <= ENOUGH_WIDTH

"""Ability by concept: an online Bayesian logistic model, one Gaussian for the learner, each concept, each question.

A diagonal extended Kalman filter. Pure functions on floats: no storage, no clock, standard library only. The caller
keeps the states and passes in those that an answer touches.

    logit P(right) = b + general + form + slope * (b - offset(medium)) + mean over concepts + own term of the question
                     + gain * ln(1 + earlier answers to it) + mean over concepts of c * n / (n + half)
                     + gamma * (logit(recall of the concepts) - 2.2)
    b = offset(label) + topic weight * (mean label of its concepts - mean label of the bank)

`form` is how it goes just now: it fades by itself within a few answers. `slope` is how much more, or less, the labels
mean for this learner. Both may be left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import get_args

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
    """A prediction: the moderated probability, the logit and its variance without that of the form."""

    p: float
    z: float
    v: float


@dataclass(frozen=True, slots=True)
class States:
    """The states one question touches: the learner, its concepts in the order given, the question (None: never
    answered), the learner's form and slope (None: not kept, left out of the equation)."""

    general: Gaussian
    concepts: tuple[Gaussian, ...]
    question: Gaussian | None = None
    form: Gaussian | None = None
    slope: Gaussian | None = None


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


def fresh_form(prior: Prior) -> Gaussian:
    return Gaussian(0.0, prior.s_form**2)


def fresh_slope(prior: Prior) -> Gaussian:
    return Gaussian(0.0, prior.s_slope**2)


def topics(questions: Iterable[tuple[Difficulty, Sequence[str]]], prior: Prior) -> dict[str, float]:
    """How much easier the labels of a concept are than those of the whole bank, in logits, by concept id.

    Questions come as (label, concept ids). A label is one of three steps and an author's guess; the mean over a concept
    tells where inside the step its questions lie. Concepts with few questions shrink to the bank."""
    offsets = {label: prior.offset(label) for label in get_args(Difficulty)}
    items = [(offsets[label], concepts) for label, concepts in questions]
    average = sum(b for b, _ in items) / len(items) if items else 0.0
    sums: dict[str, tuple[float, int]] = {}
    for b, concepts in items:
        for concept in concepts:
            total, count = sums.get(concept, (0.0, 0))
            sums[concept] = total + b - average, count + 1
    return {concept: total / (count + prior.topic_questions) for concept, (total, count) in sums.items()}


def difficulty_offset(label: Difficulty, prior: Prior, topic: float = 0.0) -> float:
    """Logit of the share right expected of a question: its label, and `topic`, the mean of `topics` over its
    concepts."""
    return prior.offset(label) + prior.topic_weight * topic


def practice_of_concept(answers: int, prior: Prior) -> float:
    """What earlier answers to a concept add to the logit, right or wrong ones: each comes with an explanation."""
    return prior.concept_practice * answers / (answers + prior.concept_practice_half)


def fixed_part(
    label: Difficulty,
    answers: int,
    recall: float | None,
    prior: Prior,
    topic: float = 0.0,
    seen: Sequence[int] = (),
) -> float:
    """The part of the logit without a state: label and topic, practice on this very question, recall of its concepts
    (None when none of them was ever answered), practice on them (`seen`: answers by concept)."""
    z = difficulty_offset(label, prior, topic) + prior.practice_gain * math.log1p(answers)
    if recall is not None:
        z += prior.gamma * (logit(min(max(recall, 0.05), 0.99)) - RECALL_NEUTRAL)
    if seen:
        z += sum(practice_of_concept(n, prior) for n in seen) / len(seen)
    return z


def _linear(
    states: States, label: Difficulty, prior: Prior, recall: float | None, topic: float, question: Gaussian | None
) -> tuple[float, float, float]:
    """Logit, its variance without the form, and the weight of the slope. `question`: its own state if it counts."""
    b = difficulty_offset(label, prior, topic)
    z = b + states.general.mean
    v = states.general.var
    count = len(states.concepts)
    if count:
        share = 1.0 / count
        gain, half = prior.concept_practice, prior.concept_practice_half
        for concept in states.concepts:
            z += share * (concept.mean + gain * concept.n / (concept.n + half))
            v += share * share * concept.var
    if question is not None:
        z += question.mean + prior.practice_gain * math.log1p(question.n)
        v += question.var
    if recall is not None:
        z += prior.gamma * (logit(min(max(recall, 0.05), 0.99)) - RECALL_NEUTRAL)
    if states.form is not None:
        z += states.form.mean
    x = b - prior.offset("medium") if states.slope is not None else 0.0
    if states.slope is not None:
        z += x * states.slope.mean
        v += x * x * states.slope.var
    return z, v, x


def predict(
    states: States, label: Difficulty, prior: Prior, recall: float | None = None, topic: float = 0.0
) -> Estimate:
    """Chance of a right answer before it is given; changes nothing. The question's own state counts only once it was
    answered before. The probability is moderated by the variance of what lasts, not by that of the form."""
    question = states.question if states.question is not None and states.question.n > 0 else None
    z, v, _ = _linear(states, label, prior, recall, topic, question)
    return Estimate(moderated(z, v), z, v)


def update(
    states: States, correct: bool, label: Difficulty, prior: Prior, recall: float | None = None, topic: float = 0.0
) -> States:
    """The states after an answer. One pass over the touched states; a variance never exceeds its prior."""
    question = states.question if states.question is not None else fresh_question(prior)
    z, v, x = _linear(states, label, prior, recall, topic, question)
    if states.form is not None:
        v += states.form.var
    p = sigmoid(z)
    h = max(p * (1.0 - p), 1e-4)
    g = ((1.0 if correct else 0.0) - p) / (1.0 + h * v)
    shrink = h / (1.0 + h * v)

    def step(state: Gaussian, weight: float, drift: float, cap: float) -> Gaussian:
        gain = weight * state.var
        return Gaussian(state.mean + gain * g, min(state.var - gain * gain * shrink + drift, cap), state.n + 1)

    share = 1.0 / len(states.concepts) if states.concepts else 0.0
    return States(
        step(states.general, 1.0, prior.drift_global, prior.s_global**2),
        tuple(step(c, share, prior.drift_tag, prior.s_tag**2) for c in states.concepts),
        step(question, 1.0, 0.0, prior.s_item**2),
        None if states.form is None else _fade(step(states.form, 1.0, 0.0, prior.s_form**2), prior),
        None if states.slope is None else step(states.slope, x, 0.0, prior.s_slope**2),
    )


def _fade(form: Gaussian, prior: Prior) -> Gaussian:
    """The form one answer later: a first-order autoregression around 0 with the prior as its resting variance."""
    keep = prior.form_keep
    return Gaussian(keep * form.mean, keep * keep * form.var + (1.0 - keep * keep) * prior.s_form**2, form.n)


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


def read_concept(
    general: Gaussian,
    concept: Gaussian,
    offsets: Sequence[float],
    practice: float = 0.0,
    slope: Gaussian | None = None,
    centre: float = 0.0,
) -> ConceptReading:
    """Read one concept over the offsets of its active questions (at least one; ValueError otherwise).

    `offsets`: from `difficulty_offset`; `practice`: from `practice_of_concept`; `slope` with `centre`, the offset of a
    medium question. The interval is exact for a normal ability, because the mean of sigmoids is monotone in it (with a
    slope: if both move together); it leaves out the form, the other concepts of a question, its own term and recall.
    The ranking score leaves practice out as well: later answers bring it to every concept."""
    if not offsets:
        raise ValueError("a concept without questions has no expected accuracy")
    count = len(offsets)
    accuracy = low = high = 0.0
    for b in offsets:
        z, v = b + general.mean + concept.mean + practice, general.var + concept.var
        if slope is not None:
            z += (b - centre) * slope.mean
            v += (b - centre) ** 2 * slope.var
        s = math.sqrt(v)
        accuracy += moderated(z, v)
        low += sigmoid(z - Z80 * s)
        high += sigmoid(z + Z80 * s)
    spread = Z80 * math.sqrt(concept.var)
    return ConceptReading(
        accuracy=accuracy / count,
        low=low / count,
        high=high / count,
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

"""Weakest concepts and their intervals against the same learner's later answers.

The state is frozen after some answers; a concept's later share right is compared with its score and its predictive
interval. Recipe: "weakness ranking" in section 5 of the folder's README."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.stats import spearmanr

from benchmarks.knowledge_tracing.core_runs import LABELS, Variant, topic_of_items
from benchmarks.knowledge_tracing.data import Floats, Ints, Log, head
from benchmarks.knowledge_tracing.difficulty import crossfitted, labels
from benchmarks.knowledge_tracing.filters import MEDIUM
from tutor.core import learner
from tutor.core.learner import Gaussian, States

FIRST = 600
CUTS = (60, 150, 300)
LATER = 300
LEAST_ANSWERS = 120
LEAST_ON_CONCEPT = 8
LEAST_CONCEPTS = 5
DRAWS = 200


@dataclass(frozen=True, slots=True)
class Ranked:
    """Mean rank correlation of score and later share right, by labels alone and with this learner's answers; coverage
    of the 80 % interval of the later share, with its mean width; numbers of (learner, cut) and of concepts."""

    labels_only: float
    ours: float
    coverage: float
    coverage_ties_half: float
    """A share of few answers often falls on a bound; there it counts half."""
    width: float
    cuts: int
    concepts: int


def rank(log: Log, variant: Variant) -> Ranked:
    log = head(log, FIRST)
    level = labels(log, crossfitted(log)[0])
    offset = np.array([learner.difficulty_offset(LABELS[k], variant.prior) for k in range(3)])[level]
    bonus = variant.prior.topic_weight * topic_of_items(log, level, variant.prior)[log.item]
    offset = offset + bonus
    by_tag = [_offsets(log, offset, tag) for tag in range(log.tag_count)]
    generator = np.random.RandomState(0)
    plain: list[float] = []
    ours: list[float] = []
    inside: list[float] = []
    strict: list[float] = []
    width: list[float] = []
    for who in np.unique(log.learner[log.test]).tolist():
        rows = np.flatnonzero(log.learner == who)
        if len(rows) < LEAST_ANSWERS:
            continue
        for cut in CUTS:
            if len(rows) < cut + 60:
                continue
            states, concepts = _replay(log, level, offset, rows[:cut], variant)
            later = rows[cut : cut + LATER]
            scores, shares = [], []
            for tag in range(log.tag_count):
                own = later[(log.tags[log.item[later]] == tag).any(1)]
                if len(own) < LEAST_ON_CONCEPT:
                    continue
                concept = concepts.get(tag, learner.fresh_concept(variant.prior))
                base = float(by_tag[tag].mean())
                scores.append((base, base + concept.mean))
                shares.append(float(log.y[own].mean()))
                practice = [learner.practice_of_concept(concept.n + k, variant.prior) for k in range(len(own))]
                low, high = _interval(states, concept, offset[own] + practice, generator)
                inside.append(float(low <= shares[-1] <= high))
                strict.append((inside[-1] + float(low < shares[-1] < high)) / 2)
                width.append(high - low)
            if len(scores) >= LEAST_CONCEPTS and len(set(shares)) > 1:
                for target, column in ((plain, 0), (ours, 1)):
                    values = [s[column] for s in scores]
                    if len(set(values)) > 1:
                        target.append(float(spearmanr(values, shares).statistic))
    mean = [float(np.mean(values)) if values else float("nan") for values in (plain, ours, inside, strict, width)]
    return Ranked(mean[0], mean[1], mean[2], mean[3], mean[4], len(ours), len(inside))


def _offsets(log: Log, offset: Floats, tag: int) -> Floats:
    """Offsets of the items of a concept, one per item that was ever shown."""
    items, first = np.unique(log.item, return_index=True)
    own = (log.tags[items] == tag).any(1)
    return offset[first[own]] if own.any() else np.zeros(1)


def _replay(log: Log, level: Ints, offset: Floats, rows: Ints, variant: Variant) -> tuple[States, dict[int, Gaussian]]:
    prior = variant.prior
    form = learner.fresh_form(prior) if variant.extended else None
    slope = learner.fresh_slope(prior) if variant.extended else None
    now = States(learner.fresh(prior), (), None, form, slope)
    concepts: dict[int, Gaussian] = {}
    questions: dict[int, Gaussian] = {}
    fresh = learner.fresh_concept(prior)
    for row in rows.tolist():
        item = int(log.item[row])
        own = [int(t) for t in log.tags[item] if t >= 0]
        label = LABELS[int(level[row])]
        weight = prior.topic_weight
        topic = (float(offset[row]) - prior.offset(label)) / weight if weight else 0.0
        states = States(
            now.general, tuple(concepts.get(t, fresh) for t in own), questions.get(item), now.form, now.slope
        )
        now = learner.update(states, bool(log.y[row] > 0.5), label, prior, None, topic)
        concepts.update(zip(own, now.concepts, strict=True))
        if now.question is not None:
            questions[item] = now.question
    return now, concepts


def _interval(
    states: States, concept: Gaussian, offset: Floats, generator: np.random.RandomState
) -> tuple[float, float]:
    """Central 80 % of the simulated later share right: draws of ability, concept and slope, then of the answers."""
    shift = generator.normal(states.general.mean + concept.mean, (states.general.var + concept.var) ** 0.5, DRAWS)
    z = offset[None, :] + shift[:, None]
    if states.slope is not None:
        slope = generator.normal(states.slope.mean, states.slope.var**0.5, DRAWS)
        z = z + slope[:, None] * (offset - MEDIUM)[None, :]
    p = 1 / (1 + np.exp(-z))
    shares = (generator.random_sample(p.shape) < p).mean(1)
    low, high = np.quantile(shares, [0.1, 0.9])
    return float(low), float(high)

"""The shipped model on a log, answer by answer through `tutor.core.learner`, for one learner after another.

It knows the author's label and the concepts of the questions; nothing of other learners enters."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.knowledge_tracing.data import Floats, Ints, Log
from tutor.core import learner
from tutor.core.learner import Gaussian, States
from tutor.core.prior import Prior
from tutor.core.question import Difficulty

LABELS: tuple[Difficulty, ...] = ("hard", "medium", "easy")

BASE = Prior(topic_weight=0.0, s_global=0.8, concept_practice=0.0, drift_global=0.01, drift_tag=0.003, gamma=0.0)
"""The model of the published table of the design: label, learner, concepts, question; no form, slope or topic."""


@dataclass(frozen=True, slots=True)
class Variant:
    """Which parts of the model run. `question`: own state and practice gain of a question."""

    prior: Prior
    question: bool = True
    extended: bool = True
    """Form and slope."""


VARIANT_A = Variant(BASE, question=False, extended=False)
VARIANT_B = Variant(BASE, extended=False)
SHIPPED = Variant(Prior(gamma=0.0))


@dataclass(frozen=True, slots=True)
class Run:
    """Chance of a right answer before each row, and microseconds per prediction with update."""

    p: Floats
    micros: float


def topic_of_items(log: Log, level: Ints, prior: Prior) -> Floats:
    """The mean of `learner.topics` over the concepts of each item, shape (items,). An item's label is the first one
    that its rows show; items without a row are not part of the bank."""
    items, first = np.unique(log.item, return_index=True)
    tags = [[str(t) for t in row if t >= 0] for row in log.tags[items].tolist()]
    found = learner.topics(zip([LABELS[k] for k in level[first].tolist()], tags, strict=True), prior)
    out = np.zeros(log.items)
    out[items] = [sum(found[t] for t in own) / len(own) if own else 0.0 for own in tags]
    return out


def run(log: Log, level: Ints, variant: Variant = SHIPPED) -> Run:
    """Every learner of the log from the prior on. `level`: label code by row (0 hard, 1 medium, 2 easy)."""
    prior = variant.prior if variant.question else replace(variant.prior, practice_gain=0.0, s_item=1e-9)
    topic = topic_of_items(log, level, prior)[log.item].tolist()
    tags = [[t for t in row if t >= 0] for row in log.tags.tolist()]
    fresh = learner.fresh_concept(prior)
    general = learner.fresh(prior)
    form = learner.fresh_form(prior) if variant.extended else None
    slope = learner.fresh_slope(prior) if variant.extended else None
    start = States(general, (), None, form, slope)
    now, concepts, questions = start, dict[int, Gaussian](), dict[int, Gaussian]()
    p, last = np.empty(len(log.y)), -1
    rows = zip(log.learner.tolist(), log.item.tolist(), log.y.tolist(), level.tolist(), topic, strict=True)
    begin = time.perf_counter()
    for row, (who, item, y, code, bonus) in enumerate(rows):
        if who != last:
            now, concepts, questions, last = start, {}, {}, who
        own, label = tags[item], LABELS[code]
        states = States(
            now.general, tuple([concepts.get(t, fresh) for t in own]), questions.get(item), now.form, now.slope
        )
        p[row] = learner.predict(states, label, prior, None, bonus).p
        now = learner.update(states, y > 0.5, label, prior, None, bonus)
        concepts.update(zip(own, now.concepts, strict=True))
        if now.question is not None:
            questions[item] = now.question
    return Run(p, 1e6 * (time.perf_counter() - begin) / max(len(p), 1))

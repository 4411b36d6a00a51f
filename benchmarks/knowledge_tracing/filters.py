"""Many learners at once through the online models: the equations of `tutor.core.learner`, and Elo, on arrays.

For offsets that the shipped model does not know (an item's difficulty among other learners) and as columns of richer
models. A test holds the first one equal to the core."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.knowledge_tracing.data import Bools, Floats, Ints, Log
from benchmarks.knowledge_tracing.groups import occurrence, steps
from benchmarks.knowledge_tracing.history import item_groups
from tutor.core.prior import Prior

MEDIUM = float(Prior().offset("medium"))


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the states of each row are. `tags`: code of (learner, tag) by row and place, `has` where there is one."""

    learner: Ints
    tags: Ints
    has: Bools
    weight: Floats
    item: Ints
    earlier: Ints
    """Answers of the learner to this very item before the row."""

    @classmethod
    def of(cls, log: Log) -> Layout:
        tags = log.tags[log.item]
        has = tags >= 0
        code = np.where(has, log.learner[:, None] * log.tag_count + tags, -1)
        groups = np.unique(code, return_inverse=True)[1].reshape(tags.shape)
        own = item_groups(log)
        weight = has / np.maximum(has.sum(1, keepdims=True), 1)
        return cls(log.learner, np.where(has, groups, 0), has, weight, own, occurrence(own))


@dataclass(frozen=True, slots=True)
class Filtered:
    """Before each row: the moderated probability, the logit with its variance, and the states behind it."""

    p: Floats
    z: Floats
    v: Floats
    states: Floats
    """Means of general, form, slope, concepts, question; variances of general and concepts: shape (rows, 7)."""


def bayes(log: Log, offset: Floats, prior: Prior, question: bool = True, extended: bool = True) -> Filtered:
    """The shipped model with `offset` (rows,) in place of label and topic. `question`: own state and practice gain of
    an item; `extended`: form and slope."""
    at = Layout.of(log)
    learners, pairs, items = log.learners, int(at.tags.max()) + 1, int(at.item.max()) + 1
    s_form, s_slope = (prior.s_form, prior.s_slope) if extended else (0.0, 0.0)
    s_item = prior.s_item if question else 0.0
    gain = prior.practice_gain if question else 0.0
    m0, v0 = np.zeros(learners), np.full(learners, prior.s_global**2)
    mf, vf = np.zeros(learners), np.full(learners, s_form**2)
    ms, vs = np.zeros(learners), np.full(learners, s_slope**2)
    mt, vt, nt = np.zeros(pairs), np.full(pairs, prior.s_tag**2), np.zeros(pairs)
    mi, vi = np.zeros(items), np.full(items, s_item**2)
    keep = prior.form_keep
    out = np.empty((len(log.y), 10))
    for rows in steps(log.learner):
        who, tag, has, w = log.learner[rows], at.tags[rows], at.has[rows], at.weight[rows]
        own, earlier, y = at.item[rows], at.earlier[rows], log.y[rows]
        x = offset[rows] - MEDIUM
        practice = prior.concept_practice * nt[tag] / (nt[tag] + prior.concept_practice_half)
        concept, concept_v = (w * mt[tag]).sum(1), (w * w * vt[tag]).sum(1)
        again = np.where(earlier > 0, 1.0, 0.0)
        z = offset[rows] + m0[who] + mf[who] + x * ms[who] + concept + (w * practice).sum(1)
        z += gain * np.log1p(earlier) + again * mi[own]
        v = v0[who] + x * x * vs[who] + concept_v
        seen = v + again * vi[own]
        moderated = 1 / (1 + np.exp(-z / np.sqrt(1 + np.pi * seen / 8)))
        out[rows] = np.column_stack(
            [moderated, z, seen, m0[who], mf[who], ms[who], concept, again * mi[own], v0[who], concept_v]
        )
        v = v + vi[own] + vf[who]
        p = 1 / (1 + np.exp(-z))
        h = np.maximum(p * (1 - p), 1e-4)
        g, shrink = (y - p) / (1 + h * v), h / (1 + h * v)
        m0[who] += v0[who] * g
        v0[who] = np.minimum(v0[who] - v0[who] ** 2 * shrink + prior.drift_global, prior.s_global**2)
        mi[own] += vi[own] * g
        vi[own] -= vi[own] ** 2 * shrink
        ms[who] += x * vs[who] * g
        vs[who] -= (x * vs[who]) ** 2 * shrink
        mf[who] = keep * (mf[who] + vf[who] * g)
        vf[who] = keep**2 * (vf[who] - vf[who] ** 2 * shrink) + (1 - keep**2) * s_form**2
        step = w * vt[tag]
        mean = mt[tag] + step * g[:, None]
        var = np.minimum(vt[tag] - step**2 * shrink[:, None] + prior.drift_tag, prior.s_tag**2)
        mt[tag[has]], vt[tag[has]] = mean[has], var[has]
        nt[tag[has]] += 1
    return Filtered(out[:, 0], out[:, 1], out[:, 2], out[:, 3:])


def elo(log: Log, offset: Floats, step: float, slow: float) -> Floats:
    """Elo with one rating for the learner and one per concept; steps shrink as 1 / (1 + slow n). Chance of a right
    answer before each row."""
    at = Layout.of(log)
    pairs = int(at.tags.max()) + 1
    theta, n = np.zeros(log.learners), np.zeros(log.learners)
    tau, nt = np.zeros(pairs), np.zeros(pairs)
    out = np.empty(len(log.y))
    for rows in steps(log.learner):
        who, tag, has, w = log.learner[rows], at.tags[rows], at.has[rows], at.weight[rows]
        p = 1 / (1 + np.exp(-(offset[rows] + theta[who] + (w * tau[tag]).sum(1))))
        out[rows] = p
        error = log.y[rows] - p
        theta[who] += 0.5 * step / (1 + slow * n[who]) * error
        n[who] += 1
        moved = tau[tag] + step / (1 + slow * nt[tag]) * error[:, None]
        tau[tag[has]] = moved[has]
        nt[tag[has]] += 1
    return out


def tuned_elo(log: Log, offset: Floats) -> Floats:
    """Elo with the steps that give the lowest loss on the train rows."""
    train = log.train

    def loss(p: Floats) -> float:
        y = log.y[train]
        return float(-np.mean(np.log(np.clip(np.where(y > 0.5, p[train], 1 - p[train]), 1e-6, 1))))

    runs = [elo(log, offset, step, slow) for step in (0.4, 0.8, 1.2) for slow in (0.02, 0.1)]
    return min(runs, key=loss)

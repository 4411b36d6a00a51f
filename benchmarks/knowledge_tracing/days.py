"""Do the states of the learner model drift with days as well? `python -m benchmarks.knowledge_tracing.days`.

The shipped model on train learners of the two logs that carry times. Before an answer, the time since the last one (of
the learner, and of each concept) either widens a state or draws it back to its prior."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.metrics import log_loss, roc_auc_score

from benchmarks.knowledge_tracing.batch import task_of
from benchmarks.knowledge_tracing.core_runs import LABELS, topic_of_items
from benchmarks.knowledge_tracing.data import Floats, Ints, Log, head, load_log
from benchmarks.knowledge_tracing.difficulty import labels
from benchmarks.knowledge_tracing.tables import tables
from benchmarks.result import Row
from tutor.core import learner
from tutor.core.learner import Gaussian, States
from tutor.core.prior import Prior

TIMED = ("algebra05", "assist17")
LEARNERS = 250
FIRST = 500
DAY = 86_400.0
SHORT = 0.1
"""Days; a shorter pause belongs to the same sitting."""


@dataclass(frozen=True, slots=True)
class Drift:
    """Variance per day of the general ability and of a concept, or the days in which a concept's state falls to 1/e."""

    general: float = 0.0
    concept: float = 0.0
    decay: float = 0.0

    @property
    def name(self) -> str:
        if self.decay:
            return f"concept decays to its prior, {self.decay:g} days"
        return f"variance per day: general {self.general:g}, concept {self.concept:g}"


DRIFTS = (
    *(Drift(general, concept) for general, concept in ((0, 0), (0.003, 0), (0.01, 0), (0, 0.001), (0, 0.003))),
    Drift(0.01, 0.003),
    *(Drift(decay=days) for days in (10.0, 30.0, 120.0)),
)


def after(state: Gaussian, days: float, per_day: float, decay: float, cap: float) -> Gaussian:
    """A state after days without an answer; its variance stays at most `cap`, the prior's."""
    if days <= SHORT:
        return state
    if decay:
        kept = math.exp(-days / decay)
        return Gaussian(state.mean * kept, cap - (cap - state.var) * kept * kept, state.n)
    return Gaussian(state.mean, min(state.var + per_day * days, cap), state.n)


def predictions(log: Log, level: Ints, drift: Drift, prior: Prior) -> Floats:
    """Chance of a right answer before each row, shape (rows,)."""
    topic = topic_of_items(log, level, prior)[log.item].tolist()
    tags = [[t for t in row if t >= 0] for row in log.tags.tolist()]
    fresh = learner.fresh_concept(prior)
    start = States(learner.fresh(prior), (), None, learner.fresh_form(prior), learner.fresh_slope(prior))
    now, last_time, last = start, 0.0, -1
    concepts, questions, seen = dict[int, Gaussian](), dict[int, Gaussian](), dict[int, float]()
    p = np.empty(len(log.y))
    rows = zip(log.learner.tolist(), log.item.tolist(), log.y.tolist(), log.time.tolist(), level.tolist(), strict=True)
    for row, (who, item, y, moment, code) in enumerate(rows):
        if who != last:
            now, last, last_time, concepts, questions, seen = start, who, moment, {}, {}, {}
        general = after(now.general, (moment - last_time) / DAY, drift.general, 0.0, prior.s_global**2)
        own, last_time = tags[item], moment
        aged = tuple(
            after(
                concepts.get(t, fresh), (moment - seen.get(t, moment)) / DAY, drift.concept, drift.decay, prior.s_tag**2
            )
            for t in own
        )
        states = States(general, aged, questions.get(item), now.form, now.slope)
        p[row] = learner.predict(states, LABELS[code], prior, None, topic[row]).p
        now = learner.update(states, y > 0.5, LABELS[code], prior, None, topic[row])
        concepts.update(zip(own, now.concepts, strict=True))
        seen.update(dict.fromkeys(own, moment))
        if now.question is not None:
            questions[item] = now.question
    return p


def measure(folder: Path, name: str, drifts: Sequence[Drift] = DRIFTS) -> list[Row]:
    """AUC and log-loss of each drift on 250 train learners of one log."""
    task = task_of(head(load_log(folder, name), FIRST))
    train = np.unique(task.log.learner[task.log.train])
    some = np.random.RandomState(0).permutation(train)[:LEARNERS]
    kept = task.log.train & np.isin(task.log.learner, some)
    level, small = labels(task.log, task.item_prior)[kept], task.log.keep(kept)
    rows = []
    for drift in drifts:
        p = predictions(small, level, drift, Prior(gamma=0.0))
        rows.append(Row(name, drift.name, "AUC", float(roc_auc_score(small.y, p))))
        rows.append(Row(name, drift.name, "log-loss", float(log_loss(small.y, p))))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.knowledge_tracing.days", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the logs")
    folder = parser.parse_args().data
    print(tables([row for name in TIMED for row in measure(folder, name)]))


if __name__ == "__main__":
    main()

"""What the challengers see of each answer: thirteen numbers from the answers before it. The only feature code.

Counts, shares and exponential averages of recent answers, as in the recency features of logistic knowledge tracing
(Schmucker et al. 2022, "Assessing the Performance of Online Students").
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from tutor.core.learner import RECALL_NEUTRAL, logit
from tutor.core.prior import Prior
from tutor.core.trials import Trial

GENERAL_KEEP, CONCEPT_KEEP = 0.8, 0.7
"""What the exponential averages keep at each answer."""
_START = 0.5


def features(log: Sequence[Trial], prior: Prior) -> list[dict[str, float]]:
    """One row a trial, from earlier trials of the same learner only; the log in time order."""
    history = _History()
    found = []
    for trial in log:
        found.append(history.row(trial, prior))
        history.add(trial)
    return found


class _History:
    """Counts of the trials so far."""

    def __init__(self) -> None:
        self.seen = self.right = 0
        self.average, self.streak = _START, 0
        self.question_right: defaultdict[str, int] = defaultdict(int)
        self.concept_seen: defaultdict[str, int] = defaultdict(int)
        self.concept_right: defaultdict[str, int] = defaultdict(int)
        self.concept_average: defaultdict[str, float] = defaultdict(lambda: _START)

    def row(self, trial: Trial, prior: Prior) -> dict[str, float]:
        own = trial.question.concepts
        many = max(len(own), 1)
        seen = sum(self.concept_seen.get(c, 0) for c in own) / many
        right = sum(self.concept_right.get(c, 0) for c in own) / many
        recall = RECALL_NEUTRAL if trial.recall is None else logit(min(max(trial.recall, 0.05), 0.99))
        return {
            "label": prior.offset(trial.question.difficulty),
            "seen": math.log1p(self.seen),
            "right": math.log1p(self.right),
            "question seen": math.log1p(trial.repeats),
            "question right": math.log1p(self.question_right.get(trial.question.id, 0)),
            "concept seen": math.log1p(seen),
            "concept right": math.log1p(right),
            "concept share": (right + 1.0) / (seen + 2.0),
            "share": (self.right + 1.0) / (self.seen + 2.0),
            "concept average": sum(self.concept_average.get(c, _START) for c in own) / many if own else _START,
            "average": self.average,
            "streak": self.streak / 5.0,
            "recall": recall - RECALL_NEUTRAL,
        }

    def add(self, trial: Trial) -> None:
        y = int(trial.correct)
        self.seen += 1
        self.right += y
        self.average += (1.0 - GENERAL_KEEP) * (y - self.average)
        self.streak = max(self.streak, 0) + 1 if y else min(self.streak, 0) - 1
        self.question_right[trial.question.id] += y
        for concept in trial.question.concepts:
            self.concept_seen[concept] += 1
            self.concept_right[concept] += y
            self.concept_average[concept] += (1.0 - CONCEPT_KEEP) * (y - self.concept_average[concept])

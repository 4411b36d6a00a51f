"""Paired comparison of arms in one world: the same learners, the same luck, the same minutes for every arm."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from benchmarks.policy.arms import ARMS, BASELINE, MUTATIONS, REAL
from benchmarks.policy.banks import Banks, Floats, draw
from benchmarks.policy.family import Learners
from benchmarks.policy.learners import LogisticLearners
from benchmarks.policy.learners_actr import ActivationLearners
from benchmarks.policy.simulate import Arm, Run, run
from benchmarks.policy.worlds import World
from benchmarks.result import Row

FAMILIES = ("logistic", "activation")
Z95 = 1.96


def make_learners(family: str, world: World, banks: Banks, count: int, seed: int) -> Learners:
    """Fresh learners of a family by name; KeyError for an unknown one."""
    if family == "logistic":
        return LogisticLearners(world, banks, count, seed)
    if family == "activation":
        return ActivationLearners(world, banks, count, seed)
    raise KeyError(family)


@dataclass(frozen=True)
class Mean:
    """A mean over learners with its 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Floats) -> Mean:
        half = Z95 * float(values.std(ddof=1)) / math.sqrt(len(values))
        mean = float(values.mean())
        return cls(mean, mean - half, mean + half)


@dataclass(frozen=True)
class Comparison:
    """All arms of one family, world and seed."""

    family: str
    world: str
    seed: int
    runs: Mapping[str, Run]

    def gain(self, arm: str, over: str = BASELINE) -> Floats:
        """Points of the exam score over another arm, by learner."""
        return 100.0 * (self.runs[arm].exam - self.runs[over].exam)

    def open_ratio(self, arm: str) -> float:
        """Pairs still mixed up, against the baseline."""
        return float(self.runs[arm].open_pairs.mean() / self.runs[BASELINE].open_pairs.mean())

    def starved(self, arm: str) -> float:
        """Percent of the questions met that are long overdue at the exam."""
        return 100.0 * float(self.runs[arm].starved.mean())

    def rows(self) -> list[Row]:
        """Every number of this comparison."""
        case = f"{self.family}/{self.world}/{self.seed}"
        out: list[Row] = []
        for arm, result in self.runs.items():
            gain = self.gain(arm)
            means = {"exam %": Mean.of(100.0 * result.exam)}
            if arm != BASELINE:
                means[f"gain over {BASELINE}"] = Mean.of(gain)
            means["open pairs"] = Mean.of(result.open_pairs)
            out += [Row(case, arm, metric, m.value, m.low, m.high) for metric, m in means.items()]
            ready = float(np.median(result.minutes_to_ready))
            single = {
                "10th percentile of gain": float(np.percentile(gain, 10)),
                "learners better %": 100.0 * float((gain > 0).mean()),
                "starved %": self.starved(arm),
                "right %": 100.0 * float(result.right.sum() / result.answers.sum()),
                "new %": 100.0 * float(result.new.sum() / result.answers.sum()),
                "bank seen %": 100.0 * float(result.bank_seen.mean()),
                "seen recall %": 100.0 * float(result.seen_recall.mean()),
                "answers a day": float((result.answers / np.maximum(result.active_days, 1)).mean()),
                "minutes": float(result.minutes.mean()),
                "reached 70 %": 100.0 * float(np.isfinite(result.minutes_to_ready).mean()),
            }
            if math.isfinite(ready):
                single["minutes to 70 % (median)"] = ready
            out += [Row(case, arm, metric, value) for metric, value in single.items()]
        return out


def compare(family: str, world: World, seed: int, learners: int, arms: Iterable[str]) -> Comparison:
    """Run arms by name; the baseline is always among them."""
    known: dict[str, Arm] = ARMS | MUTATIONS | REAL
    banks = draw(world, learners, seed)
    names = dict.fromkeys([BASELINE, *arms])
    runs = {
        name: run(world, banks, make_learners(family, world, banks, learners, seed), known[name], seed)
        for name in names
    }
    return Comparison(family, world.name, seed, runs)

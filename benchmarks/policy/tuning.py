"""Settings tried on the development seeds: `python -m benchmarks.policy.tuning fsrs|policy [--learners N]`.

`fsrs`: gain of every retention and daily number of FSRS over its defaults. `policy`: gain of changes to the policy over
the settings of the selection design. Both in the base world, for both families. The seeds of the report are never used
here.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from benchmarks.policy.arms import SPECIFIED, fsrs, product
from benchmarks.policy.banks import Floats, draw
from benchmarks.policy.compare import FAMILIES, Mean, make_learners
from benchmarks.policy.product import Rule
from benchmarks.policy.simulate import Arm, run
from benchmarks.policy.worlds import BASE

DEVELOPMENT_SEEDS = (101, 102, 103)
RETENTIONS = (0.70, 0.80, 0.90)
QUOTAS = (5, 8, 13, 20, 30)
ORDER = replace(SPECIFIED, recency_half_life=5.0, recall_discount=0.4, unseen_factor=0.8)
"""The order of the product: value for time, longer recency."""
CHANGES: dict[str, Rule] = {
    "recency half-life 2 days": replace(SPECIFIED, recency_half_life=2.0),
    "recency half-life 5 days": replace(SPECIFIED, recency_half_life=5.0),
    "recency half-life 8 days": replace(SPECIFIED, recency_half_life=8.0),
    "recall discount 0.4": replace(SPECIFIED, recall_discount=0.4),
    "new questions at 0.7": replace(SPECIFIED, unseen_factor=0.7),
    "trap weight 0.3": replace(SPECIFIED, trap_weight=0.3),
    "trap weight 1": replace(SPECIFIED, trap_weight=1.0),
    "focus every 2nd pick": replace(SPECIFIED, focus_every=2),
    "no focus": replace(SPECIFIED, focus_every=10**6),
    "last days: 3": replace(SPECIFIED, last_week=3),
    "last days: 14": replace(SPECIFIED, last_week=14),
    "retention 0.80": replace(SPECIFIED, retention=0.80),
    "retention 0.93": replace(SPECIFIED, retention=0.93),
    "8 new a day": replace(SPECIFIED, quota=8),
    "20 new a day": replace(SPECIFIED, quota=20),
    "order of the product": ORDER,
    "the same, 0.80, 18 new": replace(ORDER, retention=0.80, quota=18),
    "the same, 0.75, 25 new": replace(ORDER, retention=0.75, quota=25),
    "the same, 0.70, 30 new": replace(ORDER, retention=0.70, quota=30),
}


def scores(family: str, arm: Arm, learners: int) -> Floats:
    """Exam scores in percent over all development seeds."""
    out = []
    for seed in DEVELOPMENT_SEEDS:
        banks = draw(BASE, learners, seed)
        out.append(run(BASE, banks, make_learners(family, BASE, banks, learners, seed), arm, seed).exam)
    return 100.0 * np.concatenate(out)


def lines(reference: Arm, arms: dict[str, Arm], learners: int) -> Iterator[str]:
    """A Markdown table of gains over a reference, one line for each arm as it is done."""
    yield "| setting | " + " | ".join(FAMILIES) + " | mean |"
    yield "|---" * (len(FAMILIES) + 2) + "|"
    before = {family: scores(family, reference, learners) for family in FAMILIES}
    for name, arm in arms.items():
        means = [Mean.of(scores(family, arm, learners) - before[family]) for family in FAMILIES]
        cells = " | ".join(f"{m.value:+.2f} ±{m.high - m.value:.2f}" for m in means)
        yield f"| {name} | {cells} | {sum(m.value for m in means) / len(means):+.2f} |"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.policy.tuning", description=__doc__)
    parser.add_argument("what", choices=("fsrs", "policy"))
    parser.add_argument("--learners", type=int, default=40)
    options = parser.parse_args(arguments)
    if options.what == "fsrs":
        cells = {f"retention {r:.2f}, {q} new": fsrs(r, q) for r in RETENTIONS for q in QUOTAS}
        table = lines(fsrs(0.90, 13), cells, options.learners)
    else:
        table = lines(product(SPECIFIED), {name: product(rule) for name, rule in CHANGES.items()}, options.learners)
    for line in table:
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

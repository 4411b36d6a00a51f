"""Gain of each way to choose the next question: `python -m benchmarks.policy [--quick] [--json] [--docs]`.

`--quick`: 40 learners, two worlds, both families, about a minute. Without it: 200 learners, all worlds, both families.
`--docs` rewrites docs/policy-benchmark.svg from a full run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from benchmarks.policy.arms import ARMS, BASELINE, MUTATIONS, REAL
from benchmarks.policy.compare import FAMILIES, Comparison, compare
from benchmarks.policy.plot import svg
from benchmarks.policy.table import to_markdown
from benchmarks.policy.worlds import RANDOM_TAGS, WORLDS, World
from benchmarks.result import ROOT, Row, to_json

QUICK_WORLDS = ("base", "miss7")
QUICK_LEARNERS, FULL_LEARNERS = 40, 200
REPORT_SEED, CHECK_SEED = 11, 12
SLOW = ("blind_oracle", "oracle")
"""Arms that only run in the base world."""


def plan(quick: bool, seed: int) -> Iterator[tuple[World, int, list[str]]]:
    """Worlds, seeds and arms of a run."""
    everywhere = [arm for arm in ARMS if arm not in SLOW]
    yield WORLDS["base"], seed, [*ARMS, *MUTATIONS]
    if quick:
        yield WORLDS[QUICK_WORLDS[1]], seed, everywhere
        return
    yield WORLDS["base"], seed + CHECK_SEED - REPORT_SEED, [*ARMS, *MUTATIONS]
    for name, world in WORLDS.items():
        if name != "base":
            yield world, seed, everywhere
    yield RANDOM_TAGS, seed, [BASELINE, "blueprint_recency", "product"]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.policy", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="40 learners, two worlds")
    parser.add_argument("--docs", action="store_true", help="write the plot under docs/")
    parser.add_argument("--seed", type=int, default=REPORT_SEED)
    parser.add_argument("--learners", type=int, help="instead of 40 or 200")
    parser.add_argument("--family", choices=FAMILIES, action="append", help="only this family; may be repeated")
    parser.add_argument("--world", choices=[*WORLDS, RANDOM_TAGS.name], action="append", help="only this world")
    parser.add_argument("--real", action="store_true", help="add the product's own code (20 seconds a learner)")
    options = parser.parse_args(arguments)
    learners = options.learners or (QUICK_LEARNERS if options.quick else FULL_LEARNERS)
    found: list[Comparison] = []
    for world, seed, arms in plan(options.quick, options.seed):
        if options.world and world.name not in options.world:
            continue
        for family in options.family or FAMILIES:
            print(f"{family} {world.name} {seed}", file=sys.stderr, flush=True)
            found.append(compare(family, world, seed, learners, [*arms, *(REAL if options.real else ())]))
    rows: list[Row] = [row for comparison in found for row in comparison.rows()]
    print(to_json(rows) if options.json else to_markdown(rows))
    if options.docs:
        (ROOT / "docs" / "policy-benchmark.svg").write_text(svg(rows, "product"), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

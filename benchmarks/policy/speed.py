"""Time of one pick of the real policy by size of the bank: `python -m benchmarks.policy.speed [--json]`."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence

from benchmarks.result import Row, to_json, to_table
from tutor.core.policy import Candidate, ConceptNumbers, Day, TrapNumbers, View, choose

SIZES = (1_000, 10_000, 100_000)
REPEATS = 5


def pool(size: int, seed: int = 1) -> tuple[list[Candidate], View]:
    """A day in the middle of a course: six in ten questions seen, three in ten of these due."""
    rng = random.Random(seed)
    names = [f"c{i:04d}" for i in range(max(60, size // 20))]
    traps = [(f"t{i:04d}", name) for i, name in enumerate(names)]
    concepts = {name: ConceptNumbers(rng.random() / 60, rng.random(), 3 * rng.random()) for name in names}
    lures = {trap: TrapNumbers(rng.random() / 60, rng.random(), 3 * rng.random()) for trap in traps}
    candidates = []
    for number in range(size):
        seen = rng.random() < 0.6
        keys = (rng.choice(traps),) if rng.random() < 0.45 else ()
        due = seen and rng.random() < 0.3
        both = tuple(rng.sample(names, 2))
        candidates.append(Candidate(f"q{number:06d}", both, keys, seen, rng.random() if seen else 0.0, due))
    return candidates, View(concepts.__getitem__, lures.__getitem__)


def rows() -> list[Row]:
    """Best of five for an ordinary pick and for a focus pick, which ranks every question; milliseconds."""
    out = []
    for size in SIZES:
        candidates, view = pool(size)
        recent = [frozenset({("t0001", "c0001")})] * 12
        for arm, number in (("due pick", 0), ("focus pick", 3)):
            times = []
            for _ in range(REPEATS):
                start = time.perf_counter()
                choose(candidates, view, Day(number, 10, 0.2, False, recent))
                times.append(1000.0 * (time.perf_counter() - start))
            out.append(Row(f"{size} questions", arm, "milliseconds (best of 5)", min(times), min(times), max(times)))
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.policy.speed", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    print(to_json(rows()) if options.json else to_table(rows()))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""One new learner from the first answer on: `python -m benchmarks.knowledge_tracing --data DIR [--dataset NAME]`.

Every model on the first 500 answers of each test learner, with and without other learners to learn from. The data stay
where they are: nothing of them enters the project. `--quick`: two small sets, without the slow own-data regression.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.knowledge_tracing.cold import cold_start
from benchmarks.knowledge_tracing.data import load_log
from benchmarks.knowledge_tracing.metrics import score
from benchmarks.result import Row, to_json, to_table

DATASETS = ("assist09", "statics", "algebra05", "assist17")
QUICK = ("statics", "assist17")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.knowledge_tracing", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the answer logs")
    parser.add_argument("--dataset", choices=DATASETS, action="append", help="only this set; may be repeated")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="two small sets, fast models")
    options = parser.parse_args(arguments)
    if not options.data.is_dir():
        print(f"There is no folder {options.data}.", file=sys.stderr)
        return 2
    names = options.dataset or (QUICK if options.quick else DATASETS)
    rows = [row for name in names for row in table(options.data, name, slow=not options.quick)]
    print(to_json(rows) if options.json else to_table(rows))
    return 0


def table(folder: Path, name: str, slow: bool) -> Iterator[Row]:
    """AUC, log-loss and calibration error of every model on one set."""
    print(name, file=sys.stderr, flush=True)
    found = cold_start(load_log(folder, name), slow)
    for arm in found.arms:
        y = found.y if arm.rows is None else found.y[arm.rows]
        result = score(y, arm.p)
        case = f"{name}, {'with' if arm.population else 'without'} other learners"
        yield Row(case, arm.name, "AUC", result.auc)
        yield Row(case, arm.name, "log-loss", result.log_loss)
        yield Row(case, arm.name, "ECE", result.ece)
        if arm.micros is not None:
            yield Row(case, arm.name, "microseconds an answer", arm.micros)


if __name__ == "__main__":
    sys.exit(main())

"""The command line of the benchmark; `python -m benchmarks.knowledge_tracing --help`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.knowledge_tracing.data import LOGS, OPTION_SETS
from benchmarks.knowledge_tracing.plot import svg_plot, text_plot
from benchmarks.knowledge_tracing.rows import Settings, measure
from benchmarks.knowledge_tracing.tables import tables
from benchmarks.result import to_json

VARIABLE = "TUTOR_KT_DATA"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.knowledge_tracing",
        description="Every model of docs/knowledge-tracing.md on real answer logs, beside published figures.",
    )
    parser.add_argument("--data", type=Path, help=f"folder of the logs (default: the variable {VARIABLE})")
    parser.add_argument("--dataset", action="append", choices=(*LOGS, *OPTION_SETS), help="only this one; repeatable")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="a tenth of the learners, without the slow models")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write the cold-start curve as SVG")
    options = parser.parse_args(arguments)
    folder = options.data or (Path(os.environ[VARIABLE]) if VARIABLE in os.environ else None)
    if folder is None:
        parser.error(f"--data DIR is needed, or {VARIABLE} in the environment")
    chosen = tuple(options.dataset or (*LOGS, *OPTION_SETS))
    missing = [name for name in chosen if not (folder / f"{name}_answers.csv.gz").is_file()]
    if missing:
        parser.error(f"{folder} does not hold {', '.join(missing)}")
    rows = measure(folder, chosen, Settings(quick=options.quick))
    if options.plot:
        options.plot.write_text(svg_plot(rows), encoding="utf-8")
    print(to_json(rows) if options.json else f"{tables(rows)}\n\n{text_plot(rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

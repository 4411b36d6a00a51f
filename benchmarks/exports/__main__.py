"""What exports, import and reports cost: `python -m benchmarks.exports [--full] [--json] [--quick]`.

10,000 and 100,000 answers, with `--full` 1,000,000 as well, with `--quick` 1,000 and 4,000; `--only NAME` takes one
call, `--keep DIR` keeps the histories for the next run. Every call is a process of its own. Beside the program stands
the least that such an export could cost in Python: the same rows read by plain sqlite3, put out as JSON arrays. Between
two sizes the run tells by what factor time and memory grew, which can be read off whatever the machine.

This process stays small and imports nothing of the program: the system counts the memory a process had before it became
another program, too.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.exports.measure import Cost, run
from benchmarks.result import Row, to_json, to_table

SIZES = {"10k": 10_000, "100k": 100_000, "1M": 1_000_000}
QUICK = {"1k": 1_000, "4k": 4_000}
NOW = "2026-12-01T09:00:00+01:00"
"""The morning after the last day of every history."""
PLAIN = """
import json, sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute("SELECT * FROM answer ORDER BY answered_at, id")
sys.stdout.writelines(json.dumps(row) + chr(10) for row in rows)
"""
BASE = "plain sqlite3"
PROGRAM = {
    "export jsonl": ("export",),
    "export csv": ("export", "--format", "csv"),
    "export xapi": ("export", "--format", "xapi"),
    "export revlog": ("export", "--format", "revlog"),
    "report weakness": ("report", "weakness"),
    "report readiness": ("report", "readiness"),
    "report progress": ("report", "progress"),
}
IMPORT = "import jsonl"
METRICS = {
    "wall time, s": "seconds",
    "processor time, s": "cpu",
    "peak memory, MiB": "mebibytes",
    "output, MiB": "written",
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exports", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="1,000 and 4,000 answers")
    parser.add_argument("--full", action="store_true", help="1,000,000 answers as well")
    parser.add_argument("--only", action="append", metavar="NAME", help="only this call; may be given again")
    parser.add_argument("--keep", metavar="DIR", help="make the histories there, or take those that are there")
    options = parser.parse_args(arguments)
    sizes = QUICK if options.quick else SIZES if options.full else dict(list(SIZES.items())[:2])
    names = [name for name in (BASE, *PROGRAM, IMPORT) if not options.only or name in options.only]
    costs: dict[str, dict[str, Cost]] = {}
    with tempfile.TemporaryDirectory(prefix="tutor-exports-") as folder:
        for case, count in sizes.items():
            kept = Path(options.keep or folder) / case
            costs[case] = dict(measured(kept, Path(folder), count, names))
    rows = [*absolute(costs), *ratios(costs)]
    print(to_json(rows) if options.json else to_table(rows))
    return 0


def measured(kept: Path, folder: Path, count: int, names: Sequence[str]) -> Iterator[tuple[str, Cost]]:
    """The cost of each call on a history of `count` answers, which is made in `kept` unless it is there whole;
    everything else goes to `folder`."""
    home, made = kept / "home", kept / "made"
    database = home / "data" / "default.db"
    if not made.exists():
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        cost = run(["-m", "benchmarks.exports.history", str(home), str(count)], folder / "made", {})
        made.touch()
        tell(f"made in {cost.seconds:.0f} s:")
    tell(f"{count:,} answers, {database.stat().st_size / 2**20:.0f} MiB")
    env = {"TUTOR_HOME": str(home), "TUTOR_NOW": NOW}
    run(["-m", "tutor", "due"], folder / "warm", env)  # the cache of the bank is made by the first call
    for name in names:
        if name == BASE:
            cost = run(["-c", PLAIN, str(database)], folder / "out", env)
        elif name == IMPORT:
            run(["-m", "tutor", "export"], folder / "out", env)
            elsewhere = {**env, "TUTOR_HOME": str(folder / f"other-{count}")}
            cost = run(["-m", "tutor", "import", str(folder / "out")], folder / "said", elsewhere)
        else:
            cost = run(["-m", "tutor", *PROGRAM[name]], folder / "out", env)
        tell(f"  {name}: {cost.seconds:.1f} s, of these processor {cost.cpu:.1f} s; {cost.mebibytes:.0f} MiB")
        yield name, cost


def absolute(costs: dict[str, dict[str, Cost]]) -> Iterator[Row]:
    """What each call took, and its time by that of the plain rows of the same history."""
    for case, calls in costs.items():
        for name, cost in calls.items():
            for metric, field in METRICS.items():
                value = getattr(cost, field) / (2**20 if field == "written" else 1)
                yield Row(case, name, metric, value)
            if BASE in calls and name != BASE:
                yield Row(case, f"{name} / {BASE}", "processor time, ratio", cost.cpu / calls[BASE].cpu)


def ratios(costs: dict[str, dict[str, Cost]]) -> Iterator[Row]:
    """By what factor time and memory grew from each size to the next."""
    for (small, before), (large, after) in zip(list(costs.items()), list(costs.items())[1:], strict=False):
        for name in before:
            for metric, field in (("processor time, ratio", "cpu"), ("peak memory, ratio", "mebibytes")):
                value = getattr(after[name], field) / getattr(before[name], field)
                yield Row(f"{large} / {small}", name, metric, value)


def tell(line: str) -> None:
    """A line about how far the run is."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())

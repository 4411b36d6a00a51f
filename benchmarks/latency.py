"""Start-up and answer times: `python -m benchmarks.latency [--json] [--quick]`.

The question on screen is timed in a pseudo-terminal from the start of the process, in turn with a bare Textual program,
so that the ratio holds when the machine's speed drifts. Answers are timed through the real session on a real file.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks import bare_app
from benchmarks.painting import painted
from benchmarks.result import Row, to_json, to_table
from benchmarks.terminal import Appearance, appearance
from tutor.clocks import SystemClock
from tutor.config import Config
from tutor.content.load import load_bank
from tutor.paths import Paths, bank_dir
from tutor.session import Session


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.latency", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    options = parser.parse_args(arguments)
    runs, answers = (3, 30) if options.quick else (11, 200)
    with tempfile.TemporaryDirectory(prefix="tutor-latency-") as folder:
        place = Path(folder)
        rows = [*start_up(place, runs), *commands(place, runs), *answering(place, answers)]
        rows += painting(place, 10 if options.quick else 40)
    print(to_json(rows) if options.json else to_table(rows))
    return 0


def start_up(folder: Path, runs: int) -> list[Row]:
    """First output and first question, Tutor and the bare program in turn after one warm-up each."""
    env = {**os.environ, "TUTOR_HOME": str(folder / "start"), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    env.pop("NO_COLOR", None)
    ask = _first_question(folder / "start")
    ours: list[Appearance] = []
    bare: list[Appearance] = []
    for number in range(runs + 1):
        a = appearance([sys.executable, "-m", "tutor", "review"], ask, env)
        b = appearance([sys.executable, "-m", "benchmarks.bare_app"], bare_app.TEXT, env)
        if number:
            ours.append(a)
            bare.append(b)
    ratios = [a.text / b.text for a, b in zip(ours, bare, strict=True)]
    return [
        _row("start", "tutor", "question on screen, ms", [a.text for a in ours]),
        _row("start", "tutor", "first output, ms", [a.first_output for a in ours]),
        _row("start", "bare textual", "question on screen, ms", [b.text for b in bare]),
        _row("start", "bare textual", "first output, ms", [b.first_output for b in bare]),
        _row("start", "tutor / bare", "question on screen, ratio", ratios),
    ]


def commands(folder: Path, runs: int) -> list[Row]:
    """Processor time of commands without a screen, beside an empty interpreter."""
    env = {**os.environ, "TUTOR_HOME": str(folder / "start")}
    cases = {
        "tutor --help": [sys.executable, "-m", "tutor", "--help"],
        "tutor due --json": [sys.executable, "-m", "tutor", "due", "--json"],
        "python -c pass": [sys.executable, "-c", "pass"],
    }
    times: dict[str, list[float]] = {case: [] for case in cases}
    for _ in range(runs):
        for case, command in cases.items():
            start = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, env=env, check=True, capture_output=True)
            end = resource.getrusage(resource.RUSAGE_CHILDREN)
            times[case].append(1000 * (end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime))
    return [_row("command", case, "processor time, ms", values) for case, values in times.items()]


def answering(folder: Path, answers: int) -> list[Row]:
    """Time of one answer through the session, the commit to disk and the choice of the next question included."""
    bank = load_bank(bank_dir()).bank
    home = Paths.find(str(folder / "answers"))
    home.ensure()
    times: list[float] = []
    with Session.open(home.database(), bank, Config(new_per_day=200), SystemClock(), seed=1) as session:
        while len(times) < answers:
            session.more(1_000)
            pick = session.next()
            if pick is None:
                break
            start = time.perf_counter()
            session.answer(pick.id, pick.question.key)
            times.append(1000 * (time.perf_counter() - start))
    return [
        _row("answer", f"{len(bank.questions)} questions", "median, ms", times),
        Row("answer", f"{len(bank.questions)} questions", "95th percentile, ms", sorted(times)[int(0.95 * len(times))]),
    ]


def painting(folder: Path, questions: int) -> list[Row]:
    """From the key to the picture, in a pseudo-terminal, on a home that was opened before."""
    env = {**os.environ, "TUTOR_HOME": str(folder / "start"), "TERM": "xterm-256color", "TUTOR_TRAIN": "0"}
    found = painted([sys.executable, "-m", "tutor", "review", "--limit", "1000"], env, questions)
    rows = []
    for metric, times in (("Enter to feedback, ms", found.feedback), ("key to next question, ms", found.question)):
        rows.append(_row("screen", "tutor", f"{metric}, median", times))
        rows.append(Row("screen", "tutor", f"{metric}, 95th percentile", sorted(times)[int(0.95 * len(times))]))
    return rows


def _first_question(home: Path) -> str:
    """Make a profile with one answer, so that the question Tutor will show is known; the start of its lead-in."""
    paths = Paths.find(str(home))
    paths.ensure()
    loaded = load_bank(bank_dir(), paths.bank_cache)
    with Session.open(paths.database(), loaded.bank, Config(), SystemClock()) as session:
        first = session.next()
        if first is not None:
            session.answer(first.id, first.question.key)
        pick = session.next()
    if pick is None:
        raise SystemExit("the bank has no question to show")
    return " ".join(pick.question.ask.split()[:4])


def _row(case: str, arm: str, metric: str, values: Sequence[float]) -> Row:
    """The median of the runs, with their smallest and largest."""
    return Row(case, arm, metric, median(values), min(values), max(values))


if __name__ == "__main__":
    sys.exit(main())

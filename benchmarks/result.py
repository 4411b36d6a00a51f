"""The one object every benchmark prints: schema, commit, machine and rows; and the table made from it."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

SCHEMA = 1
ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = ("textual", "sqlmodel", "fsrs", "pydantic", "scikit-learn")


@dataclass(frozen=True, slots=True)
class Row:
    """One number. `low` and `high` bound it (95 % interval, or the spread of the runs where the metric says so)."""

    case: str
    arm: str
    metric: str
    value: float
    low: float | None = None
    high: float | None = None


def document(rows: Iterable[Row]) -> dict[str, object]:
    """The object that `--json` prints."""
    return {"schema": SCHEMA, "commit": _commit(), "machine": _machine(), "rows": [asdict(row) for row in rows]}


def to_json(rows: Iterable[Row]) -> str:
    return json.dumps(document(rows), indent=2)


def to_table(rows: Sequence[Row]) -> str:
    """The same numbers in aligned columns."""
    cells = [("case", "arm", "metric", "value", "low", "high")]
    cells += [(r.case, r.arm, r.metric, _show(r.value), _show(r.low), _show(r.high)) for r in rows]
    widths = [max(len(line[column]) for line in cells) for column in range(6)]
    lines = []
    for line in cells:
        left = [word.ljust(width) for word, width in zip(line[:3], widths[:3], strict=True)]
        right = [word.rjust(width) for word, width in zip(line[3:], widths[3:], strict=True)]
        lines.append("  ".join(left + right).rstrip())
    return "\n".join(lines)


def _show(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def _machine() -> dict[str, object]:
    libraries = {}
    for name in LIBRARIES:
        try:
            libraries[name] = version(name)
        except PackageNotFoundError:
            libraries[name] = "not installed"
    return {"cores": os.cpu_count(), "python": platform.python_version(), "libraries": libraries}

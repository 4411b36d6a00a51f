"""Markdown tables from the rows of the policy benchmark: one table per case, one line per arm."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.policy.arms import BASELINE
from benchmarks.result import Row

GAIN = f"gain over {BASELINE}"
COLUMNS = (
    ("exam %", 1),
    (GAIN, 2),
    ("10th percentile of gain", 1),
    ("learners better %", 0),
    ("open pairs", 1),
    ("starved %", 1),
    ("minutes to 70 % (median)", 0),
    ("answers a day", 1),
    ("bank seen %", 0),
)


def to_markdown(rows: Sequence[Row]) -> str:
    """A table for every case, in the order of the rows."""
    found = {(row.case, row.arm, row.metric): row for row in rows}
    out: list[str] = []
    for case in dict.fromkeys(row.case for row in rows):
        out += [f"**{case}**", "", "| arm | " + " | ".join(name for name, _ in COLUMNS) + " |"]
        out.append("|---" * (len(COLUMNS) + 1) + "|")
        for arm in dict.fromkeys(row.arm for row in rows if row.case == case):
            cells = [_cell(found.get((case, arm, name)), name, digits) for name, digits in COLUMNS]
            out.append(f"| {arm} | " + " | ".join(cells) + " |")
        out.append("")
    return "\n".join(out).rstrip()


def _cell(row: Row | None, name: str, digits: int) -> str:
    if row is None:
        return "not by half" if name.startswith("minutes to") else ""
    sign = "+" if "gain" in name else ""
    text = f"{row.value:{sign}.{digits}f}"
    if name == GAIN and row.high is not None:
        text += f" ±{row.high - row.value:.2f}"
    return text

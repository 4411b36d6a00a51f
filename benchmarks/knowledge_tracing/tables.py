"""The benchmark's rows as one table per case: models down, metrics across."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.result import Row

FINE = ("AUC", "loss", "ECE", "correlation", "coverage", "width")
"""Metrics that need four digits after the point."""


def tables(rows: Sequence[Row]) -> str:
    """A metric that only some models of a case have stays empty for the others."""
    blocks = []
    for case in dict.fromkeys(row.case for row in rows):
        own = [row for row in rows if row.case == case]
        metrics = list(dict.fromkeys(row.metric for row in own))
        values = {(row.arm, row.metric): _show(row) for row in own}
        lines = [(case, *metrics)]
        lines += [(arm, *(values.get((arm, m), "") for m in metrics)) for arm in dict.fromkeys(r.arm for r in own)]
        widths = [max(len(line[k]) for line in lines) for k in range(len(metrics) + 1)]
        blocks.append(
            "\n".join(
                "  ".join(
                    [line[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(line[1:], widths[1:], strict=True))]
                ).rstrip()
                for line in lines
            )
        )
    return "\n\n".join(blocks)


def _show(row: Row) -> str:
    if any(word in row.metric for word in FINE):
        return f"{row.value:.4f}"
    return f"{row.value:.0f}" if abs(row.value) >= 100 else f"{row.value:.2f}"

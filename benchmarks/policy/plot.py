"""A plot of one arm's gain in every case, as SVG text: a dot with its 95 % interval, one line per world, two families.

Written by hand so that the project needs no plotting library.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from benchmarks.policy.compare import FAMILIES
from benchmarks.policy.table import GAIN
from benchmarks.result import Row

WIDTH, LEFT, RIGHT, TOP, LINE = 760, 190, 30, 64, 26
COLOURS = {"logistic": "#1f6f8b", "activation": "#c05a1c"}


def svg(rows: Sequence[Row], arm: str) -> str:
    """The picture for one arm. Raises ValueError when no row has its gain."""
    gains = [row for row in rows if row.arm == arm and row.metric == GAIN]
    if not gains:
        raise ValueError(f"no gain of {arm!r} in the rows")
    worlds = list(dict.fromkeys(row.case.split("/", 1)[1] for row in gains))
    low = min(0.0, *(row.low or row.value for row in gains)) - 0.2
    high = max(row.high or row.value for row in gains) + 0.2
    height = TOP + LINE * len(worlds) + 46

    def x(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="16" y="24" font-size="15">Gain of {escape(arm)} over default FSRS at equal minutes, '
        "points of the exam score</text>",
    ]
    for place, family in enumerate(FAMILIES):
        at = LEFT + 190 * place
        out.append(f'<circle cx="{at}" cy="42" r="5" fill="{COLOURS[family]}"/>')
        out.append(f'<text x="{at + 10}" y="46">{escape(family)} learners</text>')
    bottom = TOP + LINE * len(worlds)
    for tick in range(int(low) - 1, int(high) + 2):
        if low <= tick <= high:
            shade = "#555555" if tick == 0 else "#dddddd"
            out.append(f'<line x1="{x(tick):.1f}" y1="{TOP}" x2="{x(tick):.1f}" y2="{bottom}" stroke="{shade}"/>')
            out.append(f'<text x="{x(tick):.1f}" y="{bottom + 18}" text-anchor="middle">{tick:+d}</text>')
    for number, world in enumerate(worlds):
        middle = TOP + LINE * number + LINE / 2
        out.append(f'<text x="{LEFT - 12}" y="{middle + 4:.1f}" text-anchor="end">{escape(world)}</text>')
        for place, family in enumerate(FAMILIES):
            y = middle - 4 + 8 * place
            for row in gains:
                if row.case == f"{family}/{world}":
                    a, b = x(row.low or row.value), x(row.high or row.value)
                    colour = COLOURS[family]
                    ends = f'x1="{a:.1f}" y1="{y}" x2="{b:.1f}" y2="{y}"'
                    out.append(f'<line {ends} stroke="{colour}" stroke-width="2"/>')
                    out.append(f'<circle cx="{x(row.value):.1f}" cy="{y}" r="4" fill="{colour}"/>')
    out.append(f'<text x="16" y="{height - 8}">Bars: 95 % interval of the paired mean.</text>')
    out.append("</svg>")
    return "\n".join(out) + "\n"

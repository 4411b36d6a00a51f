"""The cold-start curve from the benchmark's rows: AUC by answers already given, as text and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from benchmarks.knowledge_tracing.metrics import BUCKETS
from benchmarks.result import Row

NEW_LEARNER = "one new learner"
SHOWN = ("running mean", "label only", "ours B", "ours shipped", "HGB dense 13")
LETTERS = "mlBSH"
COLOURS = ("#8a8a8a", "#b58900", "#6aa0d8", "#0b57d0", "#2e7d32")
LOW, HIGH = 0.50, 0.90
WIDTH = 60


def bucket(low: int, high: int) -> str:
    return f"AUC {low}-{high}"


def curve(rows: Sequence[Row], dataset: str) -> dict[str, list[float]]:
    """AUC by bucket for each shown model that the rows hold; nan where a bucket has none."""
    found: dict[str, list[float]] = {}
    for arm in SHOWN:
        values = {r.metric: r.value for r in rows if r.case == f"{dataset}: {NEW_LEARNER}" and r.arm == arm}
        if values:
            found[arm] = [values.get(bucket(*edges), float("nan")) for edges in BUCKETS]
    return found


def datasets(rows: Sequence[Row]) -> list[str]:
    names = [r.case.partition(":")[0] for r in rows if r.case.endswith(NEW_LEARNER)]
    return list(dict.fromkeys(names))


def text_plot(rows: Sequence[Row]) -> str:
    """One line per bucket, a letter per model, .50 at the left edge and .90 at the right."""
    lines = []
    for name in datasets(rows):
        found = curve(rows, name)
        lines += ["", f"{name}: AUC by answers already given, from {LOW:.2f} to {HIGH:.2f}"]
        for place, (low, high) in enumerate(BUCKETS):
            cells = ["."] * (WIDTH + 1)
            for letter, arm in zip(LETTERS, SHOWN, strict=True):
                value = found.get(arm, [float("nan")] * len(BUCKETS))[place]
                if value == value:
                    cells[round((min(max(value, LOW), HIGH) - LOW) / (HIGH - LOW) * WIDTH)] = letter
            lines.append(f"{low:>4}-{high:<4} {''.join(cells)}")
    lines.append("  ".join(f"{letter} {arm}" for letter, arm in zip(LETTERS, SHOWN, strict=True)))
    return "\n".join(lines).strip("\n")


def svg_plot(rows: Sequence[Row]) -> str:
    """A panel per data set, side by side in two columns."""
    names = datasets(rows)
    panel_w, panel_h, left, top = 380, 230, 46, 34
    height = top + panel_h * ((len(names) + 1) // 2) + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="800" height="{height}" viewBox="0 0 800 {height}" '
        'font-family="sans-serif" font-size="12" fill="#222">',
        f'<rect width="800" height="{height}" fill="#fff"/>',
        '<text x="20" y="20" font-size="14">AUC of one new learner by answers already given</text>',
    ]
    for place, name in enumerate(names):
        x0, y0 = left + panel_w * (place % 2), top + panel_h * (place // 2)
        parts += _panel(name, curve(rows, name), x0, y0, panel_w - 70, panel_h - 60)
    for place, (arm, colour) in enumerate(zip(SHOWN, COLOURS, strict=True)):
        x = 40 + 150 * place
        parts.append(
            f'<path d="M{x} {height - 16}h20" stroke="{colour}" stroke-width="3"/>'
            f'<text x="{x + 26}" y="{height - 12}">{escape(arm)}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _panel(name: str, found: dict[str, list[float]], x0: float, y0: float, width: float, height: float) -> list[str]:
    def at(place: int, value: float) -> str:
        y = y0 + 20 + height * (HIGH - min(max(value, LOW), HIGH)) / (HIGH - LOW)
        return f"{x0 + width * place / (len(BUCKETS) - 1):.1f} {y:.1f}"

    parts = [f'<text x="{x0}" y="{y0 + 12}" font-weight="bold">{escape(name)}</text>']
    for level in (0.5, 0.6, 0.7, 0.8, 0.9):
        x, y = at(0, level).split()
        parts.append(f'<path d="M{x} {y}h{width}" stroke="#e3e3e3"/>')
        parts.append(f'<text x="{x0 - 8}" y="{float(y) + 4:.1f}" text-anchor="end">{level:.1f}</text>')
    for place, (low, _) in enumerate(BUCKETS):
        x, y = at(place, LOW).split()
        parts.append(f'<text x="{x}" y="{float(y) + 16:.1f}" text-anchor="middle">{low}</text>')
    for arm, colour in zip(SHOWN, COLOURS, strict=True):
        points = [at(place, value) for place, value in enumerate(found.get(arm, [])) if value == value]
        if points:
            parts.append(f'<path d="M{" L".join(points)}" fill="none" stroke="{colour}" stroke-width="2"/>')
    return parts

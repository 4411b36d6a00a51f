"""The charts of an HTML report as inline SVG: a share as a bar, a series as line, columns or reliability plot.

A chart shows what stands beside it as numbers; it holds no words but those of its axes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from tutor.report.document import Point, Series
from tutor.text import clean

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 200, 44, 10, 10, 26
SQUARE = 260
"""Height of a reliability plot, whose two axes have the same scale."""


def bar(value: float, low: float | None, high: float | None) -> str:
    """A share from 0 to 1 with its interval."""
    parts = [
        '<rect class="track" width="100" height="8" y="2" rx="2"/>',
        f'<rect class="fill" width="{100 * value:.1f}" height="8" y="2" rx="2"/>',
    ]
    if low is not None and high is not None:
        parts.append(f'<line class="range" x1="{100 * low:.1f}" x2="{100 * high:.1f}" y1="6" y2="6"/>')
    return f'<svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">{"".join(parts)}</svg>'


def series(of: Series) -> str:
    """The whole chart; empty without points."""
    if not of.points:
        return ""
    reliability = of.kind == "reliability"
    height = SQUARE if reliability else HEIGHT
    width = LEFT + (height - TOP - BOTTOM) + RIGHT if reliability else WIDTH
    high, wide = height - BOTTOM - TOP, width - LEFT - RIGHT
    top = of.top or 1.0
    count = len(of.points)

    def x(place: int) -> float:
        at = of.points[place].at
        if reliability and at is not None:
            return LEFT + wide * at
        if of.kind == "columns":
            return LEFT + wide * (place + 0.5) / count
        return LEFT + (wide * place / (count - 1) if count > 1 else wide / 2)

    def y(value: float) -> float:
        return TOP + high * (1 - min(max(value / top, 0.0), 1.0))

    parts = list(_levels(top, y, width))
    if of.kind == "columns":
        parts += _columns(of.points, x, y, wide / count)
    else:
        parts += _band(of.points, x, y)
        if reliability:
            parts.append(f'<line class="diagonal" x1="{LEFT}" y1="{y(0)}" x2="{LEFT + wide}" y2="{y(top)}"/>')
        path = " ".join(f"{x(i):.1f},{y(p.value):.1f}" for i, p in enumerate(of.points))
        parts.append(f'<polyline class="line" points="{path}"/>')
        parts += [f'<circle class="dot" cx="{x(i):.1f}" cy="{y(p.value):.1f}" r="3"/>' for i, p in enumerate(of.points)]
    if reliability:
        labels = [(LEFT + wide * share, _number(share)) for share in (0.0, 0.5, 1.0)]
    else:
        places = sorted({0, count // 2, count - 1})
        labels = [(x(place), escape(clean(of.points[place].label))) for place in places]
    parts += _below(labels, width, height)
    style = f' style="max-width: {width}px"' if reliability else ""
    return (
        f'<svg class="series" viewBox="0 0 {width} {height}"{style} role="img" '
        f'aria-label="{escape(clean(of.caption))}">{"".join(parts)}</svg>'
    )


def _levels(top: float, y: Callable[[float], float], width: int) -> Iterator[str]:
    for value in (0.0, 0.5 * top, top):
        if top > 1 and value != int(value):
            continue  # half a question is no mark on an axis
        level = y(value)
        yield f'<line class="axis" x1="{LEFT}" x2="{width - RIGHT}" y1="{level:.1f}" y2="{level:.1f}"/>'
        yield f'<text x="{LEFT - 6}" y="{level + 4:.1f}" text-anchor="end">{_number(value)}</text>'


def _columns(
    points: tuple[Point, ...], x: Callable[[int], float], y: Callable[[float], float], room: float
) -> Iterator[str]:
    thick = max(min(0.7 * room, 28.0), 1.0)
    for place, point in enumerate(points):
        left, upper = x(place) - thick / 2, y(point.value)
        size = f'width="{thick:.1f}" height="{y(0) - upper:.1f}"'
        yield f'<rect class="fill" x="{left:.1f}" y="{upper:.1f}" {size} rx="1"/>'


def _band(points: tuple[Point, ...], x: Callable[[int], float], y: Callable[[float], float]) -> Iterator[str]:
    edges = [(i, p.low, p.high) for i, p in enumerate(points) if p.low is not None and p.high is not None]
    if len(edges) > 1:
        upper = [f"{x(i):.1f},{y(high):.1f}" for i, _, high in edges]
        lower = [f"{x(i):.1f},{y(low):.1f}" for i, low, _ in reversed(edges)]
        yield f'<polygon class="band" points="{" ".join(upper + lower)}"/>'


def _below(labels: list[tuple[float, str]], width: int, height: int) -> Iterator[str]:
    for number, (place, words) in enumerate(labels):
        anchor = "middle" if 0 < number < len(labels) - 1 else "start" if place < width / 2 else "end"
        yield f'<text x="{place:.1f}" y="{height - 6}" text-anchor="{anchor}">{words}</text>'


def _number(value: float) -> str:
    return f"{value:.0f}" if value == int(value) else f"{value:.1f}"

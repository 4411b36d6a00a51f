"""A report as one HTML file that needs nothing else: inline styles and SVG, no script, no address it would load.

Readable on a phone, printable on A4, light and dark by the viewer's wish; every chart stands beside its numbers.
"""

from __future__ import annotations

from html import escape

from tutor.report.document import Bars, Block, Document, Heading, Items, Para, Series, Table
from tutor.text import clean

_STYLE = """
:root { color-scheme: light dark; --ink: #1c2026; --soft: #5b6470; --line: #d8dde3; --paper: #ffffff; --accent: #2f6fb0;
  --band: #bcd5ec; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ed; --soft: #9aa5b1; --line: #343b44; --paper: #14181d;
  --accent: #7db4e6; --band: #2c4a66; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 50rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
p { margin: .5rem 0; }
.sub { color: var(--soft); margin-bottom: 1.5rem; }
ul, ol { padding-left: 1.5rem; }
li { margin: .6rem 0; }
li > span { display: block; color: var(--soft); }
code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .92em; }
figure { margin: 1rem 0; }
figcaption, caption { text-align: left; font-weight: 600; padding: .5rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
.n { text-align: right; }
.bars td { padding: .35rem .75rem .35rem 0; border: 0; }
.bars td:nth-child(2) { width: 40%; min-width: 8rem; }
.bars svg { display: block; width: 100%; height: .9rem; }
.track { fill: var(--line); } .fill { fill: var(--accent); } .range { stroke: var(--ink); stroke-width: 2; }
.line { fill: none; stroke: var(--accent); stroke-width: 2; } .band { fill: var(--band); opacity: .7; }
.dot { fill: var(--accent); } .axis { stroke: var(--line); } .diagonal { stroke: var(--soft); stroke-dasharray: 4 4; }
figure svg.series { width: 100%; height: auto; }
svg text { fill: var(--soft); font: 11px system-ui, sans-serif; }
@media (max-width: 34rem) { body { padding: 1rem .9rem 3rem; } .bars tr { display: block; margin: .6rem 0; }
  .bars td { display: block; width: 100% !important; padding: .1rem 0; } }
@media print { @page { size: A4; margin: 18mm; } body { padding: 0; max-width: none; font-size: 10.5pt; }
  :root { --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --accent: #2f6fb0; --band: #d5e4f2; }
  h2 { break-after: avoid; } li, tr, figure { break-inside: avoid; } }
"""
_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 640, 200, 44, 26


def to_html(document: Document, language: str = "en") -> str:
    """The document as a complete page with a newline at the end."""
    body = "\n".join(_block(block) for block in document.blocks)
    title = _words(document.title)
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{title}</h1>\n<p class="sub">{_words(document.subtitle)}</p>\n{body}\n</body>\n</html>\n'
    )


def _block(block: Block) -> str:
    match block:
        case Heading(text):
            return f"<h2>{_words(text)}</h2>"
        case Para(text):
            return f"<p>{_words(text)}</p>"
        case Items(entries, ordered):
            tag = "ol" if ordered else "ul"
            rows = [
                f"<li>{_words(line)}{''.join(f'<span>{_words(d)}</span>' for d in details)}</li>"
                for line, details in entries
            ]
            return f"<{tag}>\n" + "\n".join(rows) + f"\n</{tag}>"
        case Table(caption, columns, rows, numeric):
            return _table(caption, columns, rows, numeric)
        case Bars(caption, bars):
            rows = [
                f"<tr><td>{_words(b.label)}</td><td>{_bar(b.value, b.low, b.high)}</td><td>{_words(b.words)}</td></tr>"
                for b in bars
            ]
            return f'<table class="bars"><caption>{_words(caption)}</caption>\n' + "\n".join(rows) + "\n</table>"
        case Series():
            return _series(block)


def _table(caption: str, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...], numeric: frozenset[int]) -> str:
    def row(cells: tuple[str, ...], tag: str) -> str:
        right = [' class="n"' if i in numeric else "" for i in range(len(cells))]
        parts = [f"<{tag}{style}>{_words(cell)}</{tag}>" for cell, style in zip(cells, right, strict=True)]
        return "<tr>" + "".join(parts) + "</tr>"

    head = row(columns, "th") if any(columns) else ""
    body = "\n".join(row(cells, "td") for cells in rows)
    title = f"<caption>{_words(caption)}</caption>\n" if caption else ""
    inside = f"{title}<thead>{head}</thead>\n<tbody>\n{body}\n</tbody>"
    return f'<div class="scroll"><table>{inside}</table></div>'


def _bar(value: float, low: float | None, high: float | None) -> str:
    parts = [
        '<rect class="track" width="100" height="8" y="2" rx="2"/>',
        f'<rect class="fill" width="{100 * value:.1f}" height="8" y="2" rx="2"/>',
    ]
    if low is not None and high is not None:
        parts.append(f'<line class="range" x1="{100 * low:.1f}" x2="{100 * high:.1f}" y1="6" y2="6"/>')
    return f'<svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">{"".join(parts)}</svg>'


def _series(series: Series) -> str:
    points = series.points
    if not points:
        return ""
    wide, high = _WIDTH - _LEFT - 10, _HEIGHT - _BOTTOM - 10

    def x(place: int) -> float:
        return _LEFT + (wide * place / (len(points) - 1) if len(points) > 1 else wide / 2)

    def y(value: float) -> float:
        return 10 + high * (1 - min(max(value / series.top, 0.0), 1.0)) if series.top else 10.0 + high

    parts = []
    for step in (0.0, 0.5, 1.0):
        level = y(step * series.top)
        parts.append(f'<line class="axis" x1="{_LEFT}" x2="{_WIDTH - 10}" y1="{level:.1f}" y2="{level:.1f}"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{level + 4:.1f}" text-anchor="end">{_number(step * series.top)}</text>')
    band = [(i, p.low, p.high) for i, p in enumerate(points) if p.low is not None and p.high is not None]
    if len(band) > 1:
        edge = [f"{x(i):.1f},{y(hi):.1f}" for i, _, hi in band] + [
            f"{x(i):.1f},{y(lo):.1f}" for i, lo, _ in reversed(band)
        ]
        parts.append(f'<polygon class="band" points="{" ".join(edge)}"/>')
    if series.diagonal:
        ends = f'x1="{x(0):.1f}" y1="{y(0):.1f}" x2="{x(len(points) - 1):.1f}" y2="{y(series.top):.1f}"'
        parts.append(f'<line class="diagonal" {ends}/>')
    path = " ".join(f"{x(i):.1f},{y(p.value):.1f}" for i, p in enumerate(points))
    parts.append(f'<polyline class="line" points="{path}"/>')
    parts += [f'<circle class="dot" cx="{x(i):.1f}" cy="{y(p.value):.1f}" r="2.5"/>' for i, p in enumerate(points)]
    for place in sorted({0, len(points) // 2, len(points) - 1}):
        anchor = "start" if place == 0 else "end" if place == len(points) - 1 else "middle"
        parts.append(
            f'<text x="{x(place):.1f}" y="{_HEIGHT - 6}" text-anchor="{anchor}">{_words(points[place].label)}</text>'
        )
    table = _table("", ("", series.unit or "value"), tuple((p.label, p.words) for p in points), frozenset({1}))
    label = escape(clean(series.caption))
    svg = f'<svg class="series" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
    numbers = f"<details><summary>The numbers</summary>{table}</details>"
    return f"<figure><figcaption>{_words(series.caption)}</figcaption>\n{svg}\n{numbers}</figure>"


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 2 or value == int(value) else f"{value:.1f}"


def _words(text: str) -> str:
    """Text for an element, with `code` between backticks; nothing in it can become markup."""
    pieces = escape(" ".join(clean(text).split())).split("`")
    if len(pieces) % 2 == 0:
        return "`".join(pieces)
    return "".join(f"<code>{piece}</code>" if i % 2 else piece for i, piece in enumerate(pieces))

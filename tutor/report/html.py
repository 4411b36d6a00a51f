"""A report as one HTML file that needs nothing else: inline styles and SVG, no script, no address it would load.

Readable on a phone, printable on A4, light and dark by the viewer's wish; every chart stands beside its numbers.
"""

from __future__ import annotations

from html import escape

from tutor.report import svg
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
.bars td:nth-child(2) { width: 40%; min-width: 8rem; } .bars td:nth-child(3) { white-space: nowrap; }
.bars svg { display: block; width: 100%; height: .9rem; margin-top: .3rem; }
.track { fill: var(--line); } .fill { fill: var(--accent); } .range { stroke: var(--ink); stroke-width: 2; }
.line { fill: none; stroke: var(--accent); stroke-width: 2; } .band { fill: var(--band); opacity: .7; }
.dot { fill: var(--accent); } .axis { stroke: var(--line); } .diagonal { stroke: var(--soft); stroke-dasharray: 4 4; }
figure svg.series { display: block; width: 100%; height: auto; }
svg text { fill: var(--soft); font: 11px system-ui, sans-serif; }
@media (max-width: 34rem) { body { padding: 1rem .9rem 3rem; } .bars tr { display: block; margin: .6rem 0; }
  .bars td { display: block; width: 100% !important; padding: .1rem 0; white-space: normal !important; } }
@media print { @page { size: A4; margin: 18mm; } body { padding: 0; max-width: none; font-size: 10.5pt; }
  :root { --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --accent: #2f6fb0; --band: #d5e4f2; }
  h2 { break-after: avoid; } li, tr, figure { break-inside: avoid; } }
"""


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
            cells = [(_words(b.label), svg.bar(b.value, b.low, b.high), _words(b.words)) for b in bars]
            rows = [f"<tr><td>{label}</td><td>{drawn}</td><td>{words}</td></tr>" for label, drawn, words in cells]
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


def _series(series: Series) -> str:
    if not series.points:
        return ""
    table = _table("", ("", series.unit or "value"), tuple((p.label, p.words) for p in series.points), frozenset())
    numbers = f"<details><summary>The numbers</summary>{table}</details>"
    return f"<figure><figcaption>{_words(series.caption)}</figcaption>\n{svg.series(series)}\n{numbers}</figure>"


def _words(text: str) -> str:
    """Text for an element, with `code` between backticks; nothing in it can become markup."""
    pieces = escape(" ".join(clean(text).split())).split("`")
    if len(pieces) % 2 == 0:
        return "`".join(pieces)
    return "".join(f"<code>{piece}</code>" if i % 2 else piece for i, piece in enumerate(pieces))

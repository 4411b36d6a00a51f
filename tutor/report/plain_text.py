"""A report as lines of plain text: bars of hash signs, columns in terminal cells."""

from __future__ import annotations

from tutor.report.document import Bar, Bars, Block, Document, Heading, Items, Para, Series, Table
from tutor.text import cell_width, clean, cut, hang, pad, wrap

INDENT = "  "
BAR_CELLS, LEAST_BAR = 24, 6
SHADES = " .:-=+*#"


def to_text(document: Document, width: int = 80) -> str:
    """The document as lines of at most `width` cells (a table may be wider), with a newline at the end."""
    lines = [*wrap(document.title, width), *wrap(document.subtitle, width)]
    for block in document.blocks:
        lines += _block(block, width)
    return clean("\n".join(lines)) + "\n"


def _block(block: Block, width: int) -> list[str]:
    match block:
        case Heading(text):
            lines = wrap(text, width)
            return ["", *lines, "-" * max(map(cell_width, lines))]
        case Para(text):
            return wrap(text, width, INDENT)
        case Items(entries, ordered):
            lines = []
            for number, (line, details) in enumerate(entries, start=1):
                mark = f"{number:>3}. " if ordered else "  - "
                lines += hang(mark, line, width)
                lines += [part for detail in details for part in wrap(detail, width, " " * len(mark))]
            return lines
        case Table(caption, columns, rows, numeric):
            return _titled(caption, _columns([columns, *rows], numeric), width)
        case Bars(caption, bars):
            return _titled(caption, _bars(bars, width), width)
        case Series(caption, points, top, unit):
            strip = (
                "".join(SHADES[min(int(len(SHADES) * p.value / top), len(SHADES) - 1)] for p in points) if top else ""
            )
            rows = tuple((p.label, p.words) for p in points)
            lines = [f"{INDENT}[{strip}]", *_columns([("", unit or "value"), *rows], frozenset())]
            return _titled(caption, lines, width)


def _bars(bars: tuple[Bar, ...], width: int) -> list[str]:
    words = max((cell_width(b.words) for b in bars), default=0)
    label = min(max((cell_width(b.label) for b in bars), default=0), max(width // 3, 12))
    room = min(width - len(INDENT) - label - words - 4, BAR_CELLS)
    lines = []
    for bar in bars:
        filled = pad("#" * round(room * bar.value), room) + "  " if room >= LEAST_BAR else ""
        lines += hang(f"{INDENT}{pad(cut(bar.label, label), label)}  {filled}", bar.words, width)
    return lines


def _titled(caption: str, lines: list[str], width: int) -> list[str]:
    return ["", *wrap(caption, width, INDENT), *lines] if lines else []


def _columns(rows: list[tuple[str, ...]], numeric: frozenset[int]) -> list[str]:
    widths = [max(cell_width(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            " " * (w - cell_width(cell)) + cell if i in numeric else pad(cell, w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append((INDENT + "  ".join(cells)).rstrip())
    return lines

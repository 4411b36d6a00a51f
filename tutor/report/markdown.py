"""A report in Markdown: tables where there is a chart, nothing that depends on a viewer."""

from __future__ import annotations

from tutor.report.document import Bars, Block, Document, Heading, Items, Para, Series, Table
from tutor.text import clean

_SPECIAL = str.maketrans({c: "\\" + c for c in "\\`*_[]<>|#"})


def to_markdown(document: Document) -> str:
    """The document as Markdown with a newline at the end."""
    parts = [f"# {_words(document.title)}", _words(document.subtitle)]
    parts += [_block(block) for block in document.blocks]
    return "\n\n".join(part for part in parts if part) + "\n"


def _block(block: Block) -> str:
    match block:
        case Heading(text):
            return f"## {_words(text)}"
        case Para(text):
            return _words(text)
        case Items(entries, ordered):
            lines = []
            for number, (line, details) in enumerate(entries, start=1):
                mark = f"{number}. " if ordered else "- "
                lines.append(mark + _words(line))
                lines += [" " * len(mark) + "- " + _words(detail) for detail in details]
            return "\n".join(lines)
        case Table(caption, columns, rows, numeric):
            rule = ["---:" if i in numeric else "---" for i in range(len(columns))]
            return f"**{_words(caption)}**\n\n" + _rows([columns, tuple(rule), *rows], raw=1)
        case Bars(caption, bars):
            return _block(Table(caption, ("", "share"), tuple((b.label, b.words) for b in bars)))
        case Series(caption, points, _, unit):
            return _block(Table(caption, ("", unit or "value"), tuple((p.label, p.words) for p in points)))


def _rows(rows: list[tuple[str, ...]], raw: int) -> str:
    return "\n".join(
        "| " + " | ".join(cell if number == raw else _words(cell) for cell in row) + " |"
        for number, row in enumerate(rows)
    )


def _words(text: str) -> str:
    """Text in one line with nothing that Markdown would read as a mark."""
    return " ".join(clean(text).split()).translate(_SPECIAL)

"""What a page is made of, laid out to a width: paragraphs, hanging labels, headings and light boxes.

A page is a sequence of blocks; `lay_out` turns it into lines that fit. Pure: no widget, no theme, no data of the tutor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from textual.content import Content

from tutor.tui.content import EMPTY, MUTED, STRONG, blank, join, safe

NARROW = 44
"""Below this width a label stands above its text instead of beside it."""

WIDEST = 2
"""Cells of the widest character: less room than that is none."""


@dataclass(frozen=True)
class Para:
    """Text that wraps; `indent` cells from the left."""

    body: Content
    indent: int = 0


@dataclass(frozen=True)
class Hang:
    """A label with text beside it; further lines start below the text."""

    label: Content
    body: Content
    width: int
    """Cells of the label's column, its gap included."""
    indent: int = 0
    keep: bool = False
    """Keep the label beside the text on a narrow page: for letters and signs."""


@dataclass(frozen=True)
class Head:
    """A heading, with a blank line above it unless it starts the page."""

    title: Content


@dataclass(frozen=True)
class Gap:
    """One blank line."""


@dataclass(frozen=True)
class Rule:
    """A light line across the page."""


@dataclass(frozen=True)
class Box:
    """Blocks in a light frame with a title."""

    title: Content
    blocks: tuple[Block, ...]


Block = Para | Hang | Head | Gap | Rule | Box


def head(title: str) -> Head:
    """A heading of the program's own words."""
    return Head(safe(title, STRONG))


def lay_out(blocks: Sequence[Block], width: int) -> tuple[Content, ...]:
    """The lines of a page at a width in cells; no line is wider, except that one cell is always used."""
    return _lay_out(tuple(blocks), max(width, 1))


@lru_cache(maxsize=64)
def _lay_out(blocks: tuple[Block, ...], width: int) -> tuple[Content, ...]:
    lines: list[Content] = []
    for block in blocks:
        if isinstance(block, Head | Box) and lines and lines[-1]:
            lines.append(EMPTY)
        lines += _block(block, width)
    return tuple(lines)


def _block(block: Block, width: int) -> list[Content]:
    match block:
        case Para(body, indent):
            return _indented(body, width, indent)
        case Hang():
            return _hang(block, width)
        case Head(title):
            return title.wrap(width)
        case Gap():
            return [EMPTY]
        case Rule():
            return [safe("─" * width, MUTED)]
        case Box():
            return _box(block, width)


def _indented(body: Content, width: int, indent: int) -> list[Content]:
    if indent + WIDEST > width:
        indent = 0
    return [join(blank(indent), line) if line else EMPTY for line in body.wrap(max(width - indent, 1))]


def _hang(block: Hang, width: int) -> list[Content]:
    indent = block.indent if block.indent < width // 2 else 0
    beside = (block.keep or width >= NARROW) and indent + block.width + WIDEST <= width
    if not beside:
        return [*_indented(block.label, width, indent), *_indented(block.body, width, indent + 2)]
    start = indent + block.width
    body = block.body.wrap(width - start) or [EMPTY]
    label = block.label.wrap(max(block.width - 1, 1))
    lines: list[Content] = []
    for row in range(max(len(body), len(label))):
        left = label[row] if row < len(label) else EMPTY
        right = body[row] if row < len(body) else EMPTY
        lines.append(join(blank(indent), left, blank(block.width - left.cell_length) if right else EMPTY, right))
    return lines


def _box(block: Box, width: int) -> list[Content]:
    if width < 16:
        return [*block.title.wrap(width), *lay_out(block.blocks, width)]
    inner = width - 4
    title = block.title.truncate(inner - 2, ellipsis=True)
    top = join(safe("╭─ ", MUTED), title, safe(f" {'─' * (width - title.cell_length - 5)}╮", MUTED))
    middle = [
        join(safe("│ ", MUTED), line, blank(inner - line.cell_length), safe(" │", MUTED))
        for line in lay_out(block.blocks, inner)
    ]
    return [top, *middle, safe(f"╰{'─' * (width - 2)}╯", MUTED)]

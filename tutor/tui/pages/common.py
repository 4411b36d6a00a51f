"""Pieces that several pages share: paragraphs of prose, bars, option labels."""

from __future__ import annotations

import re
from collections.abc import Sequence

from textual.content import Content

from tutor.core.question import Bank, Question
from tutor.prose import letter
from tutor.tui.blocks import Block, Gap, Hang, Para
from tutor.tui.content import ACCENT, ACCENT_STRONG, MUTED, join, prose, safe

LABEL = 13
"""Cells of the column with labels such as "Tempting"."""
BAR = 24
_ITEM = re.compile(r"( *)(-|\d{1,3}[.)]) ")


def paragraphs(
    text: str,
    bank: Bank,
    question: Question | None = None,
    order: Sequence[str] | None = None,
    *,
    indent: int = 0,
    style: str = "",
) -> list[Block]:
    """Prose as blocks; list items hang under their dash or number. Empty for empty prose."""
    content = prose(text, bank, question, order, style)
    blocks: list[Block] = []
    for line in content.split("\n", allow_blank=True) if content else []:
        item = _ITEM.match(line.plain)
        if not line:
            blocks.append(Gap())
        elif item is None:
            blocks.append(Para(line, indent))
        else:
            start = indent + len(item[1])
            mark = line[len(item[1]) : item.end()]
            blocks.append(Hang(mark, line[item.end() :], len(item[2]) + 1, start, keep=True))
    return blocks


def labelled(label: str, body: Content, *, indent: int = 0, style: str = MUTED) -> list[Block]:
    """A label with text beside it; nothing without text."""
    return [Hang(safe(label, style), body, LABEL, indent)] if body else []


def option_label(place: int, *, digits: bool) -> str:
    """What stands before an option: its letter, and the digit that reaches it where letters alone would not do."""
    if not digits:
        return letter(place)
    return f"{(place + 1) % 10} {letter(place)}"


def shows_digits(question: Question) -> bool:
    """Whether options carry a digit: when there are more than letters can reach."""
    return len(question.options) > 6


def time_bar(done: float, total: float, width: int = BAR) -> Content:
    """How much of a whole is done."""
    share = min(max(done / total, 0.0), 1.0) if total > 0 else 0.0
    full = round(share * width)
    return join(safe("━" * full, ACCENT), safe("─" * (width - full), MUTED))


def interval_bar(value: float, low: float, high: float, width: int = BAR) -> Content:
    """A share from 0 to 1 as a point on its interval."""

    def place(share: float) -> int:
        return min(max(round(share * (width - 1)), 0), width - 1)

    start, end = place(low), place(high)
    point = min(max(place(value), start), end)
    return join(
        safe("·" * start, MUTED),
        safe("━" * (point - start), ACCENT),
        safe("●", ACCENT_STRONG),
        safe("━" * (end - point), ACCENT),
        safe("·" * (width - 1 - end), MUTED),
    )

"""The only door from data to the screen: text is cleaned and becomes `Content`, which Textual never reads as markup.

Nothing else in `tutor.tui` builds `Content`, and no widget is given a bare `str` (tests/tui/test_text_safety.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content

from tutor.core.question import Bank, Question
from tutor.prose import resolve, spans
from tutor.text import clean

STRONG = "bold"
MUTED = "$foreground-muted"
ACCENT = "$text-accent"
ACCENT_STRONG = "bold $text-accent"
GOOD = "bold $text-success"
BAD = "bold $text-error"
WARN = "$text-warning"
STRUCK = "strike $foreground-muted"

EMPTY = Content()
NEWLINE = Content("\n")
_MARKS = {"em": "italic", "strong": "bold", "code": "bold"}


def safe(text: str, style: str = "") -> Content:
    """Data as it is written, without what could act on a terminal."""
    return Content.styled(clean(text), style)


def one_line(text: str, style: str = "") -> Content:
    """Data for a place that has one line: line breaks and runs of blanks become one blank."""
    return Content.styled(" ".join(clean(text).split()), style)


def join(*parts: Content, gap: str = "") -> Content:
    """Parts side by side; empty ones leave no gap."""
    return Content(gap).join([part for part in parts if part])


def stack(lines: Iterable[Content]) -> Content:
    """Lines below one another."""
    return NEWLINE.join(lines)


def prose(
    text: str, bank: Bank, question: Question | None = None, order: Sequence[str] | None = None, style: str = ""
) -> Content:
    """Prose of the bank with its links resolved and its marks as text attributes."""
    parts = [
        Content.styled(piece, " ".join([style, *(_MARKS[kind] for kind in sorted(kinds))]).strip())
        for piece, kinds in spans(clean(resolve(text, question, bank, order)))
    ]
    return EMPTY.join(parts)


def blank(width: int) -> Content:
    """So many cells of nothing."""
    return Content(" " * max(width, 0))

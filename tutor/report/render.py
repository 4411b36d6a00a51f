"""The weakness report as text and as a JSON-able object."""

from __future__ import annotations

from tutor.report.make import to_json
from tutor.report.plain_text import to_text as lines
from tutor.report.weakness import Weakness
from tutor.report.weakness_blocks import document

__all__ = ["to_json", "to_text"]


def to_text(report: Weakness, width: int = 80) -> str:
    """The report as lines of at most `width` cells, where words can be broken."""
    return lines(document(report), width)

"""The answer log as CSV, for spreadsheets: the columns of the JSON Lines form, lists joined by `|`.

RFC 4180: lines end in CR LF, a cell with a comma, quote or line end is quoted. A text that a spreadsheet would take
for a formula gets a `'` in front; numbers stay numbers. Only written, never read.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tutor.core.log import Answer
from tutor.core.question import Bank
from tutor.export.jsonl import columns
from tutor.store.codec import dumps

HEADER = (
    "id",
    "pick_id",
    "question_id",
    "key_hash",
    "text_hash",
    "mode",
    "reason",
    "shown",
    "chosen",
    "correct",
    "confidence",
    "rating",
    "retention",
    "answered_at",
    "utc_offset",
    "rollover",
    "study_day",
    "duration_ms",
    "device",
    "card_before",
    "retracted_at",
    "concepts",
    "traps",
)
BOM = "\ufeff"
"""In front of the header it tells Excel that the file is UTF-8."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Beginnings of a formula, the wide forms included, which some spreadsheets read as the narrow ones."""


def write(
    answers: Iterable[Answer], bank: Bank | None = None, *, bom: bool = False, anonymous: bool = False
) -> Iterator[str]:
    """The log as lines of CSV under a header; `anonymous` leaves out the names of devices."""
    rows = (columns(replace(answer, device="") if anonymous else answer, bank) for answer in answers)
    return table(HEADER, rows, bom=bom)


def table(header: Sequence[str], rows: Iterable[Mapping[str, object]], *, bom: bool = False) -> Iterator[str]:
    """A header and rows as lines of CSV, one at a time; every row has the names of the header."""
    out = io.StringIO()
    writer = csv.writer(out)

    def line(cells: Sequence[str]) -> str:
        writer.writerow(cells)
        text = out.getvalue()
        out.seek(0)
        out.truncate()
        return text

    yield (BOM if bom else "") + line(header)
    for row in rows:
        yield line([cell(row[name]) for name in header])


def cell(value: object) -> str:
    """A JSON value as the text of one cell: nothing for null, `a|b` for a list, JSON for an object."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | tuple):
        text = "|".join(str(part) for part in value)
    else:
        text = dumps(value) if isinstance(value, dict) else str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text

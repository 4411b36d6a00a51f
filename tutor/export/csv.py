"""The answer log as CSV, for spreadsheets: the columns of the JSON Lines form, lists joined by `|`.

A cell that a spreadsheet would take for a formula gets a `'` in front. Only written, never read.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

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
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write(answers: Iterable[Answer], bank: Bank | None = None) -> str:
    """The log as CSV with a header line; lines end in LF."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    for answer in answers:
        values = columns(answer, bank)
        writer.writerow([cell(values[name]) for name in HEADER])
    return out.getvalue()


def cell(value: object) -> str:
    """A JSON value as the text of one cell: nothing for null, `a|b` for a list, JSON for an object."""
    if value is None:
        text = ""
    elif isinstance(value, list | tuple):
        text = "|".join(str(part) for part in value)
    elif isinstance(value, bool):
        text = "true" if value else "false"
    else:
        text = dumps(value) if isinstance(value, dict) else str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text

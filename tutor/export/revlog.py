"""The reviews as FSRS optimisers read them: card, instant, rating, duration. Only written, never read.

Answers that do not move the schedule, and those taken back, are left out.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable

from tutor.core.log import SCHEDULED, Answer

HEADER = ("card_id", "review_time", "review_rating", "review_duration")


def card_number(question_id: str) -> int:
    """A whole number for a question, always the same and below 2^53, so that every reader keeps it exactly."""
    return int.from_bytes(hashlib.sha256(question_id.encode()).digest()[:8], "big") >> 11


def write(answers: Iterable[Answer]) -> str:
    """CSV with a header line. `review_time` is in milliseconds since 1970 UTC, `review_duration` in milliseconds,
    `review_rating` 1 Again, 2 Hard, 3 Good; lines end in LF."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    for answer in answers:
        if answer.mode in SCHEDULED and answer.retracted_at is None:
            at = round(answer.answered_at.timestamp() * 1000)
            writer.writerow((card_number(answer.question_id), at, int(answer.rating), answer.duration_ms))
    return out.getvalue()

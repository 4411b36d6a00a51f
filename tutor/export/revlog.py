"""The reviews as FSRS optimisers read them: card, instant, rating, duration. Only written, never read.

Answers that do not move the schedule, and those taken back, are left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from tutor.core.log import SCHEDULED, Answer

HEADER = ("card_id", "review_time", "review_rating", "review_duration")


def card_number(question_id: str) -> int:
    """A whole number for a question, always the same and below 2^53, so that every reader keeps it exactly."""
    return int.from_bytes(hashlib.sha256(question_id.encode()).digest()[:8], "big") >> 11


def write(answers: Iterable[Answer]) -> Iterator[str]:
    """Lines of CSV under a header. `review_time` is in milliseconds since 1970 UTC, `review_duration` in milliseconds,
    `review_rating` 1 Again, 2 Hard, 3 Good; lines end in LF."""
    yield ",".join(HEADER) + "\n"
    for answer in answers:
        if answer.mode in SCHEDULED and answer.retracted_at is None:
            at = round(answer.answered_at.timestamp() * 1000)
            yield f"{card_number(answer.question_id)},{at},{int(answer.rating)},{answer.duration_ms}\n"

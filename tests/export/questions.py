"""A question of each type, a bank of them, and answers to it: what the renderers of the log are tried on."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.unit.make import START, make_answer, make_bank, make_question, option
from tutor.core.log import Answer
from tutor.core.question import Prompt, Question

SINGLE = make_question("single-one")
MULTIPLE = make_question(
    "multi", kind="multiple", options=(option("x", correct=True), option("y", correct=True), option("z"))
)
ORDERING = make_question("order", kind="ordering", options=(option("a", position=2), option("b", position=1)))
MATCHING = make_question(
    "match", kind="matching", options=(option("l"), option("r")), prompts=(Prompt("p", "P", "r"), Prompt("q", "Q", "l"))
)
BANK = make_bank([SINGLE, MULTIPLE, ORDERING, MATCHING])


def given(question: Question, chosen: tuple[str, ...], number: int, **fields: object) -> Answer:
    """The answer to a question on study day `number`."""
    values: dict[str, Any] = {
        "question_id": question.id,
        "key_hash": question.key_hash,
        "chosen": chosen,
        "correct": chosen == question.key,
    }
    usual = make_answer(SINGLE, ["key"], number=number, day=START + timedelta(days=number))
    return replace(usual, **{**values, **fields})


LOG = [
    given(SINGLE, ("key",), 0),
    given(SINGLE, ("b",), 2, rating=1),
    given(MULTIPLE, ("x", "y"), 3),
    given(ORDERING, ("b", "a"), 4, utc_offset=330),
    given(MATCHING, ("p=l", "q=l"), 5, rating=1, duration_ms=0),
    given(SINGLE, ("key",), 6, retracted_at=datetime(2026, 6, 1, tzinfo=UTC)),
    given(SINGLE, ("key",), 7, mode="cram"),
]

"""The log for other programs: FSRS optimisers and learning record stores."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from fsrs import Card, Rating, ReviewLog, Scheduler

from tests.unit.make import START, make_answer, make_bank, make_question, option
from tutor.core.knowledge import Knowledge
from tutor.core.log import Answer
from tutor.core.prior import Prior
from tutor.core.question import Prompt, Question
from tutor.export import revlog, xapi

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
    return replace(
        make_answer(SINGLE, ["key"], number=number, day=START + timedelta(days=number)),
        question_id=question.id,
        key_hash=question.key_hash,
        chosen=chosen,
        correct=chosen == question.key,
        **fields,  # type: ignore[arg-type]
    )


LOG = [
    given(SINGLE, ("key",), 0),
    given(SINGLE, ("b",), 2, rating=1),
    given(MULTIPLE, ("x", "y"), 3),
    given(ORDERING, ("b", "a"), 4, utc_offset=330),
    given(MATCHING, ("p=l", "q=l"), 5, rating=1, duration_ms=0),
    given(SINGLE, ("key",), 6, retracted_at=datetime(2026, 6, 1, tzinfo=UTC)),
    given(SINGLE, ("key",), 7, mode="cram"),
]


def test_the_review_log_holds_the_graded_reviews_in_the_columns_of_the_optimisers() -> None:
    rows = list(csv.DictReader(io.StringIO(revlog.write(LOG))))
    assert list(rows[0]) == ["card_id", "review_time", "review_rating", "review_duration"]
    assert [row["review_rating"] for row in rows] == ["3", "1", "3", "3", "1"]
    assert rows[0]["card_id"] == rows[1]["card_id"] != rows[2]["card_id"]
    assert int(rows[0]["review_time"]) == round(LOG[0].answered_at.timestamp() * 1000)
    assert rows[0]["review_duration"] == "20000"


def test_card_numbers_are_stable_and_survive_a_double() -> None:
    assert revlog.card_number("single-one") == revlog.card_number("single-one")
    for name in ("a", "b", "single-one"):
        number = revlog.card_number(name)
        assert int(float(number)) == number


def test_the_scheduler_reads_the_review_log_back_to_the_same_memory() -> None:
    log = [given(SINGLE, ("key",) if i != 2 else ("b",), i * 3, rating=3 if i != 2 else 1) for i in range(5)]
    rows = csv.DictReader(io.StringIO(revlog.write(log)))
    reviews = [
        ReviewLog(
            int(row["card_id"]),
            Rating(int(row["review_rating"])),
            datetime.fromtimestamp(int(row["review_time"]) / 1000, tz=UTC),
            int(row["review_duration"]),
        )
        for row in rows
    ]
    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card = scheduler.reschedule_card(Card(card_id=reviews[0].card_id), reviews)
    ours = Knowledge.replay(BANK, Prior(), log).cards["single-one"]
    assert card.stability == pytest.approx(ours.stability)
    assert card.difficulty == pytest.approx(ours.difficulty)


def statements() -> list[dict[str, object]]:
    return [json.loads(line) for line in xapi.write(LOG, BANK, "device-1").splitlines()]


def test_every_statement_has_the_parts_the_rules_ask_for() -> None:
    made = statements()
    assert len(made) == 6
    for data in made:
        assert UUID(str(data["id"]))
        assert data["version"] == "1.0.3"
        assert str(data["verb"]["id"]).startswith("http")  # type: ignore[index]
        actor = data["actor"]
        assert set(actor) == {"objectType", "account"}  # type: ignore[call-overload]
        assert "mbox" not in json.dumps(data)
        assert datetime.fromisoformat(str(data["timestamp"])).tzinfo is not None
    assert len({str(data["id"]) for data in made}) == 6
    assert statements() == made


@pytest.mark.parametrize(
    ("place", "kind", "components", "right", "response"),
    [
        (0, "choice", ["choices"], "key", "key"),
        (1, "choice", ["choices"], "key", "b"),
        (2, "choice", ["choices"], "x[,]y", "x[,]y"),
        (3, "sequencing", ["choices"], "b[,]a", "b[,]a"),
        (4, "matching", ["source", "target"], "p[.]r[,]q[.]l", "p[.]l[,]q[.]l"),
    ],
)
def test_interactions_follow_the_response_grammar(
    place: int, kind: str, components: list[str], right: str, response: str
) -> None:
    data = statements()[place]
    definition = data["object"]["definition"]  # type: ignore[index]
    assert definition["interactionType"] == kind
    assert definition["correctResponsesPattern"] == [right]
    assert data["result"]["response"] == response  # type: ignore[index]
    ids = [part["id"] for name in components for part in definition[name]]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z0-9.-]+", part) for part in ids)


def test_the_time_zone_of_the_answer_and_an_unknown_duration_are_kept_honest() -> None:
    made = statements()
    assert str(made[3]["timestamp"]).endswith("+05:30")
    assert made[0]["result"]["duration"] == "PT20.00S"  # type: ignore[index]
    assert "duration" not in made[4]["result"]  # type: ignore[operator]


def test_the_learner_is_a_salted_account() -> None:
    first = json.loads(xapi.write(LOG, BANK, "device-1").splitlines()[0])["actor"]["account"]["name"]
    second = json.loads(xapi.write(LOG, BANK, "device-2").splitlines()[0])["actor"]["account"]["name"]
    assert first != second
    assert "device" not in first


def test_a_question_that_is_gone_or_has_a_new_key_carries_no_definition() -> None:
    gone = json.loads(xapi.write(LOG[:1], None, "d").splitlines()[0])
    assert "definition" not in gone["object"]
    changed = make_bank([replace(SINGLE, key_hash="other")])
    assert "definition" not in json.loads(xapi.write(LOG[:1], changed, "d").splitlines()[0])["object"]

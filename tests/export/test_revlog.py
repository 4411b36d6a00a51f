"""The reviews as FSRS optimisers read them: the columns, and what py-fsrs and fsrs-rs make of them."""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime, timedelta

import pytest
from fsrs import Card, Rating, ReviewLog, Scheduler

from tests.export.questions import BANK, LOG, SINGLE, given
from tutor.core.knowledge import Knowledge
from tutor.core.log import Answer
from tutor.core.prior import Prior
from tutor.export import revlog

LONG = [given(SINGLE, ("key",) if i != 2 else ("b",), i * 3, rating=3 if i != 2 else 1) for i in range(5)]
"""Five reviews of one card, the third one a failure."""


def rows(log: list[Answer]) -> list[dict[str, str]]:
    return list(csv.DictReader(revlog.write(log)))


def review_logs(log: list[Answer]) -> list[ReviewLog]:
    """The rows through the reader of py-fsrs, as its own JSON form has them."""
    return [
        ReviewLog.from_json(
            json.dumps(
                {
                    "card_id": int(row["card_id"]),
                    "rating": int(row["review_rating"]),
                    "review_datetime": datetime.fromtimestamp(int(row["review_time"]) / 1000, tz=UTC).isoformat(),
                    "review_duration": int(row["review_duration"]),
                }
            )
        )
        for row in rows(log)
    ]


def test_the_review_log_holds_the_graded_reviews_in_the_columns_of_the_optimisers() -> None:
    made = rows(LOG)
    assert list(made[0]) == ["card_id", "review_time", "review_rating", "review_duration"]
    assert [row["review_rating"] for row in made] == ["3", "1", "3", "3", "1"]
    assert made[0]["card_id"] == made[1]["card_id"] != made[2]["card_id"]
    assert int(made[0]["review_time"]) == round(LOG[0].answered_at.timestamp() * 1000)
    assert made[0]["review_duration"] == "20000"


def test_card_numbers_are_stable_and_survive_a_double() -> None:
    assert revlog.card_number("single-one") == revlog.card_number("single-one")
    for name in ("a", "b", "single-one"):
        number = revlog.card_number(name)
        assert int(float(number)) == number


def test_py_fsrs_reads_the_review_log_back_to_the_same_memory() -> None:
    reviews = review_logs(LONG)
    assert [log.rating for log in reviews] == [Rating.Good, Rating.Good, Rating.Again, Rating.Good, Rating.Good]
    assert [log.review_datetime for log in reviews] == [answer.answered_at for answer in LONG]
    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card = scheduler.reschedule_card(Card(card_id=reviews[0].card_id), reviews)
    ours = Knowledge.replay(BANK, Prior(), LONG).cards["single-one"]
    assert card.stability == pytest.approx(ours.stability)
    assert card.difficulty == pytest.approx(ours.difficulty)


def test_the_optimiser_of_py_fsrs_takes_the_reviews_by_card() -> None:
    pytest.importorskip("torch", reason="the optimiser of py-fsrs needs torch, which is no part of the tests")
    from fsrs import Optimizer

    trained = Optimizer(review_logs(LOG))._revlogs_train
    assert sorted(len(reviews) for reviews in trained.values()) == [1, 1, 1, 2]


def test_fsrs_rs_reads_the_review_log_back_to_the_same_memory() -> None:
    rust = pytest.importorskip("fsrs_rs_python", reason="fsrs-rs-python is not installed")
    days = [timedelta(milliseconds=int(row["review_time"])).days for row in rows(LONG)]
    reviews = [
        rust.FSRSReview(rating=int(row["review_rating"]), delta_t=day - before)
        for row, day, before in zip(rows(LONG), days, [days[0], *days], strict=False)
    ]
    found = rust.FSRS(list(Scheduler().parameters)).memory_state(rust.FSRSItem(reviews=reviews), None)
    ours = Knowledge.replay(BANK, Prior(), LONG).cards["single-one"]
    assert found.stability == pytest.approx(ours.stability, rel=1e-4)  # it computes in single precision
    assert found.difficulty == pytest.approx(ours.difficulty, rel=1e-4)


def test_fsrs_rs_trains_on_the_review_log() -> None:
    rust = pytest.importorskip("fsrs_rs_python", reason="fsrs-rs-python is not installed")
    log = [
        given(SINGLE, ("key",), day, question_id=f"q.{card}", rating=1 if (day + card) % 4 == 0 else 3)
        for card in range(40)
        for day in (0, 2, 6, 14, 30)
    ]
    by_card: dict[str, list[dict[str, str]]] = {}
    for row in rows(log):
        by_card.setdefault(row["card_id"], []).append(row)
    assert len(by_card) == 40
    items = []
    for reviews in by_card.values():
        days = [int(row["review_time"]) // 86_400_000 for row in reviews]
        steps = [
            rust.FSRSReview(rating=int(row["review_rating"]), delta_t=day - before)
            for row, day, before in zip(reviews, days, [days[0], *days], strict=False)
        ]
        items += [rust.FSRSItem(reviews=steps[:end]) for end in range(2, len(steps) + 1)]
    parameters = rust.FSRS(rust.DEFAULT_PARAMETERS).compute_parameters(items)
    assert len(parameters) == len(Scheduler().parameters)

"""The JSON form of answers, rows, picks and marks: the way there and back, and errors that name the field."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given

from tests.store import strategies
from tests.store.make import NOW, answer, before, mark, pick
from tests.store.strategies import exact
from tutor.core.log import Answer
from tutor.core.rows import Rows
from tutor.errors import EXIT_DATA, DataError
from tutor.store import codec
from tutor.store.values import Mark, StoredPick


@given(given_answer=strategies.answers)
def test_an_answer_comes_back_from_json(given_answer: Answer) -> None:
    text = codec.dumps(codec.answer_to_json(given_answer))
    found = codec.answer_from_json(json.loads(text))
    assert found == given_answer
    assert codec.dumps(codec.answer_to_json(found)) == text
    exact(found)


@given(rows=strategies.rows)
def test_rows_come_back_from_json_bit_by_bit(rows: Rows) -> None:
    found = codec.rows_from_json(json.loads(codec.dumps(codec.rows_to_json(rows))))
    assert exact(found) == exact(rows)


def test_rows_that_do_not_exist_come_back_as_such() -> None:
    rows = before(0)
    assert rows.cards == {"q.0": None}
    assert codec.rows_from_json(json.loads(codec.dumps(codec.rows_to_json(rows)))) == rows
    assert codec.rows_from_json({}) == Rows()


@given(stored=strategies.picks)
def test_a_pick_comes_back_from_json(stored: StoredPick) -> None:
    assert codec.pick_from_json(json.loads(codec.dumps(codec.pick_to_json(stored)))) == stored


@given(given_mark=strategies.marks)
def test_a_mark_comes_back_from_json(given_mark: Mark) -> None:
    assert codec.mark_from_json(json.loads(codec.dumps(codec.mark_to_json(given_mark)))) == given_mark


WRONG: dict[str, list[object]] = {
    "id": ["", 5, None, "\ud800"],
    "question_id": [""],
    "pick_id": [5],
    "mode": ["exam", 1, None, []],
    "reason": [[], "because", None],
    "shown": ["abc", [1], ["\ud800"], None],
    "chosen": [{}],
    "correct": [1, "true", None],
    "confidence": ["certain", 1],
    "rating": [0, 4, True, 2.0, "3"],
    "retention": ["0.9", float("nan"), float("inf"), 1.5, True, 10**400],
    "answered_at": ["2026-05-04", "2026-05-04T09:00:00", "yesterday", 5, None, "0001-01-01T00:00:00+12:00"],
    "utc_offset": [5000, 60.0],
    "rollover": [24, -1],
    "study_day": ["04.05.2026", None, 5],
    "duration_ms": [-1, 2**63, 1.5],
    "device": [5],
    "card_before": ["x", {"question_id": "q"}],
    "retracted_at": ["never"],
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in WRONG.items() for value in values])
def test_a_wrong_field_of_an_answer_is_named(field: str, value: object) -> None:
    data = codec.answer_to_json(answer(1)) | {field: value}
    with pytest.raises(DataError) as error:
        codec.answer_from_json(data)
    assert f"`{field}`" in error.value.message or field == "card_before"
    assert error.value.exit_code == EXIT_DATA
    assert error.value.hint
    assert len(error.value.message) < 300


OPTIONAL = {"confidence", "device", "card_before", "retracted_at"}


@pytest.mark.parametrize("field", list(codec.answer_to_json(answer(1))))
def test_a_missing_field_of_an_answer_is_named_unless_it_may_be(field: str) -> None:
    data = codec.answer_to_json(answer(1))
    del data[field]
    if field in OPTIONAL:
        assert codec.answer_from_json(data) == answer(1)
        return
    with pytest.raises(DataError, match=f"`{field}` is missing"):
        codec.answer_from_json(data)


def test_a_wrong_field_of_a_row_is_named_with_its_row() -> None:
    data = json.loads(codec.dumps(codec.rows_to_json(before(9))))
    data["cards"]["q.2"]["stability"] = "long"
    with pytest.raises(DataError, match=r"card: field `stability`"):
        codec.rows_from_json(data)
    with pytest.raises(DataError, match="traps"):
        codec.rows_from_json({"traps": [["t", "A"]]})
    with pytest.raises(DataError, match="cards"):
        codec.rows_from_json({"cards": {"q.1": 5}})


def test_unknown_fields_are_left_alone() -> None:
    assert codec.answer_from_json(codec.answer_to_json(answer(1)) | {"schema": 1}) == answer(1)


def test_a_number_that_json_cannot_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        codec.dumps(codec.answer_to_json(answer(1, retention=float("nan"))))


def test_an_instant_without_a_zone_has_no_json_form() -> None:
    with pytest.raises(ValueError, match="zone"):
        codec.pick_to_json(replace(pick(1), presented_at=NOW.replace(tzinfo=None)))
    with pytest.raises(ValueError, match="zone"):
        codec.mark_to_json(mark("q", NOW.replace(tzinfo=None)))

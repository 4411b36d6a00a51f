"""What goes in comes back, bit by bit; and plain sqlite3 reads the same as SQLModel."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.store import strategies
from tests.store.make import DAY, NOW, answer, filled, mark, pick, record
from tests.store.strategies import exact, few, many
from tutor.core.log import Answer
from tutor.core.rows import Rows
from tutor.store.repo import Store
from tutor.store.values import Mark, StoredPick


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("store") / "default.db") as opened:
        yield opened


@many
@given(rows=strategies.rows)
def test_rows_come_back_bit_by_bit(store: Store, rows: Rows) -> None:
    store.replace_rows(rows, "rules-1")
    assert exact(store.rows()) == exact(rows)


@many
@given(given_answer=strategies.answers)
def test_answers_come_back_bit_by_bit(store: Store, given_answer: Answer) -> None:
    known = {a.id for a in store.answers(retracted=True)}
    store.merge([given_answer], [])
    if given_answer.id not in known:
        found = [a for a in store.answers(retracted=True) if a.id == given_answer.id]
        assert found == [given_answer]
        assert exact(found[0]) == exact(in_utc(given_answer))


def in_utc(given_answer: Answer) -> Answer:
    at, retracted = given_answer.answered_at, given_answer.retracted_at
    return replace(
        given_answer,
        answered_at=at.astimezone(UTC),
        retracted_at=None if retracted is None else retracted.astimezone(UTC),
    )


@many
@given(stored=strategies.picks)
def test_the_pick_comes_back_bit_by_bit(store: Store, stored: StoredPick) -> None:
    store.set_pick(stored)
    found = store.pick()
    assert found == stored
    assert exact(found) == exact(replace(stored, presented_at=stored.presented_at.astimezone(UTC)))


@many
@given(given_mark=strategies.marks)
def test_marks_come_back(store: Store, given_mark: Mark) -> None:
    store.set_mark(given_mark)
    assert store.marks()[given_mark.question_id] == given_mark


def test_an_answer_given_at_another_offset_is_the_same_instant(path: Path) -> None:
    india = datetime(2026, 5, 1, 2, 30, 15, 123456, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    with Store.open(path) as store:
        record(store, 0, answered_at=india, study_day=date(2026, 4, 30), utc_offset=330)
        [found] = store.answers()
        assert found.answered_at == india
        assert found.answered_at.tzinfo is UTC
        assert found.answered_at.isoformat() == "2026-04-30T21:00:15.123456+00:00"
        assert (found.utc_offset, found.study_day) == (330, date(2026, 4, 30))
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT answered_at FROM answer").fetchone() == ("2026-04-30 21:00:15.123456",)


def test_an_instant_without_a_zone_is_refused_and_nothing_is_stored(path: Path) -> None:
    with filled(path, 1) as store:
        with pytest.raises(Exception, match="timezone"):
            record(store, 1, answered_at=datetime(2026, 5, 1, 2, 30))
        assert store.count() == 1
        record(store, 1)


def test_plain_sqlite_reads_the_pick_that_the_store_wrote(path: Path) -> None:
    filled(path, 3).close()
    with Store.open(path, read_only=True) as store, closing(sqlite3.connect(path)) as raw:
        raw.row_factory = sqlite3.Row
        row = raw.execute("SELECT * FROM pick").fetchone()
        found = StoredPick(
            row["id"],
            row["question_id"],
            row["key_hash"],
            row["text_hash"],
            tuple(json.loads(row["shown"])),
            json.loads(row["reason"]),
            row["mode"],
            date.fromisoformat(row["study_day"]),
            datetime.fromisoformat(row["presented_at"]).replace(tzinfo=UTC),
        )
        assert exact(found) == exact(store.pick()) == exact(pick(3))


def test_plain_sqlite_reads_the_cards_and_answers_that_the_store_wrote(path: Path) -> None:
    filled(path, 9).close()
    with Store.open(path, read_only=True) as store, closing(sqlite3.connect(path)) as raw:
        cards = {
            name: (stability, difficulty, date.fromisoformat(last), date.fromisoformat(due))
            for name, stability, difficulty, last, due in raw.execute(
                "SELECT question_id, stability, difficulty, last_day, due_day FROM card"
            )
        }
        rows = {k: c for k, c in store.rows().cards.items() if c is not None}
        assert cards == {k: (c.stability, c.difficulty, c.last_day, c.due_day) for k, c in rows.items()}
        instants = [
            datetime.fromisoformat(at).replace(tzinfo=UTC)
            for (at,) in raw.execute("SELECT answered_at FROM answer ORDER BY answered_at, id")
        ]
        assert instants == [a.answered_at for a in store.answers()]


@few
@given(numbers=st.permutations(range(6)))
def test_the_log_is_in_order_of_time_then_id(tmp_path_factory: pytest.TempPathFactory, numbers: list[int]) -> None:
    with Store.open(tmp_path_factory.mktemp("order") / "default.db") as store:
        given_answers = [answer(n, answered_at=NOW + timedelta(hours=n // 2)) for n in numbers]
        store.merge(given_answers, [])
        assert [int(a.id) for a in store.answers()] == list(range(6))
        last = store.last_answer()
        assert last is not None
        assert last.id == f"{5:08d}"


def test_the_log_can_be_asked_by_day_question_and_retraction(path: Path) -> None:
    with Store.open(path) as store:
        for number in range(9):
            record(store, number, study_day=DAY + timedelta(number // 3))
        step = store.undo_step()
        assert step is not None
        store.undo(step, NOW)

        def numbers(found: list[Answer]) -> list[int]:
            return [int(a.id) for a in found]

        assert numbers(store.answers()) == list(range(8))
        assert numbers(store.answers(retracted=True)) == list(range(9))
        assert numbers(store.answers(since=DAY + timedelta(1))) == [3, 4, 5, 6, 7]
        assert numbers(store.answers(since=DAY + timedelta(2), retracted=True)) == [6, 7, 8]
        assert numbers(store.answers(question_id="q.0")) == [0, 7]
        assert numbers(store.answers(question_id="q.1", retracted=True)) == [1, 8]
        assert numbers(store.answers_on(DAY)) == [0, 1, 2]
        assert numbers(store.answers_on(DAY + timedelta(2))) == [6, 7]
        assert store.answers_on(DAY + timedelta(3)) == []
        assert store.first_answer_day() == DAY
        assert store.count() == 8


def test_the_words_of_a_question_are_kept_as_first_seen(path: Path) -> None:
    with filled(path, 2) as store:
        text_hash = answer(0).text_hash
        assert store.text(text_hash) == f"Words of {text_hash}"
        assert store.text("unknown") is None


def test_an_answer_and_what_follows_from_it_are_stored_together(path: Path) -> None:
    with filled(path, 8) as store:
        assert store.answers() == [answer(n) for n in range(8)]
        assert store.current() == (answer(7).id, "rules-1")
        assert store.pick() == pick(8)
        assert mark("q.1") not in store.marks().values()

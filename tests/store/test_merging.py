"""A merge under way: large logs in batches, answers that differ, practice exams and seen texts, all or nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.store import strategies
from tests.store.make import NOW, after, answer, dump, filled, mark
from tests.store.strategies import few
from tutor.store import codec
from tutor.store.merging import BATCH
from tutor.store.reader import Reader
from tutor.store.repo import Store
from tutor.store.values import Merged, Mock, SeenWords

OPEN = Mock("exam-1", "test-1", ("q.1", "q.2"), NOW, None, None)
OVER = replace(OPEN, ended_at=NOW + timedelta(hours=1), result={"right": 3})
MANY = 2 * BATCH + 7


def mock_of(path: Path) -> dict[str, str | None]:
    """Answer -> practice exam it belongs to."""
    with closing(sqlite3.connect(path)) as raw:
        return dict(raw.execute("SELECT id, mock_id FROM answer"))


def mocks(path: Path) -> list[Mock]:
    with Reader.open(path) as reader:
        return list(reader.iter_mocks())


def test_a_log_of_several_batches_is_merged_like_one(path: Path) -> None:
    log = [answer(number) for number in range(MANY)]
    late = NOW + timedelta(days=1)
    with Store.open(path) as store:
        assert store.merge(iter(log[::2]), []) == Merged((MANY + 1) // 2, 0, 0)
        again = [replace(each, retracted_at=late) if number % 10 == 0 else each for number, each in enumerate(log)]
        assert store.merge(iter(again), []) == Merged(MANY // 2, (MANY + 1) // 2, (MANY + 9) // 10)
        assert [a.id for a in store.answers(retracted=True)] == [a.id for a in log]
        assert store.count() == MANY - (MANY + 9) // 10


def test_an_answer_with_other_content_is_left_as_it_is_and_told(path: Path) -> None:
    with filled(path, 3) as store:
        before = dump(path)
        with store.merging() as merging:
            other = [answer(0, duration_ms=1), answer(1, shown=("c",)), answer(2)]
            assert merging.answers(other) == [answer(0).id, answer(1).id]
        assert merging.merged == Merged(0, 3, 0, differing=2)
        assert dump(path) == before


def test_a_device_that_one_side_does_not_tell_is_no_difference(path: Path) -> None:
    with Store.open(path) as store:
        store.merge([answer(0, device="laptop"), answer(1)], [])
        with store.merging() as merging:
            assert merging.answers([answer(0), answer(1, device="desk"), answer(0, device="desk")]) == [answer(0).id]
        assert [a.device for a in store.answers()] == ["laptop", ""]


def stopped(store: Store) -> None:
    """A merge of everything there is that does not reach its end."""
    with store.merging() as merging:
        merging.answers([answer(7), answer(1, retracted_at=NOW)])
        merging.texts([SeenWords("new", "words")])
        merging.marks([mark("q.1")])
        merging.mocks([OVER])
        merging.replace_rows(after(1), "rules-9")
        raise KeyboardInterrupt


def test_a_merge_that_is_broken_off_changes_nothing(path: Path) -> None:
    with filled(path, 3) as store:
        before = dump(path)
        with pytest.raises(KeyboardInterrupt):
            stopped(store)
        assert dump(path) == before


def test_the_log_of_a_merge_is_the_log_afterwards(path: Path) -> None:
    with filled(path, 3) as store:
        with store.merging() as merging:
            merging.answers([answer(5), answer(4), answer(1, retracted_at=NOW)])
            log = list(merging.log())
            merging.replace_rows(after(5), "rules-9")
        assert log == store.answers() == [answer(0), answer(2), answer(4), answer(5)]
        assert store.current() == (answer(5).id, "rules-9")
        assert (store.rows(), store.pick(), store.undo_step()) == (after(5), None, None)


@pytest.mark.parametrize("order", [(OPEN, OVER), (OVER, OPEN), (OVER, OVER)])
def test_a_practice_exam_that_is_over_replaces_the_one_that_is_not(path: Path, order: Sequence[Mock]) -> None:
    with Store.open(path) as store:
        for each in order:
            with store.merging() as merging:
                merging.mocks([each])
    assert mocks(path) == [OVER]


def test_answers_point_to_their_practice_exam_and_an_unknown_one_is_passed_over(path: Path) -> None:
    with Store.open(path) as store, store.merging() as merging:
        merging.answers([answer(0), answer(1), answer(2)])
        merging.mocks([replace(OVER, answers=(answer(0).id, answer(2).id, "nowhere"))])
    assert list(mock_of(path).values()) == ["exam-1", None, "exam-1"]
    assert mocks(path) == [replace(OVER, answers=(answer(0).id, answer(2).id))]


@few
@given(first=st.text(max_size=5), second=st.text(max_size=5))
def test_of_two_texts_and_two_exams_the_same_stay_in_either_order(
    tmp_path_factory: pytest.TempPathFactory, first: str, second: str
) -> None:
    first, second = (text.encode(errors="ignore").decode() for text in (first, second))
    found = []
    for words in ((first, second), (second, first)):
        path = tmp_path_factory.mktemp("order") / "default.db"
        with Store.open(path) as store:
            for one in words:
                with store.merging() as merging:
                    merging.answers([answer(0)])
                    merging.texts([SeenWords("hash", one)])
                    merging.mocks([replace(OVER, exam=one), replace(OPEN, id=f"exam {one}", answers=(answer(0).id,))])
        found.append(dump(path, "seen_text", "mock", "answer"))
    assert found[0] == found[1]


exams = st.builds(
    Mock,
    strategies.names,
    strategies.words,
    strategies.sequences,
    strategies.instants,
    st.none() | strategies.instants,
    st.none() | strategies.reasons,
    strategies.sequences,
)


@given(exam=exams)
def test_a_practice_exam_comes_back_from_json(exam: Mock) -> None:
    assert codec.mock_from_json(codec.mock_to_json(exam)) == exam


def test_the_reader_counts_and_streams_from_a_day_on(path: Path) -> None:
    days = [answer(0).study_day + timedelta(days=number) for number in range(3)]
    log = [answer(number, study_day=day, text_hash=f"text-{number}") for number, day in enumerate(days)]
    log[2] = replace(log[2], retracted_at=NOW)
    with Store.open(path) as store, store.merging() as merging:
        merging.answers(log)
        merging.texts([SeenWords(f"text-{number}", f"words {number}") for number in (2, 1, 0)])
        merging.mocks([replace(OVER, answers=(log[0].id,)), replace(OVER, id="exam-2", answers=(log[1].id, log[2].id))])
    with Reader.open(path) as reader:
        assert [reader.count(), reader.count(retracted=True)] == [2, 3]
        assert [reader.count(since=days[1]), reader.count(since=days[1], retracted=True)] == [1, 2]
        assert [text.words for text in reader.iter_texts()] == ["words 0", "words 1", "words 2"]
        assert [text.words for text in reader.iter_texts(since=days[1])] == ["words 1", "words 2"]
        assert [exam.id for exam in reader.iter_mocks()] == ["exam-1", "exam-2"]
        assert [(exam.id, exam.answers) for exam in reader.iter_mocks(since=days[2])] == [("exam-2", (log[2].id,))]


def test_a_stream_that_is_left_early_outlives_its_reader(path: Path) -> None:
    with filled(path, 3), Reader.open(path) as reader:
        stream = reader.iter_answers()
        next(stream)
    del stream  # warnings are errors in tests

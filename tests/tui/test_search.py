"""The filter of the list of questions: what its words mean, and what it says when it does not understand."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from tests.unit.make import make_question
from tutor.core.question import Bank, Concept, ExamRef, Question, Trap
from tutor.glance import Entry
from tutor.tui.search import BETWEEN, find, words_in

BANK = Bank(
    {},
    concepts={"kms": Concept("kms", "AWS KMS", "..."), "s3": Concept("s3", "Amazon S3", "...")},
    traps={"keys": Trap("keys", "Customer key vs AWS key", ("kms", "s3"), "Whose key?", "Yours: KMS.")},
)
PLAIN = replace(make_question("plain-one"), concepts=("s3",), traps=(), difficulty="easy")
SECOND = replace(
    make_question("second-two"), concepts=("kms", "s3"), traps=("keys",), type="multiple", difficulty="hard",
    exams=(ExamRef("exam-b", "2.1"),),
)  # fmt: skip
UNSEEN = replace(make_question("unseen-three"), concepts=("kms",), traps=())


def entry(question: Question, **changes: Any) -> Entry:
    base = Entry(question, "2.1", 0, 0, None, None, False, False, False, "")
    return replace(base, **changes)


ENTRIES = (
    entry(PLAIN, task="1.1", answers=3, right=3, last=True, due_day=date(2026, 12, 3), flagged=True),
    entry(
        SECOND,
        answers=2,
        right=1,
        last=False,
        due_day=date(2026, 12, 1),
        due=True,
        suspended=True,
        note="read the FAQ again",
    ),
    entry(UNSEEN, task="2.2"),
)


def ids(text: str) -> list[str]:
    found = find(text, ENTRIES, words_in(BANK))
    assert found.unclear == ""
    return [each.question.id for each in found.entries]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["plain-one", "second-two", "unseen-three"]),
        ("SECOND", ["second-two"]),
        ("aws kms", ["second-two", "unseen-three"]),
        ("customer", ["second-two"]),
        ("faq", ["second-two"]),
        ("task:2.1", ["second-two"]),
        ("task:2", []),
        ("domain:2", ["second-two", "unseen-three"]),
        ("type:multiple", ["second-two"]),
        ("level:easy", ["plain-one"]),
        ("concept:kms", ["second-two", "unseen-three"]),
        ("trap:key", ["second-two"]),
        ("id:three", ["unseen-three"]),
        ("seen", ["plain-one", "second-two"]),
        ("new", ["unseen-three"]),
        ("due", ["second-two"]),
        ("exam:exam-b", ["second-two"]),
        ("right", ["plain-one"]),
        ("wrong", ["second-two"]),
        ("flagged", ["plain-one"]),
        ("suspended", ["second-two"]),
        ("noted", ["second-two"]),
        ("-flagged", ["second-two", "unseen-three"]),
        ("-domain:2", ["plain-one"]),
        ("seen -wrong", ["plain-one"]),
        ("task:", ["plain-one", "second-two", "unseen-three"]),
        ("-", ["plain-one", "second-two", "unseen-three"]),
        ("nothing-like-it", []),
    ],
)
def test_every_part_of_a_filter_narrows_the_list(text: str, expected: list[str]) -> None:
    assert ids(text) == expected


def test_a_name_that_does_not_exist_is_told_with_the_nearest_and_does_not_empty_the_list() -> None:
    found = find("tsak:2.1 seen", ENTRIES, words_in(BANK))
    assert "did you mean task:?" in found.unclear
    assert len(found.entries) == 2
    assert "known are exam" in find("zzzzz:1", ENTRIES, words_in(BANK)).unclear


def test_only_the_exam_that_is_prepared_for_is_searched_unless_another_is_named() -> None:
    words = words_in(BANK)
    assert [e.question.id for e in find("kms", ENTRIES, words, exam="exam-b").entries] == ["second-two"]
    assert len(find("kms -exam:exam-b", ENTRIES, words, exam="exam-b").entries) == 1
    assert len(find("kms exam:exam-b", ENTRIES, words, exam="other").entries) == 1


def test_a_search_that_is_no_longer_wanted_gives_up_soon() -> None:
    looked: list[str] = []

    def words(each: Entry) -> str:
        looked.append(each.question.id)
        return ""

    find("kms", ENTRIES * BETWEEN, words, stop=lambda: len(looked) > BETWEEN)
    assert BETWEEN < len(looked) <= 2 * BETWEEN
    assert len(find("", ENTRIES * BETWEEN, words).entries) == len(ENTRIES) * BETWEEN


def test_an_entry_is_replaced_where_it_stands() -> None:
    found = find("concept:kms", ENTRIES, words_in(BANK))
    assert found.place_of("unseen-three") == 1
    assert found.place_of("plain-one") == 0
    changed = found.with_entry(replace(ENTRIES[2], flagged=True))
    assert [e.flagged for e in changed.entries] == [False, True]
    assert found.with_entry(ENTRIES[0]) is found

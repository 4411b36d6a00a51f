"""Weights of the blueprint, ids, and what is said of concepts and confusions."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.make import EXAM, START, make_answer, make_bank, make_question
from tutor.core.blueprint import practice_questions, weights
from tutor.core.explain import details, sentence
from tutor.core.ids import uuid7
from tutor.core.knowledge import Knowledge
from tutor.core.pick import SLOTS, Reason, Slot
from tutor.core.prior import Prior
from tutor.core.standing import concept_estimates, confusions, confusions_in

PRIOR = Prior()
BANK = make_bank([make_question("q1")])


def test_weights_follow_domain_shares_and_question_counts() -> None:
    questions = [
        make_question("q1", concepts=("A",)),
        make_question("q2", concepts=("A", "B")),
        make_question("q3", concepts=("C",), task="2.1", lures={}),
    ]
    found = weights(EXAM, questions)
    assert found.concepts["A"] == pytest.approx(0.6 * 2.5 / 3.0)
    assert found.concepts["B"] == pytest.approx(0.6 * 0.5 / 3.0)
    assert found.concepts["C"] == pytest.approx(0.4)
    assert sum(found.concepts.values()) == pytest.approx(1.0)
    assert found.traps["t"] == pytest.approx(2 * 0.6 / 3.0)


def test_a_concept_of_two_domains_has_a_part_in_each() -> None:
    questions = [make_question("q1", concepts=("A",)), make_question("q2", concepts=("A",), task="2.1")]
    assert weights(EXAM, questions).concepts["A"] == pytest.approx(1.0)


def test_only_reviewed_unreserved_questions_of_the_exam_are_practice() -> None:
    questions = [
        make_question("b"),
        make_question("a"),
        make_question("draft", status="draft"),
        make_question("kept", reserve=True),
        replace(make_question("other"), exams=()),
        make_question("away"),
    ]
    assert [q.id for q in practice_questions(questions, "test-1", {"away"})] == ["a", "b"]


def test_weakest_concepts_come_first_and_need_answers_to_be_stated() -> None:
    questions = [make_question("a", concepts=("A",)), make_question("c", concepts=("C",), lures={})]
    bank = make_bank(questions)
    log = [make_answer(questions[0], ["b"], number=i, day=START + timedelta(days=i)) for i in range(4)]
    log += [make_answer(questions[1], ["key"], number=10 + i, day=START + timedelta(days=i)) for i in range(2)]
    first, second = concept_estimates(Knowledge.replay(bank, PRIOR, log), questions)
    assert (first.concept_id, first.answers, first.few) == ("A", 4, True)
    assert (second.concept_id, second.answers, second.enough) == ("C", 2, False)
    assert first.low < first.accuracy < first.high
    assert first.last_day == START + timedelta(days=3)


def test_confusions_are_ranked_by_what_is_known_of_them() -> None:
    a = [make_question(f"a{i}") for i in range(3)]
    b = make_question("b0", concepts=("B",), key_concept="B", lures={"b": ("t", "A")})
    bank = make_bank([*a, b])
    log = [make_answer(a[i % 3], ["b"], number=i, day=START + timedelta(days=i)) for i in range(12)]
    log.append(make_answer(b, ["key"], number=50, day=START + timedelta(days=12)))
    knowledge = Knowledge.replay(bank, PRIOR, log)
    first, second = confusions(knowledge)
    assert (first.side, first.lure, first.status, first.taken, first.exposures) == ("A", "B", "confirmed", 12, 12)
    assert first.low > 1
    assert (second.side, second.status) == ("B", "unknown")
    assert [c.side for c in confusions_in(knowledge, a[0])] == ["A"]


@given(st.datetimes(datetime(1971, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)), st.integers(0, 2**80))
def test_ids_are_version_seven_and_sort_by_time(at: datetime, entropy: int) -> None:
    from uuid import UUID

    made = uuid7(at, entropy)
    assert UUID(made).version == 7
    assert UUID(made).variant == "specified in RFC 4122"
    assert uuid7(at + timedelta(milliseconds=1), 0) > made


def test_an_instant_before_the_epoch_has_no_id() -> None:
    with pytest.raises(ValueError, match="UUID"):
        uuid7(datetime(1960, 1, 1, tzinfo=UTC))


Numbers = dict[str, float | int | str | None]
NAMES: Numbers = {
    "c1": "A",
    "w_c1": 0.031,
    "p_c1": 0.46,
    "E_c1": 0.5,
    "n_c1": 3.0,
    "answers_c1": 7,
    "days_c1": 4,
    "R": 0.71,
}
TRAP: Numbers = {
    "k": "t",
    "d": "A",
    "w_k": 0.1,
    "l_kd": 0.5,
    "E_k": 0.0,
    "bonus": 1.0,
    "taken": 3,
    "exposures": 8,
    "days_k": 6,
}


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (
            Reason("overdue", "", 0.1, NAMES | {"overdue": 5}),
            "Overdue by 5 days, so it goes first. Estimated recall 0.71.",
        ),
        (
            Reason("focus", "concept", 0.1, NAMES),
            "Focus: Concept A; 3.1 % of the exam; your recent score 0.46 from 7 answers; last practised 4 days ago.",
        ),
        (
            Reason("focus", "trap", 0.1, NAMES | TRAP),
            "Focus: you took Concept B for Concept A 3 of 8 times; 10.0 % of the exam; last met 6 days ago.",
        ),
        (
            Reason("new", "concept", 0.1, NAMES | {"answers_c1": 2, "days_c1": None}),
            "New question: Concept A; 3.1 % of the exam; not enough answers yet (2); not practised yet.",
        ),
        (
            Reason("focus", "trap", 0.1, NAMES | TRAP | {"exposures": 2, "taken": 2, "days_k": 1}),
            "Focus: Concept A, easily taken for Concept B; not enough answers yet (2); 10.0 % of the exam; last met 1 "
            "day ago.",
        ),
        (
            Reason("ahead", "concept", 0.1, NAMES),
            "Nothing is due. This is your least certain question, estimated recall 0.71.",
        ),
        (Reason("drill", "", 0.1, {}), "Drill."),
    ],
)
def test_the_reason_in_a_sentence(reason: Reason, expected: str) -> None:
    assert sentence(reason, BANK) == expected


def test_a_due_question_says_what_it_was_chosen_for() -> None:
    text = sentence(Reason("due", "trap", 0.1, NAMES | TRAP), BANK)
    assert text.startswith("Due today, estimated recall 0.71. Chosen among the due ones: you took")
    assert "3 of 8" in text


def test_the_details_show_every_number_of_the_value() -> None:
    text = "\n".join(details(Reason("focus", "trap", 0.12345, NAMES | TRAP), BANK))
    for number in ("0.12345", "0.710", "0.0310", "0.460", "0.50", "0.1000", "0.500", "1.0"):
        assert number in text


@pytest.mark.parametrize("slot", SLOTS)
@pytest.mark.parametrize("about", ["trap", "concept"])
def test_while_the_question_is_open_nothing_points_at_an_option(slot: Slot, about: Literal["trap", "concept"]) -> None:
    reason = Reason(slot, about, 0.1, NAMES | TRAP | {"overdue": 5})
    said = " ".join([sentence(reason, BANK, open_=True), *details(reason, BANK, open_=True)])
    assert "Concept A" not in said
    assert "Concept B" not in said


def test_a_stored_reason_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="not a reason"):
        Reason.from_json({"slot": "whim"})

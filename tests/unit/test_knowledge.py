"""A log and its rows: replay equals the running state, undo restores it, and what must not count does not."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.make import START, make_answer, make_bank, make_question, option
from tutor.core.grading import Confidence
from tutor.core.knowledge import Knowledge, compare, trap_keys, version
from tutor.core.log import Answer
from tutor.core.prior import Prior
from tutor.core.question import Bank, Trap

PRIOR = Prior()
BANK = make_bank(
    [
        make_question("a1", concepts=("A", "B")),
        make_question("a2", concepts=("A",), difficulty="hard"),
        make_question("b1", concepts=("B", "A", "C"), key_concept="B", lures={"b": ("t", "A")}),
        make_question("two", concepts=("A", "C"), lures={"b": ("t", "B"), "e": ("u", "C")}, others=("d",)),
        make_question(
            "many",
            kind="multiple",
            concepts=("C",),
            options=(
                option("x", correct=True, concept="A"),
                option("y", correct=True, concept="C"),
                option("b", trap="t", concept="B"),
                option("z"),
            ),
            traps=("t",),
        ),
    ],
    [Trap("t", "A or B", ("A", "B"), "cue", "rule"), Trap("u", "A or C", ("A", "C"), "cue", "rule")],
)
SINGLE = {"a1": ("key", "b", "c"), "a2": ("key", "b", "c"), "b1": ("key", "b", "d"), "two": ("key", "b", "e")}

steps = st.lists(
    st.tuples(
        st.sampled_from([*SINGLE, "many"]),
        st.integers(0, 2),
        st.integers(0, 5),
        st.sampled_from([None, "guess", "unsure", "sure"]),
        st.sampled_from(["review", "review", "drill", "mock", "cram"]),
    ),
    max_size=25,
)
Step = tuple[str, int, int, Confidence | None, str]


def log_of(history: Sequence[Step]) -> list[Answer]:
    day, out = START, []
    for number, (question_id, pick, gap, confidence, mode) in enumerate(history):
        day += timedelta(days=gap)
        question = BANK.questions[question_id]
        choices = (("x", "y"), ("b", "x"), ("y", "z")) if question_id == "many" else [(c,) for c in SINGLE[question_id]]
        out.append(
            make_answer(question, choices[pick], number=number, day=day, confidence=confidence, mode=mode)  # type: ignore[arg-type]
        )
    return out


@given(steps)
def test_a_replay_gives_the_running_state(history: list[Step]) -> None:
    log = log_of(history)
    running = Knowledge(BANK, PRIOR)
    for answer in log:
        running.apply(answer)
    again = Knowledge.replay(BANK, PRIOR, log)
    assert compare(running.rows(), again.rows()) == []
    stored = Knowledge(BANK, PRIOR, running.rows())
    assert stored.rows() == running.rows()


@given(steps.filter(lambda h: len(h) > 0))
def test_putting_back_the_rows_before_undoes_an_answer_exactly(history: list[Step]) -> None:
    log = log_of(history)
    knowledge = Knowledge.replay(BANK, PRIOR, log[:-1])
    before = knowledge.rows()
    change = knowledge.apply(log[-1])
    knowledge.put(change.before)
    assert knowledge.rows() == before
    knowledge.put(change.after)
    assert compare(knowledge.rows(), Knowledge.replay(BANK, PRIOR, log).rows(), 0.0) == []


@given(steps)
def test_mock_and_cram_answers_move_nothing(history: list[Step]) -> None:
    log = log_of(history)
    counted = [a for a in log if a.mode in ("review", "drill")]
    assert Knowledge.replay(BANK, PRIOR, log).rows() == Knowledge.replay(BANK, PRIOR, counted).rows()


@given(steps, st.randoms(use_true_random=False))
def test_renaming_every_concept_changes_no_number(history: list[Step], shuffler: random.Random) -> None:
    names = dict(zip("ABC", shuffler.sample(["zz", "mm", "aa"], 3), strict=True))
    questions = [
        replace(
            q,
            concepts=tuple(names[c] for c in q.concepts),
            options=tuple(replace(o, concept=names.get(o.concept, "")) for o in q.options),
        )
        for q in BANK.questions.values()
    ]
    traps = [replace(t, between=(names[t.between[0]], names[t.between[1]])) for t in BANK.traps.values()]
    other = Knowledge.replay(make_bank(questions, traps), PRIOR, log_of(history))
    here = Knowledge.replay(BANK, PRIOR, log_of(history))
    for concept, row in here.concepts.items():
        assert replace(other.concepts[names[concept]], concept_id=concept) == row
    for (trap, side), trap_row in here.traps.items():
        assert replace(other.traps[trap, names[side]], side=side) == trap_row


def replayed(*answers: Answer, bank: Bank = BANK) -> Knowledge:
    return Knowledge.replay(bank, PRIOR, answers)


def test_an_answer_to_a_question_whose_key_was_corrected_leaves_the_replay() -> None:
    question = BANK.questions["a1"]
    corrected = make_bank([replace(question, key_hash="other")], list(BANK.traps.values()))
    knowledge = replayed(make_answer(question, ["b"]), bank=corrected)
    assert knowledge.cards == {}
    assert knowledge.learner.n == 0


def test_a_reworded_question_keeps_its_answers() -> None:
    question = BANK.questions["a1"]
    reworded = make_bank([replace(question, text_hash="other")], list(BANK.traps.values()))
    knowledge = replayed(make_answer(question, ["b"]), bank=reworded)
    assert knowledge.cards["a1"].text_hash == "text-a1"
    assert knowledge.learner.n == 1


def test_a_chosen_option_that_was_removed_keeps_the_card_and_drops_the_evidence() -> None:
    question = BANK.questions["a1"]
    shorter = make_bank(
        [replace(question, options=tuple(o for o in question.options if o.id != "c"))], list(BANK.traps.values())
    )
    knowledge = replayed(make_answer(question, ["c"]), bank=shorter)
    assert set(knowledge.cards) == {"a1"}
    assert knowledge.learner.n == 0
    assert knowledge.concepts == {}


def test_an_old_id_finds_the_question_of_today() -> None:
    question = BANK.questions["a1"]
    renamed = make_bank([replace(question, id="new-name", aliases=("a1",))], list(BANK.traps.values()))
    knowledge = replayed(make_answer(question, ["key"]), bank=renamed)
    assert set(knowledge.cards) == {"new-name"}


def test_an_answer_to_a_question_that_is_gone_changes_nothing() -> None:
    gone = make_question("gone")
    assert replayed(make_answer(gone, ["b"])).cards == {}


def test_the_lure_counts_in_its_direction_only() -> None:
    knowledge = replayed(
        make_answer(BANK.questions["a1"], ["b"], number=0), make_answer(BANK.questions["b1"], ["key"], number=1)
    )
    a_right, b_right = knowledge.traps["t", "A"], knowledge.traps["t", "B"]
    assert (a_right.taken, a_right.exposures) == (1, 1)
    assert (b_right.taken, b_right.exposures) == (0, 1)
    assert a_right.lures == pytest.approx(1.0)
    assert b_right.lures == 0.0


def test_every_trap_of_a_question_is_one_exposure_with_its_own_expectation() -> None:
    question = BANK.questions["two"]
    knowledge = Knowledge(BANK, PRIOR)
    p = knowledge.predict(question, START).p
    knowledge.apply(make_answer(question, ["e"]))
    t, u = knowledge.traps["t", "A"], knowledge.traps["u", "A"]
    assert (t.picks, u.picks) == (0.0, 1.0)
    assert t.expected == u.expected == pytest.approx((1 - p) * 0.225)


def test_multiple_choice_adds_evidence_but_no_rate() -> None:
    row = replayed(make_answer(BANK.questions["many"], ["b", "x"])).traps["t", "A"]
    assert (row.exposures, row.picks, row.expected) == (0, 0.0, 0.0)
    assert row.lures == 1.0


def test_a_lure_that_was_not_shown_is_no_exposure() -> None:
    question = BANK.questions["a1"]
    assert replayed(make_answer(question, ["key"], shown=("key", "c", "d"))).traps == {}


def test_the_sides_of_a_question_come_from_its_lures() -> None:
    assert trap_keys(BANK, BANK.questions["a1"]) == [("t", "A")]
    assert trap_keys(BANK, BANK.questions["b1"]) == [("t", "B")]
    assert trap_keys(BANK, make_question("no", lures={}, traps=("t",), key_concept="C")) == []


def test_a_hand_calculated_answer() -> None:
    knowledge = replayed(make_answer(BANK.questions["a1"], ["b"], confidence="guess"))
    concept = knowledge.concepts["A"]
    assert (concept.hits, concept.weight, concept.recency) == (0.0, 0.5, 1.0)
    second = knowledge.concepts["B"]
    assert (second.weight, second.recency) == pytest.approx((0.2, 0.4))
    assert knowledge.learner.weight == pytest.approx(4.7)
    assert knowledge.learner.lures == pytest.approx(0.9 + 0.5)
    assert knowledge.learner.exposures == pytest.approx(3.5)
    assert (knowledge.cards["a1"].due_day - START).days == 1


def test_the_version_changes_with_what_counts_and_with_nothing_else() -> None:
    base = version(BANK, PRIOR)
    questions = list(BANK.questions.values())

    def other(**fields: object) -> str:
        changed = [replace(questions[0], **fields), *questions[1:]]  # type: ignore[arg-type]
        return version(make_bank(changed, list(BANK.traps.values())), PRIOR)

    assert other(stem="Other words", text_hash="x", exams=(), explanation="y", tags=("z",)) == base
    assert other(key_hash="x") != base
    assert other(difficulty="easy") != base
    assert other(concepts=("A",)) != base
    assert version(BANK, Prior(gamma=0.2)) != base
    mixed = make_bank(questions[::-1], list(BANK.traps.values())[::-1])
    assert version(mixed, PRIOR) == base


def test_compare_names_what_differs() -> None:
    first = replayed(make_answer(BANK.questions["a1"], ["b"]))
    second = replayed(make_answer(BANK.questions["a1"], ["key"]))
    lines = compare(first.rows(), second.rows())
    assert any(line.startswith("card a1: stability") for line in lines)
    assert any(line.startswith("trap t / A: taken is 1 and 0") for line in lines)
    assert compare(first.rows(), Knowledge(BANK, PRIOR).rows())[0].startswith("learner")

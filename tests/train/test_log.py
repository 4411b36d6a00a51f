"""The log as trials, rows and features: what is predicted is what a review would have predicted, and no more is known
than what was known before each answer."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest

from tests.train.make import START, bank_of, jumpy, log_of, steady
from tests.unit.make import make_answer, make_bank, make_question
from tutor.core.knowledge import Knowledge, compare
from tutor.core.log import Answer
from tutor.core.prior import Prior
from tutor.core.question import Bank, Question
from tutor.core.trials import trials
from tutor.desk import load_prior
from tutor.train.dataset import OFFSET_COLUMN, dataset
from tutor.train.features import features
from tutor.train.replay import CoreModel, Memories

BANK = bank_of()
QUESTIONS = sorted(BANK.questions.values(), key=lambda q: q.id)


def history(count: int = 300, seed: int = 1) -> list[Answer]:
    return log_of(QUESTIONS, count, steady(0.2), seed)


def test_a_trial_holds_what_the_review_would_have_predicted() -> None:
    prior, log = load_prior(), history()
    knowledge = Knowledge(BANK, prior)
    for trial, answer in zip(trials(BANK, prior, log), log, strict=True):
        question = BANK.questions[answer.question_id]
        assert trial.predicted == knowledge.predict(question, answer.study_day).p
        assert trial.repeats == (own.n if (own := knowledge.questions.get(question.id)) else 0)
        knowledge.apply(answer)


def test_a_replay_equals_the_state_carried_on_from_stored_rows() -> None:
    prior, log = load_prior(), history(120)
    whole = Knowledge.replay(BANK, prior, log)
    found, rows = [], None
    for answer in log:
        session = Knowledge(BANK, prior, rows)  # every answer in a session of its own
        found.append(session.predict(BANK.questions[answer.question_id], answer.study_day).p)
        session.apply(answer)
        rows = session.rows()
    assert rows is not None
    assert compare(whole.rows(), rows, 1e-9) == []
    assert [t.predicted for t in trials(BANK, prior, log)] == pytest.approx(found, abs=1e-9)


def test_answers_that_do_not_count_are_no_trials() -> None:
    question = QUESTIONS[0]
    counted = make_answer(question, ["key"], number=1)
    log = [
        make_answer(question, ["key"], number=0, mode="mock"),
        counted,
        replace(make_answer(question, ["key"], number=2), key_hash="corrected since"),
        replace(make_answer(question, ["gone"], number=3)),
        make_answer(make_question("not in the bank"), ["key"], number=4),
    ]
    assert [t.answer_id for t in trials(BANK, Prior(), log)] == [counted.id]


def renamed(bank: Bank, log: list[Answer], seed: int) -> tuple[Bank, list[Answer]]:
    """The same history with the ids of concepts and questions drawn anew."""
    generator = random.Random(seed)
    concepts = sorted({c for q in bank.questions.values() for c in q.concepts})
    new = dict(zip(concepts, generator.sample([f"x{n:03d}" for n in range(500)], len(concepts)), strict=True))
    ids = dict(zip(sorted(bank.questions), generator.sample(sorted(bank.questions), len(bank.questions)), strict=True))

    def other(question: Question) -> Question:
        return replace(question, id=ids[question.id], concepts=tuple(new[c] for c in reversed(question.concepts)))

    found = make_bank([other(q) for q in bank.questions.values()])
    return found, [replace(a, question_id=ids[a.question_id]) for a in log]


@pytest.mark.parametrize("seed", [0, 1])
def test_names_and_their_order_change_nothing(seed: int) -> None:
    log = history(200)
    bank, same = renamed(BANK, log, seed)
    before, after = (trials(b, load_prior(), each) for b, each in ((BANK, log), (bank, same)))
    assert [t.predicted for t in after] == pytest.approx([t.predicted for t in before], abs=1e-9)


def test_settings_are_judged_by_the_program_itself() -> None:
    log, prior = history(), replace(load_prior(), gamma=0.35, s_tag=0.8, drift_global=0.03, drift_tag=0.0)
    model = CoreModel(gamma=0.35, s_tag=0.8, drift_global=0.03, drift_tag=0.0, prior=load_prior())
    assert model.settings() == prior
    expected = [t.predicted for t in trials(BANK, prior, log)]
    assert model.prequential(BANK, log).tolist() == expected
    memories = Memories()
    CoreModel(gamma=0.0).prequential(BANK, log, memories)
    assert model.prequential(BANK, log, memories).tolist() == expected


def test_the_rows_hold_offset_weights_and_choice() -> None:
    logs = [history(60, 1), history(40, 2)]
    data = dataset(BANK, load_prior(), logs)
    assert data.X.shape == (100, 1 + len(data.concepts))
    assert data.groups.tolist() == [0] * 60 + [1] * 40
    assert data.y.tolist() == [int(a.correct) for log in logs for a in log]
    dense = data.X.toarray()
    assert dense[:, 1:].sum(axis=1) == pytest.approx(1.0)
    for row, trial in enumerate(data.trials):
        assert dense[row, OFFSET_COLUMN] == pytest.approx(trial.rest)
        used = {data.concepts[k] for k in np.flatnonzero(dense[row, 1:])}
        assert used == set(trial.question.concepts)
    shown = data.shown[0]
    assert shown is not None
    assert shown.chosen == logs[0][0].chosen[0]


def test_the_offset_of_a_first_answer_is_its_label_and_topic() -> None:
    prior = load_prior()
    (trial,) = trials(BANK, prior, history(1))
    assert trial.rest == pytest.approx(Knowledge(BANK, prior).offset(trial.question))


def test_other_types_of_questions_teach_the_option_head_nothing() -> None:
    question = make_question("m", kind="multiple")
    data = dataset(make_bank([question]), load_prior(), [[make_answer(question, ["key", "b"])]])
    assert data.shown == (None,)


def test_features_know_nothing_of_their_own_answer_or_later_ones() -> None:
    log = history(80)
    other = [*log[:40], *(replace(a, correct=not a.correct) for a in log[40:])]
    first, second = (features(trials(BANK, Prior(), each), Prior()) for each in (log, other))
    assert first[:41] == second[:41]
    assert first[41:] != second[41:]


def test_features_count_and_average() -> None:
    question = make_question("q", concepts=("A",), lures={})
    bank = make_bank([question])
    log = [
        make_answer(question, ["key"] if right else ["c"], number=n, day=START + timedelta(n))
        for n, right in enumerate([True, True, False, True])
    ]
    rows = features(trials(bank, Prior(), log), Prior())
    assert len(rows[0]) == 13
    assert (rows[0]["share"], rows[0]["average"], rows[0]["streak"], rows[0]["recall"]) == (0.5, 0.5, 0.0, 0.0)
    last = rows[3]
    assert last["seen"] == pytest.approx(np.log(4))
    assert last["right"] == pytest.approx(np.log(3))
    assert last["question seen"] == pytest.approx(np.log(4))
    assert last["concept right"] == pytest.approx(np.log(3))
    assert last["concept share"] == pytest.approx(3 / 5)
    assert last["average"] == pytest.approx(0.8 * (0.5 * 0.64 + 0.36))
    assert last["concept average"] == pytest.approx(0.7 * (0.5 * 0.49 + 0.51))
    assert last["streak"] == pytest.approx(-0.2)
    assert last["recall"] < 0.1


def test_the_days_of_a_log_reach_the_trials() -> None:
    found = trials(BANK, Prior(), log_of(QUESTIONS, 45, jumpy()))
    assert [found[0].day, found[44].day] == [date(2026, 5, 4), date(2026, 5, 6)]
    assert found[0].recall is None
    assert all(t.recall is None or 0 < t.recall <= 1 for t in found)

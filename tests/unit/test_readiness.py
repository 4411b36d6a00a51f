"""Readiness: weights of the blueprint, intervals, reserve items, and counts over the log."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.make import EXAM, START, make_answer, make_bank, make_question
from tutor.core.knowledge import Knowledge
from tutor.core.learner import Gaussian, predict
from tutor.core.log import Answer
from tutor.core.prior import Prior
from tutor.core.progress import by_day, first_tries, forecast, retention, streak
from tutor.core.question import Question
from tutor.core.readiness import RESERVE_ANSWERS, outlook, reserve_chance

PRIOR = Prior()
FIRST = [make_question(f"a{i}", concepts=("A",), task="1.1", difficulty="easy") for i in range(4)]
SECOND = [make_question(f"c{i}", concepts=("C",), task="2.1", lures={}, difficulty="hard") for i in range(4)]
BANK = make_bank([*FIRST, *SECOND])


def log_of(right: int, wrong: int) -> list[Answer]:
    out = []
    for i in range(right + wrong):
        question = FIRST[i % 4]
        out.append(make_answer(question, ["key"] if i < right else ["b"], number=i, day=START + timedelta(days=i // 4)))
    return out


def test_the_overall_chance_is_the_blueprint_mean_of_the_domains() -> None:
    look = outlook(Knowledge(BANK, PRIOR), EXAM, [*FIRST, *SECOND], [], START)
    assert look.overall is not None
    first, second = (p.chance for p in look.domains)
    assert first is not None
    assert second is not None
    assert look.overall.share == pytest.approx(0.6 * first.share + 0.4 * second.share)
    assert look.covered == 100
    assert [p.answers for p in look.tasks] == [0, 0]
    assert [p.recall for p in look.domains] == [None, None]


def test_a_domain_without_questions_is_named_and_not_spoken_for() -> None:
    look = outlook(Knowledge(BANK, PRIOR), EXAM, FIRST, [], START)
    assert look.covered == 60
    assert look.overall is not None
    assert look.domains[0].chance is not None
    assert look.overall.share == pytest.approx(look.domains[0].chance.share)
    assert look.domains[1].chance is None


def test_answers_move_the_chance_and_narrow_its_interval() -> None:
    questions = [*FIRST, *SECOND]
    fresh = outlook(Knowledge(BANK, PRIOR), EXAM, questions, [], START).overall
    good = outlook(Knowledge.replay(BANK, PRIOR, log_of(30, 0)), EXAM, questions, [], START).overall
    bad = outlook(Knowledge.replay(BANK, PRIOR, log_of(0, 30)), EXAM, questions, [], START).overall
    assert fresh is not None
    assert good is not None
    assert bad is not None
    assert bad.share < fresh.share < good.share
    assert good.high - good.low < fresh.high - fresh.low


def test_the_chance_is_that_of_a_question_never_seen() -> None:
    log = [make_answer(FIRST[0], ["key"], number=i, day=START + timedelta(days=i)) for i in range(20)]
    knowledge = Knowledge.replay(BANK, PRIOR, log)
    look = outlook(knowledge, EXAM, [FIRST[0]], log, START + timedelta(days=20))
    assert look.overall is not None
    assert look.overall.share < knowledge.predict(FIRST[0], START + timedelta(days=20)).p
    assert look.tasks[0].answers == 20


def test_the_interval_agrees_with_drawn_states() -> None:
    knowledge = Knowledge.replay(BANK, Prior(gamma=0.0), log_of(6, 6))
    questions = [*FIRST, *SECOND]
    chance = outlook(knowledge, EXAM, questions, [], START).overall
    assert chance is not None
    generator = random.Random(3)
    draws = []
    for _ in range(2000):
        general = Gaussian(generator.gauss(knowledge.learner.mean, math.sqrt(knowledge.learner.var)), 0.0)
        label = knowledge.slope()
        slope = Gaussian(generator.gauss(label.mean, math.sqrt(label.var)), 0.0)
        share = 0.0
        for weight, question in ((0.6, FIRST[0]), (0.4, SECOND[0])):
            state = knowledge.concept_state(question.concepts[0])
            drawn = Gaussian(generator.gauss(state.mean, math.sqrt(state.var)), 0.0, state.n)
            states = knowledge.states(question)
            states = replace(states, general=general, concepts=(drawn,), question=None, form=None, slope=slope)
            topic = knowledge.topic(question)
            share += weight * predict(states, question.difficulty, knowledge.prior, None, topic).p
        draws.append(share)
    draws.sort()
    assert chance.share == pytest.approx(sum(draws) / len(draws), abs=0.02)
    assert chance.low == pytest.approx(draws[200], abs=0.04)
    assert chance.high == pytest.approx(draws[1800], abs=0.04)


def test_recall_is_given_for_the_exam_day() -> None:
    log = log_of(4, 0)
    knowledge = Knowledge.replay(BANK, PRIOR, log)
    now = outlook(knowledge, EXAM, FIRST, log, START)
    then = outlook(knowledge, EXAM, FIRST, log, START, START + timedelta(days=30))
    assert now.domains[0].recall is not None
    assert then.domains[0].recall is not None
    assert then.domains[0].recall < now.domains[0].recall
    assert then.recall_day == START + timedelta(days=30)
    assert outlook(knowledge, EXAM, FIRST, log, START, START - timedelta(days=1)).recall_day == START


def mock_log(first: int, second: int, right: int) -> list[Answer]:
    questions = [make_question(f"r{i}", reserve=True, task="1.1") for i in range(first)]
    questions += [make_question(f"s{i}", reserve=True, task="2.1") for i in range(second)]
    return [
        make_answer(q, ["key"] if i % 10 < right else ["b"], number=i, mode="mock") for i, q in enumerate(questions)
    ]


def mock_bank(first: int, second: int) -> list[Question]:
    return [make_question(f"r{i}", reserve=True, task="1.1") for i in range(first)] + [
        make_question(f"s{i}", reserve=True, task="2.1") for i in range(second)
    ]


def test_reserve_items_speak_from_forty_first_answers_in_every_domain() -> None:
    bank = make_bank(mock_bank(30, 30))
    log = mock_log(30, 30, 7)
    chance, count = reserve_chance(EXAM, bank, log)
    assert count == 60
    assert chance is not None
    assert chance.low < 0.7 < chance.high
    few, count = reserve_chance(EXAM, bank, log[: RESERVE_ANSWERS - 1])
    assert (few, count) == (None, RESERVE_ANSWERS - 1)
    one_domain = [*log[:30], *[replace(a, id=a.id + "x") for a in log[:30]]]
    assert reserve_chance(EXAM, bank, one_domain) == (None, 30)


def test_practice_and_repeated_answers_are_no_reserve_evidence() -> None:
    bank = make_bank(mock_bank(30, 30))
    practice = [replace(a, mode="review") for a in mock_log(30, 30, 10)]
    assert reserve_chance(EXAM, bank, practice) == (None, 0)
    log = mock_log(30, 30, 0)
    again = [replace(a, id=a.id + "x", correct=True) for a in log]
    first, _ = reserve_chance(EXAM, bank, log)
    both, _ = reserve_chance(EXAM, bank, [*log, *again])
    assert first == both


def test_days_first_tries_and_ages_are_counted_from_the_log() -> None:
    q = FIRST[0]
    knowledge = Knowledge(BANK, PRIOR)
    log: list[Answer] = []
    for number, (gap, chosen) in enumerate([(0, "key"), (1, "b"), (1, "key"), (3, "key"), (40, "key")]):
        day = START + timedelta(days=gap) if not log else log[-1].study_day + timedelta(days=gap)
        answer = make_answer(q, [chosen], number=number, day=day, card_before=knowledge.cards.get(q.id))
        knowledge.apply(answer)
        log.append(answer)
    days = by_day(log)
    assert [(d.answers, d.right, d.new) for d in days] == [(1, 1, 1), (1, 0, 0), (1, 1, 0), (1, 1, 0), (1, 1, 0)]
    assert days[0].minutes == pytest.approx((20 + 12) / 60)
    tries = first_tries(log)
    assert (tries.answers, tries.right, tries.guessed) == (1, 1, 0)
    ages = {(r.first, r.last): (r.answers, r.right) for r in retention(log)}
    assert ages == {(1, 1): (2, 1), (2, 3): (1, 1), (31, 36_500): (1, 1)}
    assert all(0 < r.expected <= 1 for r in retention(log))
    assert streak(days, START + timedelta(days=2)) == 3
    assert streak(days, START + timedelta(days=3)) == 3
    assert streak(days, START + timedelta(days=4)) == 0


@given(st.lists(st.integers(-10, 30), max_size=40))
@settings(max_examples=50)
def test_the_forecast_counts_what_is_late_today_and_nothing_twice(offsets: list[int]) -> None:
    rows = forecast([START + timedelta(days=o) for o in offsets], START)
    assert len(rows) == 14
    assert rows[0][1] == sum(o <= 0 for o in offsets)
    assert sum(n for _, n in rows) == sum(o < 14 for o in offsets)

"""The arms of the policy benchmark: the numpy product is the real one, the numpy FSRS is the package."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest

from benchmarks.policy.banks import Ints, draw
from benchmarks.policy.cards import Cards
from benchmarks.policy.compare import FAMILIES, make_learners
from benchmarks.policy.counts import exam_weights
from benchmarks.policy.product import Product
from benchmarks.policy.real import EXAM, RealProduct, Watched, make_bank
from benchmarks.policy.simulate import run
from benchmarks.policy.tutors import Blocked, Fsrs, Start, Tutor
from benchmarks.policy.worlds import BASE, WORLDS, World
from tutor.core.blueprint import weights
from tutor.core.grading import Rating
from tutor.core.memory import Memory, MemoryState

DAY = date(2026, 3, 2)
SMALL = replace(BASE, questions=60)
NOISY = replace(WORLDS["tagnoise"], questions=60, missed=(10, 18))


def picks(family: str, world: World, arm: type[Product] | type[RealProduct], seed: int) -> list[tuple[int, ...]]:
    banks = draw(world, 2, seed)
    watched: list[Watched] = []

    def make(start: Start, _: object) -> Tutor:
        watched.append(Watched(arm(start)))
        return watched[0]

    run(world, banks, make_learners(family, world, banks, 2, seed), make, seed)
    return list(watched[0].picks)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("world", [SMALL, NOISY, replace(SMALL, confidence=False)], ids=["base", "noisy", "noconf"])
def test_the_numpy_product_picks_what_the_real_code_picks_on_every_day(family: str, world: World) -> None:
    ours, real = (picks(family, world, arm, 7) for arm in (Product, RealProduct))
    assert len(real) > 500
    assert ours == real


@pytest.mark.parametrize("retention", [0.70, 0.87, 0.90, 0.95])
def test_the_numpy_cards_are_those_of_the_real_memory(retention: float) -> None:
    rng = np.random.default_rng(3)
    cards, memory, state = Cards(1, 40), Memory(retention), dict[int, MemoryState]()
    one = np.array([0])
    for day in range(60):
        today = DAY + timedelta(days=day)
        for number in np.flatnonzero(rng.random(40) < 0.15).tolist():
            rating = int(rng.integers(1, 4))
            cards.review(one, np.array([number]), np.array([rating]), day, retention)
            state[number] = memory.review(state.get(number), Rating(rating), today)
        recall = cards.recall(day + 1)[0]
        for q, known in state.items():
            assert cards.stability[0, q] == pytest.approx(known.stability, rel=1e-12)
            assert cards.difficulty[0, q] == pytest.approx(known.difficulty, rel=1e-12)
            assert cards.due[0, q] == (known.due_day - DAY).days
            assert recall[q] == pytest.approx(memory.recall(known, today + timedelta(days=1)), rel=1e-12)


def test_the_numpy_weights_are_those_of_the_blueprint() -> None:
    tags = draw(replace(BASE, tag_noise=0.2), 3, 4).tags
    concepts, pairs = exam_weights(tags)
    for learner in range(3):
        bank = make_bank(tags, learner)
        real = weights(EXAM, bank.questions.values())
        for c in range(60):
            assert concepts[learner, c] == pytest.approx(real.concepts.get(f"c{c:02d}", 0.0), abs=1e-12)
        for k in range(20):
            assert pairs[learner, k] == pytest.approx(real.traps.get(f"t{k:02d}", 0.0), abs=1e-12)


def first_picks(tutor: Tutor, count: int) -> Ints:
    tutor.start_day(0)
    rows, out = np.arange(tutor.n), []
    for number in range(count):
        q = tutor.pick(rows, number, np.full(tutor.n, 0.5))
        tutor.done[rows, q] = True
        tutor.answers[rows, q] += 1
        out.append(q)
    return np.stack(out, axis=1)


def test_the_blocked_arm_goes_concept_by_concept() -> None:
    tags = draw(BASE, 3, 1).tags
    order = first_picks(Blocked(Start(tags, 1)), 40)
    concepts = np.take_along_axis(tags.first, order, axis=1)
    assert (np.diff(concepts, axis=1) >= 0).all()


def test_the_fsrs_arm_takes_the_oldest_due_day_first() -> None:
    tags = draw(BASE, 2, 1).tags
    arm = Fsrs(Start(tags, 1), quota=0)
    rows = np.arange(2)
    for day, question in ((0, 5), (1, 9), (2, 3)):
        arm.cards.review(rows, np.full(2, question), np.full(2, 1), day, 0.9)
    arm.start_day(6)
    order = []
    for number in range(3):
        q = arm.pick(rows, number, np.full(2, 0.5))
        arm.done[rows, q] = True
        order.append(int(q[0]))
    assert order == [5, 9, 3]


@pytest.mark.parametrize("arm", [Blocked, Fsrs, Product])
def test_no_question_comes_twice_on_a_day(arm: type[Tutor]) -> None:
    order = first_picks(arm(Start(draw(BASE, 3, 1).tags, 1)), 60)
    assert all(len(set(row)) == 60 for row in order.tolist())

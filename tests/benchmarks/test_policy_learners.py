"""The artificial learners of the policy benchmark: independent of the tutor, and behaving as their equations say."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks.policy.activation import Chunks
from benchmarks.policy.banks import Banks, Floats, Tags, draw
from benchmarks.policy.compare import FAMILIES, make_learners
from benchmarks.policy.family import Learners, luck
from benchmarks.policy.learners import LogisticLearners
from benchmarks.policy.misconceptions import FIRST, NAIVE, TOLD, Misconceptions
from benchmarks.policy.strengths import HalfLife, Strength, Traces
from benchmarks.policy.worlds import BASE, RANDOM_TAGS, WORLDS

POLICY = Path(__file__).resolve().parents[2] / "benchmarks" / "policy"
LEARNER_SIDE = ("learners", "learners_actr", "strengths", "activation", "misconceptions", "banks", "family", "worlds")
TUTOR_SIDE = ("tutors", "product", "counts", "cards", "real")
STATE = {"learners", "learners_actr", "strengths", "activation", "misconceptions"}
ONE = np.array([0])


def imports(module: str) -> set[str]:
    tree = ast.parse((POLICY / f"{module}.py").read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("module", LEARNER_SIDE)
def test_no_learner_imports_the_tutor_or_an_arm(module: str) -> None:
    ours = {f"benchmarks.policy.{name}" for name in LEARNER_SIDE}
    for name in imports(module):
        assert name.split(".")[0] != "tutor"
        assert not name.startswith("benchmarks") or name in ours


def test_importing_the_learners_loads_nothing_of_the_tutor() -> None:
    code = (
        "import sys, benchmarks.policy.learners, benchmarks.policy.learners_actr;"
        "print([m for m in sys.modules if m.split('.')[0] == 'tutor'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=POLICY.parents[1]
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("module", TUTOR_SIDE)
def test_no_arm_without_the_marked_door_reads_the_state_of_a_learner(module: str) -> None:
    assert not {name.rpartition(".")[2] for name in imports(module)} & STATE


@pytest.fixture(scope="module")
def many() -> tuple[Banks, LogisticLearners]:
    banks = draw(BASE, 200, 11)
    return banks, LogisticLearners(BASE, banks, 200, 11)


def test_the_first_family_starts_where_the_design_says(many: tuple[Banks, LogisticLearners]) -> None:
    banks, learners = many
    exam = learners.exam(0.0)
    assert exam.mean() == pytest.approx(0.449, abs=0.012)
    assert exam.std() == pytest.approx(0.060, abs=0.010)
    assert learners.open_pairs(0.0).mean() == pytest.approx(11.1, abs=0.5)
    assert learners.prior.mean() == pytest.approx(0.381, abs=0.015)
    assert (banks.bank.pair >= 0).mean() == pytest.approx(0.452, abs=0.01)
    assert (banks.exam.pair >= 0).mean() == pytest.approx(0.452, abs=0.015)
    assert (banks.bank.second >= 0).mean() == pytest.approx(0.400, abs=0.01)


def test_a_bank_has_two_different_concepts_of_one_domain_in_each_pair(many: tuple[Banks, LogisticLearners]) -> None:
    pairs = many[0].pairs
    assert (pairs[:, :, 0] != pairs[:, :, 1]).all()
    assert (pairs[:, :, 0] // 15 == pairs[:, :, 1] // 15).all()
    bank = many[0].bank
    row, q = np.nonzero(bank.pair >= 0)
    assert (pairs[row, bank.pair[row, q], bank.side[row, q]] == bank.first[row, q]).all()


def test_tags_are_true_without_noise_and_say_nothing_with_full_noise(many: tuple[Banks, LogisticLearners]) -> None:
    banks = many[0]
    assert (banks.tags.first == banks.bank.first).all()
    assert (banks.tags.pair == banks.bank.pair).all()
    noisy: Tags = draw(RANDOM_TAGS, 20, 11).tags
    assert (noisy.pair == -1).all()
    assert (noisy.second == -1).all()
    assert (noisy.first == draw(RANDOM_TAGS, 20, 11).bank.first).mean() < 0.05


def strength_after(table: Strength, times: list[float], read: float) -> float:
    for t in times:
        table.learn(ONE, ONE, np.array([t]), np.array([0.3]))
    return float(table.at(ONE, ONE, np.array([read]))[0])


@pytest.mark.parametrize("kind", ["traces", "half-life"])
def test_in_the_first_family_spaced_practice_lasts_longer_than_massed(kind: str) -> None:
    def fresh() -> Strength:
        speed = np.ones(1)
        return (
            Traces((1, 1), speed, (0.3, 0.2, 0.16, 0.13, 0.11, 0.1))
            if kind == "traces"
            else HalfLife((1, 1), speed, 1.3)
        )

    massed = strength_after(fresh(), [0.0, 0.001, 0.002], 20.0)
    spaced = strength_after(fresh(), [0.0, 3.0, 6.0], 26.0)
    assert spaced > 1.02 * massed
    assert strength_after(fresh(), [0.0], 1.0) > strength_after(fresh(), [0.0], 10.0) > 0


def activation_after(fixed: bool, times: list[float], read: float) -> float:
    chunks = Chunks(np.zeros((1, 1)), 8, fixed)
    for t in times:
        chunks.present(ONE, ONE, np.array([t]), np.array([2.0]))
    return float(chunks.strength(np.array([read]))[0, 0])


def test_in_the_second_family_spacing_helps_only_where_decay_depends_on_activation() -> None:
    day, end = 2_160.0, 40 * 2_160.0
    gains = [
        activation_after(fixed, [0.0, 3 * day, 6 * day], end + 6 * day)
        / activation_after(fixed, [0.0, 30.0, 60.0], end)
        for fixed in (False, True)
    ]
    assert gains[0] > 1.15
    assert gains[0] > gains[1] + 0.1


def automaton(state: int) -> Misconceptions:
    traps = Misconceptions(np.random.default_rng(0), 1, 1.0, np.ones(1))
    traps.state[:] = state
    traps.origin[:] = FIRST
    return traps


def learn(traps: Misconceptions, side: int, u: float, t: float = 1.0) -> int:
    traps.learn(ONE, ONE, np.array([side]), np.array([t]), np.array([0.2]), np.array([u]))
    return int(traps.state[0, 0])


def test_a_counter_example_moves_a_wrong_rule_and_an_example_in_line_with_it_hardly_does() -> None:
    assert learn(automaton(FIRST), 1, 0.10) == TOLD
    assert learn(automaton(FIRST), 0, 0.10) == FIRST
    assert learn(automaton(FIRST), 1, 0.20) == NAIVE
    assert learn(automaton(NAIVE), 1, 0.10) == TOLD


def test_a_corrected_misconception_comes_back_unless_it_is_strengthened() -> None:
    once, twice = automaton(FIRST), automaton(FIRST)
    for traps in (once, twice):
        learn(traps, 1, 0.01)
    learn(twice, 1, 0.99, t=1.5)
    lure = np.array([0.0, 0.3, 0.8, 0.0])
    early, late, firm = (float(x.lure(t, lure)[0, 0, 1]) for x, t in ((once, 2.0), (once, 20.0), (twice, 20.0)))
    assert early < firm < late < 0.8
    assert once.refresh(ONE, ONE, np.array([20.0]), np.array([0.1]))[0] == FIRST


@pytest.mark.parametrize("family", FAMILIES)
def test_practice_raises_the_exam_score_and_a_remembered_question_teaches_less(family: str) -> None:
    def score(world_name: str, questions: list[int]) -> float:
        world = WORLDS[world_name]
        banks = draw(world, 30, 5)
        learners = make_learners(family, world, banks, 30, 5)
        rows = np.arange(30)
        for number, q in enumerate(questions):
            u = luck(5, number, 30)
            learners.start_session(number)
            learners.answer(rows, np.full(30, q), np.full(30, number + 0.3), u.uniform[0], u.normal[0])
        return float(learners.exam(len(questions) + 0.0).mean())

    same, different = [0] * 12, list(range(12))
    assert score("base", different) > score("base", []) + 0.005
    assert score("base", different) > score("base", same)
    assert score("strongtransfer", same) > score("weaktransfer", same)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("world", sorted(WORLDS))
def test_every_world_runs_with_finite_numbers(family: str, world: str) -> None:
    banks = draw(WORLDS[world], 4, 3)
    learners: Learners = make_learners(family, WORLDS[world], banks, 4, 3)
    rows, u = np.arange(4), luck(3, 0, 4)
    learners.start_session(0)
    for number in range(3):
        replies = learners.answer(rows, np.full(4, number), np.full(4, 0.3), u.uniform[number], u.normal[number])
        assert (replies.seconds > replies.latency).all()
        assert not (replies.correct & replies.lure).any()
    numbers: list[Floats] = [
        learners.exam(35.0),
        learners.open_pairs(35.0),
        learners.worth(1.0, banks.exam),
        *learners.truth(1.0),
    ]
    assert all(np.isfinite(x).all() for x in numbers)


def test_luck_is_the_same_for_the_same_seed_and_day_only() -> None:
    assert (luck(1, 2, 3).uniform == luck(1, 2, 3).uniform).all()
    assert (luck(1, 2, 3).uniform != luck(1, 3, 3).uniform).any()


@pytest.mark.parametrize("family", FAMILIES)
def test_a_day_can_be_missed_and_a_fragile_learner_stays_away_after_failures(family: str) -> None:
    world = WORLDS["miss7"]
    learners = make_learners(family, world, draw(world, 5, 1), 5, 1)
    awake = np.full(5, 0.99)
    assert learners.wants_to_study(13, awake).all()
    assert not learners.wants_to_study(14, awake).any()
    fragile = make_learners(family, WORLDS["fragile"], draw(BASE, 5, 1), 5, 1)
    assert isinstance(fragile.minutes, np.ndarray)
    assert fragile.wants_to_study(0, np.full(5, 0.06)).all()
    vars(fragile)["accuracy"] = np.full(5, 0.2)
    assert not fragile.wants_to_study(1, np.full(5, 0.06)).any()

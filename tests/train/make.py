"""Learners with a known truth, as trials, as a log, and as a home folder with a database."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from tests.cli.make import write_bank
from tests.unit.make import make_answer, make_bank, make_question
from tutor.content.load import load_bank
from tutor.core.log import Answer
from tutor.core.question import Bank, Question
from tutor.store.repo import Store

START = date(2026, 5, 4)
Chance = Callable[[Question, int], float]
"""Chance of a right answer to a question as answer number n."""


def bank_of(count: int = 120, concepts: int = 12) -> Bank:
    """Questions of every difficulty with one or two of the concepts; each second one has a lure of the trap `t`."""
    questions = []
    for i in range(count):
        own = [f"c{i % concepts:02d}"] + ([f"c{(i * 5 + 1) % concepts:02d}"] if i % 3 == 0 else [])
        lures = {"b": ("t", "B")} if i % 2 == 0 else {}
        difficulty = ("easy", "medium", "hard")[(i // concepts) % 3]
        questions.append(
            make_question(f"q{i:03d}", concepts=tuple(dict.fromkeys(own)), lures=lures, difficulty=difficulty)  # type: ignore[arg-type]
        )
    return make_bank(questions)


def steady(ability: float = 0.0) -> Chance:
    """Right as often as the label says, shifted by an ability in logits."""
    offsets = {"easy": math.log(0.82 / 0.18), "medium": math.log(0.65 / 0.35), "hard": math.log(0.45 / 0.55)}
    return lambda question, _: 1.0 / (1.0 + math.exp(-(offsets[question.difficulty] + ability)))


def jumpy(span: int = 60) -> Chance:
    """Nearly all right and nearly all wrong in turn: an ability that no small drift can follow."""
    return lambda _, number: 0.93 if (number // span) % 2 else 0.12


def log_of(questions: Sequence[Question], count: int, chance: Chance, seed: int = 0, per_day: int = 20) -> list[Answer]:
    """Answers to questions drawn at random, in time order; a wrong answer takes any wrong option."""
    generator = random.Random(seed)
    found = []
    for number in range(count):
        question = generator.choice(questions)
        right = generator.random() < chance(question, number)
        wrong = generator.choice([o.id for o in question.distractors])
        chosen = question.key if right else (wrong,)
        answer = make_answer(question, chosen, number=number, day=START + timedelta(number // per_day))
        found.append(replace(answer, id=f"{number:032d}"))
    return found


def write_home(root: Path, count: int, chance: Chance, seed: int = 0, profile: str = "default") -> tuple[Path, Bank]:
    """A home folder with settings, a bank beside it (`bank`) and a profile with so many answers."""
    home = root / "home"
    (home / "config").mkdir(parents=True, exist_ok=True)
    (home / "config" / "config.toml").write_text('exam = "exam-a"\n')
    folder = root / "bank"
    if not folder.exists():
        write_bank(folder, {f"q-{i:02d}": "single" for i in range(60)})
    bank = load_bank(folder).bank
    add_answers(home, log_of(sorted(bank.questions.values(), key=lambda q: q.id), count, chance, seed), profile)
    return home, bank


def add_answers(home: Path, answers: Sequence[Answer], profile: str = "default") -> None:
    """Put answers into the log of a profile."""
    with Store.open(home / "data" / f"{profile}.db") as store:
        store.merge(answers, [])

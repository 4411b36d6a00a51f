"""A fixed history of six weeks on a made-up bank, for the golden reports: the same answers on every run.

The learner is weak in tensors, takes data for model parallelism on most occasions until the third week and seldom
after, is slow on Mondays, stays away for a week, and sits one mock exam on the reserve questions.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from tests.unit.make import make_answer, make_question
from tutor.config import Config
from tutor.core.knowledge import Knowledge
from tutor.core.log import Answer
from tutor.core.prior import Prior
from tutor.core.question import Bank, Concept, Difficulty, Domain, Exam, ExamRef, Question, Reference, Task, Trap
from tutor.overview import Overview
from tutor.store.repo import Store
from tutor.store.values import Mark

START = date(2026, 3, 2)
NOW = datetime(2026, 4, 14, 18, 30, tzinfo=UTC)
EXAM_DAY = date(2026, 5, 1)
PRACTICE, RESERVE = 12, 9
"""Questions of each concept."""
DAYS_AWAY = range(20, 27)
EXAM = Exam(
    code="exam-a",
    name="Exam A",
    domains=(Domain("1", "Training", 60), Domain("2", "Serving", 40)),
    tasks=(Task("1.1", "1", "Train at scale"), Task("1.2", "1", "Choose layers"), Task("2.1", "2", "Serve")),
    question_types=("single",),
)
CONCEPTS = {
    "data-parallelism": ("Data parallelism", "1.1"),
    "model-parallelism": ("Model parallelism", "1.1"),
    "tensors": ("Tensors & shapes", "1.2"),
    "endpoints": ("Endpoints", "2.1"),
    "batching": ("Batch jobs", "2.1"),
}
TRAPS = (
    Trap(
        "data-vs-model",
        "Data or model parallelism",
        ("data-parallelism", "model-parallelism"),
        "Does one copy fit?",
        "It fits: divide the data. It does not: divide the model.",
        "The network fits on one device.",
        "The network does not fit on one device.",
    ),
    Trap("endpoint-vs-batch", "Endpoint or batch job", ("endpoints", "batching"), "Who waits?", "A user: endpoint."),
)
LEVELS: tuple[Difficulty, ...] = ("easy", "medium", "hard")


def bank() -> Bank:
    """Every concept with practice and reserve questions; three of five concepts carry a trap."""
    questions = {}
    for concept, (_, task) in CONCEPTS.items():
        trap = next((t for t in TRAPS if concept in t.between), None)
        for number in range(PRACTICE + RESERVE):
            lures = {} if trap is None else {"b": (trap.id, trap.other(concept))}
            made = make_question(
                f"{concept}-{number:02d}",
                concepts=(concept,) if trap is None or number % 4 else (concept, trap.other(concept)),
                key_concept=concept,
                lures=lures,
                others=("b", "c", "d") if trap is None else ("c", "d"),
                task=task,
                difficulty=LEVELS[number % 3],
                reserve=number >= PRACTICE,
            )
            questions[made.id] = _for_exam(made, task)
    guide = Reference("Guide", "https://docs.aws.amazon.com/sagemaker/latest/dg/whatis.html")
    cards = [Concept(key, name, f"What {name} means.", references=(guide,)) for key, (name, _) in CONCEPTS.items()]
    return Bank(
        questions=questions,
        concepts={card.id: card for card in cards},
        traps={trap.id: trap for trap in TRAPS},
        exams={"exam-a": EXAM},
    )


def _for_exam(question: Question, task: str) -> Question:
    return replace(question, exams=(ExamRef("exam-a", task),))


def answers(of: Bank) -> list[Answer]:
    """Six weeks of answers, one of them taken back, and a mock exam on the last day but one."""
    knowledge = Knowledge(of, Prior())
    chance = random.Random(11)
    practice = [q for q in of.questions.values() if not q.reserve]
    made: list[Answer] = []
    for offset in range(43):
        if offset in DAYS_AWAY or offset % 7 == 6:
            continue
        day = START + timedelta(days=offset)
        for question in chance.sample(practice, 6 + offset % 5):
            seconds = 40 if offset % 7 == 0 else 25
            answer = _answer(question, _choice(question, offset, chance), len(made), day, seconds)
            answer = replace(answer, card_before=knowledge.cards.get(question.id))
            if answer.retracted_at is None:
                knowledge.apply(answer)
            made.append(answer)
    mock = START + timedelta(days=42)
    for question in (q for q in of.questions.values() if q.reserve):
        made.append(_answer(question, _choice(question, 42, chance), len(made), mock, 60, mock=True))
    return made


def _choice(question: Question, offset: int, chance: random.Random) -> str:
    concept = question.concepts[0]
    lured = {"model-parallelism": 0.65 if offset < 20 else 0.15}.get(concept, 0.05)
    if question.traps and chance.random() < lured:
        return "b"
    right = {"tensors": 0.35, "batching": 0.9}.get(concept, 0.75)
    return "key" if chance.random() < right else chance.choice(["c", "d"])


def _answer(question: Question, choice: str, number: int, day: date, seconds: int, mock: bool = False) -> Answer:
    at = datetime(day.year, day.month, day.day, 17, tzinfo=UTC) + timedelta(seconds=60 * (number % 60))
    return make_answer(
        question,
        [choice],
        number=number,
        day=day,
        mode="mock" if mock else "review",
        confidence=(None, "guess", "sure", None)[number % 4],
        answered_at=at,
        utc_offset=120,
        duration_ms=1000 * seconds,
        retracted_at=at + timedelta(minutes=1) if number == 5 else None,
        device="0123456789abcdef",
    )


def look(folder: Path) -> Overview:
    """The history in a database of its own, opened for reports on the evening of the last day."""
    of = bank()
    with Store.open(folder / "learner.db") as store:
        store.merge(answers(of), [Mark("tensors-03", True, False, "Shapes: batch first.", NOW)])
    config = Config(exam="exam-a", exam_date=EXAM_DAY, explicit=frozenset({"exam", "exam_date"}))
    return Overview.open(folder / "learner.db", of, config, _Evening())


class _Evening:
    def now(self) -> datetime:
        return NOW

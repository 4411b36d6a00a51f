"""Small questions, banks and answers for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from tutor.core.grading import Confidence, rate
from tutor.core.log import Answer, Mode
from tutor.core.question import (
    Bank,
    Concept,
    Difficulty,
    Domain,
    Exam,
    ExamRef,
    Option,
    Question,
    QuestionType,
    Task,
    Trap,
)

START = date(2026, 5, 4)
EXAM = Exam(
    code="test-1",
    name="Test exam",
    domains=(Domain("1", "First", 60), Domain("2", "Second", 40)),
    tasks=(Task("1.1", "1", "One"), Task("2.1", "2", "Two")),
    question_types=("single", "multiple", "ordering", "matching"),
)


def option(option_id: str, **fields: Any) -> Option:
    return Option(option_id, fields.pop("text", f"Text of {option_id}"), **fields)


def make_question(
    question_id: str,
    *,
    concepts: Sequence[str] = ("A", "B"),
    key_concept: str = "A",
    lures: Mapping[str, tuple[str, str]] | None = None,
    others: Sequence[str] = ("c", "d"),
    kind: QuestionType = "single",
    options: Sequence[Option] = (),
    task: str = "1.1",
    difficulty: Difficulty = "medium",
    **fields: Any,
) -> Question:
    """A question with key `key`; `lures` maps option id to (trap, concept)."""
    lures = {"b": ("t", "B")} if lures is None else lures
    if not options:
        options = (
            option("key", correct=True, concept=key_concept, why="Because it is."),
            *(option(o, trap=trap, concept=concept, why=f"Not {o}.") for o, (trap, concept) in lures.items()),
            *(option(o, concept="C", why=f"Not {o}.") for o in others),
        )
    traps = fields.pop("traps", tuple(dict.fromkeys(trap for trap, _ in lures.values())))
    return Question(
        id=question_id,
        type=kind,
        ask=f"What about {question_id}?",
        options=tuple(options),
        concepts=tuple(concepts),
        key_hash=fields.pop("key_hash", f"key-{question_id}"),
        text_hash=fields.pop("text_hash", f"text-{question_id}"),
        traps=traps,
        exams=(ExamRef("test-1", task),),
        status=fields.pop("status", "reviewed"),
        difficulty=difficulty,
        **fields,
    )


def make_bank(questions: Sequence[Question], traps: Sequence[Trap] = ()) -> Bank:
    found = {t.id: t for t in traps} or {"t": Trap("t", "A or B", ("A", "B"), "cue", "rule")}
    concepts = {c for q in questions for c in q.concepts} | {c for t in found.values() for c in t.between}
    aliases = {old: q.id for q in questions for old in q.aliases}
    return Bank(
        questions={q.id: q for q in questions},
        concepts={c: Concept(c, f"Concept {c}", "What it is.") for c in concepts},
        traps=found,
        exams={"test-1": EXAM},
        aliases=aliases,
    )


def make_answer(
    question: Question,
    chosen: Sequence[str],
    *,
    number: int = 0,
    day: date = START,
    confidence: Confidence | None = None,
    mode: Mode = "review",
    **fields: Any,
) -> Answer:
    correct = tuple(sorted(chosen)) == question.key
    values: dict[str, Any] = {
        "id": f"{number:08d}",
        "pick_id": f"pick-{number}",
        "question_id": question.id,
        "key_hash": question.key_hash,
        "text_hash": question.text_hash,
        "mode": mode,
        "reason": {"slot": "new", "about": "", "value": 0.0},
        "shown": question.option_ids,
        "chosen": tuple(sorted(chosen)),
        "correct": correct,
        "confidence": confidence,
        "rating": rate(correct, confidence),
        "retention": 0.9,
        "answered_at": datetime(day.year, day.month, day.day, 9, tzinfo=UTC) + timedelta(seconds=number),
        "utc_offset": 0,
        "rollover": 4,
        "study_day": day,
        "duration_ms": 20_000,
    }
    return Answer(**(values | fields))

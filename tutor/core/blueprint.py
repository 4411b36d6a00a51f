"""What an exam's blueprint says about concepts and traps: the weights the selection multiplies with.

An exam publishes weights of domains only. Inside a domain a concept weighs as many questions as the bank has for it,
and a trap the sum over the questions that show it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tutor.core.question import Exam, Question

PSEUDO_COUNT = 0.5


@dataclass(frozen=True, slots=True)
class Weights:
    """Shares of the exam by concept id and by trap id. Concepts sum to 1 when every domain has questions."""

    concepts: Mapping[str, float]
    traps: Mapping[str, float]


def practice_questions(questions: Iterable[Question], code: str, suspended: Iterable[str] = ()) -> list[Question]:
    """Questions that may be shown in practice for an exam: reviewed, of this exam, not reserved for mock exams, not
    suspended; in order of id, so that the order of the input changes nothing."""
    out = set(suspended)
    return sorted(
        (
            q
            for q in questions
            if q.status == "reviewed" and not q.reserve and q.exam(code) is not None and q.id not in out
        ),
        key=lambda q: q.id,
    )


def weights(exam: Exam, questions: Iterable[Question]) -> Weights:
    """Weights over the active questions of an exam. A question counts for its first concept; a concept that is only
    ever second counts half a question. A concept of several domains has a part in each."""
    active = sorted(questions, key=lambda q: q.id)
    counts: dict[str, dict[str, float]] = {}
    for question in active:
        domain = _domain(exam, question)
        if domain is None:
            continue
        inside = counts.setdefault(domain, {})
        for place, concept in enumerate(question.concepts[:2]):
            inside[concept] = inside.get(concept, PSEUDO_COUNT) + (1.0 if place == 0 else 0.0)
    shares = {domain.id: domain.weight / 100.0 for domain in exam.domains}
    concepts: dict[str, float] = {}
    per_question: dict[tuple[str, str], float] = {}
    for domain, inside in counts.items():
        total = sum(inside.values())
        for concept, count in inside.items():
            part = shares[domain] * count / total
            concepts[concept] = concepts.get(concept, 0.0) + part
            per_question[domain, concept] = part / count
    traps: dict[str, float] = {}
    for question in active:
        domain = _domain(exam, question)
        if domain is not None:
            for trap in question.traps:
                traps[trap] = traps.get(trap, 0.0) + per_question[domain, question.concepts[0]]
    return Weights(concepts, traps)


def _domain(exam: Exam, question: Question) -> str | None:
    ref = question.exam(exam.code)
    domain = exam.domain_of(ref.task) if ref is not None else None
    return domain.id if domain is not None and question.concepts else None

"""What a bank holds, counted by task, type, difficulty, side of a trap and guide bullet; retired ones left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from tutor.content.lint_bank import longest_share
from tutor.core.question import Bank, Exam, Question


@dataclass(frozen=True, slots=True)
class Counts:
    """A set of questions."""

    questions: int
    reserve: int
    """Kept back for mock exams, part of `questions`."""
    types: dict[str, int]
    difficulties: dict[str, int]
    statuses: dict[str, int]


@dataclass(frozen=True, slots=True)
class TaskStats:
    """One task of an exam."""

    id: str
    name: str
    domain: str
    counts: Counts
    missing_bullets: tuple[str, ...]
    """Guide bullets of the task that no question names."""


@dataclass(frozen=True, slots=True)
class DomainStats:
    """One domain of an exam; shares in percent."""

    id: str
    name: str
    weight: float
    questions: int
    share: float


@dataclass(frozen=True, slots=True)
class ExamStats:
    """The questions that serve an exam."""

    code: str
    name: str
    counts: Counts
    domains: tuple[DomainStats, ...]
    tasks: tuple[TaskStats, ...]
    bullets: int
    bullets_covered: int


@dataclass(frozen=True, slots=True)
class TrapStats:
    """How often each side of a trap is the right one."""

    id: str
    name: str
    priority: int
    sides: dict[str, int]
    """Concept that is right -> questions."""
    unclear: int
    """Questions that list the trap without telling a side."""


@dataclass(frozen=True, slots=True)
class BankStats:
    """The whole bank."""

    title: str
    counts: Counts
    concepts: int
    cases: int
    longest_is_key: float | None
    """Share of single questions whose key is the longest option (ties 1/k); None without single questions."""
    exams: tuple[ExamStats, ...]
    traps: tuple[TrapStats, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def bank_stats(bank: Bank, exam: str = "") -> BankStats:
    """Count the bank; with an exam code only the questions that serve it. Raises KeyError for an unknown code."""
    exams = [bank.exams[exam]] if exam else [bank.exams[code] for code in sorted(bank.exams)]
    questions = [q for q in bank.questions.values() if q.status != "retired" and (not exam or q.exam(exam) is not None)]
    single = [q for q in questions if q.type == "single"]
    return BankStats(
        title=bank.title,
        counts=count(questions),
        concepts=len(bank.concepts),
        cases=len(bank.cases),
        longest_is_key=sum(map(longest_share, single)) / len(single) if single else None,
        exams=tuple(_exam(each, questions) for each in exams),
        traps=tuple(_trap(bank, trap_id, questions) for trap_id in sorted(bank.traps)),
    )


def count(questions: Iterable[Question]) -> Counts:
    """Counts of any set of questions, keys in the order of the format."""
    listed = list(questions)
    return Counts(
        questions=len(listed),
        reserve=sum(q.reserve for q in listed),
        types=_ordered(Counter(q.type for q in listed), ("single", "multiple", "ordering", "matching")),
        difficulties=_ordered(Counter(q.difficulty for q in listed), ("easy", "medium", "hard")),
        statuses=_ordered(Counter(q.status for q in listed), ("draft", "needs-review", "reviewed", "retired")),
    )


def _ordered(counts: Counter[Any], names: tuple[str, ...]) -> dict[str, int]:
    return {name: counts[name] for name in names if counts[name]}


def _exam(exam: Exam, questions: list[Question]) -> ExamStats:
    refs = [(q, ref) for q in questions for ref in q.exams if ref.code == exam.code]
    covered = {bullet for _, ref in refs for bullet in ref.guide}
    by_task = {task.id: [q for q, ref in refs if ref.task == task.id] for task in exam.tasks}
    domains = []
    for domain in exam.domains:
        number = sum(len(by_task[task.id]) for task in exam.tasks if task.domain == domain.id)
        share = 100 * number / len(refs) if refs else 0.0
        domains.append(DomainStats(domain.id, domain.name, domain.weight, number, share))
    return ExamStats(
        code=exam.code,
        name=exam.name,
        counts=count(q for q, _ in refs),
        domains=tuple(domains),
        tasks=tuple(
            TaskStats(
                id=task.id,
                name=task.name,
                domain=task.domain,
                counts=count(by_task[task.id]),
                missing_bullets=tuple(b.id for b in exam.bullets if b.task == task.id and b.id not in covered),
            )
            for task in exam.tasks
        ),
        bullets=len(exam.bullets),
        bullets_covered=sum(bullet.id in covered for bullet in exam.bullets),
    )


def _trap(bank: Bank, trap_id: str, questions: list[Question]) -> TrapStats:
    trap = bank.traps[trap_id]
    sides = Counter(bank.side(q, trap_id) for q in questions if trap_id in q.traps)
    return TrapStats(
        trap_id, trap.name, trap.priority, {concept: sides[concept] for concept in trap.between}, sides[""]
    )

"""What the screens besides the review show, as values from one look at the learner's data.

The numbers are those of the reports: both read `tutor.overview` and the core. Read-only; knows no screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tutor.core.log import Answer
from tutor.core.outcome import ConceptEstimate, Confusion, Waiting
from tutor.core.progress import DayCount, FirstTries, Retention, by_day, first_tries, forecast, retention, streak
from tutor.core.quality import Quality
from tutor.core.question import Bank, Question
from tutor.core.readiness import ENOUGH_ANSWERS, Chance
from tutor.overview import Overview

TOP = 3


@dataclass(frozen=True, slots=True)
class Costly:
    """A direction of a trap with what it may cost: the exam weight of the trap times the share of lures taken."""

    confusion: Confusion
    cost: float


@dataclass(frozen=True, slots=True)
class Today:
    """The first screen."""

    day: date
    exam: str
    exam_name: str
    exam_date: date | None
    notice: str
    """What is to be known of this exam, on the first start; else empty."""
    answers: int
    """To questions of this exam."""
    needed: int
    """So many before readiness may be stated."""
    waiting: Waiting
    right_today: int
    streak: int
    readiness: Chance | None
    """Chance on unseen questions; None while there are too few answers."""
    costly: tuple[Costly, ...]
    bank: Bank


@dataclass(frozen=True, slots=True)
class Concepts:
    """Every concept of the exam, by expected loss; `domains`: names by id; `inside`: domain ids by concept."""

    estimates: tuple[ConceptEstimate, ...]
    domains: Mapping[str, str]
    inside: Mapping[str, frozenset[str]]
    bank: Bank


@dataclass(frozen=True, slots=True)
class Pair:
    """A trap with the record of its two directions, in the order of `between`; None for one never met."""

    trap_id: str
    sides: tuple[Confusion | None, Confusion | None]
    cost: float


@dataclass(frozen=True, slots=True)
class Traps:
    """The traps met so far, what costs most first."""

    pairs: tuple[Pair, ...]
    unmet: int
    """Traps of the exam never met."""
    bank: Bank


@dataclass(frozen=True, slots=True)
class Days:
    """The course of the work."""

    day: date
    days: tuple[DayCount, ...]
    streak: int
    first: FirstTries
    retention: tuple[Retention, ...]
    forecast: tuple[tuple[date, int], ...]
    quality: Quality


@dataclass(frozen=True, slots=True)
class Entry:
    """A question as the list of the bank shows it."""

    question: Question
    task: str
    answers: int
    right: int
    last: bool | None
    """Whether the last answer was right; None without one."""
    due_day: date | None
    due: bool
    """Whether that day has come."""
    flagged: bool
    suspended: bool
    note: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """The practice questions of the bank, by id. Reserve questions are never among them."""

    entries: tuple[Entry, ...]
    bank: Bank
    exam: str
    """The code of the exam that is prepared for."""


def today(look: Overview) -> Today:
    """What waits, how the learner stands, and what costs most."""
    log = look.answers()
    answered = [a for a in log if a.study_day == look.day]
    enough = look.exam_answers() >= ENOUGH_ANSWERS
    return Today(
        look.day,
        look.exam.code,
        look.exam.name,
        look.config.exam_date,
        look.exam_notice(),
        look.exam_answers(),
        ENOUGH_ANSWERS,
        look.waiting(),
        sum(a.correct for a in answered),
        streak(by_day(log), look.day),
        look.outlook().overall if enough else None,
        costly(look)[:TOP],
        look.bank,
    )


def costly(look: Overview) -> tuple[Costly, ...]:
    """Confusions that are confirmed or suspected, by what they may cost."""
    weights = look.trap_weights()
    found = [
        Costly(c, _cost(c, weights.get(c.trap_id, 0.0)))
        for c in look.confusions()
        if c.status in ("confirmed", "suspected") and c.exposures
    ]
    return tuple(sorted(found, key=lambda c: (-c.cost, c.confusion.trap_id, c.confusion.side)))


def concepts(look: Overview) -> Concepts:
    """Every concept of the exam: those with an estimate first, by expected loss, then by weight."""
    inside: dict[str, set[str]] = {}
    for question in look.practice():
        ref = question.exam(look.exam.code)
        domain = look.exam.domain_of(ref.task) if ref is not None else None
        for concept in question.concepts:
            if domain is not None:
                inside.setdefault(concept, set()).add(domain.id)
    ranked = sorted(
        look.concepts(), key=lambda e: (not e.enough, e.answers == 0, -e.loss if e.enough else -e.weight, e.concept_id)
    )
    domains = {d.id: d.name for d in look.exam.domains}
    return Concepts(tuple(ranked), domains, {key: frozenset(value) for key, value in inside.items()}, look.bank)


def traps(look: Overview) -> Traps:
    """The confusion map."""
    weights, bank = look.trap_weights(), look.bank
    met = {(c.trap_id, c.side): c for c in look.confusions()}
    pairs = []
    for trap_id in {trap_id for trap_id, _ in met}:
        first, second = bank.traps[trap_id].between
        sides = (met.get((trap_id, first)), met.get((trap_id, second)))
        cost = max(_cost(side, weights.get(trap_id, 0.0)) for side in sides)
        pairs.append(Pair(trap_id, sides, cost))
    pairs.sort(key=lambda p: (_rank(p), -p.cost, p.trap_id))
    of_exam = {trap for question in look.practice() for trap in question.traps}
    return Traps(tuple(pairs), len(of_exam - {pair.trap_id for pair in pairs}), bank)


def _cost(side: Confusion | None, weight: float) -> float:
    return weight * side.taken / side.exposures if side is not None and side.exposures else 0.0


def _rank(pair: Pair) -> int:
    order = {"confirmed": 0, "suspected": 1, "resolved": 2, "unknown": 3}
    return min(order[side.status] for side in pair.sides if side is not None)


def days(look: Overview) -> Days:
    """Days, memory, what comes, and how good the model is. Replays the log for the last."""
    log = look.answers()
    counted = by_day(log)
    return Days(
        look.day,
        tuple(counted),
        streak(counted, look.day),
        first_tries(log),
        tuple(retention(log)),
        tuple(forecast(look.due_days(), look.day)),
        look.quality(),
    )


def shelf(look: Overview) -> Shelf:
    """Every practice question, of other exams and the suspended ones too."""
    counts: dict[str, list[Answer]] = {}
    for answer in look.answers():
        counts.setdefault(look.bank.aliases.get(answer.question_id, answer.question_id), []).append(answer)
    marks = look.marks()
    entries = []
    for question in look.bank_practice():
        own, mark = counts.get(question.id, []), marks.get(question.id)
        ref = question.exam(look.exam.code) or next(iter(question.exams), None)
        due_day = look.due_day(question)
        entries.append(
            Entry(
                question,
                "" if ref is None else ref.task,
                len(own),
                sum(a.correct for a in own),
                own[-1].correct if own else None,
                due_day,
                due_day is not None and due_day <= look.day,
                mark is not None and mark.flagged,
                mark is not None and mark.suspended,
                "" if mark is None else mark.note,
            )
        )
    return Shelf(tuple(entries), look.bank, look.exam.code)


def answers_by_day(answers: Sequence[Answer]) -> list[tuple[date, int, int]]:
    """Study day, answers and right ones, oldest first."""
    return [(each.day, each.answers, each.right) for each in by_day(answers)]


def of_concept(look: Overview, concept_id: str) -> list[Answer]:
    """The answers to questions with this concept, oldest first."""
    return [a for a in look.answers() if (q := look.bank.find(a.question_id)) and concept_id in q.concepts]


def of_trap(look: Overview, trap_id: str) -> list[Answer]:
    """The answers to questions that show this trap, oldest first."""
    return [a for a in look.answers() if (q := look.bank.find(a.question_id)) and trap_id in q.traps]

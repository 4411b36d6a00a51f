"""Counts over the answer log: days, first tries, how well memories of each age held. Pure functions of the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tutor.core.agenda import FEEDBACK_SECONDS
from tutor.core.log import SCHEDULED, Answer
from tutor.core.memory import Memory, MemoryState

AGES: tuple[tuple[int, int], ...] = ((1, 1), (2, 3), (4, 7), (8, 14), (15, 30), (31, 36_500))
"""Study days since the last review, first and last of each group."""


@dataclass(frozen=True, slots=True)
class DayCount:
    """One study day with answers."""

    day: date
    answers: int
    right: int
    new: int
    minutes: float


@dataclass(frozen=True, slots=True)
class Retention:
    """Reviews of memories of one age: how many, right, and the recall FSRS expected of them."""

    first: int
    last: int
    answers: int
    right: int
    expected: float


@dataclass(frozen=True, slots=True)
class FirstTries:
    """Answers to questions never seen before."""

    answers: int
    right: int
    guessed: int
    """Of the right ones, those marked as guessed."""


def by_day(log: Iterable[Answer]) -> list[DayCount]:
    """Study days with at least one answer, oldest first; grouped by the stored study day."""
    days: dict[date, list[Answer]] = {}
    for answer in log:
        days.setdefault(answer.study_day, []).append(answer)
    return [
        DayCount(
            day,
            len(answers),
            sum(a.correct for a in answers),
            sum(a.card_before is None and a.mode in SCHEDULED for a in answers),
            sum(a.duration_ms / 1000 + FEEDBACK_SECONDS[a.correct] for a in answers) / 60,
        )
        for day, answers in sorted(days.items())
    ]


def first_tries(log: Iterable[Answer]) -> FirstTries:
    """Only graded reviews count: the first answer to a question in review or drill."""
    first = [a for a in log if a.card_before is None and a.mode in SCHEDULED]
    right = [a for a in first if a.correct]
    return FirstTries(len(first), len(right), sum(a.confidence == "guess" for a in right))


def retention(log: Iterable[Answer]) -> list[Retention]:
    """Reviews at least one study day after the last one, by the age of the memory; groups without any are left out."""
    memory = Memory()
    groups: dict[tuple[int, int], list[tuple[bool, float]]] = {age: [] for age in AGES}
    for answer in log:
        card = answer.card_before
        if card is None or answer.mode not in SCHEDULED:
            continue
        age = (answer.study_day - card.last_day).days
        group = next((g for g in AGES if g[0] <= age <= g[1]), None)
        if group is not None:
            state = MemoryState(card.stability, card.difficulty, card.last_day, card.due_day)
            groups[group].append((answer.correct, memory.recall(state, answer.study_day)))
    return [
        Retention(first, last, len(rows), sum(right for right, _ in rows), sum(r for _, r in rows) / len(rows))
        for (first, last), rows in groups.items()
        if rows
    ]


def forecast(due_days: Iterable[date], day: date, length: int = 14) -> list[tuple[date, int]]:
    """Questions due on each of the coming study days, what is late counted today; without those of days to come."""
    coming = [day + timedelta(days=n) for n in range(length)]
    counts = dict.fromkeys(coming, 0)
    for due in due_days:
        if max(due, day) in counts:
            counts[max(due, day)] += 1
    return list(counts.items())


def streak(days: Sequence[DayCount], day: date) -> int:
    """Study days in a row up to today, or up to yesterday when today has none yet."""
    have = {d.day for d in days}
    last = day if day in have else day - timedelta(days=1)
    length = 0
    while last - timedelta(days=length) in have:
        length += 1
    return length

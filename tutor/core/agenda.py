"""One study day of one learner and exam: what may be picked, what is due, what is new, and the numbers behind it.

Turns rows, settings and today's log into the input of the policy. Pure: the day is given, nothing is read or written.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from statistics import median
from typing import Literal

from tutor.core import evidence
from tutor.core.blueprint import Weights, weights
from tutor.core.clock import countdown
from tutor.core.estimates import concept_knows, trap_falls
from tutor.core.knowledge import Knowledge, trap_keys
from tutor.core.log import Answer
from tutor.core.outcome import Waiting
from tutor.core.policy import (
    AGED_DAYS,
    LAST_WEEK_RETENTION,
    Candidate,
    ConceptNumbers,
    Day,
    TrapNumbers,
    View,
)
from tutor.core.question import Exam, Question
from tutor.core.rows import TrapKey

FEEDBACK_SECONDS = {True: 12.0, False: 35.0}
"""Time taken to read the feedback after a right and a wrong answer, counted towards today's minutes."""
QUESTION_SECONDS = 60.0
"""Time for a question with its feedback until the learner's own median is known."""
OWN_MEDIAN_FROM = 20


@dataclass(frozen=True, slots=True)
class Settings:
    """The learner's settings that decide what is picked."""

    minutes: float = 25.0
    retention: float = 0.90
    new_per_day: int = 13
    exam_date: date | None = None
    estimates: Literal["evidence", "model"] = "evidence"


@dataclass(frozen=True)
class Agenda:
    """A study day. `questions` are those that may be shown; `today` the answers of the day in order; `reworded` the
    questions whose text changed much since it was last seen, which are due now."""

    knowledge: Knowledge
    exam: Exam
    questions: Sequence[Question]
    settings: Settings
    day: date
    today: Sequence[Answer] = ()
    reworded: Collection[str] = field(default_factory=frozenset)

    @cached_property
    def last_week(self) -> bool:
        """True in the last seven study days before the exam."""
        left = countdown(self.day, self.settings.exam_date)
        return left is not None and left.last_week

    @property
    def retention(self) -> float:
        """Desired retention on this day."""
        return LAST_WEEK_RETENTION if self.last_week else self.settings.retention

    @cached_property
    def answered(self) -> frozenset[str]:
        """Ids of the questions answered today."""
        bank = self.knowledge.bank
        return frozenset(bank.aliases.get(a.question_id, a.question_id) for a in self.today)

    @cached_property
    def candidates(self) -> list[Candidate]:
        """Eligible questions: not answered today, nor a twin of one that was, unless it is long overdue."""
        twins = self.knowledge.bank.twins
        waiting = frozenset[str]().union(*(twins.get(question_id, ()) for question_id in self.answered))
        found = (self._candidate(q) for q in self.questions if q.id not in self.answered)
        return [c for c in found if c.id not in waiting or c.overdue >= AGED_DAYS]

    @property
    def everything(self) -> list[Candidate]:
        """The same with those that were answered today."""
        return [self._candidate(q) for q in self.questions]

    def _candidate(self, question: Question) -> Candidate:
        card = self.knowledge.cards.get(question.id)
        traps = tuple(trap_keys(self.knowledge.bank, question))
        if card is None:
            return Candidate(question.id, question.concepts, traps, case=question.case)
        recall = self.knowledge.recall(question.id, self.day)
        late = (self.day - card.due_day).days
        due = recall <= LAST_WEEK_RETENTION if self.last_week else late >= 0
        due = due or late >= AGED_DAYS or question.id in self.reworded
        return Candidate(question.id, question.concepts, traps, True, recall, due, max(late, 0), question.case)

    @cached_property
    def due(self) -> list[Candidate]:
        return [c for c in self.candidates if c.due]

    @cached_property
    def new_today(self) -> int:
        """Questions answered for the first time today."""
        return sum(1 for a in self.today if a.card_before is None)

    @cached_property
    def new_left(self) -> int:
        """New questions still meant for today; none in the last week before the exam."""
        if self.last_week:
            return 0
        unseen = sum(1 for c in self.candidates if not c.seen)
        return min(max(self.settings.new_per_day - self.new_today, 0), unseen)

    @cached_property
    def state(self) -> Day:
        """Where the day stands, for the policy."""
        reviews = [a for a in self.today if a.mode == "review"]
        credit = reviews[-1].reason.get("credit", 0.0) if reviews else 0.0
        bank = self.knowledge.bank
        last = bank.find(reviews[-1].question_id) if reviews else None
        recent = tuple(
            frozenset(trap_keys(bank, question))
            for answer in self.today
            if (question := bank.find(answer.question_id)) is not None
        )
        return Day(
            pick_no=len(reviews),
            new_left=self.new_left,
            credit=float(credit) if isinstance(credit, int | float) else 0.0,
            last_week=self.last_week,
            recent=recent,
            case="" if last is None else last.case,
            last="" if last is None else last.id,
        )

    @cached_property
    def weights(self) -> Weights:
        return weights(self.exam, self.questions)

    @property
    def view(self) -> View:
        """The estimates the policy asks for."""
        return View(self._concept_numbers, self._trap_numbers)

    def _concept_numbers(self, concept: str) -> ConceptNumbers:
        knowledge = self.knowledge
        row = knowledge.concepts.get(concept)
        counts = evidence.concept_counts(row, self.day)
        if self.settings.estimates == "model":
            knows = concept_knows(knowledge, concept, self._by_concept.get(concept, ()))
        else:
            knows = evidence.knows(counts, knowledge.learner)
        return ConceptNumbers(
            weight=self.weights.concepts.get(concept, 0.0),
            knows=knows,
            recency=counts.recency,
            evidence=counts.weight,
            answers=0 if row is None else row.n,
            days_ago=None if row is None else (self.day - row.day).days,
        )

    def _trap_numbers(self, key: TrapKey) -> TrapNumbers:
        knowledge = self.knowledge
        trap = knowledge.bank.traps[key[0]]
        row, opposite = knowledge.traps.get(key), knowledge.traps.get((key[0], trap.other(key[1])))
        counts, other = evidence.trap_counts(row, self.day), evidence.trap_counts(opposite, self.day)
        if self.settings.estimates == "model":
            falls = trap_falls(knowledge, key, self._by_trap.get(key, ()), self.day)
        else:
            falls = evidence.falls(counts, other, knowledge.learner)
        met = max((r.day for r in (row, opposite) if r is not None), default=None)
        return TrapNumbers(
            weight=self.weights.traps.get(key[0], 0.0),
            falls=falls,
            recency=counts.recency + other.recency,
            evidence=counts.weight,
            taken=0 if row is None else row.taken,
            exposures=0 if row is None else row.exposures,
            days_ago=None if met is None else (self.day - met).days,
        )

    @cached_property
    def _by_concept(self) -> dict[str, list[Question]]:
        out: dict[str, list[Question]] = {}
        for question in self.questions:
            for concept in question.concepts:
                out.setdefault(concept, []).append(question)
        return out

    @cached_property
    def _by_trap(self) -> dict[TrapKey, list[Question]]:
        out: dict[TrapKey, list[Question]] = {}
        for question in self.questions:
            for key in trap_keys(self.knowledge.bank, question):
                out.setdefault(key, []).append(question)
        return out

    @property
    def minutes_used(self) -> float:
        """Minutes spent today: answering, plus an allowance for reading the feedback."""
        return sum(a.duration_ms / 1000 + FEEDBACK_SECONDS[a.correct] for a in self.today) / 60

    def waiting(self, history: Sequence[Answer] = ()) -> Waiting:
        """What waits on this day; `history` gives the learner's own pace."""
        due, new = self.due, self.new_left
        seconds = seconds_per_question(history)
        daily = self.settings.minutes
        backlog = len(due) * seconds / 60
        return Waiting(
            day=self.day,
            due=len(due),
            overdue=sum(1 for c in due if c.overdue > 0),
            aged=sum(1 for c in due if c.overdue >= AGED_DAYS),
            new=new,
            minutes=round((len(due) + new) * seconds / 60, 1),
            answered_today=len(self.today),
            daily_minutes=daily,
            days_to_clear=math.ceil(backlog / daily) if backlog > daily else 0,
        )


def seconds_per_question(history: Sequence[Answer]) -> float:
    """Median seconds for a question with its feedback over the last 200 timed answers; a default below 20 of them."""
    timed = [a.duration_ms / 1000 + FEEDBACK_SECONDS[a.correct] for a in history if a.duration_ms > 0][-200:]
    return float(median(timed)) if len(timed) >= OWN_MEDIAN_FROM else QUESTION_SECONDS

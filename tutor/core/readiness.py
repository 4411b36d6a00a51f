"""Chance on unseen questions of an exam, weighted by its blueprint, with an interval; and recall on a day to come.

The model's chance is that of a question never shown: without the question's own term and without practice on it. The
interval comes from the variances of the learner's states by the delta method on the logit scale. Nothing predicts a
score of the real exam.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from tutor.core import learner
from tutor.core.knowledge import Knowledge
from tutor.core.learner import Z80, logit, sigmoid
from tutor.core.log import Answer
from tutor.core.question import Bank, Exam, Question

ENOUGH_ANSWERS = 20
"""Answers below which no chance is stated at all."""
RESERVE_ANSWERS = 40
"""Answers to reserve items below which they say nothing."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A share between 0 and 1 with its 80 % interval, and the number of questions or answers behind it."""

    share: float
    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Part:
    """One domain or task of the exam."""

    id: str
    name: str
    weight: float
    """Share of the exam in percent; 0 for a task, whose weight no exam publishes."""
    chance: Chance | None
    """None when the bank has no question for it."""
    answers: int
    """Answers given to questions of this part."""
    recall: float | None
    """Mean recall of the questions already seen; None when none was."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Readiness on one study day."""

    overall: Chance | None
    covered: float
    """Share of the exam, in percent, for which the bank has questions; `overall` speaks of that part."""
    domains: tuple[Part, ...]
    tasks: tuple[Part, ...]
    reserve: Chance | None
    """From reserve items answered in mock exams; None below 40 answers."""
    reserve_answers: int
    recall_day: date
    """The day for which recall is given: that of the exam, else the day of the look."""


def outlook(
    knowledge: Knowledge,
    exam: Exam,
    questions: Sequence[Question],
    log: Sequence[Answer],
    day: date,
    exam_date: date | None = None,
) -> Outlook:
    """Readiness of a learner for an exam. `questions`: those of the exam, reserve items included; `log`: answers that
    are not retracted. What was answered today is fresh in a way that will not last: the chances are those of `day`, or
    of the day after the newest answer where that is later."""
    recall_day = exam_date if exam_date is not None and exam_date >= day else day
    inside = [q for q in questions if (ref := q.exam(exam.code)) is not None and exam.domain_of(ref.task) is not None]
    answered = _answers_by_question(log, knowledge.bank)
    by_domain: dict[str, list[Question]] = {}
    by_task: dict[str, list[Question]] = {}
    for question in inside:
        task = _task(question, exam)
        by_task.setdefault(task, []).append(question)
        domain = exam.domain_of(task)
        assert domain is not None
        by_domain.setdefault(domain.id, []).append(question)
    newest = max((answer.study_day for answer in log), default=day - timedelta(days=1))
    predictor = _Predictor(knowledge, max(day, newest + timedelta(days=1)))

    def part(name: str, part_id: str, weight: float, members: Sequence[Question]) -> Part:
        cards = [knowledge.recall(q.id, recall_day) for q in members if q.id in knowledge.cards]
        return Part(
            part_id,
            name,
            weight,
            predictor.mean({q.id: (q, 1.0 / len(members)) for q in members}) if members else None,
            sum(answered.get(q.id, 0) for q in members),
            sum(cards) / len(cards) if cards else None,
        )

    covered = sum(d.weight for d in exam.domains if by_domain.get(d.id))
    shares = {
        q.id: (q, d.weight / covered / len(by_domain[d.id])) for d in exam.domains for q in by_domain.get(d.id, ())
    }
    reserve, count = reserve_chance(exam, knowledge.bank, log)
    return Outlook(
        predictor.mean(shares) if shares else None,
        covered,
        tuple(part(d.name, d.id, d.weight, by_domain.get(d.id, ())) for d in exam.domains),
        tuple(part(t.name, t.id, 0.0, by_task.get(t.id, ())) for t in exam.tasks),
        reserve,
        count,
        recall_day,
    )


class _Predictor:
    """Chances of unseen questions, and how they hang on the learner's states."""

    def __init__(self, knowledge: Knowledge, day: date) -> None:
        self._knowledge = knowledge
        self._day = day

    def mean(self, shares: Mapping[str, tuple[Question, float]]) -> Chance:
        """Weighted mean chance over questions, with its interval. Weights must sum to 1."""
        mean = 0.0
        slope: dict[str, float] = {}
        variance: dict[str, float] = {}
        for question, weight in shares.values():
            # The form of the day is gone by the time it matters.
            states = replace(self._knowledge.states(question), question=None, form=None)
            estimate = learner.predict(
                states,
                question.difficulty,
                self._knowledge.prior,
                self._knowledge.concept_recall(question, self._day),
                self._knowledge.topic(question),
            )
            mean += weight * estimate.p
            scale = 1.0 / math.sqrt(1.0 + math.pi * estimate.v / 8.0)
            steep = weight * estimate.p * (1.0 - estimate.p) * scale
            slope[""] = slope.get("", 0.0) + steep
            variance[""] = states.general.var
            for concept, state in zip(question.concepts, states.concepts, strict=True):
                slope[concept] = slope.get(concept, 0.0) + steep / len(question.concepts)
                variance[concept] = state.var
            reach = self._knowledge.offset(question) - self._knowledge.prior.offset("medium")
            slope["label"] = slope.get("label", 0.0) + steep * reach
            variance["label"] = self._knowledge.slope().var
        deviation = math.sqrt(sum(slope[k] ** 2 * variance[k] for k in slope))
        return _interval(mean, deviation, len(shares))


def _interval(mean: float, deviation: float, count: int) -> Chance:
    mean = min(max(mean, 1e-9), 1.0 - 1e-9)
    spread = Z80 * deviation / (mean * (1.0 - mean))
    return Chance(mean, sigmoid(logit(mean) - spread), sigmoid(logit(mean) + spread), count)


def reserve_chance(exam: Exam, bank: Bank, log: Iterable[Answer]) -> tuple[Chance | None, int]:
    """Share right on reserve items in mock exams, weighted by domain, and the number of these answers. Only the first
    answer to an item counts, since later ones are not unseen. None below 40 answers or while a domain has none."""
    first: dict[str, tuple[str, bool]] = {}
    for answer in log:
        question = bank.find(answer.question_id)
        ref = None if question is None or not question.reserve else question.exam(exam.code)
        domain = exam.domain_of(ref.task) if ref is not None else None
        if question is not None and domain is not None and answer.mode == "mock" and question.id not in first:
            first[question.id] = (domain.id, answer.correct)
    rights = {d.id: [right for domain, right in first.values() if domain == d.id] for d in exam.domains}
    if len(first) < RESERVE_ANSWERS or not all(rights.values()):
        return None, len(first)
    mean = spread = 0.0
    for domain in exam.domains:
        # Jeffreys' prior: half a right and half a wrong answer.
        a = sum(rights[domain.id]) + 0.5
        b = len(rights[domain.id]) - sum(rights[domain.id]) + 0.5
        weight = domain.weight / 100.0
        mean += weight * a / (a + b)
        spread += weight**2 * a * b / ((a + b) ** 2 * (a + b + 1))
    return _interval(mean, math.sqrt(spread), len(first)), len(first)


def _task(question: Question, exam: Exam) -> str:
    ref = question.exam(exam.code)
    assert ref is not None
    return ref.task


def _answers_by_question(log: Iterable[Answer], bank: Bank) -> dict[str, int]:
    out: dict[str, int] = {}
    for answer in log:
        question_id = bank.aliases.get(answer.question_id, answer.question_id)
        out[question_id] = out.get(question_id, 0) + 1
    return out

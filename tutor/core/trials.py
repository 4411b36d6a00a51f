"""The answers that count, each with what was predicted before it was given: the honest record of the learner model.

Predict, look, then learn, in the order of the log (prequential evaluation, Dawid 1984): no prediction has seen its own
answer. What cannot be a trial is left out by the rules of `Knowledge`, which does the work, so there is no second
copy of them here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from tutor.core.knowledge import Knowledge
from tutor.core.log import Answer
from tutor.core.prior import Prior
from tutor.core.question import Bank, Question


@dataclass(frozen=True, slots=True)
class Trial:
    """One answer of the log with the state of the world before it."""

    answer_id: str
    question: Question
    chosen: tuple[str, ...]
    correct: bool
    day: date
    repeats: int
    """Earlier answers to this very question."""
    recall: float | None
    """Mean recall of its concepts before the answer; None when none was answered before."""
    predicted: float
    """Chance of a right answer by the model, before the answer."""
    rest: float
    """What the predicted logit holds besides the learner's general ability and that on the concepts."""


def trials(bank: Bank, prior: Prior, answers: Iterable[Answer]) -> list[Trial]:
    """The trials of a log in order of (answered_at, id); retracted answers must be left out by the caller."""
    return run(Knowledge(bank, prior), answers)


def run(knowledge: Knowledge, answers: Iterable[Answer]) -> list[Trial]:
    """The same from a given state on, which takes the answers in."""
    found: list[Trial] = []
    for answer in answers:
        question = knowledge.bank.find(answer.question_id)
        if question is None:
            continue
        recall = knowledge.concept_recall(question, answer.study_day)
        own = knowledge.questions.get(question.id)
        states = knowledge.states(question)
        estimate = knowledge.predict(question, answer.study_day)
        if not knowledge.apply(answer).after.questions:
            continue
        found.append(
            Trial(
                answer.id,
                question,
                answer.chosen,
                answer.correct,
                answer.study_day,
                0 if own is None else own.n,
                recall,
                estimate.p,
                estimate.z - states.general.mean - _mean([c.mean for c in states.concepts]),
            )
        )
    return found


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0

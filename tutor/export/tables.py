"""What is known of concepts, traps and questions as rows for a spreadsheet. Values in, values out; the renderer is
`tutor.export.csv`.

The numbers are those of the reports. An estimate from too few answers is no number, so its cells are empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from tutor.core.log import Answer
from tutor.core.outcome import ConceptEstimate, Confusion
from tutor.core.question import Bank, Question
from tutor.core.rows import CardRow
from tutor.prose import plain
from tutor.store.values import Mark
from tutor.wording import standing

Row = Mapping[str, object]

CONCEPTS = (
    "concept_id", "name", "standing", "answers", "questions", "expected_right", "expected_low", "expected_high",
    "exam_weight", "expected_loss", "deviation", "deviation_low", "deviation_high", "last_day",
)  # fmt: skip
TRAPS = (
    "trap_id", "name", "lure", "side", "status", "taken", "exposures", "picks", "expected", "ratio", "ratio_low",
    "ratio_high", "probability", "cue", "rule",
)  # fmt: skip
QUESTIONS = (
    "question_id", "type", "difficulty", "status", "exams", "concepts", "traps", "ask", "answers", "right", "first_day",
    "last_day", "due_day", "recall", "stability", "difficulty_fsrs", "flagged", "suspended", "note",
)  # fmt: skip


def concepts(estimates: Iterable[ConceptEstimate], bank: Bank) -> Iterator[Row]:
    """One row a concept, in the order given. Shares are from 0 to 1, deviations in logits, intervals of 80 %."""
    for one in estimates:
        told = standing(one) in ("few", "stated")
        yield {
            "concept_id": one.concept_id,
            "name": bank.concept_name(one.concept_id),
            "standing": standing(one),
            "answers": one.answers,
            "questions": one.questions,
            "expected_right": one.accuracy if told else None,
            "expected_low": one.low if told else None,
            "expected_high": one.high if told else None,
            "exam_weight": one.weight,
            "expected_loss": one.loss if told else None,
            "deviation": one.deviation if told else None,
            "deviation_low": one.deviation_low if told else None,
            "deviation_high": one.deviation_high if told else None,
            "last_day": one.last_day,
        }


def traps(confusions: Iterable[Confusion], bank: Bank) -> Iterator[Row]:
    """One row a direction of a trap that was met, in the order given; `side` is right, `lure` is taken for it."""
    for one in confusions:
        trap = bank.traps.get(one.trap_id)
        yield {
            "trap_id": one.trap_id,
            "name": bank.trap_name(one.trap_id),
            "lure": one.lure,
            "side": one.side,
            "status": one.status,
            "taken": one.taken,
            "exposures": one.exposures,
            "picks": one.picks,
            "expected": one.expected,
            "ratio": one.ratio,
            "ratio_low": one.low,
            "ratio_high": one.high,
            "probability": one.probability,
            "cue": plain(trap.cue_for(one.side)) if trap else "",
            "rule": plain(trap.rule) if trap else "",
        }


@dataclass(frozen=True, slots=True)
class _Given:
    """The answers to one question."""

    answers: int
    right: int
    first: date
    last: date


def questions(
    bank: Bank,
    exam: str,
    answers: Iterable[Answer],
    card: Callable[[Question], tuple[CardRow | None, float | None]],
    marks: Mapping[str, Mark],
    *,
    anonymous: bool = False,
) -> Iterator[Row]:
    """One row a question of the exam, in order of id: those for practice, and of the others those that were answered.
    `answers` without those taken back; `card` gives the FSRS card and the recall now, `marks` are by
    question id, `anonymous` leaves out notes."""
    given = _given(answers, bank)
    for _, question in sorted(bank.questions.items()):
        shown = question.status == "reviewed" and not question.reserve
        if question.exam(exam) is None or not (shown or question.id in given):
            continue
        one = given.get(question.id)
        row, recall = card(question)
        said = marks.get(question.id)
        yield {
            "question_id": question.id,
            "type": question.type,
            "difficulty": question.difficulty,
            "status": question.status,
            "exams": [f"{ref.code} {ref.task}" for ref in question.exams],
            "concepts": list(question.concepts),
            "traps": list(question.traps),
            "ask": plain(question.ask),
            "answers": one.answers if one else 0,
            "right": one.right if one else 0,
            "first_day": one.first if one else None,
            "last_day": one.last if one else None,
            "due_day": row.due_day if row else None,
            "recall": recall,
            "stability": row.stability if row else None,
            "difficulty_fsrs": row.difficulty if row else None,
            "flagged": said is not None and said.flagged,
            "suspended": said is not None and said.suspended,
            "note": "" if said is None or anonymous else said.note,
        }


def _given(answers: Iterable[Answer], bank: Bank) -> dict[str, _Given]:
    found: dict[str, _Given] = {}
    for answer in answers:
        name = bank.aliases.get(answer.question_id, answer.question_id)
        old = found.get(name) or _Given(0, 0, answer.study_day, answer.study_day)
        last = max(old.last, answer.study_day)
        found[name] = replace(old, answers=old.answers + 1, right=old.right + answer.correct, last=last)
    return found

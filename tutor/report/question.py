"""The report on one question: every answer with what was shown and chosen, and where its card stands. Read-only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone

from tutor.core.grading import Confidence
from tutor.core.log import Answer, Mode
from tutor.core.question import Bank, Question
from tutor.core.rows import CardRow
from tutor.prose import letter, plain
from tutor.report.document import Block, Document, Heading, Items, Para, Table
from tutor.wording import count, percent

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Given:
    """One answer. `shown` are option ids from top to bottom; the letters are those the learner saw."""

    id: str
    at: datetime
    """In the zone of the answer."""
    study_day: date
    mode: Mode
    shown: tuple[str, ...]
    chosen: tuple[str, ...]
    letters: str
    correct: bool
    confidence: Confidence | None
    seconds: float
    retracted: bool
    old_key: bool
    """True when the key was corrected since: the answer no longer counts."""


@dataclass(frozen=True, slots=True)
class QuestionHistory:
    """The whole report."""

    day: date
    question: str
    ask: str
    concepts: tuple[str, ...]
    traps: tuple[str, ...]
    difficulty: str
    options: tuple[tuple[str, str, bool], ...]
    """Id, text, whether it is right."""
    answers: tuple[Given, ...]
    due_day: date | None
    stability: float | None
    recall: float | None
    flagged: bool
    suspended: bool
    note: str


def question_history(
    day: date,
    question: Question,
    bank: Bank,
    log: Sequence[Answer],
    card: CardRow | None,
    recall: float | None,
    flagged: bool = False,
    suspended: bool = False,
    note: str = "",
) -> QuestionHistory:
    """The report of one study day. `log`: all answers to this question, retracted ones included."""
    return QuestionHistory(
        day,
        question.id,
        plain(question.ask),
        tuple(bank.concept_name(c) for c in question.concepts),
        tuple(bank.trap_name(t) for t in question.traps),
        question.difficulty,
        tuple((o.id, plain(o.text), o.id in _right(question)) for o in question.options),
        tuple(_given(answer, question) for answer in log),
        None if card is None else card.due_day,
        None if card is None else card.stability,
        recall,
        flagged,
        suspended,
        note,
    )


def _right(question: Question) -> set[str]:
    return {part.partition("=")[2] or part for part in question.key}


def _given(answer: Answer, question: Question) -> Given:
    zone = timezone(timedelta(minutes=answer.utc_offset))
    return Given(
        answer.id,
        answer.answered_at.astimezone(zone),
        answer.study_day,
        answer.mode,
        answer.shown,
        answer.chosen,
        " ".join(_letter(part, answer.shown) for part in answer.chosen),
        answer.correct,
        answer.confidence,
        answer.duration_ms / 1000,
        answer.retracted_at is not None,
        answer.key_hash != question.key_hash,
    )


def _letter(part: str, shown: Sequence[str]) -> str:
    prompt, _, option = part.partition("=")
    chosen = option or prompt
    place = letter(shown.index(chosen)) if chosen in shown else "?"
    return f"{prompt}={place}" if option else place


def document(report: QuestionHistory) -> Document:
    """The report as blocks."""
    counted = [g for g in report.answers if not g.retracted]
    blocks: list[Block] = [
        Para(report.ask),
        Items(tuple((f"{'right: ' if right else ''}{text}", (option,)) for option, text, right in report.options)),
        Para(f"{report.difficulty}; concepts: {', '.join(report.concepts)}" + _traps(report)),
        Heading("Card"),
        Para(_card(report)),
        Heading("Answers"),
    ]
    if not report.answers:
        blocks.append(Para("Never answered."))
    else:
        rows = tuple(
            (_when(g), g.mode, g.letters, " ".join(g.chosen), _verdict(g), _seconds(g)) for g in report.answers
        )
        columns = ("when", "mode", "shown as", "chosen", "", "seconds")
        blocks.append(Table("Every answer, oldest first", columns, rows, frozenset({5})))
    right = sum(g.correct for g in counted)
    return Document(
        f"Question {report.question}, {report.day.isoformat()}",
        f"{count(len(counted), 'answer')}, {right} right.",
        tuple(blocks),
    )


def _traps(report: QuestionHistory) -> str:
    return f"; traps: {', '.join(report.traps)}" if report.traps else ""


def _card(report: QuestionHistory) -> str:
    state = "Suspended. " if report.suspended else ""
    state += "Flagged. " if report.flagged else ""
    state += f"Note: {report.note} " if report.note else ""
    if report.due_day is None or report.stability is None or report.recall is None:
        return f"{state}No card yet."
    return (
        f"{state}Due {report.due_day.isoformat()}; estimated recall {percent(report.recall)}; "
        f"stability {report.stability:.1f} days (recall falls to 90 % in that time)."
    )


def _when(given: Given) -> str:
    return f"{given.at:%Y-%m-%d %H:%M}"


def _verdict(given: Given) -> str:
    words = ["right" if given.correct else "wrong"]
    words += [given.confidence] if given.confidence else []
    words += ["taken back"] if given.retracted else []
    words += ["before the key was corrected"] if given.old_key else []
    return ", ".join(words)


def _seconds(given: Given) -> str:
    return f"{given.seconds:.0f}" if given.seconds else ""

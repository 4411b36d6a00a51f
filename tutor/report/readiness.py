"""The readiness report: chance on unseen questions by domain and task, memory on exam day, how it moved. Read-only.

Two statements are kept apart: what the model expects, and what reserve items in mock exams have shown. No score of the
real exam is predicted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from tutor.core.question import Exam
from tutor.core.readiness import ENOUGH_ANSWERS, RESERVE_ANSWERS, Chance, Outlook, Part
from tutor.report.document import Bar, Bars, Block, Document, Heading, Para, Point, Series, Table
from tutor.wording import count, interval, percent

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Moment:
    """The model's overall chance at the end of a study day."""

    day: date
    answers: int
    chance: Chance | None


@dataclass(frozen=True, slots=True)
class Readiness:
    """The whole report. `outlook` holds estimates even when `enough` is false; renderings then leave them out."""

    day: date
    exam: str
    exam_name: str
    exam_date: date | None
    days_left: int | None
    answers: int
    enough: bool
    outlook: Outlook
    history: tuple[Moment, ...]
    scale_note: str


def readiness(
    day: date, exam: Exam, answers: int, outlook: Outlook, history: Sequence[Moment], exam_date: date | None
) -> Readiness:
    """The report of one study day. `answers`: answers in the log to questions of this exam."""
    return Readiness(
        day,
        exam.code,
        exam.name,
        exam_date,
        None if exam_date is None else (exam_date - day).days,
        answers,
        answers >= ENOUGH_ANSWERS,
        outlook,
        tuple(history),
        exam.scale_note,
    )


def document(report: Readiness) -> Document:
    """The report as blocks."""
    blocks: list[Block] = [Heading("Chance on unseen questions")]
    blocks += _model(report)
    blocks += [Heading("Reserve items in mock exams"), Para(_reserve(report.outlook))]
    blocks += [Heading(f"Recall on {report.outlook.recall_day.isoformat()}"), *_recall(report)]
    if report.enough and sum(m.chance is not None for m in report.history) > 1:
        blocks += [Heading("How it moved"), _history(report.history)]
    if report.scale_note:
        blocks += [Heading("What this is not"), Para(report.scale_note)]
    left = (
        f", {count(report.days_left, 'day')} to the exam"
        if report.days_left is not None and report.days_left >= 0
        else ""
    )
    return Document(
        f"Readiness report for {report.exam_name} ({report.exam}), {report.day.isoformat()}",
        f"{count(report.answers, 'answer')} so far{left}.",
        tuple(blocks),
    )


def _model(report: Readiness) -> list[Block]:
    outlook = report.outlook
    if not report.enough or outlook.overall is None:
        return [Para(f"Not enough answers yet ({report.answers} of {ENOUGH_ANSWERS}).")]
    overall = outlook.overall
    reach = (
        ""
        if outlook.covered >= 99.9
        else f" The bank covers {outlook.covered:.0f} % of the exam; this speaks of that part."
    )
    blocks: list[Block] = [
        Para(
            f"The model expects {percent(overall.share)} right (80 % interval {interval(overall.low, overall.high)}), "
            f"weighted by the blueprint, over {count(overall.count, 'question')} as if never seen.{reach}"
        ),
        Bars(
            "By domain (share of the exam)",
            tuple(_bar(p, f"{p.name} ({p.weight:.0f} %)") for p in outlook.domains if p.chance),
        ),
    ]
    missing = [p.name for p in outlook.domains if p.chance is None]
    if missing:
        blocks.append(Para(f"No questions yet for: {', '.join(missing)}."))
    rows = tuple(
        (f"{p.id} {p.name}", _share(p.chance), str(p.answers), "" if p.chance is None else str(p.chance.count))
        for p in outlook.tasks
    )
    blocks.append(
        Table("By task", ("task", "expected right, 80 % interval", "answers", "questions"), rows, frozenset({2, 3}))
    )
    return blocks


def _bar(part: Part, label: str) -> Bar:
    chance = part.chance
    assert chance is not None
    return Bar(label, chance.share, chance.low, chance.high, f"{_share(chance)}, {count(part.answers, 'answer')}")


def _share(chance: Chance | None) -> str:
    return "no questions" if chance is None else f"{percent(chance.share)} ({interval(chance.low, chance.high)})"


def _reserve(outlook: Outlook) -> str:
    if outlook.reserve is None:
        have = f"{outlook.reserve_answers} of {RESERVE_ANSWERS}"
        return f"Not enough data: {have} answers to reserve items, with some in every domain."
    chance = outlook.reserve
    return (
        f"{percent(chance.share)} right (80 % interval {interval(chance.low, chance.high)}), weighted by domain, "
        f"from {count(chance.count, 'reserve item')} answered for the first time in a mock exam."
    )


def _recall(report: Readiness) -> list[Block]:
    bars = tuple(
        Bar(f"{p.name}", p.recall, None, None, percent(p.recall))
        for p in report.outlook.domains
        if p.recall is not None
    )
    if not bars:
        return [Para("No question has been answered yet.")]
    return [
        Bars("Mean recall of the questions seen so far, if they are not reviewed again", bars),
        Para("Recall says how well a seen question is remembered, not whether an unseen one will be answered right."),
    ]


def _history(history: Sequence[Moment]) -> Series:
    points = tuple(
        Point(
            m.day.isoformat(),
            m.chance.share,
            f"{percent(m.chance.share)} ({interval(m.chance.low, m.chance.high)}) after {count(m.answers, 'answer')}",
            m.chance.low,
            m.chance.high,
        )
        for m in history
        if m.chance is not None
    )
    return Series(
        "Expected share right on unseen questions, by study day, with its 80 % interval", points, 1.0, "share"
    )

"""The progress report: days, accuracy, how memories held, what comes, how far to trust the model. Read-only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from tutor.core.progress import DayCount, FirstTries, Retention
from tutor.core.quality import Quality
from tutor.report.document import Block, Document, Heading, Para, Point, Series, Table
from tutor.report.reliability import reliability
from tutor.wording import calibration_line, count, percent, quality_line

SCHEMA = 1
DAYS_SHOWN = 28


@dataclass(frozen=True, slots=True)
class Progress:
    """The whole report."""

    day: date
    exam: str
    exam_name: str
    answers: int
    right: int
    minutes: float
    streak: int
    days: tuple[DayCount, ...]
    first: FirstTries
    retention: tuple[Retention, ...]
    forecast: tuple[tuple[date, int], ...]
    model: Quality


def progress(
    day: date,
    exam: str,
    exam_name: str,
    days: Sequence[DayCount],
    first: FirstTries,
    retention: Sequence[Retention],
    forecast: Sequence[tuple[date, int]],
    streak: int,
    model: Quality,
) -> Progress:
    """The report of one study day, over all exams' answers but the forecast of this one."""
    return Progress(
        day,
        exam,
        exam_name,
        sum(d.answers for d in days),
        sum(d.right for d in days),
        sum(d.minutes for d in days),
        streak,
        tuple(days),
        first,
        tuple(retention),
        tuple(forecast),
        model,
    )


def document(report: Progress) -> Document:
    """The report as blocks."""
    blocks: list[Block] = []
    if not report.days:
        blocks.append(Para("No answers yet. `tutor review` starts."))
    else:
        blocks += [Heading("Days"), *_days(report)]
        blocks += [Heading("First tries"), Para(_first(report.first))]
        blocks += [Heading("How memories held"), *_retention(report.retention)]
    blocks += [Heading("What comes"), _forecast(report.forecast)]
    blocks += [Heading("How far the model can be trusted"), *_model(report.model)]
    return Document(
        f"Progress report for {report.exam_name} ({report.exam}), {report.day.isoformat()}",
        f"{count(report.answers, 'answer')} on {count(len(report.days), 'day')} so far.",
        tuple(blocks),
    )


def _days(report: Progress) -> list[Block]:
    shown = report.days[-DAYS_SHOWN:]
    hours = f"{report.minutes / 60:.1f} hours"
    lead = f"{percent(report.right / report.answers)} of {count(report.answers, 'answer')} right, {hours} in all"
    row = f"; {count(report.streak, 'day')} in a row" if report.streak > 1 else ""
    top = float(max(d.answers for d in shown))
    points = tuple(
        Point(
            d.day.isoformat(),
            d.answers,
            f"{count(d.answers, 'answer')}, {percent(d.right / d.answers)} right, {d.minutes:.0f} min",
        )
        for d in shown
    )
    return [
        Para(f"{lead}{row}."),
        Series(f"Answers on the last {count(len(shown), 'study day')} with answers", points, top, "answers", "columns"),
    ]


def _first(first: FirstTries) -> str:
    if not first.answers:
        return "No question has been answered for the first time yet."
    guessed = f", {first.guessed} of them marked as guessed" if first.guessed else ""
    share = percent(first.right / first.answers)
    return f"{first.right} of {count(first.answers, 'new question')} right at the first try ({share}{guessed})."


def _retention(rows: Sequence[Retention]) -> list[Block]:
    if not rows:
        return [Para("No question has been reviewed on a later day yet.")]
    cells = tuple(
        (_age(r), str(r.answers), f"{r.right} ({percent(r.right / r.answers)})", percent(r.expected)) for r in rows
    )
    return [
        Table(
            "Reviews by study days since the last one",
            ("study days", "reviews", "right", "recall expected"),
            cells,
            frozenset({1, 2, 3}),
        ),
        Para("Expected is the recall of FSRS; a guess that hits makes the share right larger than recall."),
    ]


def _age(row: Retention) -> str:
    if row.first == row.last:
        return str(row.first)
    return f"{row.first} to {row.last}" if row.last < 1000 else f"{row.first} or more"


def _forecast(rows: Sequence[tuple[date, int]]) -> Series:
    points = tuple(Point(day.isoformat(), due, f"{due} due") for day, due in rows)
    most = float(max((n for _, n in rows), default=0))
    return Series("Questions that come due on the next study days", points, most, "due", "columns")


def _model(model: Quality) -> list[Block]:
    blocks: list[Block] = [Para(quality_line(model))]
    if model.calibration is not None:
        blocks.append(Para(calibration_line(model.calibration)))
        blocks.append(reliability(model.calibration))
    return blocks

"""Every kind of report from a look at the learner's data, and its four renderings. Writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, is_dataclass
from datetime import date, datetime

from tutor.core.progress import by_day, first_tries, forecast, retention, streak
from tutor.overview import Overview
from tutor.report import progress, question, readiness, weakness, weakness_blocks
from tutor.report.document import Document
from tutor.report.html import to_html
from tutor.report.markdown import to_markdown
from tutor.report.plain_text import to_text

FORMATS = ("text", "json", "md", "html")
Report = weakness.Weakness | readiness.Readiness | progress.Progress | question.QuestionHistory


def make_weakness(look: Overview, drill: str) -> weakness.Weakness:
    """`drill`: the command to which `--trap ID` or `--concept ID` is added."""
    before = look.concepts_before(weakness.TREND_DAYS)
    return weakness.weakness(
        look.day,
        look.exam,
        look.bank,
        len(look.answers()),
        look.concepts(),
        look.confusions(),
        drill,
        look.quality(),
        look.tuned(),
        before,
    )


def make_readiness(look: Overview) -> readiness.Readiness:
    moments = [readiness.Moment(*moment) for moment in look.moments()]
    return readiness.readiness(look.day, look.exam, look.exam_answers(), look.outlook(), moments, look.config.exam_date)


def make_progress(look: Overview) -> progress.Progress:
    log = look.answers()
    days = by_day(log)
    return progress.progress(
        look.day,
        look.exam.code,
        look.exam.name,
        days,
        first_tries(log),
        retention(log),
        forecast(look.due_days(), look.day),
        streak(days, look.day),
        look.quality(),
    )


def make_question(look: Overview, question_id: str, anonymous: bool = False) -> question.QuestionHistory:
    """`anonymous` leaves the learner's note out. Raises UsageError for an unknown question."""
    found = look.question(question_id)
    card, recall = look.card(found)
    mark = look.mark(found)
    return question.question_history(
        look.day,
        found,
        look.bank,
        look.question_answers(found),
        card,
        recall,
        mark is not None and mark.flagged,
        mark is not None and mark.suspended,
        "" if mark is None or anonymous else mark.note,
    )


def document(report: Report) -> Document:
    """The report as blocks, for text, Markdown and HTML."""
    match report:
        case weakness.Weakness():
            return weakness_blocks.document(report)
        case readiness.Readiness():
            return readiness.document(report)
        case progress.Progress():
            return progress.document(report)
        case question.QuestionHistory():
            return question.document(report)


def to_json(report: Report) -> dict[str, object]:
    """The report as JSON-able values: dates as ISO texts, what may not be stated as null, with a schema number."""
    kinds: Mapping[type, tuple[str, int]] = {
        weakness.Weakness: ("weakness", weakness.SCHEMA),
        readiness.Readiness: ("readiness", readiness.SCHEMA),
        progress.Progress: ("progress", progress.SCHEMA),
        question.QuestionHistory: ("question", question.SCHEMA),
    }
    kind, schema = kinds[type(report)]
    data: dict[str, object] = {"schema": schema, "report": kind, **asdict(report)}
    if isinstance(report, readiness.Readiness) and not report.enough:
        data["outlook"] = None
        data["history"] = []
    return {key: _jsonable(value) for key, value in data.items()}


def _jsonable(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return _jsonable(asdict(value))
    if isinstance(value, dict):
        return {key: _jsonable(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_jsonable(each) for each in value]
    return value.isoformat() if isinstance(value, date | datetime) else value


RENDER: Mapping[str, Callable[[Document, int], str]] = {
    "text": to_text,
    "md": lambda document, _: to_markdown(document),
    "html": lambda document, _: to_html(document),
}

"""`tutor due`: what waits on this study day, as text or as JSON."""

from __future__ import annotations

import argparse

from tutor.commands.context import open_bank, surroundings
from tutor.commands.output import write_json, write_text
from tutor.commands.parser import SubParsers
from tutor.core.clock import Countdown, countdown
from tutor.core.outcome import Waiting
from tutor.text import clean
from tutor.wording import count

SCHEMA = 1

_EPILOG = """\
The object printed with --json:
  schema          1; a change that breaks a reader raises it
  day             study day, as a date
  due             questions due and not answered today
  overdue         of these, late by a day or more
  aged            of these, late by four days or more, which go first
  new             new questions meant for today
  minutes         time for all of it, at your own pace
  answered_today  answers given today
  daily_minutes   the day's time by your settings
  days_to_clear   days the due questions take; 0 when today is enough
  exam            exam code
  days_to_exam    days to the exam date; null without one, negative after it

examples:
  tutor due
  tutor due --json | jq .due
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "due",
        help="what waits today",
        description="Show what waits today: due, overdue and new questions, and their minutes. Changes nothing.",
        epilog=_EPILOG,
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--exam", metavar="CODE", help="exam to look at (default: the one of your settings)")


def run(args: argparse.Namespace) -> int:
    from tutor.overview import Overview

    context = surroundings(args)
    bank = open_bank(context)
    with Overview.open(context.database, bank, context.config, context.clock, args.exam) as overview:
        waiting, exam = overview.waiting(), overview.exam
    left = countdown(waiting.day, context.config.exam_date)
    if args.json:
        write_json(as_json(waiting, exam.code, left))
    else:
        write_text(as_text(waiting, exam.code, left), None)
    return 0


def as_json(waiting: Waiting, exam: str, left: Countdown | None) -> dict[str, object]:
    """The object of `tutor due --json`."""
    return {
        "schema": SCHEMA,
        "day": waiting.day.isoformat(),
        "due": waiting.due,
        "overdue": waiting.overdue,
        "aged": waiting.aged,
        "new": waiting.new,
        "minutes": waiting.minutes,
        "answered_today": waiting.answered_today,
        "daily_minutes": waiting.daily_minutes,
        "days_to_clear": waiting.days_to_clear,
        "exam": exam,
        "days_to_exam": None if left is None else left.days,
    }


def as_text(waiting: Waiting, exam: str, left: Countdown | None) -> str:
    """The same numbers as lines."""
    late = f" ({waiting.overdue} overdue, {waiting.aged} by four days or more)" if waiting.overdue else ""
    rows = [
        ("Day", waiting.day.isoformat()),
        ("Exam", exam if left is None else f"{exam}, {_exam_day(left)}"),
        ("Due", f"{waiting.due}{late}"),
        ("New", str(waiting.new)),
        ("Time", f"about {waiting.minutes:g} minutes ({waiting.daily_minutes:g} a day planned)"),
        ("Answered", f"{waiting.answered_today} today"),
    ]
    if waiting.days_to_clear:
        rows.append(("Backlog", f"{count(waiting.days_to_clear, 'day')} at that time a day"))
    return clean("".join(f"{name:<10}{value}\n" for name, value in rows))


def _exam_day(left: Countdown) -> str:
    day = left.exam_date.isoformat()
    if left.over:
        return f"over since {day}"
    return f"today ({day})" if left.days == 0 else f"in {count(left.days, 'day')} ({day})"

"""`tutor export`: the answer log as JSON Lines, CSV, xAPI statements, or reviews for FSRS optimisers."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tutor.commands.context import Context, open_bank, surroundings, tell
from tutor.commands.output import write
from tutor.commands.parser import SubParsers, day
from tutor.errors import TutorError

if TYPE_CHECKING:
    from tutor.core.question import Bank

_EPILOG = """\
jsonl: a header line, then one answer a line with every column, answers that
were taken back included, then your marks. `tutor import` reads it.
csv: the same columns without marks, lists joined by |, and ' before a cell that
a spreadsheet would take for a formula.
xapi: one xAPI 1.0.3 statement a line; the learner is a salted account.
revlog: card, time, rating and duration, as FSRS optimisers read them.
All are UTF-8 with LF.

examples:
  tutor export -o answers.jsonl
  tutor export --format csv --since 2026-11-01 > november.csv
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "export",
        help="your answers as JSON Lines, CSV, xAPI or review log",
        description="Write your answers out. Changes nothing.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "--format", choices=["jsonl", "csv", "xapi", "revlog"], default="jsonl", help="(default: jsonl)"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file, replaced in one step")
    parser.add_argument("--since", metavar="DATE", type=day, help="only answers of this study day and later")


def run(args: argparse.Namespace) -> int:
    from tutor.export import csv, jsonl, revlog, xapi
    from tutor.store.repo import Store

    context = surroundings(args)
    with Store.open(context.database, read_only=True) as store:
        answers = store.answers(since=args.since, retracted=True)
        marks = store.marks().values()
        device = answers[0].device if answers else ""
    if args.format == "revlog":
        text = revlog.write(answers)
    elif args.format == "csv":
        text = csv.write(answers, _bank(context))
    elif args.format == "xapi":
        text = xapi.write(answers, _bank(context), device)
    else:
        text = jsonl.write(answers, marks, _bank(context))
    write(text, args.output)
    if not answers:
        tell(f"profile {args.profile} has no answers to export.")
    return 0


def _bank(context: Context) -> Bank | None:
    """The bank, for the concepts and traps of each question. The answers are written without them when it is broken."""
    try:
        return open_bank(context)
    except TutorError as error:
        tell(f"exported without concepts and traps: {error.message}")
        return None

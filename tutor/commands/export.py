"""`tutor export`: the answer log as JSON Lines or CSV."""

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
Both are UTF-8 with LF.

examples:
  tutor export -o answers.jsonl
  tutor export --format csv --since 2026-11-01 > november.csv
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "export",
        help="your answers as JSON Lines or CSV",
        description="Write your answers out. Changes nothing.",
        epilog=_EPILOG,
    )
    parser.add_argument("--format", choices=["jsonl", "csv"], default="jsonl", help="(default: jsonl)")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file, replaced in one step")
    parser.add_argument("--since", metavar="DATE", type=day, help="only answers of this study day and later")


def run(args: argparse.Namespace) -> int:
    from tutor.export import csv, jsonl
    from tutor.store.repo import Store

    context = surroundings(args)
    with Store.open(context.database, read_only=True) as store:
        answers = store.answers(since=args.since, retracted=True)
        marks = store.marks().values()
    bank = _bank(context)
    text = csv.write(answers, bank) if args.format == "csv" else jsonl.write(answers, marks, bank)
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

"""`tutor report`: the reports as text, JSON, Markdown or HTML, on standard output or in a file."""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys

from tutor.commands.context import open_bank, surroundings, tell
from tutor.commands.output import write, write_json, write_text
from tutor.commands.parser import SubParsers
from tutor.errors import UsageError

_EPILOG = """\
An estimate is stated only from three answers on and when its 80 % interval is
at most 40 points wide. Errors that the difficulty of a topic explains are kept
apart from what goes worse than it explains. A suspected confusion is put as a
question. Readiness speaks of unseen questions and predicts no exam score.

examples:
  tutor report
  tutor report weakness --format json -o weakness.json
  tutor report readiness --format html -o readiness.html
  tutor report question ID
"""
KINDS = ("weakness", "readiness", "progress", "question")


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "report",
        help="weakness, readiness, progress, one question",
        description="Print a report. `weakness`: concepts, weakest first, and the confusions with their direction. "
        "`readiness`: chance on unseen questions by domain and task. `progress`: days, accuracy, memory, what comes. "
        "`question ID`: every answer to one question. Changes nothing.",
        epilog=_EPILOG,
    )
    parser.add_argument("kind", nargs="?", choices=KINDS, default="weakness", help="(default: weakness)")
    parser.add_argument("id", nargs="?", metavar="ID", help="the question, for `question`")
    parser.add_argument("--format", choices=("text", "json", "md", "html"), default="text", help="(default: text)")
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file, replaced in one step")
    parser.add_argument("--exam", metavar="CODE", help="exam to report on (default: the one of your settings)")
    parser.add_argument("--anonymous", action="store_true", help="leave out your notes")


def run(args: argparse.Namespace) -> int:
    if (args.kind == "question") != (args.id is not None):
        raise UsageError(
            "`tutor report question` needs the id of a question, the other reports take none.",
            "`tutor bank list` shows the ids.",
        )
    from tutor.overview import Overview
    from tutor.report import make

    context = surroundings(args)
    bank = open_bank(context)
    with Overview.open(context.database, bank, context.config, context.clock, args.exam) as look:
        report: make.Report
        if args.kind == "weakness":
            report = make.make_weakness(look, drill_command(args))
        elif args.kind == "readiness":
            report = make.make_readiness(look)
        elif args.kind == "progress":
            report = make.make_progress(look)
        else:
            report = make.make_question(look, args.id, args.anonymous)
        for notice in look.notices():
            tell(notice)
    if args.format == "json":
        write_json(make.to_json(report), args.output)
        return 0
    terminal = args.output is None and sys.stdout is not None and sys.stdout.isatty()
    width = max(shutil.get_terminal_size().columns, 40) if terminal else 80
    text = make.RENDER[args.format](make.document(report), width)
    if args.format == "html":
        write(text, args.output)
    else:
        write_text(text, args.output)
    return 0


def drill_command(args: argparse.Namespace) -> str:
    """The call that reviews with the same profile, folder and exam as this report."""
    words = ["tutor", "review"]
    if args.home:
        words += ["--home", args.home]
    if args.profile != "default":
        words += ["--profile", args.profile]
    if args.exam:
        words += ["--exam", args.exam]
    return shlex.join(words)

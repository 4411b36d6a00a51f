"""`tutor report`: the weakness report as text or JSON, on standard output or in a file."""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys

from tutor.commands.context import open_bank, surroundings
from tutor.commands.output import write_json, write_text
from tutor.commands.parser import SubParsers

_EPILOG = """\
An estimate is stated only from three answers on and when its 80 % interval is
at most 40 points wide. Errors that the difficulty of a topic explains are kept
apart from what goes worse than it explains. A suspected confusion is put as a
question.

examples:
  tutor report
  tutor report weakness --format json -o weakness.json
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "report",
        help="weak concepts and what you mix up",
        description="Print a report. `weakness`: concepts, weakest first, and the confusions with their direction. "
        "Changes nothing.",
        epilog=_EPILOG,
    )
    parser.add_argument("kind", nargs="?", choices=["weakness"], default="weakness", help="(default: weakness)")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="(default: text)")
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file, replaced in one step")
    parser.add_argument("--exam", metavar="CODE", help="exam to report on (default: the one of your settings)")


def run(args: argparse.Namespace) -> int:
    from tutor.overview import Overview
    from tutor.report.render import to_json, to_text
    from tutor.report.weakness import weakness

    context = surroundings(args)
    bank = open_bank(context)
    with Overview.open(context.database, bank, context.config, context.clock, args.exam) as overview:
        report = weakness(
            overview.day,
            overview.exam,
            bank,
            len(overview.answers()),
            overview.concepts(),
            overview.confusions(),
            drill_command(args),
        )
    if args.format == "json":
        write_json(to_json(report), args.output)
    else:
        terminal = args.output is None and sys.stdout is not None and sys.stdout.isatty()
        width = max(shutil.get_terminal_size().columns, 40) if terminal else 80
        write_text(to_text(report, width), args.output)
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

"""`tutor restore`: a copy of the learner's database in the place of the present one."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from tutor.clocks import clock_from_env
from tutor.commands.output import write_text
from tutor.commands.parser import SubParsers
from tutor.paths import Paths
from tutor.store import backup
from tutor.text import clean

_EPILOG = """\
examples:
  tutor restore /media/stick/answers.db
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "restore",
        help="bring a copy back",
        description="Put a copy made by tutor backup in the place of the database. The copy is checked first, and the "
        "database that was there is kept as a backup. Answers given since the copy are in that backup only.",
        epilog=_EPILOG,
    )
    parser.add_argument("file", metavar="FILE", help="the copy; it stays as it is")


def run(args: argparse.Namespace) -> int:
    database = Paths.find(args.home).database(args.profile)
    source = Path(args.file).expanduser()
    saved = backup.restore(database, source, clock_from_env(os.environ).now())
    lines = [f"restored {database} from {source}"]
    if saved is not None:
        lines.append(f"what was there before is kept as {saved}")
    write_text("".join(f"{clean(line)}\n" for line in lines), None)
    return 0

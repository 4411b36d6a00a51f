"""`tutor backup`: a copy of the learner's database, beside it or in a file of one's choice."""

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
  tutor backup
  tutor backup /media/stick/answers.db
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "backup",
        help="copy your database",
        description="Copy the database and print where the copy is. Without FILE it goes to the folder backups beside "
        f"the database, where the newest {backup.KEEP} are kept. Works while a review is running.",
        epilog=_EPILOG,
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help="where to put the copy; it must not exist yet")


def run(args: argparse.Namespace) -> int:
    database = Paths.find(args.home).database(args.profile)
    now = clock_from_env(os.environ).now()
    if args.file is None:
        target = backup.backup(database, "by-hand", now)
    else:
        target = Path(args.file).expanduser()
        target = target / f"{database.stem}-{now:%Y-%m-%d}.db" if target.is_dir() else target
        backup.copy_to(database, target)
    write_text(f"{clean(str(target))}\n", None)
    return 0

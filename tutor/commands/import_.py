"""`tutor import`: answers of another machine or an earlier export into this profile."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from tutor.commands.context import Context, open_bank, surroundings, tell
from tutor.commands.output import write_text
from tutor.commands.parser import SubParsers
from tutor.commands.progress import Progress, on_terminal
from tutor.errors import EXIT_DATA, EXIT_OK, DataError, UsageError
from tutor.wording import count

if TYPE_CHECKING:
    from tutor.commands.intake import Account
    from tutor.store.values import Merged

_EPILOG = """\
Answers are put together by their id, so importing a file twice changes nothing.
An answer that was taken back on either side stays taken back. Two machines come
to the same state in either order. Everything is stored in one step, or nothing.
Afterwards all that is derived from the answers is worked out anew.

A file that was cut short, changed after the export or made by a newer program
is not imported; each line at fault is named. --partial takes the lines that are
whole, names the others, and ends with exit code 3.

Settings in the file are taken where there is no config.toml yet; --settings
takes them over yours.

examples:
  tutor import answers.jsonl
  tutor --profile laptop export | tutor import -
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "import",
        help="take in answers exported elsewhere",
        description="Take in what `tutor export --format jsonl` wrote.",
        epilog=_EPILOG,
    )
    parser.add_argument("file", metavar="FILE", help="the exported file; - for standard input")
    parser.add_argument("--partial", action="store_true", help="take the whole lines of a file with faults")
    parser.add_argument("--settings", action="store_true", help="take the settings of the file over yours")


def run(args: argparse.Namespace) -> int:
    from tutor.commands.carried import Carried
    from tutor.commands.intake import Account, take
    from tutor.export import jsonl_read
    from tutor.store.repo import Store

    context = surroundings(args)
    account, carried = Account(args.file), Carried(context, args.settings)
    shown = on_terminal()
    with (
        _opened(args.file) as (file, size),
        Progress("importing", size, shown=shown) as reading,
        Progress("working out", 0, shown=shown) as replaying,
    ):
        # A file that is no export is refused here, before anything is made.
        lines = jsonl_read.read(_lines(file, args.file, reading), args.file)
        bank = open_bank(context)
        context.paths.ensure()
        with Store.open(context.database) as store:
            merged = take(store, lines, account, bank, carried.choose, partial=args.partial, replaying=replaying)
    carried.carry_out(account.settings)
    _mention(account, context)
    write_text(_result(merged), None)
    return EXIT_DATA if account.left_out else EXIT_OK


def _mention(account: Account, context: Context) -> None:
    """What the learner should know about an import that was made."""
    for line in account.report():
        tell(f"left out: {line}")
    late = context.clock.now() + timedelta(days=1)
    if account.newest is not None and (account.newest[0] > late or account.newest[1] > late.date()):
        tell("some of these answers are dated in the future; is the clock right?")
    unknown = len(account.unknown)
    if unknown:
        are = "question is" if unknown == 1 else "questions are"
        tell(f"{unknown} {are} not in this bank; the answers are kept and wait.")


@contextmanager
def _opened(name: str) -> Iterator[tuple[BinaryIO, int]]:
    """A file to read, and its size in bytes, 0 when it is not known."""
    if name == "-":
        yield (BytesIO() if sys.stdin is None else sys.stdin.buffer), 0
        return
    path = Path(name).expanduser()
    try:
        file = path.open("rb")
    except IsADirectoryError as error:
        raise UsageError(f"{path} is a folder.", "Name the exported file in it.") from error
    except FileNotFoundError as error:
        raise DataError(f"There is no file {path}.", "`tutor export -o FILE` writes one.") from error
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror or error}.", "Nothing was imported.") from error
    with file:
        yield file, os.fstat(file.fileno()).st_size


def _lines(file: BinaryIO, name: str, progress: Progress) -> Iterator[bytes]:
    """The lines of a file; how many bytes were read is told to `progress`."""
    from tutor.export.jsonl_read import LINE_MAX

    try:
        while line := file.readline(LINE_MAX + 1):
            progress.advance(len(line))
            yield line
    except OSError as error:
        raise DataError(f"{name} cannot be read: {error.strerror or error}.", "Nothing was imported.") from error


def _result(merged: Merged) -> str:
    news = []
    if merged.added:
        news.append(f"{count(merged.added, 'answer')} added")
    if merged.retracted:
        news.append(f"{count(merged.retracted, 'answer')} taken back")
    if merged.marks:
        news.append(f"{count(merged.marks, 'mark')} changed")
    if merged.mocks:
        news.append(f"{count(merged.mocks, 'practice exam')} added")
    return f"{', '.join(news) or 'nothing new'}; {count(merged.same, 'answer')} already here.\n"

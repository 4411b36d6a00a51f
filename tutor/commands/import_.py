"""`tutor import`: answers of another machine or an earlier export into this profile."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.commands.context import open_bank, surroundings, tell
from tutor.commands.output import write_text
from tutor.commands.parser import SubParsers
from tutor.errors import DataError, UsageError
from tutor.wording import count

if TYPE_CHECKING:
    from tutor.core.knowledge import Knowledge
    from tutor.core.log import Answer
    from tutor.core.prior import Prior
    from tutor.core.question import Bank

_EPILOG = """\
Answers are put together by their id, so importing a file twice changes nothing.
An answer that was taken back on either side stays taken back. A file with one
broken line is not imported at all. Afterwards everything that is derived from
the answers is worked out anew.

examples:
  tutor import answers.jsonl
  tutor --profile laptop export | tutor import -
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "import",
        help="take in answers exported elsewhere",
        description="Take in answers that `tutor export --format jsonl` wrote.",
        epilog=_EPILOG,
    )
    parser.add_argument("file", metavar="FILE", help="the exported file; - for standard input")


def run(args: argparse.Namespace) -> int:
    from tutor.desk import load_prior
    from tutor.export import jsonl
    from tutor.store.repo import Store

    context = surroundings(args)
    log = jsonl.read(_bytes(args.file), args.file)
    bank = open_bank(context)
    prior = load_prior(context.database, tell)
    context.paths.ensure()
    with Store.open(context.database) as store:
        before = store.marks()
        knowledge = _replayed(store.answers(retracted=True), log.answers, bank, prior, args.file)
        merged = store.merge(log.answers, log.marks)
        marks = sum(1 for question, mark in store.marks().items() if before.get(question) != mark)
        if merged.added or merged.retracted:
            store.replace_rows(knowledge.rows(), knowledge.version)
            store.set_pick(None)
    late = context.clock.now() + timedelta(days=1)
    if any(answer.answered_at > late or answer.study_day > late.date() for answer in log.answers):
        tell("some of these answers are dated in the future; is the clock right?")
    unknown = {answer.question_id for answer in log.answers if bank.find(answer.question_id) is None}
    if unknown:
        are = "question is" if len(unknown) == 1 else "questions are"
        tell(f"{len(unknown)} {are} not in this bank; the answers are kept and wait.")
    write_text(_result(merged.added, merged.retracted, merged.same, marks), None)
    return 0


def _replayed(mine: Iterable[Answer], theirs: Iterable[Answer], bank: Bank, prior: Prior, file: str) -> Knowledge:
    """What is known after both logs, worked out before anything is written. Raises DataError when it cannot be."""
    from tutor.core.knowledge import Knowledge

    union = {answer.id: answer for answer in mine}
    for answer in theirs:
        here = union.setdefault(answer.id, answer)
        if answer.retracted_at is not None and here.retracted_at is None:
            union[answer.id] = replace(here, retracted_at=answer.retracted_at)
    log = sorted((a for a in union.values() if a.retracted_at is None), key=lambda a: (a.answered_at, a.id))
    try:
        return Knowledge.replay(bank, prior, log)
    except (ValueError, ArithmeticError) as error:
        raise DataError(
            f"{file}: the answers cannot be replayed: {error}.",
            "A date or number in them is out of range. Nothing was imported.",
        ) from error


def _bytes(name: str) -> bytes:
    if name == "-":
        return b"" if sys.stdin is None else sys.stdin.buffer.read()
    path = Path(name).expanduser()
    try:
        return path.read_bytes()
    except IsADirectoryError as error:
        raise UsageError(f"{path} is a folder.", "Name the exported file in it.") from error
    except FileNotFoundError as error:
        raise DataError(f"There is no file {path}.", "`tutor export -o FILE` writes one.") from error
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror or error}.", "Nothing was imported.") from error


def _result(added: int, retracted: int, same: int, marks: int) -> str:
    news = []
    if added:
        news.append(f"{count(added, 'answer')} added")
    if retracted:
        news.append(f"{count(retracted, 'answer')} taken back")
    if marks:
        news.append(f"{count(marks, 'mark')} changed")
    return f"{', '.join(news) or 'nothing new'}; {count(same, 'answer')} already here.\n"

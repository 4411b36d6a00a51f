"""`tutor doctor`: is the database whole, and do the cached numbers follow from the answers? Can make them again."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace

from tutor.commands.context import Context, open_bank, surroundings, tell
from tutor.commands.output import write_text
from tutor.commands.parser import SubParsers
from tutor.core.knowledge import Knowledge, compare
from tutor.core.prior import Prior
from tutor.core.question import Bank
from tutor.core.rows import Rows
from tutor.desk import load_prior
from tutor.errors import EXIT_DATA, EXIT_OK
from tutor.store import backup
from tutor.store.migrate import is_new
from tutor.store.repo import Store
from tutor.text import clean

_SHOWN = 20
"""Differences printed in full; the rest are counted."""
_EPILOG = """\
examples:
  tutor doctor
  tutor doctor --rebuild

exit codes:
  0  all is well
  3  the file is damaged, or a cached number does not follow from the answers
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "doctor",
        help="check the database and rebuild what is derived from it",
        description="Check the file, and compare every cached number with a replay of all answers. Changes nothing "
        "without --rebuild.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "--rebuild", action="store_true", help="back up, work all cached numbers out again, store them and check them"
    )


def run(args: argparse.Namespace) -> int:
    context = surroundings(args)
    if is_new(context.database):
        _say(f"{context.database}: no answers yet, nothing to check")
        return EXIT_OK
    return _rebuild(context) if args.rebuild else _check(context)


def _check(context: Context) -> int:
    with Store.open(context.database, read_only=True) as store:
        if _report_file(store):
            return EXIT_DATA
        bank, prior = open_bank(context), load_prior(context.database, tell)
        return _report_rows(store, bank, prior)


def _rebuild(context: Context) -> int:
    bank, prior = open_bank(context), load_prior(context.database, tell)
    with Store.open(context.database) as store:
        if _report_file(store):
            return EXIT_DATA
        saved = backup.backup(context.database, "before-rebuild", context.clock.now())
        _say(f"backup: {saved}")
        knowledge = Knowledge.replay(bank, prior, store.answers())
        store.replace_rows(knowledge.rows(), knowledge.version)
        _say("rebuilt every cached number from the answers")
        return _report_rows(store, bank, prior)


def _report_file(store: Store) -> list[str]:
    """Print the state of the file; returns what is wrong with it."""
    problems = store.integrity()
    _say(f"{store.path}: {'damaged' if problems else 'whole'}")
    for line in _shortened(problems):
        _say(f"  {line}")
    if problems:
        _say(f"  bring a copy back from {store.path.parent / 'backups'} with tutor restore FILE")
    return problems


def _report_rows(store: Store, bank: Bank, prior: Prior) -> int:
    """Print how the cached rows compare with a replay; returns the exit code."""
    stored, current, knowledge = _snapshot(store, bank, prior)
    given = store.answers(retracted=True)
    counted = sum(1 for answer in given if answer.retracted_at is None)
    _say(f"answers: {counted}, taken back: {len(given) - counted}")
    last = store.last_answer()
    if current != (None if last is None else last.id, knowledge.version) and last is not None:
        _say("cached numbers: from other answers, another bank or other rules; the next review works them out again")
        return EXIT_OK
    differences = compare(stored, _expected(stored, knowledge, bank, prior))
    if not differences:
        _say("cached numbers: equal to a replay of the answers")
        return EXIT_OK
    _say(f"cached numbers: {len(differences)} differ from a replay (stored first)")
    for line in _shortened(differences):
        _say(f"  {line}")
    _say("  tutor doctor --rebuild works them out again")
    return EXIT_DATA


def _snapshot(store: Store, bank: Bank, prior: Prior) -> tuple[Rows, tuple[str | None, str | None], Knowledge]:
    """Rows and log of one moment, although a review may be storing answers meanwhile."""
    while True:
        current = store.current()
        stored = store.rows()
        answers = store.answers()
        if store.current() == current:
            return stored, current, Knowledge.replay(bank, prior, answers)


def _expected(stored: Rows, knowledge: Knowledge, bank: Bank, prior: Prior) -> Rows:
    """The rows of a replay. The learner as a whole is stored with the first answer that counts, not before."""
    rows = knowledge.rows()
    untouched = rows.learner == Knowledge(bank, prior).learner
    return replace(rows, learner=None) if untouched and stored.learner is None else rows


def _shortened(lines: list[str]) -> Iterator[str]:
    yield from lines[:_SHOWN]
    if len(lines) > _SHOWN:
        yield f"and {len(lines) - _SHOWN} more"


def _say(line: str) -> None:
    write_text(f"{clean(line)}\n", None)

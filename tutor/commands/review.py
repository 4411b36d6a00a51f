"""`tutor review`: opens bank and session and hands them to the screens or to the plain dialogue."""

from __future__ import annotations

import argparse
import functools
import io
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.commands.context import Context, open_bank, surroundings, tell
from tutor.commands.parser import SubParsers, number, whole

if TYPE_CHECKING:
    from tutor.config import Config
    from tutor.core.clock import Clock
    from tutor.core.question import Bank
    from tutor.session import Session
    from tutor.tui.messages import Early
    from tutor.wishes import Wishes

_EPILOG = """\
Without a terminal, or with TERM=dumb, the plain review is taken by itself. It
reads one line per question:
  b          an option by letter or number   guess b, b g  the same, guessed
  a c        several options                 unsure b      the same, unsure
  2 1 3      options in order                undo, skip    take back, put off
  1b 2a 3c   a letter for each number        ?, quit       all words, end
  contrast   after a trap: its other side    note, suspend on a question

examples:
  tutor review
  tutor review --minutes 10 --exam mla-c02
  tutor review --trap data-vs-model-parallel
  printf 'b\\nguess c\\nquit\\n' | tutor review
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "review",
        help="answer today's questions",
        description="Answer today's questions. With --concept or --trap: only questions on that, due or not.",
        epilog=_EPILOG,
    )
    parser.add_argument("--plain", action="store_true", help="line by line, for screen readers and pipes")
    parser.add_argument(
        "--minutes", metavar="N", type=number(1, 1440), help="time from now on (default: what is left of today's)"
    )
    parser.add_argument("--limit", metavar="N", type=whole(1, 100_000), help="at most so many answers")
    parser.add_argument("--exam", metavar="CODE", help="exam to prepare for (default: the one of your settings)")
    parser.add_argument("--concept", metavar="ID", default="", help="only questions on one concept")
    parser.add_argument("--trap", metavar="ID", default="", help="only questions on one confusion")
    parser.add_argument("--seed", metavar="N", type=whole(0), help="fix the order of the options")


def run(args: argparse.Namespace) -> int:
    plain = args.plain or not has_terminal(os.environ)
    context = surroundings(args)
    context.paths.ensure()
    code = _plain(args, context) if plain else _screens(args, context)
    if context.config.train:
        train_later(context, args.profile)
    return code


def defaults(args: argparse.Namespace) -> argparse.Namespace:
    """The options of every command with those of a review at their defaults."""
    own = argparse.Namespace(plain=True, minutes=None, limit=None, exam=None, concept="", trap="", seed=None)
    return argparse.Namespace(**{**vars(own), **vars(args)})


def _plain(args: argparse.Namespace, context: Context) -> int:
    from tutor.plain.loop import PlainReview

    source = sys.stdin if sys.stdin is not None else io.StringIO()
    if isinstance(source, io.TextIOWrapper):
        source.reconfigure(errors="replace")
    sink = sys.stdout if sys.stdout is not None else io.StringIO()
    width = max(shutil.get_terminal_size().columns, 20) if sink.isatty() else 80
    with _session(args, context, lambda: open_bank(context)) as session:
        return PlainReview(session, source, sink, interactive=source.isatty(), width=width).run()


def _screens(args: argparse.Namespace, context: Context) -> int:
    from tutor.tui.app import run as run_screens

    notes: list[str] = []
    no_color = bool(os.environ.get("NO_COLOR"))
    bank = functools.cache(lambda: open_bank(context, notes.append))
    try:
        return run_screens(
            lambda: _session(args, context, bank),
            context.config,
            no_color=no_color,
            look_ahead=lambda: early(context.database, bank(), context.config, context.clock, _wishes(args)),
        )
    finally:
        for note in notes:
            tell(note)


def train_later(context: Context, profile: str) -> None:
    """Have the learner model tuned in the background when that is due. It is a courtesy: whatever goes wrong with it,
    the review was fine."""
    with suppress(Exception):
        from tutor.train.launch import start_after_session

        start_after_session(context.paths, profile)


def _session(args: argparse.Namespace, context: Context, bank: Callable[[], Bank]) -> Session:
    from tutor.session import Session

    return Session.open(context.database, bank(), context.config, context.clock, **_wishes(args))


def early(database: Path, bank: Bank, config: Config, clock: Clock, wishes: Wishes) -> Early | None:
    """The first question of a sitting, before the session is opened."""
    from tutor.session import Session
    from tutor.tui.messages import Early, Picked

    found = Session.foresee(database, bank, config, clock, **wishes)
    return None if found is None else Early(bank, found.exam, found.day, Picked(found.pick, found.progress))


def _wishes(args: argparse.Namespace) -> Wishes:
    return {
        "exam": args.exam,
        "minutes": args.minutes,
        "limit": args.limit,
        "concept": args.concept,
        "trap": args.trap,
        "seed": args.seed,
    }


def has_terminal(env: Mapping[str, str]) -> bool:
    """Whether there is a terminal that can show screens, or a browser that stands in for one."""
    if env.get("TEXTUAL_DRIVER"):
        return True
    ends = (sys.stdin, sys.stdout)
    return all(end is not None and end.isatty() for end in ends) and env.get("TERM", "").lower() not in (
        "dumb",
        "unknown",
    )

"""How the command line is read: one argparse parser for all subcommands, with errors as values and a fixed help layout.

Wrong usage is raised as UsageError and never printed here. It knows no subcommand.
"""

from __future__ import annotations

import argparse
import difflib
import math
import os
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any, NoReturn

from tutor.errors import UsageError
from tutor.text import wrap

HELP_WIDTH = 100
_NEGATIVE = re.compile(r"-\d")


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """At most HELP_WIDTH columns; a text of one line is wrapped, one of several lines is kept; `-o, --output FILE` on
    every version of Python."""

    def __init__(self, prog: str) -> None:
        try:
            columns = int(os.environ.get("COLUMNS", "")) or HELP_WIDTH
        except ValueError:
            columns = HELP_WIDTH
        super().__init__(prog, max_help_position=28, width=max(min(columns, HELP_WIDTH) - 2, 40))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return super()._fill_text(text, width, indent) if "\n" in text else "\n".join(wrap(text, width, indent))

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {value}"


class Parser(argparse.ArgumentParser):
    """An argument parser that raises UsageError, wants options in full, and never colours its help."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("formatter_class", HelpFormatter)
        kwargs.setdefault("allow_abbrev", False)
        kwargs.setdefault("add_help", False)
        super().__init__(*args, **kwargs)
        self.color = False
        self.add_argument("-h", "--help", action="help", help="show this help and exit")

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}.", f"See {self.prog} --help.")


SubParsers = argparse._SubParsersAction


def descendants(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parser and all parsers of its subcommands."""
    yield parser
    for action in parser._actions:
        if isinstance(action, SubParsers):
            for child in action.choices.values():
                yield from descendants(child)


def check_options(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Raises UsageError for an option that neither the parser nor its subcommands have, with the nearest one.

    It runs before argparse, which would complain of the word after an unknown option instead.
    """
    known = [option for each in descendants(parser) for option in each._option_string_actions]
    for word in words:
        if word == "--":
            return
        if not word.startswith("-") or word == "-" or _NEGATIVE.match(word):
            continue
        name = word.partition("=")[0]
        if name in known or (not name.startswith("--") and name[:2] in known):
            continue
        near = difflib.get_close_matches(name, [option for option in known if option.startswith("--")], n=1, cutoff=0.5)
        mend = f"Did you mean {near[0]}?" if near else f"See {parser.prog} --help."
        raise UsageError(f"{parser.prog} has no option {name}.", mend)


def nearest(word: str, names: Sequence[str], cutoff: float = 0.5) -> str:
    """The name most like a word, without regard to case; empty when none is close."""
    lower = {name.lower(): name for name in reversed(names)}
    near = difflib.get_close_matches(word.lower(), list(lower), n=1, cutoff=cutoff)
    return lower[near[0]] if near else ""


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """An argparse type: a whole number within bounds."""

    def convert(word: str) -> int:
        try:
            value = int(word)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{word!r} is not a whole number") from None
        if value < low or (high is not None and value > high):
            raise argparse.ArgumentTypeError(f"{value} is not {_range(low, high)}")
        return value

    return convert


def number(low: float, high: float) -> Callable[[str], float]:
    """An argparse type: a finite number within bounds."""

    def convert(word: str) -> float:
        try:
            value = float(word)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{word!r} is not a number") from None
        if not (math.isfinite(value) and low <= value <= high):
            raise argparse.ArgumentTypeError(f"{word} is not {_range(low, high)}")
        return value

    return convert


def day(word: str) -> date:
    """An argparse type: an ISO date."""
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{word!r} is not a date such as 2026-12-31") from None


def _range(low: float, high: float | None) -> str:
    return f"{low:g} or more" if high is None else f"between {low:g} and {high:g}"

"""The `tutor` command: finds the subcommand, runs it, and turns the outcome into an exit code and at most one message.

A subcommand's module is imported when it is called and not before, so that help and short answers start quickly. It
knows nothing of the bank, the learner or the screens.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Protocol, cast

from tutor import __version__
from tutor.commands.parser import Parser, SubParsers, check_options, descendants, nearest
from tutor.errors import EXIT_FAILURE, EXIT_INTERRUPTED, EXIT_OK, TutorError, UsageError
from tutor.text import clean

COMMANDS: Mapping[str, tuple[str, str]] = {
    "today": ("tutor.commands.today", "the page of the day (what tutor alone does)"),
    "review": ("tutor.commands.review", "answer today's questions"),
    "due": ("tutor.commands.due", "what waits today"),
    "report": ("tutor.commands.report", "weak concepts and what you mix up"),
    "export": ("tutor.commands.export", "your answers for other machines and programs"),
    "import": ("tutor.commands.import_", "take in answers exported elsewhere"),
    "bank": ("tutor.commands.bank", "check, count, list and show questions"),
    "serve": ("tutor.commands.serve", "the screens in a browser of this machine"),
    "config": ("tutor.commands.config_", "show and change your settings"),
    "train": ("tutor.commands.train", "tune and check the learner model"),
    "backup": ("tutor.commands.backup", "copy your database"),
    "restore": ("tutor.commands.restore", "bring a copy back"),
    "doctor": ("tutor.commands.doctor", "check the database and rebuild what is derived from it"),
    "paths": ("tutor.commands.paths_", "where your files are"),
}
"""Name -> (module, one line of help). Help is made from this table without importing a module."""

DEBUG_VARIABLE = "TUTOR_DEBUG"
_GLOBAL_VALUES = ("--home", "--profile")

_EPILOG = """\
examples:
  tutor                                 the page of the day; Enter begins
  tutor review                          straight into the review
  tutor --minutes 10                    a short review
  tutor review --trap ID                questions on one confusion
  tutor due --json | jq .minutes        how long today would take
  tutor report                          weak concepts and confusions
  tutor export -o answers.jsonl         all answers, for another machine

exit codes:
  0    done
  1    failure
  2    wrong usage or configuration
  3    no or damaged data
  130  interrupted
  129, 143  ended by a hang-up or a termination signal

environment:
  TUTOR_HOME   folder for everything the program keeps (as --home)
  TUTOR_BANK   bank folder to use in place of the one that ships
  TUTOR_NOW    present instant with offset, such as 2026-12-01T09:00:00+01:00
  TUTOR_DEBUG  set to 1 to see where an unexpected error comes from
  NO_COLOR     set to show no colours (as --no-color)
"""


class Command(Protocol):
    """What a subcommand's module offers."""

    def add_parser(self, subparsers: SubParsers[argparse.ArgumentParser]) -> None:
        """Add the parser of the subcommand, under its name in COMMANDS."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it; the exit code. Raises TutorError."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; `argv` without the program's name."""
    words = list(sys.argv[1:] if argv is None else argv)
    _tolerant(sys.stdout, sys.stderr)
    try:
        code = _run(words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except TutorError as error:
        _say(error.message, error.hint)
        return error.exit_code
    except KeyboardInterrupt:
        if sys.stderr is not None and sys.stderr.isatty():
            print(file=sys.stderr)  # the terminal has just shown ^C on the line of the prompt
        _say("interrupted.")
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output is gone. Python flushes at exit and would complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FAILURE
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_OK
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        _say(
            f"unexpected error: {type(error).__name__}: {error}", f"Set {DEBUG_VARIABLE}=1 to see where it comes from."
        )
        return EXIT_FAILURE


def _run(words: list[str]) -> int:
    command, words = choose(words)
    parser, module = build(command)
    check_options(parser if module is None else _parser_of(parser, command), words)
    args = parser.parse_args(words)
    if module is None:
        parser.print_help()
        return EXIT_OK
    if args.no_color:
        os.environ["NO_COLOR"] = "1"
    return module.run(args)


def choose(words: Sequence[str]) -> tuple[str, list[str]]:
    """The subcommand that is meant and the words for the parser. Empty for help and version; `review` is put in front
    of options that no subcommand precedes, `today` where there are none but those of every command."""
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in ("-h", "--help", "--version"):
            return "", list(words)
        elif word in _GLOBAL_VALUES:
            skip = True
        elif word.startswith("-") and word != "--no-color" and word.partition("=")[0] not in _GLOBAL_VALUES:
            return "review", ["review", *words]
        elif not word.startswith("-"):
            return word, list(words)
    return "today", ["today", *words]


def build(command: str = "") -> tuple[argparse.ArgumentParser, Command | None]:
    """The parser of the whole program, with the arguments of one subcommand, and the module of that subcommand.
    Raises UsageError for a subcommand that does not exist."""
    parser: argparse.ArgumentParser = Parser(
        prog="tutor",
        description="An adaptive exam tutor for the terminal. Without a command: the page of the day.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"tutor {__version__}")
    _add_globals(parser)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    if command and command not in COMMANDS:
        near = nearest(command, list(COMMANDS))
        mend = f"Did you mean {near}?" if near else "tutor --help lists the commands."
        raise UsageError(f"There is no command {command!r}.", mend)
    for name, (_, line) in COMMANDS.items():
        if name != command:
            subparsers.add_parser(name, help=line)
    if not command:
        return parser, None
    module = cast(Command, importlib.import_module(COMMANDS[command][0]))
    module.add_parser(subparsers)
    for each in descendants(subparsers.choices[command]):
        _add_globals(each, inherit=True)
    return parser, module


def _parser_of(parser: argparse.ArgumentParser, command: str) -> argparse.ArgumentParser:
    for action in parser._actions:
        if isinstance(action, SubParsers):
            return cast(argparse.ArgumentParser, action.choices[command])
    return parser


def _add_globals(parser: argparse.ArgumentParser, inherit: bool = False) -> None:
    """The options that every subcommand takes, before its name and after. With `inherit` an option that is not given
    leaves the value alone that was read before the name."""
    group = parser.add_argument_group("options of every command")
    keep = argparse.SUPPRESS
    group.add_argument(
        "--home", metavar="DIR", default=keep if inherit else None, help="folder for everything the program keeps"
    )
    group.add_argument(
        "--profile", metavar="NAME", default=keep if inherit else "default", help="learner profile (default: default)"
    )
    group.add_argument("--no-color", action="store_true", default=keep if inherit else False, help="show no colours")


def _say(message: str, hint: str = "") -> None:
    """One message on standard error; data in it cannot reach the terminal as an escape sequence."""
    lines = [f"tutor: {message}", *(f"  {line}" for line in hint.splitlines())]
    if sys.stderr is not None:
        print(clean("\n".join(lines)), file=sys.stderr)


def _tolerant(*streams: object) -> None:
    """A character that the terminal's encoding lacks becomes a question mark and not a failure."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")

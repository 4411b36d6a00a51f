"""What most subcommands need at their start: folders, settings, clock, the place of the database, and the bank."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.clocks import clock_from_env
from tutor.config import Config, load_config
from tutor.core.clock import Clock
from tutor.errors import DataError, StoreError
from tutor.paths import BANK_VARIABLE, Paths, bank_dir
from tutor.text import clean

if TYPE_CHECKING:
    from tutor.core.question import Bank


@dataclass(frozen=True)
class Context:
    """The surroundings of one call of the program."""

    paths: Paths
    config: Config
    clock: Clock
    database: Path
    """Of the chosen profile; it may not exist yet."""


def surroundings(args: argparse.Namespace) -> Context:
    """Where the command line, the environment and config.toml point. Raises UsageError for a wrong value in any."""
    paths = Paths.find(args.home)
    database = paths.database(args.profile)
    return Context(paths, load_config(paths.config_file), clock_from_env(os.environ), database)


def open_bank(context: Context, note: Callable[[str], None] | None = None) -> Bank:
    """The bank without its broken files. `note` gets a line about these; without it the line goes to standard error.
    Raises DataError when no question is left."""
    from tutor.content.load import load_bank

    root = bank_dir()
    with suppress(StoreError):  # on a read-only disk there is no cache, and reading still works
        context.paths.ensure()
    loaded = load_bank(root, context.paths.bank_cache)
    errors = loaded.errors
    if not loaded.bank.questions:
        if errors:
            raise DataError(f"No question of the bank {root} can be used.", f"The first error: {errors[0]}")
        raise DataError(f"The bank {root} holds no question.", f"Add questions, or correct {BANK_VARIABLE}.")
    if errors:
        files = len({problem.path for problem in errors})
        count = "1 file of the bank is" if files == 1 else f"{files} files of the bank are"
        (note or tell)(f"{count} left out because of errors; `tutor bank check` lists them. The first: {errors[0]}")
    return loaded.bank


def tell(text: str) -> None:
    """A line for the learner beside the data, on standard error."""
    print(clean(f"tutor: {text}"), file=sys.stderr)

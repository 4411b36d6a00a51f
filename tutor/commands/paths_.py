"""`tutor paths`: where the program keeps and finds its files."""

from __future__ import annotations

import argparse

from tutor.commands.context import tell
from tutor.commands.output import write_text
from tutor.commands.parser import SubParsers
from tutor.errors import DataError
from tutor.paths import Paths, bank_dir, models_dir
from tutor.text import clean

_EPILOG = """\
examples:
  tutor paths
  tutor --home /tmp/trial paths
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    subparsers.add_parser(
        "paths",
        help="where your files are",
        description="Print the folders and files of the program, one a line: name, tab, path. Creates nothing.",
        epilog=_EPILOG,
    )


def run(args: argparse.Namespace) -> int:
    paths = Paths.find(args.home)
    places = {
        "data": paths.data,
        "config": paths.config,
        "state": paths.state,
        "cache": paths.cache,
        "database": paths.database(args.profile),
        "settings": paths.config_file,
    }
    for name, find in (("bank", bank_dir), ("models", models_dir)):
        try:
            places[name] = find()
        except DataError as error:  # whoever looks for a fault wants to see the other places
            tell(str(error))
    write_text("".join(f"{name}\t{clean(str(path))}\n" for name, path in places.items()), None)
    return 0

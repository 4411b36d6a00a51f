"""`tutor config`: show the settings with what they mean, set one, or take it out."""

from __future__ import annotations

import argparse
from pathlib import Path

from tutor.commands.context import surroundings, tell
from tutor.commands.output import write_json, write_text
from tutor.commands.parser import SubParsers, nearest
from tutor.config import load_config
from tutor.errors import UsageError
from tutor.paths import Paths
from tutor.settings import BY_NAME, SETTINGS, change, shown, written
from tutor.text import clean, pad, wrap

SCHEMA = 1
_EPILOG = """\
The file is config.toml (`tutor paths` shows where). Comments in it are kept.
The keys of an action are set as keys.ACTION, such as keys.undo; the help page
of the screens names the actions.

examples:
  tutor config
  tutor config set exam_date 2027-03-31
  tutor config set keys.undo z
  tutor config unset retention
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "config",
        help="show and change your settings",
        description="Show your settings and what they mean, or change one.",
        epilog=_EPILOG,
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action")
    put = actions.add_parser("set", help="set a setting", description="Set a setting.")
    put.add_argument("name", metavar="NAME")
    put.add_argument("value", metavar="VALUE")
    drop = actions.add_parser("unset", help="go back to the default", description="Take a setting out of the file.")
    drop.add_argument("name", metavar="NAME")


def run(args: argparse.Namespace) -> int:
    if args.action is None:
        config = surroundings(args).config
        if args.json:
            values = {each.name: shown(config, each.name) for each in SETTINGS} | {"keys": dict(config.keys)}
            write_json({"schema": SCHEMA, "settings": values, "set": sorted(config.explicit)})
        else:
            write_text(_listing(args), None)
        return 0
    file = Paths.find(args.home).config_file
    name = _known(args.name)
    value: object = None
    if args.action == "set":
        value = args.value if name.startswith("keys.") else written(name, args.value)
        if name.startswith("keys."):
            _check_keys(file, name.removeprefix("keys."), args.value)
        if name == "exam":
            _check_exam(args)
    config = change(file, {name: value})
    if name.startswith("keys."):
        tell(f"{name} is {'back to its default' if value is None else value} now.")
    else:
        tell(f"{name} is {shown(config, name) or 'not set'} now.")
    return 0


def _listing(args: argparse.Namespace) -> str:
    paths = Paths.find(args.home)
    config = load_config(paths.config_file)
    lines = [f"Settings in {paths.config_file}", ""]
    for each in SETTINGS:
        mark = "" if each.name in config.explicit else "  (default)"
        lines.append(f"{pad(each.name, 14)}{shown(config, each.name) or 'not set'}{mark}")
        lines += wrap(each.help, 80, "    ")
    lines += [f"{pad('keys.' + action, 14)} {keys}" for action, keys in config.keys.items()]
    return clean("\n".join(lines)) + "\n"


def _known(name: str) -> str:
    if name in BY_NAME or name.startswith("keys."):
        return name
    near = nearest(name, list(BY_NAME))
    hint = f"Did you mean {near}?" if near else f"Known settings: {', '.join(BY_NAME)}, keys.ACTION."
    raise UsageError(f"There is no setting {name!r}.", hint)


def _check_keys(file: Path, action: str, keys: str) -> None:
    from tutor.tui.actions import remapped

    remapped({**load_config(file).keys, action: keys})


def _check_exam(args: argparse.Namespace) -> None:
    from tutor.commands.context import open_bank

    bank = open_bank(surroundings(args))
    code = args.value.strip().lower()
    if code not in bank.exams:
        raise UsageError(f"The bank has no exam {code!r}.", f"Known: {', '.join(sorted(bank.exams))}.")

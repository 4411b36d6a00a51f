"""`tutor train`: tunes and checks the learner model on this learner's own answers."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from tutor.commands.context import open_bank, surroundings
from tutor.commands.output import write_json, write_text
from tutor.commands.parser import SubParsers
from tutor.text import clean, wrap
from tutor.wording import calibration_line, calibration_table, count

if TYPE_CHECKING:
    from tutor.train.tune import Trained

SCHEMA = 1
_EPILOG = """\
Replays your answers, tries other settings of the learner model on them, and
keeps those that predict your last 200 answers better than the present ones.
Needs 300 answers. A review may be open meanwhile; the next start uses what was
found. After a review it starts by itself, at low priority, at most once a day
and only after 50 new answers; TUTOR_TRAIN=0 in the environment stops that.
`tutor report` says how good the model is for you.

The object printed with --json:
  schema       1; a change that breaks a reader raises it
  outcome      "too few answers", "no better" or "improved"
  answers      that count for the model, and of these:
  tested       the newest, on which settings are judged
  chosen_on    those before, on which settings are chosen
  before       log-loss of the present settings on the tested answers
  best         the same of the best of all candidates on the others
  present      the present settings
  tried        the best of all candidates, adopted when improved
  calibration, rivals, challengers   see docs/learner-model.md

examples:
  tutor train
  tutor train --json | jq .outcome
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "train",
        help="tune and check the learner model",
        description="Tune the learner model to your answers and check it. Changes the settings of the model only when "
        "that predicts your newest answers better.",
        epilog=_EPILOG,
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    from tutor.train.launch import lower_priority, record_file

    context = surroundings(args)
    bank = open_bank(context)
    context.paths.ensure()
    lower_priority()  # before the libraries are loaded, which look at the number of cores they may use
    from tutor.train.tune import run as train

    result = train(context.database, bank, record_file(context.paths, args.profile))
    if args.json:
        write_json(as_json(result))
    else:
        write_text(as_text(result), None)
    return 0


def as_json(result: Trained) -> dict[str, object]:
    """The object of `tutor train --json`."""
    return {"schema": SCHEMA, **asdict(result)}


def as_text(result: Trained, width: int = 80) -> str:
    """The same numbers as lines."""
    parts = [outcome_text(result)]
    if result.calibration is not None:
        parts += [calibration_line(result.calibration)]
    lines = [line for part in parts for line in wrap(part, width)]
    if result.calibration is not None:
        lines += calibration_table(result.calibration)
    if result.challengers:
        lines += wrap(_challenged(result), width)
    return clean("\n".join(lines)) + "\n"


def outcome_text(result: Trained) -> str:
    """What came of it, in one of three messages."""
    if result.before is None or result.best is None:
        return (
            f"Too few answers: {result.answers} of the {result.needed} that are needed. "
            "Nothing was changed; the shipped settings stay."
        )
    where = f"on your last {count(result.tested, 'answer')}"
    chosen = f"chosen from {result.candidates} on the {result.chosen_on} before"
    if result.outcome == "improved":
        return (
            f"Improved: log-loss {result.before:.4f} -> {result.best:.4f} {where}, with settings {chosen}. "
            f"Changed: {_changes(result)}. The next start uses them."
        )
    if result.tried == result.present:
        return (
            f"No better than now: log-loss {result.before:.4f} {where}, and the present settings are the best of "
            f"{result.candidates} on the {result.chosen_on} before. Nothing was changed."
        )
    return (
        f"No better than now: log-loss {result.before:.4f} {where}; the best other settings, {chosen}, have "
        f"{result.best:.4f}, and a gain must exceed its standard error ({result.gain_error:.4f}). Nothing was changed."
    )


def _changes(result: Trained) -> str:
    pairs = [(key, result.present[key], value) for key, value in result.tried.items() if value != result.present[key]]
    return ", ".join(f"{key} {old:g} -> {new:g}" for key, old, new in pairs)


def _challenged(result: Trained) -> str:
    mine = result.score.log_loss if result.score is not None else 0.0
    told = ", ".join(f"{name} {each.log_loss:.4f}" for name, each in result.challengers.items())
    better = [name for name, each in result.challengers.items() if each.log_loss < mine]
    verdict = (
        f"Better on these answers: {', '.join(better)}; not used, because a review runs without them."
        if better
        else "None does better."
    )
    return f"Challengers from scikit-learn, refitted every 50 answers (the model {mine:.4f}): {told}. {verdict}"

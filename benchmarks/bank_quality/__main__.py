"""What the questions give away: `python -m benchmarks.bank_quality [--json] [--quick]`.

Without a command: how often the surface of the options alone finds the key. `sheet` writes items for a blind reader,
`score` compares the reader's answers with the keys; `balance` lists what to change so that the surface tells nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.bank_quality.balance import balance, table
from benchmarks.bank_quality.blind import read_answers, score, sheet
from benchmarks.result import Row, to_json, to_table
from tutor.content.load import load_bank
from tutor.core.question import Bank, Question
from tutor.paths import bank_dir


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bank_quality", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="fewer folds")
    commands = parser.add_subparsers(dest="command")
    make = commands.add_parser("sheet", help="write a blind sheet and the list of its items")
    make.add_argument("folder", type=Path)
    make.add_argument("--options-only", action="store_true", help="leave out scenario and question")
    check = commands.add_parser("score", help="compare a reader's answers with the keys")
    check.add_argument("folder", type=Path, help="folder of the sheet")
    check.add_argument("answers", type=Path, help="JSON: item number to letters")
    check.add_argument("--json", action="store_true")
    even = commands.add_parser("balance", help="list single-choice items whose key stands out, and what to change")
    for command in (make, check):
        command.add_argument("--seed", default="blind-1")
    for command in (make, even):
        command.add_argument("--task", action="append", default=[], help="only this task of mla-c01; may be repeated")
        command.add_argument("--area", action="append", default=[], help="only this folder of bank/questions")
    options = parser.parse_args(arguments)
    bank = load_bank(bank_dir()).bank
    if options.command == "sheet":
        return _sheet(bank, options)
    if options.command == "score":
        return _score(bank, options)
    if options.command == "balance":
        chosen = [q for q in bank.questions.values() if _wanted(q, options.task, options.area)]
        print(table(balance(chosen)))
        return 0
    from benchmarks.bank_quality.surface import rates

    rows = rates(bank.questions.values(), folds=5 if options.quick else 10)
    print(to_json(rows) if options.json else to_table(rows))
    return 0


def _sheet(bank: Bank, options: argparse.Namespace) -> int:
    chosen = [q for q in bank.questions.values() if _wanted(q, options.task, options.area)]
    text, numbers = sheet(bank, chosen, options.seed, options_only=options.options_only)
    options.folder.mkdir(parents=True, exist_ok=True)
    (options.folder / "sheet.md").write_text(text, encoding="utf-8")
    (options.folder / "items.json").write_text(json.dumps(numbers, indent=1), encoding="utf-8")
    print(f"{len(numbers)} items in {options.folder}/sheet.md")
    return 0


def _wanted(question: Question, tasks: Sequence[str], areas: Sequence[str]) -> bool:
    ref = question.exam("mla-c01") or question.exam("mla-c02")
    by_task = not tasks or (ref is not None and ref.task in tasks)
    return by_task and (not areas or any(f"questions/{area}/" in question.path for area in areas))


def _score(bank: Bank, options: argparse.Namespace) -> int:
    numbers = json.loads((options.folder / "items.json").read_text(encoding="utf-8"))
    result = score(bank, numbers, read_answers(options.answers), options.seed)
    rows = [
        Row("blind solve", "reader", "items", result.items),
        Row("blind solve", "reader", "agreement", result.agreed / result.items),
        Row("blind solve", "chance", "agreement", result.chance),
    ]
    print(to_json(rows) if options.json else to_table(rows))
    for item in result.disagreements:
        print(f"{item.question_id}: chose {' '.join(item.chosen)}; key {' '.join(item.key)}", file=sys.stderr)
    for missing in result.missing:
        print(f"{missing}: not answered", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

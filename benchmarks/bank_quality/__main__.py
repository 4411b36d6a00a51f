"""What the questions give away: `python -m benchmarks.bank_quality [--json] [--quick]`.

Without a command: how often the surface of the options alone finds the key. `sheet` writes items for a blind reader,
`score` compares the reader's answers with the keys; `draw` draws other keys for the items that a reader of the options
alone has solved; `balance` lists what to change so that the surface tells nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.bank_quality.balance import balance, table
from benchmarks.bank_quality.blind import Score, read_answers, score, sheet
from benchmarks.bank_quality.draw import draw
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
    make.add_argument("--seed", default="blind-1", help="fixes the order of items and options (default: %(default)s)")
    make.add_argument("--options-only", action="store_true", help="leave out scenario and question")
    check = commands.add_parser("score", help="compare a reader's answers with the keys")
    check.add_argument("--json", action="store_true")
    other = commands.add_parser("draw", help="draw another key for each item that the reader of the options solved")
    for command in (check, other):
        command.add_argument("folder", type=Path, help="folder of the sheet")
        command.add_argument("answers", type=Path, help="JSON: item number to letters")
    even = commands.add_parser("balance", help="list single-choice items whose key stands out, and what to change")
    for command in (make, even):
        command.add_argument("--exam", default="", help="only questions of this exam")
        command.add_argument("--task", action="append", default=[], help="only this task; may be repeated")
        command.add_argument("--area", action="append", default=[], help="only this folder of bank/questions")
    options = parser.parse_args(arguments)
    bank = load_bank(bank_dir()).bank
    if options.command == "sheet":
        return _sheet(bank, options)
    if options.command == "score":
        return _score(bank, options)
    if options.command == "balance":
        print(table(balance(_wanted(bank, options))))
        return 0
    if options.command == "draw":
        return _draw(bank, options)
    from benchmarks.bank_quality.surface import rates

    rows = rates(bank.questions.values(), folds=5 if options.quick else 10)
    print(to_json(rows) if options.json else to_table(rows))
    return 0


def _sheet(bank: Bank, options: argparse.Namespace) -> int:
    text, numbers = sheet(bank, _wanted(bank, options), options.seed, options_only=options.options_only)
    options.folder.mkdir(parents=True, exist_ok=True)
    (options.folder / "sheet.md").write_text(text, encoding="utf-8")
    content = {"seed": options.seed, "numbers": numbers}
    (options.folder / "items.json").write_text(json.dumps(content, indent=1), encoding="utf-8")
    print(f"{len(numbers)} items in {options.folder}/sheet.md")
    return 0


def _wanted(bank: Bank, options: argparse.Namespace) -> list[Question]:
    return [q for q in bank.questions.values() if _of_task(q, options) and _of_area(q, options.area)]


def _of_task(question: Question, options: argparse.Namespace) -> bool:
    codes = [options.exam] if options.exam else ["mla-c01", "mla-c02"]
    refs = [ref for code in codes if (ref := question.exam(code)) is not None]
    return bool(refs) and (not options.task or refs[0].task in options.task)


def _of_area(question: Question, areas: Sequence[str]) -> bool:
    return not areas or any(f"questions/{area}/" in question.path for area in areas)


def _read(bank: Bank, options: argparse.Namespace) -> Score:
    items = json.loads((options.folder / "items.json").read_text(encoding="utf-8"))
    return score(bank, items["numbers"], read_answers(options.answers), items["seed"])


def _draw(bank: Bank, options: argparse.Namespace) -> int:
    solved = _read(bank, options).agreed
    for question, key in draw((bank.questions[i] for i in solved), options.folder.name):
        print(f"{question.path}: {question.type}, key {' '.join(question.key)}, drawn {' '.join(key)}")
    return 0


def _score(bank: Bank, options: argparse.Namespace) -> int:
    result = _read(bank, options)
    rows = []
    for case, share in (("all", result.total), *result.types.items()):
        rows += [
            Row(case, "reader", "items", share.items),
            Row(case, "reader", "agreement", share.agreed / share.items),
            Row(case, "chance", "agreement", share.chance),
        ]
    print(to_json(rows) if options.json else to_table(rows))
    for item in result.disagreements:
        print(f"{item.question_id}: chose {' '.join(item.chosen)}; key {' '.join(item.key)}", file=sys.stderr)
    for missing in result.missing:
        print(f"{missing}: not answered", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

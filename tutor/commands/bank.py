"""`tutor bank`: check the question files, count them, list them, show one. Reads the bank only, never the learner."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.commands.output import write_json, write_text
from tutor.commands.parser import SubParsers, nearest
from tutor.errors import EXIT_DATA, EXIT_OK, UsageError
from tutor.paths import Paths, bank_dir
from tutor.text import clean, cut

if TYPE_CHECKING:
    from tutor.content.load import LoadedBank
    from tutor.content.problem import Problem
    from tutor.core.question import Bank, Question

SCHEMA = 1
"""Version of the JSON of all four."""

TYPES = ("single", "multiple", "ordering", "matching")
STATUSES = ("draft", "reviewed", "needs-review", "retired")
_EPILOG = """\
examples:
  tutor bank check
  tutor bank check --bank my-bank --strict
  tutor bank stats --exam mla-c01
  tutor bank list --task 2.2 --type multiple
  tutor bank show seismic-network-four-gpus
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "bank",
        help="check, count, list and show questions",
        description="Work on the question bank. Nothing is changed.",
        epilog=_EPILOG,
    )
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    check = actions.add_parser(
        "check",
        help="find mistakes in the files",
        description="Print one line for each error and warning: file, line, rule, and how to mend it. "
        "Exit code 3 when there is an error.",
    )
    check.add_argument("--strict", action="store_true", help="exit with 3 for warnings too")
    stats = actions.add_parser("stats", help="count questions", description="Count questions by exam, task and trap.")
    stats.add_argument("--exam", metavar="CODE", help="only questions of this exam")
    listing = actions.add_parser(
        "list",
        help="list questions",
        description="Print one line for each question: id, type, difficulty, status, tasks, ask; separated by tabs.",
    )
    for name, metavar, what in (
        ("exam", "CODE", "that serve this exam"),
        ("task", "TASK", "of this exam task, such as 2.2"),
        ("concept", "ID", "about this concept"),
        ("trap", "ID", "that test this trap"),
    ):
        listing.add_argument(f"--{name}", metavar=metavar, help=f"only questions {what}")
    listing.add_argument("--type", choices=TYPES, help="only questions of this type")
    listing.add_argument("--status", choices=STATUSES, help="only questions in this state")
    show = actions.add_parser(
        "show", help="show a question with its key", description="Print a question with its key and all reasons."
    )
    show.add_argument("id", metavar="ID", help="id of the question; an old id works too")
    for action in (check, stats, listing, show):
        action.add_argument("--json", action="store_true", help="print one JSON object")
        action.add_argument("--bank", metavar="DIR", help="bank folder to use in place of the one that ships")


def run(args: argparse.Namespace) -> int:
    """Do the action. Raises DataError for a bank that cannot be read, UsageError for an id or code it does not have."""
    from tutor.content.load import load_bank

    root = Path(args.bank).expanduser() if args.bank else bank_dir()
    loaded = load_bank(root)
    if args.action == "check":
        return _check(args, root, loaded)
    if loaded.errors:
        files = len({problem.path for problem in loaded.errors})
        count = "1 file has errors and is" if files == 1 else f"{files} files have errors and are"
        print(f"tutor: {count} left out; see tutor bank check.", file=sys.stderr)
    return {"stats": _stats, "list": _list, "show": _show}[args.action](args, loaded.bank)


def _check(args: argparse.Namespace, root: Path, loaded: LoadedBank) -> int:
    from tutor.clocks import clock_from_env
    from tutor.content.lint import lint
    from tutor.content.place import with_lines
    from tutor.content.problem import by_place

    today = clock_from_env(os.environ).now().date()
    advice = with_lines(root, lint(loaded.bank, today))
    problems = sorted([*loaded.problems, *_renames(args, root), *advice], key=by_place)
    errors = sum(problem.severity == "error" for problem in problems)
    warnings = len(problems) - errors
    if args.json:
        counts = {"errors": errors, "warnings": warnings, "questions": len(loaded.bank.questions)}
        write_json({"schema": SCHEMA, "bank": str(root), **counts, "problems": [p.to_json() for p in problems]})
    else:
        write_text("".join(f"{clean(str(problem))}\n" for problem in _shown(problems, root)), None)
    sys.stdout.flush()
    bank = loaded.bank
    held = f"{len(bank.questions)} questions, {len(bank.concepts)} concepts, {len(bank.traps)} traps"
    print(f"{held}: {errors} errors, {warnings} warnings.", file=sys.stderr)
    return EXIT_DATA if errors or (args.strict and warnings) else EXIT_OK


def _renames(args: argparse.Namespace, root: Path) -> Iterable[Problem]:
    """Questions that lost their old id since they were last reviewed on this machine: only the cache remembers that,
    and everything else is checked afresh without it."""
    from tutor.content.load import load_bank

    cache = Paths.find(args.home).bank_cache
    found = load_bank(root, cache).problems if cache.is_file() else ()
    return (problem for problem in found if problem.rule == "rename-without-alias")


def _shown(problems: Iterable[Problem], root: Path) -> Iterable[Problem]:
    """The problems with paths that can be opened from where the command was started."""
    folder = root.absolute()
    here = Path.cwd()
    start = folder.relative_to(here) if folder.is_relative_to(here) else folder
    return (replace(problem, path=(start / problem.path).as_posix()) for problem in problems)


def _stats(args: argparse.Namespace, bank: Bank) -> int:
    from tutor.content.describe import stats_text
    from tutor.content.stats import bank_stats

    stats = bank_stats(bank, _exam(bank, args.exam))
    if args.json:
        write_json({"schema": SCHEMA, **stats.to_json()})
    else:
        write_text(stats_text(stats), None)
    return EXIT_OK


def _list(args: argparse.Namespace, bank: Bank) -> int:
    exam = _exam(bank, args.exam)
    concept = _known(args.concept, "concept", bank.concepts)
    trap = _known(args.trap, "trap", bank.traps)

    def wanted(q: Question) -> bool:
        refs = [ref for ref in q.exams if exam in ("", ref.code)]
        return (
            (not exam or bool(refs))
            and (not args.task or any(ref.task == args.task for ref in refs))
            and (not concept or concept in q.concepts or any(option.concept == concept for option in q.options))
            and (not trap or trap in q.traps)
            and args.type in (None, q.type)
            and args.status in (None, q.status)
        )

    chosen = [
        bank.questions[question_id] for question_id in sorted(bank.questions) if wanted(bank.questions[question_id])
    ]
    if args.json:
        write_json({"schema": SCHEMA, "questions": [_brief(q) for q in chosen]})
    else:
        write_text("".join(f"{_line(q)}\n" for q in chosen), None)
        sys.stdout.flush()
        print(f"{len(chosen)} of {len(bank.questions)} questions.", file=sys.stderr)
    return EXIT_OK


def _brief(q: Question) -> dict[str, object]:
    return {
        "id": q.id,
        "type": q.type,
        "difficulty": q.difficulty,
        "status": q.status,
        "reserve": q.reserve,
        "exams": [{"code": ref.code, "task": ref.task} for ref in q.exams],
        "concepts": list(q.concepts),
        "traps": list(q.traps),
        "ask": q.ask,
        "path": q.path,
    }


def _line(q: Question) -> str:
    tasks = ",".join(f"{ref.code}:{ref.task}" for ref in q.exams)
    ask = cut(" ".join(q.ask.split()), 100)
    return clean("\t".join((q.id, q.type, q.difficulty, q.status, tasks, ask)))


def _show(args: argparse.Namespace, bank: Bank) -> int:
    q = bank.find(args.id)
    if q is None:
        near = nearest(args.id, list(bank.questions))
        mend = f"Did you mean {near}?" if near else "tutor bank list prints all ids."
        raise UsageError(f"The bank has no question {args.id!r}.", mend)
    if args.json:
        facts = q.facts_as_of.isoformat() if q.facts_as_of else None
        write_json({"schema": SCHEMA, "question": {**asdict(q), "facts_as_of": facts, "key": list(q.key)}})
    else:
        from tutor.content.describe import question_text

        write_text(question_text(q, bank), None)
    return EXIT_OK


def _exam(bank: Bank, code: str | None) -> str:
    return _known(code.lower(), "exam", bank.exams) if code else ""


def _known(name: str | None, what: str, names: Iterable[str]) -> str:
    """The name if it exists, empty for none. Raises UsageError with the nearest one otherwise."""
    if not name:
        return ""
    known: Sequence[str] = sorted(names)
    if name not in known:
        near = nearest(name, known)
        raise UsageError(f"The bank has no {what} {name!r}.", f"Did you mean {near}?" if near else "")
    return name

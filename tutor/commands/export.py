"""`tutor export`: the log and what is known from it, for another machine or another program."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from tutor.commands.context import Context, open_bank, surroundings, tell
from tutor.commands.output import check_target, to_stdout, write_chunks
from tutor.commands.parser import SubParsers, day
from tutor.commands.progress import Progress, on_terminal
from tutor.errors import TutorError, UsageError

if TYPE_CHECKING:
    from tutor.core.log import Answer
    from tutor.core.question import Bank
    from tutor.overview import Overview
    from tutor.store.reader import Reader
    from tutor.store.values import Mark

FORMATS = ("jsonl", "csv", "xapi", "revlog", "anki", "ics")
TABLES = ("answers", "concepts", "traps", "questions")
CHUNK = 64 * 1024
"""Characters written at a time."""
_EPILOG = """\
jsonl: everything: answers with every column, those that were taken back too,
practice exams, marks, seen texts, settings. `tutor import` reads it.
csv: one answer a row, or one of --table; lists joined by |, and ' before a text
that a spreadsheet would take for a formula. Lines end in CR LF.
xapi: one xAPI 1.0.3 statement a line; the learner is a salted account.
revlog: card, time, rating and duration, as FSRS optimisers read them.
anki: a package (.apkg) with one note for each practice question of the exam;
needs the extra: pip install "exam-tutor[anki]". With --since only questions
answered since. Questions kept for mock exams are never in it.
ics: a calendar with the questions due on each day, and the exam date.
docs/exports.md has every field. All but csv end lines in LF; text is UTF-8.

examples:
  tutor export -o answers.jsonl
  tutor export --format csv --since 2026-11-01 > november.csv
  tutor export --format csv --table concepts --bom -o concepts.csv
  tutor export --format anki -o questions.apkg
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "export",
        help="your answers for other machines and programs",
        description="Write your answers, and what is known from them, for another machine or another program. Changes "
        "nothing.",
        epilog=_EPILOG,
    )
    parser.add_argument("--format", choices=FORMATS, default="jsonl", help="(default: jsonl)")
    parser.add_argument("-o", "--output", metavar="FILE", help="file to write in one step; - for standard output")
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")
    parser.add_argument("--since", metavar="DATE", type=day, help="only answers of this study day and later")
    parser.add_argument("--anonymous", action="store_true", help="leave out your notes and the names of devices")
    parser.add_argument("--table", choices=TABLES, help="csv: what a row is (default: answers)")
    parser.add_argument("--bom", action="store_true", help="csv: start with a byte order mark, for Excel")
    parser.add_argument("--exam", metavar="CODE", help="tables, anki, ics: the exam (default: your settings)")


def run(args: argparse.Namespace) -> int:
    from tutor.store.reader import Reader

    state = _about_the_state(args)
    _check(args, state)
    context = surroundings(args)
    check_target(args.output, replace=args.force)
    if state:
        write_chunks(_state(args, context), args.output, replace=args.force)
        return 0
    with Reader.open(context.database) as reader:
        count = reader.count(since=args.since, retracted=True)
        shown = on_terminal(data_on_stdout=to_stdout(args.output))
        with Progress("exporting", count, shown=shown) as progress:
            answers = progress.watch(reader.iter_answers(since=args.since, retracted=True))
            write_chunks(_chunks(_log(args, context, reader, answers)), args.output, replace=args.force)
    if not count:
        tell(f"profile {args.profile} has no answers to export.")
    return 0


def _about_the_state(args: argparse.Namespace) -> bool:
    """Whether the export tells what is known now, and not the log."""
    return args.format in ("anki", "ics") or (args.format == "csv" and (args.table or "answers") != "answers")


def _check(args: argparse.Namespace, state: bool) -> None:
    """Raises UsageError for options that mean nothing together."""
    for option, given, fits in (
        ("--table", args.table, args.format == "csv"),
        ("--bom", args.bom, args.format == "csv"),
        ("--exam", args.exam, state),
        ("--since", args.since, not state or args.format == "anki"),
    ):
        if given and not fits:
            what = f"--format {args.format}" + (f" --table {args.table}" if args.table and option != "--table" else "")
            raise UsageError(f"{option} means nothing with {what}.", "See tutor export --help.")
    if args.format == "anki" and to_stdout(args.output) and sys.stdout is not None and sys.stdout.isatty():
        raise UsageError("An Anki package is no text for a terminal.", "Name a file: -o questions.apkg")


def _log(args: argparse.Namespace, context: Context, reader: Reader, answers: Iterable[Answer]) -> Iterator[str]:
    """The lines of an export of the log."""
    from tutor.commands.carried import settings_of
    from tutor.export import csv, jsonl, revlog, xapi

    if args.format == "revlog":
        return revlog.write(answers)
    bank = _bank(context)
    if args.format == "csv":
        return csv.write(answers, bank, bom=args.bom, anonymous=args.anonymous)
    if args.format == "xapi":
        first = next(reader.iter_answers(retracted=True), None)
        return xapi.write(answers, bank, "" if first is None else first.device)
    since = args.since
    log = jsonl.Log(
        answers,
        reader.marks().values(),
        reader.iter_mocks(since=since),
        reader.iter_texts(since=since),
        settings_of(context),
    )
    return jsonl.write(log, bank, anonymous=args.anonymous, since=since)


def _state(args: argparse.Namespace, context: Context) -> Iterator[bytes]:
    """An export of what is known now."""
    from tutor.export import csv, tables
    from tutor.overview import Overview
    from tutor.store.reader import Reader

    bank = open_bank(context)
    with Reader.open(context.database) as reader:
        marks, device = reader.marks(), reader.device()
    with Overview.open(context.database, bank, context.config, context.clock, args.exam) as look:
        for notice in look.notices():
            tell(notice)
        if args.format == "ics":
            yield _calendar(context, look, device)
        elif args.format == "anki":
            yield _package(args, context, look, marks)
        elif args.table == "concepts":
            yield from _chunks(csv.table(tables.CONCEPTS, tables.concepts(look.concepts(), bank), bom=args.bom))
        elif args.table == "traps":
            yield from _chunks(csv.table(tables.TRAPS, tables.traps(look.confusions(), bank), bom=args.bom))
        else:
            hidden = args.anonymous
            rows = tables.questions(bank, look.exam.code, look.answers(), look.card, marks, anonymous=hidden)
            yield from _chunks(csv.table(tables.QUESTIONS, rows, bom=args.bom))


def _calendar(context: Context, look: Overview, device: str) -> bytes:
    from tutor.core.agenda import seconds_per_question
    from tutor.export import ics

    exam = (look.exam.code, look.exam.name, context.config.exam_date)
    pace = seconds_per_question(look.answers())
    return ics.write(look.due_days(), look.day, pace, exam=exam, device=device, stamp=context.clock.now())


def _package(args: argparse.Namespace, context: Context, look: Overview, marks: Mapping[str, Mark]) -> bytes:
    from tutor.core.blueprint import practice_questions
    from tutor.export import anki

    questions = practice_questions(look.bank.questions.values(), look.exam.code)
    if args.since is not None:
        aliases = look.bank.aliases
        given = {aliases.get(a.question_id, a.question_id) for a in look.answers() if a.study_day >= args.since}
        questions = [question for question in questions if question.id in given]
    return anki.write(look.bank, look.exam, questions, marks, context.clock.now(), anonymous=args.anonymous)


def _bank(context: Context) -> Bank | None:
    """The bank, for the concepts and traps of each question. The answers are written without them when it is broken."""
    try:
        return open_bank(context)
    except TutorError as error:
        tell(f"exported without concepts and traps: {error.message}")
        return None


def _chunks(lines: Iterable[str]) -> Iterator[bytes]:
    """Lines as UTF-8 in pieces of a size that a file takes well."""
    held: list[str] = []
    size = 0
    for line in lines:
        held.append(line)
        size += len(line)
        if size >= CHUNK:
            yield "".join(held).encode()
            held, size = [], 0
    yield "".join(held).encode()

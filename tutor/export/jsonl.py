"""The answer log as JSON Lines, out and in: a header, then one answer or mark a line, every column of it.

Reading checks everything before it returns anything, so that a file is taken whole or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from tutor import __version__
from tutor.core.grading import rate
from tutor.core.log import Answer
from tutor.core.memory import RETENTION_MAX, RETENTION_MIN
from tutor.core.question import Bank
from tutor.errors import DataError
from tutor.store.codec import answer_from_json, answer_to_json, dumps, mark_from_json, mark_to_json
from tutor.store.values import Mark
from tutor.text import clean, is_clean

FORMAT = "tutor-answers"
SCHEMA = 1
_AGAIN = "Export it again; nothing was imported."
_REPAIR = "Correct or delete the line, or export again; nothing was imported."


@dataclass(frozen=True, slots=True)
class Log:
    """What an export holds."""

    answers: tuple[Answer, ...]
    marks: tuple[Mark, ...]


def columns(answer: Answer, bank: Bank | None) -> dict[str, object]:
    """Every column of an answer, then the concepts and traps its question has in the bank now (for other programs; an
    import does not read them)."""
    question = bank.find(answer.question_id) if bank is not None else None
    return {
        **answer_to_json(answer),
        "concepts": list(question.concepts) if question else [],
        "traps": list(question.traps) if question else [],
    }


def write(answers: Iterable[Answer], marks: Iterable[Mark], bank: Bank | None = None) -> str:
    """The log as JSON Lines; the same log always gives the same text."""
    lines: list[dict[str, object]] = [{"format": FORMAT, "schema": SCHEMA, "version": __version__}]
    lines += [{"type": "answer", **columns(answer, bank)} for answer in answers]
    lines += [{"type": "mark", **mark_to_json(mark)} for mark in sorted(marks, key=lambda mark: mark.question_id)]
    return "".join(dumps(line) + "\n" for line in lines)


def read(data: bytes, name: str) -> Log:
    """The log in an exported file. `name` stands for the file in errors. Raises DataError that names file and line for
    anything that is not understood."""
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    answers: list[Answer] = []
    marks: list[Mark] = []
    _check_header(_parse(lines[0], f"{name}:1", header=True), f"{name}:1")
    for number, line in enumerate(lines[1:], start=2):
        if line.strip():
            _take(_parse(line, f"{name}:{number}"), f"{name}:{number}", answers, marks)
    return Log(tuple(answers), tuple(marks))


def _parse(line: bytes, where: str, header: bool = False) -> dict[str, object]:
    try:
        value = json.loads(line.decode(), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        if header:
            raise DataError(
                f"{where}: this is not an export of answers.",
                "`tutor export --format jsonl -o FILE` writes one; CSV cannot be read back.",
            ) from error
        raise DataError(f"{where}: this line is not JSON: {error}.", _REPAIR) from error
    if not isinstance(value, dict):
        raise DataError(f"{where}: this line is not a JSON object.", _REPAIR)
    return value


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")


def _check_header(header: dict[str, object], where: str) -> None:
    if header.get("format") != FORMAT:
        raise DataError(
            f"{where}: the first line does not say that this is an export of answers.",
            f'It must hold "format": "{FORMAT}". {_AGAIN}',
        )
    schema = header.get("schema")
    if isinstance(schema, int) and not isinstance(schema, bool) and schema > SCHEMA:
        raise DataError(
            f"{where}: this export has format {schema}, and this program reads up to {SCHEMA}.",
            f"It was written by tutor {clean(str(header.get('version', 'of a newer version')))}: update this one.",
        )
    if schema != SCHEMA:
        raise DataError(f"{where}: {dumps(schema)} is not a number of the format.", _AGAIN)


def _take(line: dict[str, object], where: str, answers: list[Answer], marks: list[Mark]) -> None:
    kind = line.get("type")
    try:
        if kind == "answer":
            answer = answer_from_json(line)
            _check(answer)
            answers.append(answer)
        elif kind == "mark":
            mark = mark_from_json(line)
            marks.append(replace(mark, note=clean(mark.note)))
        else:
            raise DataError(f'field `type` is {dumps(kind)}, not "answer" or "mark"')
    except DataError as error:
        raise DataError(f"{where}: {error.message}.", f"{error.hint} Nothing was imported.".strip()) from error


def _check(answer: Answer) -> None:
    """What the fields of an answer must be together, and what a replay relies on."""
    if not RETENTION_MIN <= answer.retention <= RETENTION_MAX:
        raise DataError(f"answer: field `retention` is {answer.retention}, not {RETENTION_MIN} to {RETENTION_MAX}")
    if answer.rating != rate(answer.correct, answer.confidence):
        raise DataError("answer: field `rating` does not follow from `correct` and `confidence`")
    if not _all_clean([answer.id, answer.question_id, answer.pick_id, answer.device, *answer.shown, *answer.chosen]):
        raise DataError("answer: an id holds control characters")
    if not _all_clean([dumps_key for pair in answer.reason.items() for dumps_key in map(str, pair)]):
        raise DataError("answer: field `reason` holds control characters")


def _all_clean(texts: Sequence[str]) -> bool:
    return all(is_clean(text) for text in texts)

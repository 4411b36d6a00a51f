"""The JSON Lines of an export, read back one by one: each comes out as what it holds or as what is wrong with it.

It decides nothing: whether a file with faults is taken is up to the caller. It writes nothing and knows no database.
Files of schema 1 have neither checksums nor an end, so less is found in them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NoReturn

from tutor.core.grading import rate
from tutor.core.log import Answer
from tutor.core.memory import RETENTION_MAX, RETENTION_MIN
from tutor.errors import DataError
from tutor.export.jsonl import FORMAT, SCHEMA, Settings, checksum
from tutor.store.codec import answer_from_json, dumps, mark_from_json, mock_from_json
from tutor.store.fields import Fields
from tutor.store.values import Mark, Mock, SeenWords
from tutor.text import clean, is_clean

LINE_MAX = 16 * 2**20
"""Bytes of the longest line that is read."""
DAYS = (date(1970, 1, 1), date(9000, 1, 1))
"""Study days that leave the scheduler room for its longest interval."""
_AGAIN = "Export it again; nothing was imported."
_KINDS = '"answer", "mark", "mock", "text", "settings" or "end"'
_SEAL = len(',"sum":"01234567"}')


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a line, as a sentence without its full stop; `mend` may be empty."""

    message: str
    mend: str = ""


Item = Answer | Mark | Mock | SeenWords | Settings | Problem


def read(lines: Iterable[bytes], name: str) -> Iterator[tuple[int, Item]]:
    """What each line holds, with its number from 1; blank lines are passed over. `name` stands for the file in errors.

    The first line is read at once; it raises DataError when this is no export, or one of a newer program. What is
    missing at the end comes as a Problem with the number of the last line.
    """
    numbered = enumerate(lines, start=1)
    first = next(numbered, (1, b""))[1].removeprefix(b"\xef\xbb\xbf")
    return _rest(first, numbered, _schema(first, f"{name}:1") > 1)


def _rest(first: bytes, numbered: Iterable[tuple[int, bytes]], sealed: bool) -> Iterator[tuple[int, Item]]:
    """The lines below the header; `sealed`: whether they have checksums and an end."""
    if sealed and not _unchanged(first):
        yield 1, Problem("the header was changed after the export")
    number, seen, answers, ended = 1, 1, 0, False
    for number, line in numbered:
        if not line.strip():
            continue
        seen += 1
        if ended:
            yield number, Problem("this line stands after the end of the export")
            continue
        value = _object(line)
        if isinstance(value, dict) and sealed and value.get("type") == "end" and _unchanged(line):
            ended = True
            if (value.get("lines"), value.get("answers")) != (seen, answers):
                yield number, Problem(_missing(value, seen, answers))
            continue
        answers += isinstance(value, dict) and value.get("type") == "answer"
        yield number, _item(value, line, sealed)
    if sealed and not ended:
        yield number, Problem("the file ends here, and its last line is missing: it was cut short")


def _schema(line: bytes, where: str) -> int:
    header = _object(line)
    if not isinstance(header, dict):
        raise DataError(
            f"{where}: this is not an export of answers.",
            "`tutor export --format jsonl -o FILE` writes one; no other format can be read back.",
        )
    if header.get("format") != FORMAT:
        raise DataError(
            f"{where}: the first line does not say that this is an export of answers.",
            f'It must hold "format": "{FORMAT}". {_AGAIN}',
        )
    schema = header.get("schema")
    if not isinstance(schema, int) or isinstance(schema, bool) or schema < 1:
        raise DataError(f"{where}: {dumps(schema)} is not a number of the format.", _AGAIN)
    if schema > SCHEMA:
        raise DataError(
            f"{where}: this export has format {schema}, and this program reads up to {SCHEMA}.",
            f"It was written by tutor {clean(str(header.get('version', 'of a newer version')))}: update this one.",
        )
    return schema


def _object(line: bytes) -> dict[str, object] | Problem:
    if len(line) > LINE_MAX:
        return Problem("this line is too long for an export")
    try:
        value = json.loads(line.decode(), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        return Problem(f"this line is not JSON: {error}")
    return value if isinstance(value, dict) else Problem("this line is not a JSON object")


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")


def _unchanged(line: bytes) -> bool:
    """Whether a line of JSON has the checksum it was written with; blanks between its parts do not count."""
    line = line.rstrip()
    if line[-_SEAL:-10] == b',"sum":"' and line[-10:-2].decode("ascii", "replace") == checksum(line[:-_SEAL] + b"}"):
        return True
    value = json.loads(line)
    return bool(value.pop("sum", "") == checksum(dumps(value).encode()))


def _missing(end: dict[str, object], seen: int, answers: int) -> str:
    return (
        f"the export was written with {end.get('lines')} lines and {end.get('answers')} answers, and this file has "
        f"{seen} and {answers}"
    )


def _item(value: dict[str, object] | Problem, line: bytes, sealed: bool) -> Item:
    if isinstance(value, Problem):
        return value
    if sealed and "sum" not in value:
        return Problem("this line has no checksum: it was not written by an export")
    if sealed and not _unchanged(line):
        return Problem("this line was changed after the export: its checksum does not fit")
    try:
        return _take(value)
    except DataError as error:
        return Problem(error.message, error.hint)


def _take(line: dict[str, object]) -> Item:
    match line.get("type"):
        case "answer":
            answer = answer_from_json(line)
            _check(answer)
            return answer
        case "mark":
            mark = mark_from_json(line)
            return replace(mark, note=clean(mark.note))
        case "mock":
            mock = mock_from_json(line)
            if not _all_clean([mock.id, mock.exam, *mock.form, *mock.answers]):
                raise DataError("mock: an id holds control characters")
            return mock
        case "text":
            text = Fields(line, "text")
            return SeenWords(text.text("text_hash", 1), clean(text.text("words")))
        case "settings":
            found = Fields(line, "settings")
            return Settings(found.mapping("config"), None if found.absent("model") else found.mapping("model"))
        case kind:
            raise DataError(f"field `type` is {dumps(kind)}, not {_KINDS}")


def _check(answer: Answer) -> None:
    """What the fields of an answer must be together, and what a replay relies on."""
    if not RETENTION_MIN <= answer.retention <= RETENTION_MAX:
        raise DataError(f"answer: field `retention` is {answer.retention}, not {RETENTION_MIN} to {RETENTION_MAX}")
    if not DAYS[0] <= answer.study_day <= DAYS[1]:
        raise DataError(f"answer: field `study_day` is {answer.study_day}, not between {DAYS[0]} and {DAYS[1]}")
    if answer.rating != rate(answer.correct, answer.confidence):
        raise DataError("answer: field `rating` does not follow from `correct` and `confidence`")
    if not _all_clean([answer.id, answer.question_id, answer.pick_id, answer.device, *answer.shown, *answer.chosen]):
        raise DataError("answer: an id holds control characters")
    if not _all_clean([word for pair in answer.reason.items() for word in map(str, pair)]):
        raise DataError("answer: field `reason` holds control characters")


def _all_clean(texts: Sequence[str]) -> bool:
    # One search for all: nothing unsafe begins with a line end, so joining them makes nothing unsafe.
    return is_clean("\n".join(texts))

"""One file from bytes to checked plain data, with every error of that file. The only door to TOML and pydantic.

Cross references are not seen here, so the result depends on the bytes and the path alone and can be cached.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from tutor.content import build, schema, schema_bank
from tutor.content.checks import findings
from tutor.content.fields import Issue, Model
from tutor.content.kinds import FORMAT, Kind
from tutor.content.locate import Lines, Way
from tutor.content.place import name_of, way_of
from tutor.content.problem import Problem
from tutor.text import is_clean

MODELS: dict[Kind, type[Model]] = {
    "question": schema.Question,
    "concept": schema_bank.Concept,
    "trap": schema_bank.Trap,
    "case": schema_bank.Case,
    "exam": schema_bank.Exam,
    "lifecycle": schema_bank.Lifecycle,
    "retired": schema_bank.Retired,
    "bank": schema_bank.BankInfo,
}
_TOML_LINE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)")


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a file holds: `data` is None when it has errors. `id` is what could be read of its id."""

    id: str
    data: dict[str, Any] | None
    problems: tuple[Problem, ...] = ()


def parse(kind: Kind, path: str, raw: bytes) -> Parsed:
    """Read one file. Never raises for its content."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        mend = "Save the file as UTF-8"
        return Parsed("", None, (Problem("error", "encoding", path, line, "", "the file is not UTF-8", mend),))
    unclean = _unclean_line(text)
    if unclean is not None:
        return Parsed("", None, (_unclean(path, unclean, "", "the line"),))
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Parsed("", None, (_toml_problem(path, text, str(error)),))
    except (RecursionError, ValueError) as error:
        message = f"the file cannot be read as TOML: {type(error).__name__}"
        return Parsed("", None, (Problem("error", "toml", path, None, "", message, "Simplify the value"),))
    return _validated(kind, path, text, document)


def _validated(kind: Kind, path: str, text: str, document: dict[str, Any]) -> Parsed:
    lines = Lines(text)
    raw_id = document.get("code" if kind == "exam" else "id")
    file_id = raw_id if isinstance(raw_id, str) else ""
    file_id = file_id.lower() if kind == "exam" else file_id

    def problem(rule: str, way: Way, message: str, mend: str) -> Problem:
        return Problem("error", rule, path, lines.find(way), name_of(way, document), message, mend, file_id)

    version = document.get("format")
    if type(version) is not int or version != FORMAT:
        shown = "has no format" if version is None else f"has the unknown format {version!r}"
        mend = f"Write format = {FORMAT} at the top; a newer format needs a newer tutor"
        return Parsed(file_id, None, (problem("format", ("format",), f"the file {shown}", mend),))
    unclean = [
        _unclean(path, lines.find(way), name_of(way, document), name_of(way, document), file_id)
        for way, value in (_texts(document) if "\\" in text else ())  # clean text becomes unclean by an escape only
        if not is_clean(value)
    ]
    if unclean:
        return Parsed(file_id, None, tuple(unclean))
    try:
        model = MODELS[kind].model_validate(document)
    except ValidationError as error:
        issues = _issues(kind, document, lines, error.errors(include_url=False))
        return Parsed(file_id, None, tuple(problem(i.rule, i.where, i.message, i.mend) for i in issues))
    data = model.model_dump(mode="json")
    if kind == "question":
        question = build.question(data, path)
        data |= {"key_hash": question.key_hash, "text_hash": question.text_hash}
        found = [
            problem(rule, way_of(field, document), message, mend) for rule, field, message, mend in findings(question)
        ]
        if found:
            return Parsed(file_id, None, tuple(found))
    return Parsed(file_id, data)


def _unclean(path: str, line: int | None, where: str, what: str, file_id: str = "") -> Problem:
    message = f"{what} holds a control, escape or invisible direction character"
    return Problem(
        "error", "unclean-text", path, line, where, message, "Delete the character and type it again", file_id
    )


def _unclean_line(text: str) -> int | None:
    text = text.replace("\r\n", "\n")
    if text.replace("\n", "").replace("\t", "").isprintable() or is_clean(text):  # printable is the quick way to know
        return None
    for number, line in enumerate(text.split("\n"), start=1):
        if not is_clean(line):
            return number
    return 1


def _texts(value: object, way: Way = ()) -> Iterator[tuple[Way, str]]:
    if isinstance(value, str):
        yield way, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield (*way, key), key
            yield from _texts(inner, (*way, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _texts(inner, (*way, place))


def _toml_problem(path: str, text: str, message: str) -> Problem:
    found = _TOML_LINE.search(message)
    line = int(found.group(1)) if found and found.group(1) else Lines(text).last()
    short = _TOML_LINE.sub("", message)
    mend = "Put text with quotes, backslashes or several lines between ''' and '''"
    if "overwrite" in short or "twice" in short:
        mend = "A key or table occurs twice; a table that may repeat is written [[name]]"
    return Problem("error", "toml", path, line, "", f"not valid TOML: {short}", mend)


def _issues(kind: Kind, document: dict[str, Any], lines: Lines, errors: list[ErrorDetails]) -> Iterator[Issue]:
    fields = MODELS[kind].model_fields
    misplaced = {
        str(error["loc"][-1])
        for error in errors
        if error["type"] == "extra_forbidden" and len(error["loc"]) == 3 and error["loc"][-1] in fields
    }
    for error in errors:
        found = error.get("ctx", {}).get("issues")
        if isinstance(found, list):
            yield from (Issue(i.rule, i.message, i.mend, (*error["loc"], *i.where)) for i in found)
        elif not (error["type"] == "missing" and error["loc"][-1] in misplaced):
            yield _issue(kind, document, lines, error, misplaced)


def _issue(kind: Kind, document: dict[str, Any], lines: Lines, error: ErrorDetails, misplaced: set[str]) -> Issue:
    way = error["loc"]
    name, context, what = name_of(way, document), error.get("ctx", {}), error["type"]
    if "text" in context:
        return Issue(what, f"{name}: {context['text']}", str(context.get("mend", "")), way)
    if what == "missing":
        return Issue("missing-field", f"{name} is missing", "Add it", way)
    if what == "extra_forbidden":
        return Issue("unknown-field", *_unknown(kind, way, lines, misplaced), way)
    if what == "literal_error":
        return Issue(
            "bad-value", f"{name}: {error['input']!r} is not one of {context.get('expected')}", "Use one of these", way
        )
    if what.endswith("_type"):
        wanted = {
            "string": "text in quotes",
            "int": "a whole number",
            "bool": "true or false",
            "float": "a number",
            "tuple": "a list in [ ]",
            "date": "a date such as 2026-12-01 without quotes",
        }.get(what[:-5], "a table")
        return Issue("wrong-type", f"{name} must be {wanted}, not {error['input']!r:.40}", "Nothing is converted", way)
    return Issue("bad-value", f"{name}: {error['msg'][:1].lower()}{error['msg'][1:]}", "Correct the value", way)


def _unknown(kind: Kind, way: Way, lines: Lines, misplaced: set[str]) -> tuple[str, str]:
    """Message and mend for a key that the model does not have; the common slip gets its own hint."""
    key = str(way[-1])
    if len(way) == 3 and key in misplaced:
        first = lines.first_table() or str(way[0])
        message = f"`{key}` stands after [[{way[0]}]], so TOML makes it part of that table"
        return message, f"Move it above the first [[{first}]]"
    known = _known(kind, way)
    near = get_close_matches(key, known, n=1)
    place = f"in [[{way[0]}]]" if len(way) > 1 else "in this file"
    return (
        f"there is no field `{key}` {place}",
        f"Did you mean `{near[0]}`?" if near else f"Fields are {', '.join(known)}",
    )


def _known(kind: Kind, way: Way) -> list[str]:
    model: type[Model] | None = MODELS[kind]
    for part in way[:-1]:
        if isinstance(part, str) and model is not None:
            model = _model_in(model.model_fields[part].annotation) if part in model.model_fields else None
    return list(model.model_fields) if model is not None else []


def _model_in(annotation: object) -> type[Model] | None:
    for candidate in (annotation, *getattr(annotation, "__args__", ())):
        if isinstance(candidate, type) and issubclass(candidate, Model):
            return candidate
    return None

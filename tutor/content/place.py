"""The name of a field for people and back: `option.data-parallel.why` for the second [[option]]'s `why`."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tutor.content.locate import Lines, Way
from tutor.content.problem import Problem

_NAME = re.compile(r"[\w.-]{1,64}")


def name_of(way: Sequence[str | int], document: Mapping[str, object]) -> str:
    """A dotted name; elements of a list are named by their id where they have one, else counted from 1."""
    parts: list[str] = []
    value: object = document
    for part in way:
        value = _inner(value, part)
        if isinstance(part, int):
            known = value.get("id") if isinstance(value, Mapping) else None
            parts.append(known if isinstance(known, str) and _NAME.fullmatch(known) else f"#{part + 1}")
        else:
            parts.append(part)
    return ".".join(parts)


def way_of(name: str, document: Mapping[str, object]) -> Way:
    """The inverse of `name_of`, as far as the parts exist in the document."""
    way: list[str | int] = []
    value: object = document
    rest = name
    while rest:
        if isinstance(value, list):
            found = _element(value, rest)
            if found is None:
                break
            place, used = found
            way.append(place)
            value, rest = value[place], rest[used:].removeprefix(".")
        else:
            key, _, rest = rest.partition(".")
            way.append(key)
            value = _inner(value, key)
    return tuple(way)


def with_lines(root: Path, problems: Iterable[Problem]) -> list[Problem]:
    """The problems with the line of each that has none, read again from its file; unreadable files stay without."""
    result = list(problems)
    open_places = defaultdict(list)
    for place, problem in enumerate(result):
        if problem.line is None and problem.where:
            open_places[problem.path].append(place)
    for path, places in open_places.items():
        try:
            text = (root / path).read_text("utf-8-sig")
            document = tomllib.loads(text)
        except (OSError, ValueError, RecursionError):
            continue
        lines = Lines(text)
        for place in places:
            line = lines.find(way_of(result[place].where, document))
            result[place] = replace(result[place], line=line)
    return result


def _inner(value: object, part: str | int) -> object:
    if isinstance(part, int):
        return value[part] if isinstance(value, list) and part < len(value) else None
    return value.get(part) if isinstance(value, Mapping) else None


def _element(values: Sequence[object], rest: str) -> tuple[int, int] | None:
    """(place, characters used) of the list element that the start of `rest` names; ids may hold dots, so the longest
    one wins."""
    best: tuple[int, int] | None = None
    for place, value in enumerate(values):
        known = value.get("id") if isinstance(value, Mapping) else None
        for name in (known, f"#{place + 1}"):
            fits = isinstance(name, str) and (rest == name or rest.startswith(f"{name}."))
            if isinstance(name, str) and fits and (best is None or len(name) > best[1]):
                best = (place, len(name))
    return best

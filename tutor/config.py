"""The learner's settings: config.toml -> a frozen value. An error names the file, the line, the key and the mend.

It checks what a setting is, not what it refers to: which exams, themes and key actions exist is known elsewhere.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Literal

from tutor.errors import UsageError

RETENTION_FOR_EXAM = 0.87
"""Desired retention when an exam date is set and no retention is chosen."""

_EXAM = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")


@dataclass(frozen=True)
class Config:
    """Settings with their defaults."""

    exam: str = "mla-c02"
    """Exam code, lower case."""
    exam_date: date | None = None
    minutes: int = 25
    """Length of a day's review."""
    retention: float = 0.90
    """Recall at which a question is due."""
    rollover: int = 4
    """Local hour at which a study day begins."""
    new_per_day: int = 13
    theme: str = ""
    estimates: Literal["evidence", "model"] = "evidence"
    show_timer: bool = True
    confidence: bool = False
    """Ask how sure the learner is with every answer."""
    train: bool = True
    """Tune the learner model in the background after a review."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Action id -> keys, separated by commas."""
    explicit: frozenset[str] = frozenset()
    """Names of the settings that the file itself sets."""


def load_config(file: Path) -> Config:
    """The settings of a file; the defaults when there is no such file. Raises UsageError when it is not understood."""
    try:
        source = file.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return Config()
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror or error}.", "Mend or remove the file.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{file}: is not UTF-8 text (byte {error.start}).", "Save it again as UTF-8.") from error
    try:
        data = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(
            f"{file}: {_lower_first(str(error))}.", "The file is TOML: name = value, one a line."
        ) from error
    values: dict[str, object] = {}
    for key, value in data.items():
        check = _CHECKS.get(key)
        if check is None:
            raise UsageError(f"{_place(file, source, key)}: there is no setting {key!r}.", _nearest(key))
        try:
            values[key] = check(value)
        except _Refused as refused:
            where = _place(file, source, refused.key or key)
            raise UsageError(f"{where}: {key} {refused}, not {_show(refused.value)}.", refused.mend) from None
    if values.get("exam_date") is not None:
        values.setdefault("retention", RETENTION_FOR_EXAM)
    return Config(**values, explicit=frozenset(data))  # type: ignore[arg-type]


class _Refused(Exception):
    def __init__(self, must: str, value: object, mend: str, key: str = "") -> None:
        super().__init__(must)
        self.value = value
        self.mend = mend
        self.key = key


def _whole(low: int, high: int, unit: str) -> Callable[[object], int]:
    def check(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _Refused(f"must be a whole number from {low} to {high}", value, f"It is given in {unit}.")
        return value

    return check


def _share(low: float, high: float) -> Callable[[object], float]:
    def check(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise _Refused(f"must be a number from {low:.2f} to {high:.2f}", value, "0.90 stands for 90 %.")
        return float(value)

    return check


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _Refused("must be true or false", value, "Write it without quotes.")
    return value


def _theme(value: object) -> str:
    if not isinstance(value, str):
        raise _Refused("must be the name of a theme", value, 'Write it in quotes, such as "textual-light".')
    return value


def _exam(value: object) -> str:
    code = value.strip().lower() if isinstance(value, str) else ""
    if _EXAM.fullmatch(code) is None:
        raise _Refused("must be an exam code", value, 'Write it in quotes, such as "mla-c02".')
    return code


def _day(value: object) -> date:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value.strip())
        except ValueError:
            pass
    elif isinstance(value, date) and not isinstance(value, datetime):
        return value
    raise _Refused("must be a date", value, "Write it as 2027-03-31.")


def _estimates(value: object) -> object:
    if value not in ("evidence", "model"):
        raise _Refused('must be "evidence" or "model"', value, 'Leave it out for "evidence".')
    return value


def _keys(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        raise _Refused("must be a table", value, 'Write [keys] on a line of its own, then action = "key" below it.')
    for action, keys in value.items():
        if not isinstance(keys, str) or not keys.strip():
            raise _Refused(f"needs a text for {action!r}", keys, 'Write the key in quotes, such as "f2".', key=action)
    return dict(value)


_CHECKS: dict[str, Callable[[object], object]] = {
    "exam": _exam,
    "exam_date": _day,
    "minutes": _whole(5, 240, "minutes a day"),
    "retention": _share(0.70, 0.97),
    "rollover": _whole(0, 23, "hours after midnight"),
    "new_per_day": _whole(0, 200, "questions a day"),
    "theme": _theme,
    "estimates": _estimates,
    "show_timer": _flag,
    "confidence": _flag,
    "train": _flag,
    "keys": _keys,
}


def _nearest(key: str) -> str:
    near = difflib.get_close_matches(key, _CHECKS, n=1)
    return f"Did you mean {near[0]}?" if near else f"Known settings: {', '.join(_CHECKS)}."


def _place(file: Path, source: str, key: str) -> str:
    """`file:line` of the first line that sets the key or opens its table, `file` when no line does."""
    name = re.escape(key)
    pattern = re.compile(rf"""\s*(?:(?:[\w-]+\s*\.\s*)?["']?{name}["']?\s*[.=]|\[\s*["']?{name}["']?\s*[\].])""")
    for number, line in enumerate(source.split("\n"), start=1):
        if pattern.match(line):
            return f"{file}:{number}"
    return str(file)


def _show(value: object) -> str:
    if isinstance(value, str):
        return repr(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _lower_first(message: str) -> str:
    return message[:1].lower() + message[1:]

"""Checked reading of one JSON object, field by field. An error names the object, the field, and what was expected.

It must not know what the object stands for; `tutor.store.codec` does.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from tutor.errors import DataError

INT_MAX = 2**63 - 1
"""The largest whole number the database can hold."""


class Fields:
    """The fields of `data`, each read with its type; `where` names the object in errors.

    Every reader raises DataError for a missing field or a value of another kind.
    """

    def __init__(self, data: Mapping[str, object], where: str) -> None:
        self._data = data
        self._where = where

    def wrong(self, name: str, wanted: str) -> DataError:
        """The error for a field that is missing or is not what is wanted."""
        if name not in self._data:
            return DataError(f"{self._where}: field `{name}` is missing", f"Add `{name}`: {wanted}.")
        shown = json.dumps(self._data[name], default=str)
        shown = shown if len(shown) <= 60 else shown[:57] + "..."
        return DataError(
            f"{self._where}: field `{name}` is {shown}, not {wanted}", f"Correct `{name}`, or export the data again."
        )

    def absent(self, name: str) -> bool:
        """Whether the field is missing or null."""
        return self._data.get(name) is None

    def text(self, name: str, at_least: int = 0) -> str:
        """A text of `at_least` characters."""
        value = self._data.get(name)
        if not isinstance(value, str) or not _encodes(value) or len(value) < at_least:
            raise self.wrong(name, "a text of at least one character" if at_least else "a text")
        return value

    def word(self, name: str, words: tuple[Any, ...]) -> Any:
        """One of the given words."""
        value = self._data.get(name)
        if not isinstance(value, str) or value not in words:
            raise self.wrong(name, "one of " + ", ".join(words))
        return value

    def flag(self, name: str) -> bool:
        """True or false."""
        value = self._data.get(name)
        if not isinstance(value, bool):
            raise self.wrong(name, "true or false")
        return value

    def integer(self, name: str, low: int = -INT_MAX, high: int = INT_MAX) -> int:
        """A whole number from `low` to `high`, both included."""
        value = self._data.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.wrong(name, "a whole number" + _between(low, high, INT_MAX))
        return value

    def number(self, name: str, low: float = -math.inf, high: float = math.inf) -> float:
        """A finite number from `low` to `high`, both included."""
        value = self._data.get(name)
        try:
            real = math.nan if isinstance(value, bool) or not isinstance(value, int | float) else float(value)
        except OverflowError:
            real = math.nan
        if not math.isfinite(real) or not low <= real <= high:
            raise self.wrong(name, "a finite number" + _between(low, high, math.inf))
        return real

    def day(self, name: str) -> date:
        """A date in ISO form."""
        value = self._data.get(name)
        try:
            return date.fromisoformat(value if isinstance(value, str) else "")
        except ValueError:
            raise self.wrong(name, "a date such as 2026-10-31") from None

    def instant(self, name: str) -> datetime:
        """An instant in ISO form with an offset, as UTC."""
        value = self._data.get(name)
        wrong = self.wrong(name, "an instant with its offset such as 2026-10-31T09:00:00+01:00")
        try:
            instant = datetime.fromisoformat(value if isinstance(value, str) else "")
            if instant.tzinfo is None:
                raise wrong
            return instant.astimezone(UTC)
        except (ValueError, OverflowError):
            raise wrong from None

    def items(self, name: str) -> list[object]:
        """A list of anything."""
        value = self._data.get(name)
        if not isinstance(value, list | tuple):
            raise self.wrong(name, "a list")
        return list(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        texts = [value for value in self.items(name) if isinstance(value, str) and _encodes(value)]
        if len(texts) != len(self.items(name)):
            raise self.wrong(name, "a list of texts")
        return tuple(texts)

    def mapping(self, name: str) -> dict[str, object]:
        """An object."""
        value = self._data.get(name)
        if not isinstance(value, Mapping):
            raise self.wrong(name, "an object")
        return {str(key): item for key, item in value.items()}


def _between(low: float, high: float, unbounded: float) -> str:
    if high == unbounded:
        return "" if low == -unbounded else f" of {low} or more"
    return f" from {low} to {high}"


def _encodes(text: str) -> bool:
    # JSON can spell half of a surrogate pair; no file or database can hold it.
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True

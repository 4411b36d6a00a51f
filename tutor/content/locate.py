"""Finds the line of a key or table in TOML text that already parsed. Values are skipped, never read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

Way = tuple[str | int, ...]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}\n#]+")
_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_INLINE_BLANK = re.compile(r"[ \t]*")


class Lines:
    """The line of every key, table and array element of a TOML document, by the way to it, as in ("option", 1, "why").

    The text is read at the first question. Text that is not TOML gives what stands before the fault.
    """

    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._at = 0
        self._lines: dict[Way, int] = {}
        self._counts: dict[Way, int] = {}
        self._read = False

    def find(self, way: Sequence[str | int]) -> int | None:
        """Line of the deepest part of the way that is in the file; None when nothing of it is."""
        self._ensure()
        for length in range(len(way), 0, -1):
            line = self._lines.get(tuple(way[:length]))
            if line is not None:
                return line
        return None

    def first_table(self) -> str:
        """Name of the first `[[table]]` of the file; empty when there is none."""
        self._ensure()
        ways = [way for way in self._counts if len(way) == 1]
        return str(ways[0][0]) if ways else ""

    def last(self) -> int:
        """Line of the last key or table that could be found: where text that never ends begins."""
        self._ensure()
        return max(self._lines.values(), default=1)

    def _ensure(self) -> None:
        if not self._read:
            self._read = True
            with suppress(IndexError, _NotTomlError):
                self._document()

    def _mark(self, way: Way, at: int) -> None:
        self._lines.setdefault(way, self._text.count("\n", 0, at) + 1)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _expect(self, text: str) -> None:
        if not self._text.startswith(text, self._at):
            raise _NotTomlError
        self._at += len(text)

    def _document(self) -> None:
        table: Way = ()
        while True:
            self._skip(_BLANK)
            if self._at >= len(self._text):
                return
            start = self._at
            if self._text.startswith("[[", start):
                self._at += 2
                name = self._inside(self._dotted())
                number = self._counts.get(name, 0)
                self._counts[name] = number + 1
                table = (*name, number)
                self._expect("]]")
                self._mark(name, start)
                self._mark(table, start)
            elif self._text[start] == "[":
                self._at += 1
                table = self._inside(self._dotted())
                self._expect("]")
                self._mark(table, start)
            else:
                self._pair(table)

    def _inside(self, name: Way) -> Way:
        """The way of a table header, with the number of the last element for each array of tables on it."""
        way: Way = ()
        for part in name[:-1]:
            way = (*way, part)
            if way in self._counts:
                way = (*way, self._counts[way] - 1)
        return (*way, *name[-1:])

    def _pair(self, table: Way) -> None:
        start = self._at
        way = (*table, *self._dotted())
        self._expect("=")
        self._mark(way, start)
        self._skip(_INLINE_BLANK)
        self._value(way)

    def _dotted(self) -> Way:
        parts: list[str] = []
        while True:
            self._skip(_INLINE_BLANK)
            start = self._at
            if self._text[start] in "\"'":
                self._string()
                parts.append(self._text[start + 1 : self._at - 1])
            else:
                self._skip(_BARE)
                if self._at == start:
                    raise _NotTomlError
                parts.append(self._text[start : self._at])
            self._skip(_INLINE_BLANK)
            if self._text[self._at] != ".":
                return tuple(parts)
            self._at += 1

    def _string(self) -> None:
        quote = self._text[self._at]
        end = quote * 3 if self._text.startswith(quote * 3, self._at) else quote
        self._at += len(end)
        while not self._text.startswith(end, self._at):
            if self._at >= len(self._text):
                raise _NotTomlError
            self._at += 2 if quote == '"' and self._text[self._at] == "\\" else 1
        self._at += len(end)
        while len(end) == 3 and self._text.startswith(quote, self._at):  # a quote may stand right before the end
            self._at += 1

    def _value(self, way: Way) -> None:
        first = self._text[self._at]
        if first in "\"'":
            self._string()
        elif first == "[":
            self._array(way)
        elif first == "{":
            self._inline_table(way)
        else:
            self._skip(_SCALAR)

    def _array(self, way: Way) -> None:
        self._expect("[")
        number = 0
        while True:
            self._skip(_BLANK)
            if self._text[self._at] == "]":
                self._at += 1
                return
            self._mark((*way, number), self._at)
            self._value((*way, number))
            number += 1
            self._skip(_BLANK)
            if self._text[self._at] == ",":
                self._at += 1

    def _inline_table(self, way: Way) -> None:
        self._expect("{")
        while True:
            self._skip(_BLANK)
            if self._text[self._at] == "}":
                self._at += 1
                return
            self._pair(way)
            self._skip(_BLANK)
            if self._text[self._at] == ",":
                self._at += 1


class _NotTomlError(Exception):
    """The text stops being TOML here."""

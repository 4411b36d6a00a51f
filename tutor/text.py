"""Text that is safe on a terminal, and its width there.

Question text, notes, imported names and file names are data: they can hold escape sequences and invisible controls.
Everything that shows data passes it through `clean` first. Columns are counted in terminal cells, never in characters.
Standard library only; it knows nothing of questions or screens.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_UNSAFE = re.compile(
    r"\x1b(?:\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # OSC; without an end it takes the rest, as a terminal would
    r"|[P^_X][^\x1b]*(?:\x1b\\)?"  # DCS, PM, APC, SOS
    r"|\[[0-?]*[ -/]*[@-~]"  # CSI
    r"|[ -/]*[0-~])?"  # escapes of two characters, and a lone ESC
    r"|\x9b[0-?]*[ -/]*[@-~]"  # CSI as one C1 character
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f]"  # C0 without newline and tab, DEL, C1
    r"|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]"  # bidi embedding, override, isolate and marks
    r"|[\u2028\u2029\u200b\ufeff]"  # line and paragraph separator, zero-width space, byte order mark
    r"|[\ud800-\udfff]"  # lone surrogates: they cannot be written as UTF-8
)


def clean(s: str) -> str:
    """The text without escape sequences, control characters (newline and tab stay), bidi controls, invisible
    separators and lone surrogates. `clean(clean(s)) == clean(s)`; text without any of these comes back unchanged."""
    return _UNSAFE.sub("", s)


def is_clean(s: str) -> bool:
    """Whether `clean` would leave the text as it is."""
    return _UNSAFE.search(s) is None


@lru_cache(maxsize=4096)
def _char_width(char: str) -> int:
    if " " <= char <= "~":
        return 1
    if unicodedata.category(char) in ("Mn", "Me", "Cf", "Cc", "Cs") or "\u1160" <= char <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def cell_width(s: str) -> int:
    """Terminal cells of a text on one line: wide characters count two, combining and control characters none."""
    return len(s) if s.isascii() and s.isprintable() else sum(map(_char_width, s))


def cut(s: str, width: int, mark: str = "...") -> str:
    """The text in at most `width` cells; a longer one ends with `mark` (itself cut when there is no room for it)."""
    if cell_width(s) <= width:
        return s
    if cell_width(mark) >= width:
        return _head(mark, width)
    return _head(s, width - cell_width(mark)).rstrip() + mark


def pad(s: str, width: int) -> str:
    """The text in exactly `width` cells: filled with blanks on the right, or cut."""
    short = cut(s, width)
    return short + " " * (width - cell_width(short))


def wrap(s: str, width: int, indent: str = "") -> list[str]:
    """Lines of at most `width` cells, each starting with `indent` (which counts).

    Breaks at blanks, and inside a word only when the word alone is too wide. Line breaks in the text are kept; a line's
    own leading blanks are kept and repeated on its continuation. Blank lines come out empty. At least one cell of text
    is put on each line, however narrow the width.
    """
    lines: list[str] = []
    for line in s.expandtabs(4).split("\n"):
        words = line.split()
        if not words:
            lines.append("")
            continue
        own = line[: len(line) - len(line.lstrip())]
        start = indent + own if cell_width(indent + own) < width else indent
        lines += [start + part for part in _fill(words, max(width - cell_width(start), 1))]
    return lines


def hang(first: str, s: str, width: int) -> list[str]:
    """`wrap` with a label: the first line starts with `first`, the others with as many blanks."""
    blanks = " " * cell_width(first)
    lines = wrap(s, width, blanks)
    return [first + lines[0][len(blanks) :] if lines[0] else first.rstrip(), *lines[1:]]


def _fill(words: list[str], room: int) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in words:
        if line and cell_width(line) + 1 + cell_width(word) <= room:
            line += " " + word
            continue
        if line:
            lines.append(line)
        while cell_width(word) > room:
            head = _head(word, room) or word[0]
            word = word[len(head) :]
            lines.append(head)
        line = word
    if line:
        lines.append(line)
    return lines


def _head(s: str, width: int) -> str:
    """The longest start of `s` that fits, combining characters kept with their base."""
    used = 0
    for place, char in enumerate(s):
        used += _char_width(char)
        if used > width:
            return s[:place]
    return s

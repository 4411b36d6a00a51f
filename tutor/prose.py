"""The prose of the bank as plain text or as marked pieces: links resolved, Markdown marks read, hard wraps joined.

Four links are known (`[[opt:ID]]`, `[[concept:ID]]`, `[[trap:ID]]`, `[[q:ID]]`), so `[[ -f x ]]` in a shell line stays
as it is. Marks are `*emphasis*`, `**strong**` and `` `code` ``; underscores mean nothing, since they occur in names.
Pure text: it knows no screen and leaves cleaning to `tutor.text.clean`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.core.question import Bank, Question
from tutor.text import cell_width, cut

Piece = tuple[str, frozenset[str]]
"""Text and its kinds: "em", "strong", "code"."""

OPTION_CELLS = 60
"""Width at which an option's text is cut when prose names it by its text alone."""
BESIDE_LETTER_CELLS = 32
"""The same beside its letter, where the text only helps the eye."""

PLAIN: frozenset[str] = frozenset()
_LINK = re.compile(r"\[\[(opt|concept|trap|q):([a-z0-9]+(?:[.-][a-z0-9]+)*)\]\]")
_ITEM = re.compile(r"(?P<indent>[ ]*)(?P<mark>[-*+]|\d{1,3}[.)])[ ]+(?P<rest>\S.*)")
_FENCE = re.compile(r"[ ]*(?P<fence>`{3,}|~{3,})")
_INLINE = re.compile(
    r"\\(?P<escaped>[*`])"
    r"|(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|(?P<image>!?)\[(?P<label>[^\[\]]*)\]\((?P<target>[^()\s]+)\)"
    r"|(?<![\w*])\*{3}(?=[^\s*])(?P<both>.+?)(?<=[^\s*\\])\*{3}(?![\w*])"
    r"|(?<![\w*])\*{2}(?=[^\s*])(?P<strong>.+?)(?<=[^\s\\])\*{2}(?![\w*])"
    r"|(?<![\w*])\*(?=[^\s*])(?P<em>.+?)(?<=[^\s*\\])\*(?![\w*])",
    re.DOTALL,
)


def letter(place: int) -> str:
    """The letter of a place on screen, 0 first. Letters exist on screen only; ids are what is stored."""
    return chr(ord("A") + place)


def resolve(text: str, question: Question | None, bank: Bank, order: Sequence[str] | None = None) -> str:
    """The prose with its links replaced: an option by its letter and text in `order`, or by its quoted text without an
    order; a concept or trap by its name; a question by its id. A link to an unknown option becomes the id."""

    def target(match: re.Match[str]) -> str:
        kind, name = match[1], match[2]
        if kind == "concept":
            return bank.concept_name(name)
        if kind == "trap":
            return bank.trap_name(name)
        if kind == "q" or question is None or name not in question.option_ids:
            return name
        words = plain(question.option(name).text).split()
        if order is not None and name in order:
            return f"{letter(order.index(name))} ({_beginning(words, BESIDE_LETTER_CELLS)})"
        return f'"{_beginning(words, OPTION_CELLS)}"'

    return _LINK.sub(target, text)


def _beginning(words: Sequence[str], cells: int) -> str:
    """As many whole words as fit into a width, with three dots when some are left; at least a part of the first."""
    text = " ".join(words)
    if cell_width(text) <= cells:
        return text
    kept: list[str] = []
    while len(kept) < len(words) and cell_width(" ".join([*kept, words[len(kept)]])) <= cells - 3:
        kept.append(words[len(kept)])
    return " ".join(kept) + "..." if kept else cut(text, cells)


def plain(text: str) -> str:
    """The prose without marks: paragraphs and lists keep their lines, hard wraps inside them are joined."""
    return "".join(piece for piece, _ in spans(text))


def spans(text: str) -> list[Piece]:
    """The same text as `plain`, in pieces with their kinds."""
    pieces: list[Piece] = []
    for place, (line, verbatim) in enumerate(_lines(text)):
        if place:
            pieces.append(("\n", PLAIN))
        if verbatim:
            pieces.append((line, frozenset({"code"})))
        else:
            pieces += _inline(line, PLAIN)
    return [piece for piece in pieces if piece[0]]


def _lines(text: str) -> list[tuple[str, bool]]:
    """Lines of output before the inline marks are read; True for a line of a code block, which is kept as it is."""
    out: list[tuple[str, bool]] = []
    fence = ""
    join = False  # whether the next line of text continues the last line of output
    for raw in text.replace("\r\n", "\n").strip("\n").expandtabs(4).split("\n"):
        opening = _FENCE.match(raw)
        if fence:
            if opening is not None and opening["fence"].startswith(fence):
                fence, join = "", False
            else:
                out.append((raw, True))
            continue
        if opening is not None:
            fence = opening["fence"]
            continue
        line = raw.strip()
        item = _ITEM.match(raw)
        if not line:
            if out and out[-1] != ("", False):
                out.append(("", False))
            join = False
        elif item is not None:
            mark = item["mark"] if item["mark"][0].isdigit() else "-"
            out.append((f"{item['indent']}{mark} {item['rest'].strip()}", False))
            join = True
        elif line.startswith("|"):
            out.append((line, False))
            join = False
        elif join:
            out[-1] = (f"{out[-1][0]} {line}", False)
        else:
            out.append((line, False))
            join = True
        if raw.endswith("  "):
            join = False
    while out and out[-1] == ("", False):
        out.pop()
    return out


def _inline(text: str, kinds: frozenset[str]) -> list[Piece]:
    pieces: list[Piece] = []
    at = 0
    for match in _INLINE.finditer(text):
        inner = _marked(match, kinds)
        if inner is None:
            continue
        pieces.append((text[at : match.start()], kinds))
        pieces += inner
        at = match.end()
    pieces.append((text[at:], kinds))
    return pieces


def _marked(match: re.Match[str], kinds: frozenset[str]) -> list[Piece] | None:
    """The pieces a mark stands for; None when it is no mark and stays text."""
    if match["escaped"] is not None:
        return [(match["escaped"], kinds)]
    if match["code"] is not None:
        code = match["code"]
        if code.startswith(" ") and code.endswith(" ") and code.strip():
            code = code[1:-1]
        return [(code, kinds | {"code"})]
    if match["target"] is not None:
        label, target = match["label"], match["target"]
        if match["image"]:
            return [(f"[image: {label}]", kinds)]
        if not target.startswith(("http://", "https://")):
            return None
        return [(target, kinds)] if label in ("", target) else [*_inline(label, kinds), (f" ({target})", kinds)]
    if match["both"] is not None:
        return _inline(match["both"], kinds | {"strong", "em"})
    if match["strong"] is not None:
        return _inline(match["strong"], kinds | {"strong"})
    return _inline(match["em"], kinds | {"em"})

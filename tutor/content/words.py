"""Words and likeness of texts, for comparing options and stems. Pure functions on text."""

from __future__ import annotations

import math
import re
from collections import Counter

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_STOP_TEXT = """
about above after again also another application been before being best between both company could does down during
each either else even every first from have here however into itself just last least less like many more most much
must need needs next none once only onto other others over same shall should since some still such team than that
their them then there these they this those through thus under until upon used uses using very want wants well were
what when where whether which while whose will with within without would your
"""
_STOP = frozenset(_STOP_TEXT.split())
"""Words that carry no meaning of their own, of four letters or more."""


def folded(text: str) -> str:
    """Text for comparing options: case folded, blanks collapsed; punctuation counts."""
    return " ".join(text.casefold().split())


def tokens(text: str) -> list[str]:
    """Words and numbers in lower case, in order."""
    return [word.casefold() for word in _WORD.findall(text)]


def content_words(text: str) -> set[str]:
    """Words of at least four letters that carry meaning, without the plural s."""
    return {_stem(word) for word in tokens(text) if len(word) >= 4 and word.isalpha() and word not in _STOP}


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word


def grams(text: str) -> Counter[str]:
    """Character 3- to 5-grams of the folded text, for `cosine`."""
    padded = f" {folded(text)} "
    return Counter(padded[at : at + n] for n in (3, 4, 5) for at in range(len(padded) - n + 1))


def cosine(a: Counter[str], b: Counter[str]) -> float:
    """Cosine of two counts, 0 to 1; two empty texts are equal."""
    if not a or not b:
        return float(not a and not b)
    if len(b) < len(a):
        a, b = b, a
    dot = sum(count * b[gram] for gram, count in a.items() if gram in b)
    return dot / math.sqrt(sum(n * n for n in a.values()) * sum(n * n for n in b.values()))

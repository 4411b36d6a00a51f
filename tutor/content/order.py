"""The order of options on the screen: pins at their ends, the rest shuffled from a seed. No global random state."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from tutor.core.question import Question

_WORD = 1 << 64


def option_order(question: Question, seed: str, presentation: int) -> tuple[str, ...]:
    """Option ids from top to bottom.

    The same seed, question and presentation number give the same order; another presentation may give another one.
    `shuffle = false` keeps the order of the file. For matching it is the order of the right side.
    """
    if not question.shuffle:
        return question.option_ids
    first = [option.id for option in question.options if option.pin == "first"]
    last = [option.id for option in question.options if option.pin == "last"]
    rest = [option.id for option in question.options if not option.pin]
    words = _words(f"{seed}\x1f{question.id}\x1f{presentation}")
    for top in range(len(rest) - 1, 0, -1):
        other = _below(top + 1, words)
        rest[top], rest[other] = rest[other], rest[top]
    return (*first, *rest, *last)


def _words(seed: str) -> Iterator[int]:
    """64-bit numbers from SHA-256 in counter mode."""
    counter = 0
    while True:
        block = hashlib.sha256(f"{seed}\x1f{counter}".encode()).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """A number in 0..limit-1, each equally likely: words past the last whole multiple of the limit are thrown away."""
    usable = _WORD - _WORD % limit
    return next(word for word in words if word < usable) % limit

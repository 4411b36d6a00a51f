"""What to change so that the surface tells nothing: where each single-choice key stands, and where it should.

A key that is always short, or always alike to its distractors, can be found without reading. The wish for each item is
drawn from its id, so over a bank every rank of length and both signs of the overlaps come equally often.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from benchmarks.bank_quality.surface import words
from tutor.core.question import Question


@dataclass(frozen=True, slots=True)
class Balance:
    """One item: ranks of the key by length (0 shortest), and its word overlaps minus the mean of the distractors'."""

    question_id: str
    lengths: tuple[int, ...]
    """Characters of the options in the order of the file, the key first."""
    rank: int
    wanted_rank: int
    shared: float
    """Share of the key's words that stand in other options, minus the same of the distractors."""
    wanted_shared: int
    stem: float
    """Share of the key's words that stand in stem or ask, minus the same of the distractors."""
    wanted_stem: int

    @property
    def off(self) -> list[str]:
        """What does not stand as wished."""
        wrong = [] if self.rank == self.wanted_rank else [f"length rank {self.rank}, wanted {self.wanted_rank}"]
        for name, value, sign in (("options", self.shared, self.wanted_shared), ("stem", self.stem, self.wanted_stem)):
            if value * sign < -0.02:
                wrong.append(f"words shared with {name} {value:+.2f}, wanted {'above' if sign > 0 else 'below'} 0")
        return wrong


def balance(questions: Iterable[Question]) -> list[Balance]:
    """Every single-choice item, in order of id."""
    return [_balance(q) for q in sorted(questions, key=lambda q: q.id) if q.type == "single"]


def _balance(question: Question) -> Balance:
    key = next(o for o in question.options if o.correct)
    others = [o for o in question.options if not o.correct]
    lengths = (len(key.text), *(len(o.text) for o in others))
    stem = set(words(question.stem + " " + question.ask))
    shared = {
        o.id: _share(o.text, {w for p in question.options if p is not o for w in words(p.text)})
        for o in question.options
    }
    in_stem = {o.id: _share(o.text, stem) for o in question.options}
    digest = hashlib.sha256(f"balance\x1f{question.id}".encode()).digest()
    return Balance(
        question.id,
        lengths,
        sum(n < lengths[0] for n in lengths),
        digest[0] % len(lengths),
        shared[key.id] - sum(shared[o.id] for o in others) / len(others),
        1 if digest[1] % 2 else -1,
        in_stem[key.id] - sum(in_stem[o.id] for o in others) / len(others),
        1 if digest[2] % 2 else -1,
    )


def _share(text: str, among: set[str]) -> float:
    mine = words(text)
    return sum(w in among for w in mine) / max(len(mine), 1)


def table(items: Iterable[Balance]) -> str:
    """One line per item that is off its wish."""
    return "\n".join(
        f"{b.question_id}: {'; '.join(b.off)} (key {b.lengths[0]}, others {', '.join(map(str, b.lengths[1:]))})"
        for b in items
        if b.off
    )

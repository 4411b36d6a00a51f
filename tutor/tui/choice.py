"""What is marked on the question that is shown: cursor, chosen options, struck options, the guess mark.

Pure state, by place on screen (0 first); option ids come out only with the answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.core.grading import required
from tutor.core.question import Question


class Choice:
    """The marks on one presentation of a single or multiple question."""

    def __init__(self, question: Question, order: Sequence[str]) -> None:
        self.order = tuple(order)
        self.need = required(question)
        self.single = question.type == "single"
        self.cursor: int | None = None
        self.chosen: set[int] = set()
        self.struck: set[int] = set()
        self.guess = False

    def press(self, place: int) -> None:
        """Choose the option at a place: in a single question the mark moves there, else it is toggled. A struck option
        that is chosen is no longer struck. A place without an option changes nothing."""
        if not 0 <= place < len(self.order):
            return
        self.cursor = place
        self.struck.discard(place)
        if self.single:
            self.chosen = {place}
        else:
            self.chosen ^= {place}

    def move(self, step: int) -> None:
        """Move the cursor. In a single question the mark goes with it, except onto a struck option."""
        last = len(self.order) - 1
        start = (-1 if step > 0 else last + 1) if self.cursor is None else self.cursor
        self.cursor = min(max(start + step, 0), last)
        if self.single:
            self.chosen = set() if self.cursor in self.struck else {self.cursor}

    def mark(self) -> None:
        """Choose the option under the cursor."""
        if self.cursor is not None:
            self.press(self.cursor)

    def strike(self) -> bool:
        """Strike out the option under the cursor, or bring it back; False without a cursor."""
        if self.cursor is None:
            return False
        self.struck ^= {self.cursor}
        self.chosen.discard(self.cursor)
        return True

    @property
    def missing(self) -> str:
        """What a complete answer lacks, in words; "" when it is complete."""
        have = len(self.chosen)
        if have == self.need:
            return ""
        if self.single:
            return "Choose an option first: its letter, its number or the arrows."
        if have > self.need:
            return f"{have} chosen, {self.need} wanted: take {have - self.need} back."
        return f"{have} of {self.need} chosen: choose {self.need - have} more."

    @property
    def answer(self) -> tuple[str, ...]:
        """Ids of the chosen options."""
        return tuple(self.order[place] for place in sorted(self.chosen))

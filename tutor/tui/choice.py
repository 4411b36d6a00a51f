"""What is marked on the question that is shown: cursor, chosen options, struck options.

Pure state, by place on screen (0 first); option ids come out only with the answer. `arrange` has the marks on questions
that put steps in order or match pairs.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.core.grading import required
from tutor.core.question import Question


class Marks:
    """What every type of question shares: options at places, a cursor over them, and options that are struck out."""

    def __init__(self, question: Question, order: Sequence[str]) -> None:
        self.order = tuple(order)
        self.need = required(question)
        self.cursor: int | None = None
        self.struck: set[int] = set()

    @property
    def lines(self) -> Sequence[int]:
        """The places from top to bottom as they are shown."""
        return range(len(self.order))

    def press(self, place: int) -> None:
        """Choose the option at a place. A place without an option changes nothing."""
        raise NotImplementedError

    def move(self, step: int) -> None:
        """Move the cursor."""
        lines = list(self.lines)
        last = len(lines) - 1
        at = (-1 if step > 0 else last + 1) if self.cursor is None else lines.index(self.cursor)
        self.cursor = lines[min(max(at + step, 0), last)]

    def mark(self) -> None:
        """Choose the option under the cursor."""
        if self.cursor is not None:
            self.press(self.cursor)

    def strike(self) -> bool:
        """Strike out the option under the cursor, or bring it back; False without a cursor."""
        if self.cursor is None:
            return False
        self.struck ^= {self.cursor}
        self.drop(self.cursor)
        return True

    def drop(self, place: int) -> None:
        """Take back that an option was chosen."""
        raise NotImplementedError

    @property
    def missing(self) -> str:
        """What a complete answer lacks, in words; "" when it is complete."""
        raise NotImplementedError

    @property
    def word(self) -> str:
        """How far the answer is, for the line of guidance; "" when that goes without saying."""
        return ""

    @property
    def answer(self) -> tuple[str, ...]:
        """The answer in the form the session takes."""
        raise NotImplementedError


class Choice(Marks):
    """The marks on one presentation of a single or multiple question."""

    def __init__(self, question: Question, order: Sequence[str]) -> None:
        super().__init__(question, order)
        self.single = question.type == "single"
        self.chosen: set[int] = set()

    def press(self, place: int) -> None:
        """Choose the option at a place: in a single question the mark moves there, else it is toggled. A struck option
        that is chosen is no longer struck."""
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
        super().move(step)
        if self.single and self.cursor is not None:
            self.chosen = set() if self.cursor in self.struck else {self.cursor}

    def drop(self, place: int) -> None:
        self.chosen.discard(place)

    @property
    def missing(self) -> str:
        have = len(self.chosen)
        if have == self.need:
            return ""
        if self.single:
            return "Choose an option first: its letter, its number or the arrows."
        if have > self.need:
            return f"{have} chosen, {self.need} wanted: take {have - self.need} back."
        return f"{have} of {self.need} chosen: choose {self.need - have} more."

    @property
    def word(self) -> str:
        return "" if self.single else f"{len(self.chosen)} chosen"

    @property
    def answer(self) -> tuple[str, ...]:
        """Ids of the chosen options."""
        return tuple(self.order[place] for place in sorted(self.chosen))

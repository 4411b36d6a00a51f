"""What is marked on a question that puts steps in order or matches pairs. Pure state, by place on screen (0 first)."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.core.question import Question
from tutor.tui.choice import Choice, Marks


def marks_for(question: Question, order: Sequence[str]) -> Marks:
    """Fresh marks for a question of any type."""
    kinds: dict[str, type[Marks]] = {"ordering": Ordering, "matching": Matching}
    return kinds.get(question.type, Choice)(question, order)


class Ordering(Marks):
    """Steps that are given a place one after the other; what has none stays out."""

    def __init__(self, question: Question, order: Sequence[str]) -> None:
        super().__init__(question, order)
        self.placed: list[int] = []

    @property
    def lines(self) -> Sequence[int]:
        """The steps in their order, then those without a place as they came."""
        return [*self.placed, *(place for place in range(len(self.order)) if place not in self.placed)]

    def press(self, place: int) -> None:
        """Give a step the next place, or take it out again."""
        if not 0 <= place < len(self.order):
            return
        self.cursor = place
        if place in self.placed:
            self.placed.remove(place)
        else:
            self.struck.discard(place)
            self.placed.append(place)

    def drop(self, place: int) -> None:
        if place in self.placed:
            self.placed.remove(place)

    def shift(self, step: int) -> bool:
        """Move the step under the cursor up (-1) or down (1): a step without a place moves up into the last one, the
        last one moves down out of the order. False without a cursor."""
        place = self.cursor
        if place is None:
            return False
        if place not in self.placed:
            if step < 0:
                self.press(place)
            return True
        at = self.placed.index(place)
        if at + step >= len(self.placed):
            self.placed.remove(place)
        else:
            self.put(place, max(at + step, 0))
        return True

    def put(self, place: int, at: int) -> None:
        """Give a step the place `at` (0 first) in the order; those behind it move on."""
        self.drop(place)
        self.struck.discard(place)
        self.placed.insert(at, place)
        self.cursor = place

    def carry(self, place: int, onto: int) -> None:
        """Put a step where another one stands; onto one without a place takes it out of the order."""
        if place == onto:
            return
        if onto in self.placed:
            self.put(place, self.placed.index(onto))
        elif place in self.placed:
            self.drop(place)
            self.cursor = place
        else:
            self.press(place)

    @property
    def missing(self) -> str:
        have = len(self.placed)
        if have == self.need:
            return ""
        if have > self.need:
            return f"{have} placed, {self.need} wanted: take {have - self.need} out."
        return f"{have} of {self.need} placed: place {self.need - have} more."

    @property
    def word(self) -> str:
        return f"{len(self.placed)} placed"

    @property
    def answer(self) -> tuple[str, ...]:
        """Ids of the steps in their order."""
        return tuple(self.order[place] for place in self.placed)


class Matching(Marks):
    """An option for each prompt, one prompt after the other."""

    def __init__(self, question: Question, order: Sequence[str]) -> None:
        super().__init__(question, order)
        self.prompts = tuple(prompt.id for prompt in question.prompts)
        self.current = 0
        """The prompt that the next option goes to."""
        self.pairs: dict[int, int] = {}
        """Place of the option by place of the prompt."""

    def press(self, place: int) -> None:
        """Match the current prompt with an option, and go on to the next prompt that is open."""
        if not 0 <= place < len(self.order):
            return
        self.cursor = place
        self.struck.discard(place)
        self.pairs[self.current] = place
        count = len(self.prompts)
        following = [(self.current + step) % count for step in range(1, count)]
        self.current = next((prompt for prompt in following if prompt not in self.pairs), self.current)

    def drop(self, place: int) -> None:
        self.pairs = {prompt: option for prompt, option in self.pairs.items() if option != place}

    def turn(self, step: int) -> None:
        """Go to the next or the previous prompt, round the end."""
        self.current = (self.current + step) % len(self.prompts)

    def go(self, prompt: int) -> None:
        """Go to a prompt."""
        if 0 <= prompt < len(self.prompts):
            self.current = prompt

    @property
    def missing(self) -> str:
        still = [str(place + 1) for place in range(len(self.prompts)) if place not in self.pairs]
        if not still:
            return ""
        return f"{len(self.pairs)} of {self.need} matched: still open {', '.join(still)}."

    @property
    def word(self) -> str:
        return f"{len(self.pairs)} matched"

    @property
    def answer(self) -> tuple[str, ...]:
        """`prompt=option` for each prompt that has an option."""
        return tuple(f"{self.prompts[prompt]}={self.order[place]}" for prompt, place in sorted(self.pairs.items()))

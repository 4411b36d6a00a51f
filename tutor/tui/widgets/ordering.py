"""The steps of an ordering question: those with a place stand at the top in their order, the others below them.

A click gives a step the next place or takes it out; a step is dragged to another one's place. Shows an `Ordering`,
changes none.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.message import Message

from tutor.tui.arrange import Ordering
from tutor.tui.content import ACCENT_STRONG, MUTED, STRONG, blank, join, safe
from tutor.tui.messages import RowCarried, RowClicked
from tutor.tui.pages.common import option_label
from tutor.tui.widgets.lines import Line, Lines, pointer, styled

RANK = 4


class Step(Line):
    """One step."""

    def clicked(self) -> Message | None:
        return RowClicked(self.place)


class Steps(Lines):
    """All steps of a question."""

    async def fill(self, texts: Sequence[Content], marks: Ordering, *, digits: bool) -> None:
        """Show the steps of a new question."""
        self._texts, self._digits = tuple(texts), digits
        self._grabbed: int | None = None
        await self.put([Step(place) for place in range(len(texts))])
        self.show(marks)

    def show(self, marks: Ordering) -> None:
        """Show changed marks: the lines change places."""
        for step, place in zip(self.query(Step), marks.lines, strict=True):
            step.place = place
            placed, struck = place in marks.placed, place in marks.struck
            here = place == marks.cursor
            rank = (
                safe(ordinal(marks.placed.index(place) + 1), ACCENT_STRONG)
                if placed
                else safe("–" if struck else "·", MUTED)
            )
            rank = join(rank, blank(RANK - rank.cell_length))
            label = safe(option_label(place, digits=self._digits), ACCENT_STRONG if placed else STRONG)
            text = styled(self._texts[place], chosen=placed, struck=struck)
            step.say(join(pointer(here), rank, label, gap=" "), text, cursor=here)
            if here:
                self.in_sight(step)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._grabbed = self._place_at(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        grabbed, self._grabbed = self._grabbed, None
        onto = self._place_at(event)
        # Let go where it was taken it is a click, which the line itself reports.
        if grabbed is not None and onto is not None and onto != grabbed:
            self.post_message(RowCarried(grabbed, onto))

    def _place_at(self, event: events.MouseEvent) -> int | None:
        at = event.screen_offset
        return next((step.place for step in self.query(Step) if step.region.contains(*at)), None)


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"


if __name__ == "__main__":
    from textual.app import App, ComposeResult

    from tutor.core.question import Option, Question

    QUESTION = Question(
        id="demo",
        type="ordering",
        ask="In which order?",
        options=(
            Option("b", "The second step, which is told at some length. " * 4, position=2),
            Option("a", "The first step", position=1),
            Option("x", "A step that stays out"),
        ),
        concepts=("demo",),
        key_hash="",
        text_hash="",
    )

    class Demo(App[None]):
        marks = Ordering(QUESTION, QUESTION.option_ids)

        def compose(self) -> ComposeResult:
            yield Steps()

        async def on_mount(self) -> None:
            texts = [safe(option.text) for option in QUESTION.options]
            await self.query_one(Steps).fill(texts, self.marks, digits=False)

        def on_row_clicked(self, event: RowClicked) -> None:
            self.marks.press(event.place)
            self.query_one(Steps).show(self.marks)

        def on_row_carried(self, event: RowCarried) -> None:
            self.marks.carry(event.place, event.onto)
            self.query_one(Steps).show(self.marks)

    Demo().run()

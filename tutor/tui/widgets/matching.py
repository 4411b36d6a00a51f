"""The pairs of a matching question: prompts with what they are matched with, and below them the options.

A click on a prompt makes it the current one, a click on an option matches it. Shows a `Matching`, changes none.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.message import Message

from tutor.prose import letter
from tutor.tui.arrange import Matching
from tutor.tui.content import ACCENT, ACCENT_STRONG, MUTED, STRONG, join, safe
from tutor.tui.messages import PromptClicked, RowClicked
from tutor.tui.pages.common import option_label
from tutor.tui.widgets.lines import Line, Lines, pointer, styled


class PromptLine(Line):
    """One prompt with its match."""

    DEFAULT_CSS = """
    PromptLine.-last { margin-bottom: 1; }
    """

    def clicked(self) -> Message | None:
        return PromptClicked(self.place)


class OptionLine(Line):
    """One option with the numbers of the prompts it is matched with."""

    def clicked(self) -> Message | None:
        return RowClicked(self.place)


class Pairs(Lines):
    """Prompts and options of a question."""

    async def fill(
        self, prompts: Sequence[Content], texts: Sequence[Content], marks: Matching, *, digits: bool
    ) -> None:
        """Show the prompts and options of a new question."""
        self._prompts, self._texts, self._digits = tuple(prompts), tuple(texts), digits
        lines: list[Line] = [PromptLine(place) for place in range(len(prompts))]
        if lines:
            lines[-1].add_class("-last")
        await self.put([*lines, *(OptionLine(place) for place in range(len(texts)))])
        self.show(marks)

    def show(self, marks: Matching) -> None:
        """Show changed marks."""
        current: Line | None = None
        for line in self.query(PromptLine):
            here = line.place == marks.current
            option = marks.pairs.get(line.place)
            text = styled(self._prompts[line.place], chosen=here)
            if option is None:
                match = safe("→ ?", ACCENT_STRONG if here else MUTED)
            else:
                match = join(safe(f"→ {letter(option)}", ACCENT_STRONG), self._texts[option].stylize(ACCENT), gap=" ")
            label = safe(str(line.place + 1), ACCENT_STRONG if here else STRONG)
            line.say(join(pointer(here), label, gap=" "), join(text, match, gap="  "), cursor=here)
            current = line if here else current
        for row in self.query(OptionLine):
            here, struck = row.place == marks.cursor, row.place in marks.struck
            numbers = [str(prompt + 1) for prompt, option in sorted(marks.pairs.items()) if option == row.place]
            used = safe(f"({', '.join(numbers)})" if numbers else "", MUTED)
            label = safe(option_label(row.place, digits=self._digits), ACCENT_STRONG if numbers else STRONG)
            text = join(styled(self._texts[row.place], struck=struck), used, gap="  ")
            mark = safe("–" if struck else " ", MUTED)
            row.say(join(pointer(here), mark, label, gap=" "), text, cursor=here)
            if here:
                self.in_sight(row)
        if current is not None:
            self.in_sight(current)

    def lines(self, width: int) -> int:
        """The blank line between prompts and options is one of them."""
        return super().lines(width) + 1


if __name__ == "__main__":
    from textual.app import App, ComposeResult

    from tutor.core.question import Option, Prompt, Question

    QUESTION = Question(
        id="demo",
        type="matching",
        ask="Match.",
        prompts=(Prompt("p", "The first situation", "one"), Prompt("q", "The second one", "two")),
        options=(Option("one", "The first option"), Option("two", "The second option, longer. " * 8)),
        concepts=("demo",),
        key_hash="",
        text_hash="",
    )

    class Demo(App[None]):
        marks = Matching(QUESTION, QUESTION.option_ids)

        def compose(self) -> ComposeResult:
            yield Pairs()

        async def on_mount(self) -> None:
            prompts = [safe(prompt.text) for prompt in QUESTION.prompts]
            texts = [safe(option.text) for option in QUESTION.options]
            await self.query_one(Pairs).fill(prompts, texts, self.marks, digits=False)

        def on_row_clicked(self, event: RowClicked) -> None:
            self.marks.press(event.place)
            self.query_one(Pairs).show(self.marks)

        def on_prompt_clicked(self, event: PromptClicked) -> None:
            self.marks.go(event.place)
            self.query_one(Pairs).show(self.marks)

    Demo().run()

"""The reading column: verdict, text, options, line to type in, one line of guidance. It shares out the height.

The options never leave the screen: when the text is long, the text scrolls. Shows what it is given; decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input

from tutor.tui.blocks import Block, Gap, Rule, lay_out
from tutor.tui.choice import Choice
from tutor.tui.content import EMPTY, MUTED, WARN, blank, join, safe
from tutor.tui.widgets.options import Options, Row
from tutor.tui.widgets.words import READING_FRAME, Page, Reading, Words

TEXT_MIN = 4
"""Lines that stay for the text when the options need much room."""


class AnswerLine(Input):
    """The line to type an order or pairs in."""

    DEFAULT_CSS = """
    AnswerLine { margin: 0 1 1 1; }
    """


class Body(Vertical):
    """The reading column."""

    DEFAULT_CSS = """
    Body { width: 1fr; max-width: 94; height: 1fr; padding: 0 1; }
    Body #verdict { width: 1fr; height: auto; padding: 0 1; margin-bottom: 1; display: none; }
    Body #verdict.-right { background: $success 12%; display: block; }
    Body #verdict.-wrong { background: $error 12%; display: block; }
    Body #ask { padding: 0 1; display: none; }
    Body #status { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    Body Options, Body AnswerLine { display: none; }
    Body.-asking Options, Body.-typing AnswerLine { display: block; }
    Body.-asking Reading, Body.-asking #ask { margin-bottom: 1; }
    Body.-pinned #ask { display: block; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.page = Page()
        self.reading = Reading(self.page)
        self.ask = Page(id="ask")
        self.options = Options()
        self.line = AnswerLine(compact=True, disabled=True)
        self.line.cursor_blink = False
        self._scenario: tuple[Block, ...] = ()
        self._status = EMPTY
        self._hint = ""

    def compose(self) -> ComposeResult:
        yield Words(id="verdict")
        yield self.reading
        yield self.ask
        yield self.options
        yield self.line
        yield Words(id="status")

    def show_text(self, blocks: Sequence[Block]) -> None:
        """Only a text."""
        self._turn()
        self.page.show(blocks)
        self._fit()

    async def show_question(
        self,
        scenario: Sequence[Block],
        ask: Sequence[Block],
        texts: Sequence[Content],
        choice: Choice | None,
        *,
        digits: bool,
        example: str,
    ) -> None:
        """A question with its options; without a choice it is answered on the line, `example` shows how."""
        self._turn(asking=True, typing=choice is None)
        self._scenario = tuple(scenario)
        self.ask.show(ask)
        await self.options.fill(texts, choice, digits=digits)
        self.line.value = ""
        self.line.placeholder = f"Type your answer, for example {example}, then Enter" if example else ""
        self._fit()
        self.reading.scroll_home(animate=False)
        if choice is None:
            self.line.focus()

    def show_feedback(self, verdict: Content, right: bool, above: Sequence[Block], below: Sequence[Block]) -> None:
        """The verdict stays at the top; the text starts at what is below the answered question."""
        self._turn()
        words = self.query_one("#verdict", Words)
        words.show(verdict)
        words.set_class(right, "-right").set_class(not right, "-wrong")
        start = [*above, Gap(), Rule()]
        self.page.show([*start, *below])
        self._fit()
        self.call_after_refresh(self._scroll_past, tuple(start))

    def _scroll_past(self, above: Sequence[Block]) -> None:
        lines = len(lay_out(above, self.page.content_size.width))
        self.reading.scroll_to(y=lines + 1, animate=False, force=True)

    def show_choice(self, choice: Choice) -> None:
        """Changed marks."""
        self.options.show(choice)

    def guide(self, words: str, *, gentle: bool = False) -> None:
        """The line of guidance; `gentle` for a word about something that is missing."""
        self._status = safe(words, WARN if gentle else MUTED)
        self._show_status()

    def _turn(self, *, asking: bool = False, typing: bool = False) -> None:
        self.set_class(asking, "-asking")
        self.set_class(typing, "-typing")
        self.remove_class("-pinned")
        self.query_one("#verdict", Words).remove_class("-right", "-wrong")
        self.line.disabled = not typing

    def on_resize(self, event: events.Resize) -> None:
        self._fit()

    def _fit(self) -> None:
        """Share the height between text, ask and options. The ask stays in sight when there is room for it, else it
        scrolls with the text."""
        height, width = self.content_size.height, self.content_size.width
        self._hint = ""
        if not self.has_class("-asking") or not height:
            self.reading.styles.height = "1fr"
            self.reading.display = True
            self._show_status()
            return
        rows, count = self.options.lines(width - 1), len(self.options.query(Row))
        inner = width - READING_FRAME
        scenario, ask = len(lay_out(self._scenario, inner)), self.ask.lines(width - 2)
        fixed = 2 + (2 if self.has_class("-typing") else 0)  # status, the gap above the options, the line to type in
        pinned = not scenario or height - fixed - rows - ask - 1 >= min(TEXT_MIN, scenario)
        pinned = pinned and ask + rows + fixed <= height
        if pinned:
            self.page.show(self._scenario)
            fixed += ask + (1 if scenario else 0)
        else:
            self.page.show([*self._scenario, *([Gap()] if scenario else []), *self.ask.blocks])
        text = scenario if pinned else self.page.lines(inner)
        spaced = text + rows + count + fixed <= height
        wanted = rows + count if spaced else rows
        reading = max(min(text, max(height - fixed - wanted, min(TEXT_MIN, height // 3))), 1)
        self.set_class(pinned, "-pinned")
        self.options.set_class(spaced, "-spaced")
        self.reading.display = bool(text)
        self.reading.styles.height = reading
        self.options.styles.height = max(min(wanted, height - fixed - (reading if text else 0)), 1)
        self._hint = "PgDn: more text" if text > reading else ""
        self._show_status()

    def _show_status(self) -> None:
        words, hint = self._status, safe(self._hint, MUTED)
        room = self.content_size.width - 2 - words.cell_length - hint.cell_length
        self.query_one("#status", Words).show(join(words, blank(room), hint) if room > 0 else words)

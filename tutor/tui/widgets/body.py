"""The reading column: verdict, text, options, one line of guidance. It shares out the height.

The options never leave the screen: when the text is long, the text scrolls. Shows what it is given; decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from tutor.tui.arrange import Matching, Ordering
from tutor.tui.blocks import Block, Gap, Rule, lay_out
from tutor.tui.choice import Choice, Marks
from tutor.tui.content import EMPTY, MUTED, WARN, blank, join, safe
from tutor.tui.pages.asked import Asked
from tutor.tui.widgets.lines import Lines
from tutor.tui.widgets.matching import Pairs
from tutor.tui.widgets.options import Options
from tutor.tui.widgets.ordering import Steps
from tutor.tui.widgets.words import READING_FRAME, Page, Reading, Words

TEXT_MIN = 4
"""Lines that stay for the text when the options need much room."""


class Body(Vertical):
    """The reading column."""

    DEFAULT_CSS = """
    Body { width: 1fr; max-width: 94; height: 1fr; padding: 0 1; }
    Body #verdict { width: 1fr; height: auto; padding: 0 1; margin-bottom: 1; display: none; }
    Body #verdict.-right { background: $success 12%; display: block; }
    Body #verdict.-wrong { background: $error 12%; display: block; }
    Body #ask { padding: 0 1; display: none; }
    Body #status { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    Body Lines { display: none; }
    Body.-asking Lines.-live { display: block; }
    Body.-asking Reading, Body.-asking #ask { margin-bottom: 1; }
    Body.-pinned #ask { display: block; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.page = Page()
        self.reading = Reading(self.page)
        self.ask = Page(id="ask")
        self.options, self.steps, self.pairs = Options(), Steps(), Pairs()
        self.answers: Lines = self.options
        """The list that shows the question on screen."""
        self._case_at = 0.0
        """How far the scenario was scrolled when its question was answered."""
        self._asked = Asked((), (), (), (), (), False)
        self._status = EMPTY
        self._hint = ""

    def compose(self) -> ComposeResult:
        yield Words(id="verdict")
        yield self.reading
        yield self.ask
        yield self.options
        yield self.steps
        yield self.pairs
        yield Words(id="status")

    def show_text(self, blocks: Sequence[Block]) -> None:
        """Only a text."""
        self._turn()
        self.page.show(blocks)
        self._fit()

    async def show_question(self, asked: Asked, marks: Marks) -> None:
        """A question with the marks on it."""
        self._turn(asking=True)
        self._asked = asked
        at = self._case_at if asked.same_case else 0
        match marks:
            case Matching():
                await self._live(self.pairs)
                await self.pairs.fill(asked.prompts, asked.texts, marks, digits=asked.digits)
            case Ordering():
                await self._live(self.steps)
                await self.steps.fill(asked.texts, marks, digits=asked.digits)
            case Choice():
                await self._live(self.options)
                await self.options.fill(asked.texts, marks, digits=asked.digits)
        self._fit()
        self.reading.scroll_home(animate=False)
        if at:
            self.call_after_refresh(self.reading.scroll_to, y=at, animate=False, force=True)

    async def _live(self, wanted: Lines) -> None:
        self.answers = wanted
        for lines in (self.options, self.steps, self.pairs):
            lines.set_class(lines is wanted, "-live")
            if lines is not wanted:
                await lines.put([])

    def show_feedback(self, verdict: Content, right: bool, above: Sequence[Block], below: Sequence[Block]) -> None:
        """The verdict stays at the top; the text starts at what is below the answered question."""
        if self.has_class("-asking"):
            self._case_at = self.reading.scroll_offset.y
        self._turn()
        words = self.query_one("#verdict", Words)
        words.show(verdict)
        words.set_class(right, "-right").set_class(not right, "-wrong")
        start = [*above, Gap(), Rule()]
        self.page.show([*start, *below])
        self._fit()
        self.call_after_refresh(self._scroll_past, tuple(start))

    def change_feedback(self, above: Sequence[Block], below: Sequence[Block]) -> None:
        """The same page with something changed in it; the reader stays where they are."""
        self.page.show([*above, Gap(), Rule(), *below])

    def _scroll_past(self, above: Sequence[Block]) -> None:
        lines = len(lay_out(above, self.page.content_size.width))
        self.reading.scroll_to(y=lines + 1, animate=False, force=True)

    def show_marks(self, marks: Marks) -> None:
        """Changed marks."""
        match marks:
            case Matching():
                self.pairs.show(marks)
                self._fit()
            case Ordering():
                self.steps.show(marks)
            case Choice():
                self.options.show(marks)

    def guide(self, words: str, *, gentle: bool = False) -> None:
        """The line of guidance; `gentle` for a word about something that is missing."""
        self._status = safe(words, WARN if gentle else MUTED)
        self._show_status()

    def _turn(self, *, asking: bool = False) -> None:
        self.set_class(asking, "-asking")
        self.remove_class("-pinned")
        self.query_one("#verdict", Words).remove_class("-right", "-wrong")

    def on_resize(self, event: events.Resize) -> None:
        self._fit()

    def _fit(self) -> None:
        """Share the height between text, ask and options. What is asked stays in sight when there is room for it, with
        the stem when that belongs to a case, else it scrolls with the text."""
        height, width = self.content_size.height, self.content_size.width
        self._hint = ""
        if not self.has_class("-asking") or not height:
            self.reading.styles.height = "1fr"
            self.reading.display = True
            self._show_status()
            return
        rows, count = self.answers.lines(width - 1), self.answers.count
        inner, fixed = width - READING_FRAME, 2  # the line of guidance, the gap above the options
        for above, pinned in self._ways():
            text, ask = len(lay_out(above, inner)), len(lay_out(pinned, width - 2))
            fits = not pinned or not text or height - fixed - rows - ask - 1 >= min(TEXT_MIN, text)
            if not pinned or (fits and ask + rows + fixed <= height):
                break
        self.page.show(above)
        self.ask.show(pinned)
        if pinned:
            fixed += ask + (1 if text else 0)
        spaced = text + rows + count + fixed <= height
        wanted = rows + count if spaced else rows
        reading = max(min(text, max(height - fixed - wanted, min(TEXT_MIN, height // 3))), 1)
        self.set_class(bool(pinned), "-pinned")
        self.answers.set_class(spaced, "-spaced")
        self.reading.display = bool(text)
        self.reading.styles.height = reading
        self.answers.styles.height = max(min(wanted, height - fixed - (reading if text else 0)), 1)
        self._hint = "PgDn: more text" if text > reading else ""
        self._show_status()

    def _ways(self) -> Sequence[tuple[Sequence[Block], Sequence[Block]]]:
        """What scrolls and what stays, best first."""
        asked = self._asked
        case, stem, ask = list(asked.case), list(asked.stem), list(asked.ask)
        text = [*case, *([Rule()] if case and stem else []), *stem]
        ways: list[tuple[Sequence[Block], Sequence[Block]]] = []
        if case:
            ways.append((case, [Rule(), *stem, *([Gap()] if stem else []), *ask]))
        return [*ways, (text, ask), ([*text, *([Gap()] if text else []), *ask], ())]

    def _show_status(self) -> None:
        words, hint = self._status, safe(self._hint, MUTED)
        room = self.content_size.width - 2 - words.cell_length - hint.cell_length
        self.query_one("#status", Words).show(join(words, blank(room), hint) if room > 0 else words)

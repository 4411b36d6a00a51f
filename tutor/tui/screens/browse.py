"""The practice questions: search, look at one, flag or suspend it. Reserve questions are not here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input

from tutor.errors import TutorError
from tutor.tui.action import Place
from tutor.tui.content import MUTED, STRONG, join, safe
from tutor.tui.pages.browse import entry_columns, entry_row
from tutor.tui.screens.base import bound
from tutor.tui.screens.view import Doors, ListScreen, background
from tutor.tui.search import HELP, Found, find, words_in
from tutor.tui.widgets.keybar import KeyBar
from tutor.tui.widgets.listing import Listing
from tutor.tui.widgets.words import Page, Words
from tutor.wording import count

if TYPE_CHECKING:
    from tutor.core.log import Answer
    from tutor.core.question import Bank
    from tutor.glance import Entry, Shelf
    from tutor.overview import Overview


LEGEND = "✓ last answer right, ✗ wrong, · never asked; ! flagged, - suspended, n noted"


class BrowseScreen(ListScreen["Shelf"]):
    """The list with its filter."""

    PLACES: ClassVar[tuple[Place, ...]] = ("shelf", "filtering")
    TITLE_TEXT: ClassVar[str] = "Questions"
    DEFAULT_CSS = """
    BrowseScreen Input { margin: 0 1; }
    BrowseScreen #status { height: auto; max-height: 4; text-wrap: wrap; }
    """

    def __init__(self, doors: Doors | None = None, *, searching: bool = False) -> None:
        """`searching`: begin in the line of the filter."""
        super().__init__(doors)
        self._searching = searching
        self._found = Found(())
        self._words: Callable[[Entry], str] = lambda entry: ""
        self._bank: Bank | None = None
        self._searches = 0

    def compose(self) -> ComposeResult:
        yield Words(safe(self.TITLE_TEXT, STRONG), id="title")
        yield Input(compact=True, placeholder="/ to filter")
        yield Words(id="columns")
        yield Page(id="words")
        yield Listing()
        yield Words(id="status")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False
        self.set_focus(self.query_one(Input) if self._searching else None)

    @property
    def place(self) -> Place:
        return "filtering" if isinstance(self.focused, Input) else "shelf"

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self._turn()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        self._turn()

    def _turn(self) -> None:
        if self.query("#status"):  # a screen that is being closed loses its focus too
            self.refresh_bindings()
            self._guide()

    def read(self, look: Overview) -> Shelf:
        from tutor.glance import shelf

        return shelf(look)

    def draw(self) -> None:
        if self.data is None:
            return
        self.say([])
        if self.data.bank is not self._bank:
            self._bank, self._words = self.data.bank, words_in(self.data.bank)
        self.columns(entry_columns(max(self.size.width - 3, 1)))
        self._search()

    def on_input_changed(self) -> None:
        self._search()

    def _search(self) -> None:
        if self.data is not None:
            self._searches += 1
            background(self, partial(self._filter, self._searches), "filter")

    async def _filter(self, number: int) -> None:
        """Find what fits and show it, unless a later search has begun: a thread cannot be stopped from outside."""
        assert self.data is not None
        data, kept = self.data, self._entry()
        text = self.query_one(Input).value
        found = await asyncio.to_thread(
            find, text, data.entries, self._words, exam=data.exam, stop=lambda: number != self._searches
        )
        if number != self._searches:
            return
        self._found = found
        self.listing.show(self._row, len(found.entries), found.place_of(kept.question.id if kept else ""))
        number_of = count(len(found.entries), "question")
        self.query_one("#title", Words).show(
            join(safe(self.TITLE_TEXT, STRONG), safe(f"{number_of} of {len(data.entries)}", MUTED), gap="  ")
        )
        self._guide()

    def _guide(self) -> None:
        """How to filter while a filter is typed; else what the signs of the rows mean."""
        self.status(self._found.unclear or (HELP if self.place == "filtering" else LEGEND))

    def _row(self, place: int) -> Content:
        return entry_row(self._found.entries[place], max(self.size.width - 3, 1))

    def _entry(self) -> Entry | None:
        place = self.listing.cursor
        return self._found.entries[place] if place < len(self._found.entries) else None

    def action_filter(self) -> None:
        self.query_one(Input).focus()

    def action_filter_done(self) -> None:
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_filter_done()

    def action_open_row(self) -> None:
        entry = self._entry()
        if entry is not None:
            background(self, partial(self._open, entry), "open")

    async def _open(self, entry: Entry) -> None:
        from tutor.tui.screens.preview import PreviewScreen

        def read(look: Overview) -> list[Answer]:
            return [a for a in look.question_answers(entry.question) if a.retracted_at is None]

        assert self.data is not None
        try:
            answers = await asyncio.to_thread(self.doors.look, read)
        except TutorError as error:
            self.status(f"{error.message} {error.hint}".strip())
            return
        self.app.push_screen(bound(PreviewScreen, self.actions)(entry, answers, self.data.bank, self._marked))

    def _marked(self, what: str, entry: Entry) -> Entry:
        """Turn a mark round in the store and give the entry as it is then; in a thread. Raises what writing raises."""
        on = self.doors.mark(what, entry.question.id)
        return replace(entry, flagged=on) if what == "flag" else replace(entry, suspended=on)

    def action_flag_row(self) -> None:
        self._mark("flag")

    def action_suspend_row(self) -> None:
        self._mark("suspend")

    def _mark(self, what: str) -> None:
        entry = self._entry()
        if entry is not None:
            background(self, partial(self._set, what, entry), "mark")

    async def _set(self, what: str, entry: Entry) -> None:
        from tutor.tui.screens.preview import marked

        try:
            changed = await asyncio.to_thread(self._marked, what, entry)
        except TutorError as error:
            self.status(f"{error.message} {error.hint}".strip())
            return
        if self.data is not None:
            entries = tuple(changed if e.question.id == entry.question.id else e for e in self.data.entries)
            self.data = replace(self.data, entries=entries)
            self._found = self._found.with_entry(changed)
            self.listing.refresh()
        self.status(marked(what, changed))

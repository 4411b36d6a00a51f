"""The page of one question: its words, options and reasons, the answers given to it, and its marks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical

from tutor.errors import TutorError
from tutor.tui.action import Action, Place
from tutor.tui.content import STRONG, WARN, one_line, safe
from tutor.tui.pages.browse import entry_page
from tutor.tui.screens.base import ActionScreen
from tutor.tui.screens.view import background
from tutor.tui.widgets.keybar import KeyBar
from tutor.tui.widgets.words import Page, Reading, Words

if TYPE_CHECKING:
    from tutor.core.log import Answer
    from tutor.core.question import Bank
    from tutor.glance import Entry

MARKS = {"flag": ("flagged", "the flag is off"), "suspend": ("suspended", "asked again")}
"""What a mark is called once it is on, and once it is off."""


class PreviewScreen(ActionScreen[None]):
    """A question that was never asked is covered until it is asked for."""

    PLACES: ClassVar[tuple[Place, ...]] = ("preview",)
    DEFAULT_CSS = """
    PreviewScreen { align-horizontal: center; }
    PreviewScreen #title { width: 1fr; height: 1; padding: 0 1; background: $panel; text-wrap: nowrap;
        text-overflow: ellipsis; }
    PreviewScreen > Vertical { width: 1fr; max-width: 94; height: 1fr; padding: 1 1 0 1; }
    PreviewScreen #status { width: 1fr; height: auto; padding: 0 1; }
    """

    def __init__(
        self,
        entry: Entry | None = None,
        answers: Sequence[Answer] = (),
        bank: Bank | None = None,
        mark: Callable[[str, Entry], Entry] | None = None,
    ) -> None:
        """`mark` turns a mark of the question round and gives the entry as it is then; called in a thread."""
        super().__init__()
        self.entry = entry
        self._answers = answers
        self._bank = bank
        self._mark = mark
        self.shown = entry is not None and entry.answers > 0

    def compose(self) -> ComposeResult:
        name = self.entry.question.id if self.entry is not None else ""
        yield Words(one_line(name, STRONG), id="title")
        with Vertical():
            yield Reading(Page())
            yield Words(id="status")
        yield KeyBar()

    def on_mount(self) -> None:
        self._draw()

    def _draw(self) -> None:
        if self.entry is not None and self._bank is not None:
            self.query_one(Page).show(entry_page(self.entry, self._answers, self._bank, shown=self.shown))
        self.refresh_bindings()

    def allows(self, action: Action) -> bool:
        return action.id != "reveal" or not self.shown

    def action_reveal(self) -> None:
        self.shown = True
        self._draw()

    def action_flag_row(self) -> None:
        background(self, partial(self._set, "flag"), "mark")

    def action_suspend_row(self) -> None:
        background(self, partial(self._set, "suspend"), "mark")

    async def _set(self, what: str) -> None:
        if self.entry is None or self._mark is None:
            return
        status = self.query_one("#status", Words)
        try:
            self.entry = await asyncio.to_thread(self._mark, what, self.entry)
        except TutorError as error:
            status.show(safe(f"{error.message} {error.hint}".strip(), WARN))
            return
        status.show(safe(marked(what, self.entry)))
        self._draw()

    def action_leave(self) -> None:
        self.dismiss(None)


def marked(what: str, entry: Entry) -> str:
    """What a mark is now, in words."""
    on = entry.flagged if what == "flag" else entry.suspended
    return f"{entry.question.id}: {MARKS[what][0 if on else 1]}."

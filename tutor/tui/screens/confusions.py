"""The confusion map: traps with both directions, what costs most first; one opens with its rule and evidence."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content

from tutor.tui.action import Action
from tutor.tui.blocks import Para
from tutor.tui.content import safe
from tutor.tui.pages.confusions import counts_line, pair_columns, pair_page, pair_row
from tutor.tui.screens.base import bound
from tutor.tui.screens.view import DetailScreen, ListScreen, Wish, background

if TYPE_CHECKING:
    from tutor.core.log import Answer
    from tutor.core.question import Question
    from tutor.glance import Pair, Traps
    from tutor.overview import Overview

EMPTY_WORDS = (
    "No trap has been met yet. A trap is a pair of concepts that get mixed up; once you have answered questions on it, "
    "this page shows what you take for what, and how sure that is."
)


class ConfusionsScreen(ListScreen["Traps"]):
    """All traps met so far."""

    TITLE_TEXT: ClassVar[str] = "What you take for what"

    def read(self, look: Overview) -> Traps:
        from tutor.glance import traps

        return traps(look)

    def allows(self, action: Action) -> bool:
        return action.id != "narrow"

    def draw(self) -> None:
        if self.data is None:
            return
        self.say([] if self.data.pairs else [Para(safe(EMPTY_WORDS))])
        self.columns(pair_columns(max(self.size.width - 3, 1)) if self.data.pairs else "")
        self.listing.show(self._row, len(self.data.pairs), self.listing.cursor)
        self.status(counts_line(self.data.pairs, self.data.unmet))

    def _row(self, place: int) -> Content:
        assert self.data is not None
        return pair_row(self.data.pairs[place], self.data.bank, max(self.size.width - 3, 1))

    def _pair(self) -> Pair | None:
        return self.data.pairs[self.listing.cursor] if self.data is not None and self.data.pairs else None

    def action_narrow(self) -> None:
        """Traps cross the domains; there is nothing to narrow."""

    def action_drill(self) -> None:
        pair = self._pair()
        if pair is not None:
            self.dismiss(Wish(trap=pair.trap_id))

    def action_open_row(self) -> None:
        pair = self._pair()
        if pair is not None:
            background(self, partial(self._open, pair), "open")

    async def _open(self, pair: Pair) -> None:
        def read(look: Overview) -> tuple[list[Answer], list[Question]]:
            from tutor.glance import of_trap

            return of_trap(look, pair.trap_id), [q for q in look.practice() if pair.trap_id in q.traps]

        assert self.data is not None
        answers, questions = await asyncio.to_thread(self.doors.look, read)
        bank = self.data.bank
        page = pair_page(pair, bank, answers, questions)
        screen = bound(DetailScreen, self.actions)
        self.app.push_screen(screen(bank.trap_name(pair.trap_id), tuple(page), Wish(trap=pair.trap_id)), self._decided)

    def _decided(self, wish: Wish | None) -> None:
        if wish is not None:
            self.dismiss(wish)

"""Concepts by what they are expected to cost on the exam; one of them opens with its history and can be drilled."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content

from tutor.tui.content import STRONG, join, safe
from tutor.tui.pages.weakness import concept_columns, concept_page, concept_row
from tutor.tui.screens.base import bound
from tutor.tui.screens.view import DetailScreen, ListScreen, Wish, background
from tutor.tui.widgets.words import Words

if TYPE_CHECKING:
    from tutor.core.log import Answer
    from tutor.core.outcome import ConceptEstimate
    from tutor.core.question import Question
    from tutor.glance import Concepts
    from tutor.overview import Overview


class WeaknessScreen(ListScreen["Concepts"]):
    """All concepts, or those of one domain."""

    TITLE_TEXT: ClassVar[str] = "Weakness"
    _domain: str = ""
    _shown: tuple[ConceptEstimate, ...] = ()

    def read(self, look: Overview) -> Concepts:
        from tutor.glance import concepts

        return concepts(look)

    def draw(self) -> None:
        if self.data is None:
            return
        self.say([])
        data, width = self.data, max(self.size.width - 3, 1)
        self._shown = tuple(e for e in data.estimates if not self._domain or self._domain in data.inside[e.concept_id])
        name = data.domains.get(self._domain, "")
        title = join(safe(self.TITLE_TEXT, STRONG), safe(f"{self._domain} {name}".strip() or "all domains"), gap="  ")
        self.query_one("#title", Words).show(title)
        self.columns(concept_columns(width))
        self.listing.show(self._row, len(self._shown), self.listing.cursor)
        stated = sum(e.enough for e in self._shown)
        self.status(f"{stated} of {len(self._shown)} concepts can be told; cost: of 100 exam questions")

    def _row(self, place: int) -> Content:
        assert self.data is not None
        return concept_row(self._shown[place], self.data.bank, max(self.size.width - 3, 1))

    def action_narrow(self) -> None:
        if self.data is None:
            return
        places = ["", *self.data.domains]
        self._domain = places[(places.index(self._domain) + 1) % len(places)]
        self.draw()
        self.listing.go(0)

    def action_drill(self) -> None:
        if self._shown:
            self.dismiss(Wish(concept=self._shown[self.listing.cursor].concept_id))

    def action_open_row(self) -> None:
        if not self._shown:
            return
        estimate = self._shown[self.listing.cursor]

        def read(look: Overview) -> tuple[list[Answer], list[Question]]:
            from tutor.glance import of_concept

            questions = [q for q in look.practice() if estimate.concept_id in q.concepts]
            return of_concept(look, estimate.concept_id), questions

        background(self, partial(self._open, estimate, read), "open")

    async def _open(self, estimate: ConceptEstimate, read: object) -> None:
        import asyncio

        assert self.data is not None
        answers, questions = await asyncio.to_thread(self.doors.look, read)  # type: ignore[arg-type]
        bank = self.data.bank
        page = concept_page(estimate, bank, answers, questions)
        screen = bound(DetailScreen, self.actions)
        wish = Wish(concept=estimate.concept_id)
        self.app.push_screen(screen(bank.concept_name(estimate.concept_id), tuple(page), wish), self._decided)

    def _decided(self, wish: Wish | None) -> None:
        if wish is not None:
            self.dismiss(wish)

"""The footer: what can be done just now, with the keys that do it. Made from the live actions of the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.widget import Widget

from tutor.tui.action import Action
from tutor.tui.actions import key_label
from tutor.tui.content import ACCENT_STRONG, MUTED, join, safe
from tutor.tui.screens.base import ActionScreen

ALWAYS = ("help", "close")
"""Shown even when the line is too short for the rest."""
GAP = 2


@dataclass(frozen=True, slots=True)
class Entry:
    """An action in the footer."""

    id: str
    content: Content


def entries(live: Sequence[tuple[Action, str]], width: int) -> list[Entry]:
    """The actions that fit into a line, in the order of the registry; the last ones are left out first."""
    ranked = sorted((item for item in live if item[0].footer and item[1]), key=lambda item: item[0].footer)
    wanted = [
        Entry(action.id, join(safe(key_label(key), ACCENT_STRONG), safe(action.label, MUTED), gap=" "))
        for action, key in ranked
    ]
    while len(wanted) > 1 and sum(entry.content.cell_length + GAP for entry in wanted) - GAP > width:
        droppable = [entry for entry in wanted if entry.id not in ALWAYS]
        wanted.remove(droppable[-1] if droppable else wanted[-1])
    return wanted


class KeyBar(Widget):
    """One line at the foot of a screen; an entry can be clicked."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyBar { dock: bottom; width: 1fr; height: 1; padding: 0 1; background: $panel; text-wrap: nowrap;
        text-overflow: clip; }
    """

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.refresh())

    def shown(self) -> list[Entry]:
        """The entries at the present width."""
        screen = self.screen
        return entries(screen.live(), self.content_size.width) if isinstance(screen, ActionScreen) else []

    def render(self) -> Content:
        return join(*(entry.content for entry in self.shown()), gap=" " * GAP)

    async def on_click(self, event: events.Click) -> None:
        column = event.x - 1
        for entry in self.shown():
            if 0 <= column < entry.content.cell_length:
                await self.app.run_action(entry.id, self.screen)
                return
            column -= entry.content.cell_length + GAP

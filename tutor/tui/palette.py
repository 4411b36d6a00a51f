"""The command palette: one entry for each action that can be done just now. Entries are `Content`, never a str."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from tutor.tui.action import Action
from tutor.tui.actions import key_label
from tutor.tui.content import safe
from tutor.tui.screens.base import ActionScreen

HIDDEN = ("choose", "palette", "interrupt")
"""Actions that make no sense from a list."""


class Commands(Provider):
    """The live actions of the screen below."""

    def _actions(self) -> Iterator[tuple[Action, str]]:
        screen = self.screen
        if isinstance(screen, ActionScreen):
            yield from ((action, key) for action, key in screen.live() if action.id not in HIDDEN)

    def _help(self, action: Action, key: str) -> str:
        return f"{action.help} ({key_label(key)})" if key else action.help

    async def discover(self) -> Hits:
        for action, key in self._actions():
            yield DiscoveryHit(
                safe(action.label),
                partial(self.app.run_action, action.id, self.screen),
                text=action.label,
                help=self._help(action, key),
            )

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for action, key in self._actions():
            score = max(matcher.match(action.label), matcher.match(action.id))
            if score > 0:
                yield Hit(
                    score,
                    safe(action.label),
                    partial(self.app.run_action, action.id, self.screen),
                    text=action.label,
                    help=self._help(action, key),
                )

"""The keys of every action: choose one, press a key, and config.toml has it; a clash is refused with its name.

The new keys hold from the next start on, and the screen says so.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.content import Content

from tutor import settings
from tutor.config import Config
from tutor.errors import TutorError
from tutor.tui.action import Action, Place
from tutor.tui.actions import ACTIONS, key_label, remapped
from tutor.tui.blocks import Gap, Para
from tutor.tui.content import ACCENT_STRONG, MUTED, STRONG, WARN, blank, join, safe
from tutor.tui.screens.rows import RowScreen
from tutor.tui.widgets.keybar import KeyBar
from tutor.tui.widgets.listing import Listing
from tutor.tui.widgets.words import Page, Words

COLUMN = 16
CHANGEABLE = tuple(action for action in ACTIONS if not action.fixed)


class KeysScreen(RowScreen[Config]):
    """A list of actions with their keys."""

    PLACES: ClassVar[tuple[Place, ...]] = ("keys", "pressing")
    DEFAULT_CSS = """
    KeysScreen #title { width: 1fr; height: 1; padding: 0 1; background: $panel; text-style: bold; }
    KeysScreen Listing { margin: 1 1 0 1; }
    KeysScreen #about { width: 1fr; height: auto; min-height: 3; padding: 0 1; }
    """

    def __init__(self, file: Path = Path(), config: Config | None = None) -> None:
        super().__init__()
        self._file = file
        self._config = config or Config()
        self._pressing = False
        self._note: Content | None = None

    def compose(self) -> ComposeResult:
        yield Words(safe("Keys", STRONG), id="title")
        yield Listing()
        yield Page(id="about")
        yield KeyBar()

    def on_mount(self) -> None:
        self._draw()

    @property
    def place(self) -> Place:
        return "pressing" if self._pressing else "keys"

    @property
    def action(self) -> Action:
        """The action under the cursor."""
        return CHANGEABLE[self.listing.cursor]

    def _draw(self) -> None:
        known = {action.id: action for action in remapped(self._config.keys)}
        listing = self.listing
        listing.show([self._row(known[action.id]) for action in CHANGEABLE], cursor=listing.cursor)
        self._about()

    def _row(self, action: Action) -> Content:
        keys = safe(" ".join(key_label(key) for key in action.keys), ACCENT_STRONG)
        own = safe("changed  ", MUTED) if action.id in self._config.keys else safe("")
        return join(
            keys, blank(max(COLUMN - keys.cell_length, 1)), own, safe(action.label), safe(f"  {action.id}", MUTED)
        )

    def _about(self) -> None:
        words = safe(self.action.help)
        said = self._note or safe("A change holds from the next start on.", MUTED)
        self.query_one("#about", Page).show([Para(words), Gap(), Para(said)])

    def on_listing_moved(self) -> None:
        self._note = None
        self._about()

    def on_listing_chosen(self) -> None:
        self.action_setting_edit()

    def action_setting_edit(self) -> None:
        self._pressing = True
        self._note = safe(f"Press the new key for {self.action.label}. Esc goes back.", STRONG)
        self._about()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        # While a key is awaited it must reach `on_key`, whatever it would do elsewhere.
        if self._pressing and action not in ("edit_cancel", "quit_now", "interrupt"):
            return False
        return super().check_action(action, parameters)

    async def on_key(self, event: events.Key) -> None:
        if not self._pressing or event.key in ("escape", "ctrl+c", "ctrl+q"):
            return
        event.stop()
        self._pressing = False
        await self._set(event.key)
        self.refresh_bindings()

    def action_edit_cancel(self) -> None:
        self._pressing = False
        self._note = None
        self._about()
        self.refresh_bindings()

    async def action_setting_default(self) -> None:
        await self._set(None)

    async def _set(self, key: str | None) -> None:
        action = self.action
        try:
            if key is not None:
                remapped({**self._config.keys, action.id: key})
            self._config = await asyncio.to_thread(settings.change, self._file, {f"keys.{action.id}": key})
        except TutorError as error:
            self._note = safe(f"{error.message.removeprefix('config.toml [keys]: ')} {error.hint}".strip(), WARN)
            self._about()
            return
        words = "has its own keys again" if key is None else f"is on {key_label(key)} from the next start on"
        self._note = safe(f"Saved: {action.label} {words}.", MUTED)
        self._draw()

    def action_setting_leave(self) -> None:
        self.dismiss(self._config)

"""The settings: every one with its value and what it means; a change is written to config.toml at once.

It reads and writes through `tutor.settings` and hands the settings as they are now to whoever opened it. What a value
may be is decided there, not here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input

from tutor import settings
from tutor.config import Config
from tutor.errors import TutorError
from tutor.settings import SETTINGS, Setting, shown, stepped, written
from tutor.tui.action import Place
from tutor.tui.blocks import Block, Gap, Para
from tutor.tui.content import ACCENT_STRONG, MUTED, STRONG, WARN, blank, join, safe
from tutor.tui.screens.base import bound
from tutor.tui.screens.rows import RowScreen
from tutor.tui.widgets.keybar import KeyBar
from tutor.tui.widgets.listing import Listing
from tutor.tui.widgets.words import Page, Words

LABEL, VALUE = 22, 18
"""Cells of the columns."""
ROOMY, WIDE = 50, 100


class SettingsScreen(RowScreen[Config]):
    """A list of settings, the explanation of the one under the cursor, and a line to type a value in."""

    PLACES: ClassVar[tuple[Place, ...]] = ("settings", "editing")
    DEFAULT_CSS = """
    SettingsScreen #title { width: 1fr; height: 1; padding: 0 1; background: $panel; text-style: bold; }
    SettingsScreen #body { width: 1fr; height: 1fr; padding: 1 1 0 1; layout: vertical; }
    SettingsScreen #body.-wide { layout: horizontal; }
    SettingsScreen #body.-wide Listing { width: 56; height: 1fr; }
    SettingsScreen #about { height: auto; max-height: 50%; width: 1fr; padding: 1 0 0 0; }
    SettingsScreen #body.-wide #about { padding: 0 2; max-width: 64; max-height: 100%; }
    SettingsScreen Input { display: none; margin: 0 1; }
    SettingsScreen Input.-open { display: block; }
    """

    def __init__(
        self,
        file: Path = Path(),
        config: Config | None = None,
        exams: Mapping[str, str] | None = None,
    ) -> None:
        """`exams`: name by code, those that may be chosen."""
        super().__init__()
        self._file = file
        self._config = config or Config()
        self._exams = dict(exams or {})
        self._note: Content | None = None

    def compose(self) -> ComposeResult:
        yield Words(safe("Settings", STRONG), id="title")
        with Vertical(id="body"):
            yield Listing()
            yield Page(id="about")
        yield Input(compact=True, disabled=True)
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#body").set_class(event.size.width >= WIDE, "-wide")
        self._draw()

    @property
    def place(self) -> Place:
        return "editing" if self.query_one(Input).has_class("-open") else "settings"

    @property
    def setting(self) -> Setting:
        return SETTINGS[self.listing.cursor]

    # What is shown

    def _draw(self) -> None:
        listing = self.listing
        listing.show([self._row(each) for each in SETTINGS], cursor=listing.cursor)
        self._about()

    def _row(self, setting: Setting) -> Content:
        own = setting.name in self._config.explicit
        label, value = safe(setting.label), safe(self._value(setting), ACCENT_STRONG if own else MUTED)
        parts = [label, blank(max(LABEL - label.cell_length, 1)), value]
        if not own and self.size.width >= ROOMY:
            parts += [blank(max(VALUE - value.cell_length, 1)), safe("default", MUTED)]
        return join(*parts)

    def _value(self, setting: Setting) -> str:
        text = shown(self._config, setting.name)
        if setting.name == "theme" and not text:
            return self.app.theme
        return text or "none"

    def _about(self) -> None:
        setting = self.setting
        blocks: list[Block] = [Para(safe(setting.help))]
        if setting.kind == "exam" and self._exams:
            blocks += [Gap(), *(Para(safe(f"{code}  {name}", MUTED)) for code, name in sorted(self._exams.items()))]
        blocks += [Gap(), Para(self._note or safe(f"{setting.name} in {self._file.name}", MUTED))]
        self.query_one("#about", Page).show(blocks)

    def on_listing_moved(self) -> None:
        self._note = None
        self._about()

    # What the keys do

    async def action_setting_next(self) -> None:
        await self._step(1)

    async def action_setting_back(self) -> None:
        await self._step(-1)

    async def _step(self, direction: int) -> None:
        setting = self.setting
        if setting.kind == "exam":
            await self._set(_neighbour(sorted(self._exams), self._config.exam, direction))
        elif setting.kind == "theme":
            await self._set(_neighbour(sorted(self.app.available_themes), self.app.theme, direction))
        elif setting.kind == "date":
            self.action_setting_edit_text()
        else:
            await self._set(stepped(self._config, setting.name, direction))

    async def action_setting_edit(self) -> None:
        if self.setting.kind in ("flag", "choice"):
            await self._step(1)
        else:
            self.action_setting_edit_text()

    def action_setting_edit_text(self) -> None:
        line = self.query_one(Input)
        line.value = shown(self._config, self.setting.name)
        line.placeholder = "2027-03-31" if self.setting.kind == "date" else ""
        line.disabled = False
        line.add_class("-open")
        line.focus()
        line.action_end()
        self.refresh_bindings()

    async def on_listing_chosen(self) -> None:
        await self.action_setting_edit()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        await self.action_edit_save()

    async def action_edit_save(self) -> None:
        if await self._set(self.query_one(Input).value):
            self._close_line()

    def action_edit_cancel(self) -> None:
        self._close_line()
        self._note = None
        self._about()

    def _close_line(self) -> None:
        line = self.query_one(Input)
        line.remove_class("-open")
        line.disabled = True
        self.set_focus(None)
        self.refresh_bindings()

    async def action_setting_default(self) -> None:
        await self._set("")

    async def _set(self, text: str) -> bool:
        """Write a value and say so; False with the reason on the screen when it cannot be."""
        setting = self.setting
        try:
            value = written(setting.name, text)
            if setting.kind == "exam" and value is not None and str(value).lower() not in self._exams:
                self._say(f"There is no exam {value}.")
                return False
            if setting.kind == "theme" and value is not None and str(value) not in self.app.available_themes:
                self._say(f"There is no theme {value}.")
                return False
            self._config = await asyncio.to_thread(settings.change, self._file, {setting.name: value})
        except TutorError as error:
            self._say(f"{error.message} {error.hint}".strip())
            return False
        if setting.kind == "theme":
            self._apply_theme()
        self._note = safe(f"Saved: {setting.name} is {shown(self._config, setting.name) or 'not set'}.", MUTED)
        self._draw()
        return True

    def _apply_theme(self) -> None:
        from tutor.tui.theme import chosen_theme

        if self.app.theme.startswith("ansi") and self.app.ansi_color:
            return  # without colours every theme looks the same
        self.app.theme = chosen_theme("", self._config.theme, self.app.available_themes, no_color=False)

    def _say(self, words: str) -> None:
        self._note = safe(words, WARN)
        self._about()

    def action_setting_keys(self) -> None:
        from tutor.tui.screens.keys import KeysScreen

        def changed(config: Config | None) -> None:
            if config is not None:
                self._config = config
                self._draw()

        self.app.push_screen(bound(KeysScreen, self.actions)(self._file, self._config), changed)

    def action_setting_leave(self) -> None:
        self.dismiss(self._config)


def _neighbour(names: Sequence[str], now: str, direction: int) -> str:
    if now not in names:
        return names[0] if names else now
    return names[(names.index(now) + direction) % len(names)]

"""What every screen shares: keys from the registry, scrolling, leaving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from textual.containers import VerticalScroll
from textual.keys import key_to_character
from textual.screen import Screen

from tutor.tui.action import Action, Place
from tutor.tui.actions import ACTIONS, BY_ID
from tutor.tui.bindings import bindings
from tutor.tui.content import safe
from tutor.tui.widgets.words import Reading

Result = TypeVar("Result")
AnyScreen = TypeVar("AnyScreen", bound="ActionScreen[Any]")


class ActionScreen(Screen[Result]):
    """A screen whose keys come from the registry. What works depends on `place` and on `allows`."""

    AUTO_FOCUS = ""
    PLACES: ClassVar[tuple[Place, ...]] = ()
    """Every place the screen can be in."""
    actions: ClassVar[Sequence[Action]] = ACTIONS

    @property
    def place(self) -> Place:
        return self.PLACES[0]

    def allows(self, action: Action) -> bool:
        """Whether an action of this place can be done just now."""
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        known = BY_ID.get(action)
        if known is None:
            return super().check_action(action, parameters)
        return self.place in known.where and self.allows(known)

    def live(self) -> list[tuple[Action, str]]:
        """What can be done just now, with the first key that reaches it; "" when the line to type in takes them all."""
        found: list[tuple[Action, str]] = []
        for action in self.actions:
            if self.place in action.where and self.allows(action):
                free = [key for key in action.keys if not self._typed(key)]
                found.append((action, free[0] if free else ""))
        return found

    def _typed(self, key: str) -> bool:
        return self.focused is not None and self.focused.check_consume_key(key, key_to_character(key))

    async def action_quit(self) -> None:
        await self.app.run_action("app.leave_page")

    def action_quit_now(self) -> None:
        self.app.exit()

    def action_help(self) -> None:
        from tutor.tui.screens.help import help_blocks
        from tutor.tui.screens.reader import ReaderScreen

        self.app.push_screen(bound(ReaderScreen, self.actions)(safe("Help"), help_blocks(self.actions, self.place)))

    def action_palette(self) -> None:
        from textual.command import CommandPalette

        from tutor.tui.palette import Commands

        self.app.push_screen(CommandPalette(providers=[Commands], id="--command-palette"))

    async def action_interrupt(self) -> None:
        await self.app.run_action("app.interrupt")

    def _reading(self) -> VerticalScroll:
        return self.query_one(Reading)

    def action_scroll_on(self) -> None:
        self._reading().scroll_page_down(animate=False)

    def action_scroll_back(self) -> None:
        self._reading().scroll_page_up(animate=False)

    def action_line_on(self) -> None:
        self._reading().scroll_down(animate=False)

    def action_line_back(self) -> None:
        self._reading().scroll_up(animate=False)

    def action_top(self) -> None:
        self._reading().scroll_home(animate=False)

    def action_bottom(self) -> None:
        self._reading().scroll_end(animate=False)


def bound(screen: type[AnyScreen], actions: Sequence[Action]) -> type[AnyScreen]:
    """The screen class with the keys of these actions."""
    made = type(screen.__name__, (screen,), {"BINDINGS": bindings(actions, screen.PLACES), "actions": actions})
    return made  # type: ignore[return-value,unused-ignore]

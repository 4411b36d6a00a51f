"""From the registry of actions to the bindings that Textual reads."""

from __future__ import annotations

from collections.abc import Sequence

from textual.binding import Binding, BindingType

from tutor.tui.action import OPTION_KEYS, OPTION_LETTERS, Action, Place


def bindings(actions: Sequence[Action], places: Sequence[Place]) -> list[BindingType]:
    """Bindings for a screen that can be in these places. Two actions may share a key: the place decides."""
    made: list[BindingType] = []
    for action in actions:
        if not set(action.where) & set(places):
            continue
        if action.id == "choose":
            made += [Binding(key, f"choose({place})", show=False) for place, key in enumerate(OPTION_KEYS)]
            made += [Binding(key, f"choose({place})", show=False) for place, key in enumerate(OPTION_LETTERS)]
            continue
        if action.id == "interrupt":
            # A selection is copied first; without one Textual goes on to the next binding of the key.
            made.append(Binding("ctrl+c", "screen.copy_text", show=False))
        first = action.id == "quit_now"
        made += [Binding(key, action.id, action.label, show=False, priority=first) for key in action.keys]
    return made

"""The one registry of what a person can do: id, keys, label, help and where.

Bindings, footer, help screen, palette and the documentation are made from it, so no key is promised that does not
work. Pure: it does not import Textual, and it does not know what an action does.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace

from tutor.errors import UsageError
from tutor.tui.action import PLACES, Action, Place
from tutor.tui.actions_everywhere import EVERYWHERE
from tutor.tui.actions_review import ON_QUESTIONS
from tutor.tui.actions_settings import ON_SETTINGS
from tutor.tui.actions_views import ON_VIEWS

ACTIONS: tuple[Action, ...] = (*ON_QUESTIONS, *ON_VIEWS, *ON_SETTINGS, *EVERYWHERE)

BY_ID: Mapping[str, Action] = {action.id: action for action in ACTIONS}

_KEY = re.compile(
    r"f([1-9]|1[0-2])|ctrl\+[a-z]|enter|space|escape|tab|(?:shift\+)?(?:up|down|left|right)|home|end|pageup|pagedown|delete"
)
_RENAMED = {"hyphen_minus": "minus", "plus_sign": "plus", "solidus": "slash", "reverse_solidus": "backslash",
            "commercial_at": "at", "low_line": "underscore"}  # fmt: skip
_SHOWN = {"minus": "-", "plus": "+", "question_mark": "?", "slash": "/", "enter": "Enter", "space": "Space",
          "escape": "Esc", "tab": "Tab", "up": "↑", "down": "↓", "left": "←", "right": "→", "home": "Home",
          "end": "End", "pageup": "PgUp", "pagedown": "PgDn"}  # fmt: skip


def key_name(key: str) -> str:
    """A key as the screen library names it: "-" is "minus", a letter or digit is itself."""
    if len(key) != 1 or key.isalnum():
        return key
    name = unicodedata.name(key, "").lower().replace("-", "_").replace(" ", "_")
    return _RENAMED.get(name, name)


def key_label(key: str) -> str:
    """A key as people read it: "minus" is "-", "ctrl+p" is "^P"."""
    if key.startswith("ctrl+"):
        return f"^{key[5:].upper()}"
    if key.startswith("shift+"):
        return f"Shift+{key_label(key[6:])}"
    return _SHOWN.get(key, key.upper() if re.fullmatch(r"f\d+", key) else key)


def remapped(keys: Mapping[str, str]) -> tuple[Action, ...]:
    """The registry with the keys of the configuration (action id -> keys, separated by commas).

    Raises UsageError for an unknown action (naming the nearest), an action whose keys are fixed, a key that terminals
    do not send, and a key that would do two things in one place.
    """
    wanted: dict[str, tuple[str, ...]] = {}
    for action_id, text in keys.items():
        action = BY_ID.get(action_id)
        if action is None:
            near = difflib.get_close_matches(action_id, BY_ID, n=1)
            hint = f"Did you mean {near[0]}?" if near else f"Known actions: {', '.join(BY_ID)}."
            raise UsageError(f"config.toml [keys]: there is no action {action_id!r}.", hint)
        if action.fixed:
            raise UsageError(f"config.toml [keys]: the keys of {action_id!r} are fixed.", "Remove this line.")
        wanted[action_id] = tuple(_checked(action_id, key.strip()) for key in text.split(","))
    actions = tuple(replace(action, keys=wanted.get(action.id, action.keys)) for action in ACTIONS)
    for place in PLACES:
        _no_clash(place, (action for action in actions if place in action.where), wanted)
    return actions


def _checked(action_id: str, key: str) -> str:
    name = key_name(key)
    if len(key) == 1 and name and key.isprintable() and key != " ":
        return name
    named = {key_name(char) for char in "-+?/\\@_.;:!#$%&*=<>^~|\"'`()[]{}"}
    if _KEY.fullmatch(name) is None and name not in named:
        raise UsageError(
            f"config.toml [keys]: {action_id} = {key!r} is not a key that every terminal sends.",
            "Use a letter, a digit, a sign, f1 to f12, ctrl+letter, enter, space, escape, tab or an arrow.",
        )
    return name


def _no_clash(place: Place, actions: Iterable[Action], wanted: Mapping[str, object]) -> None:
    taken: dict[str, Action] = {}
    for action in actions:
        for key in action.keys:
            other = taken.setdefault(key, action)
            if other is not action:
                changed = action.id if action.id in wanted else other.id
                raise UsageError(
                    f"config.toml [keys]: {key_label(key)!r} would be both {other.id!r} and {action.id!r} ({place}).",
                    f"Choose another key for {changed}.",
                )

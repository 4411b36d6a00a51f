"""The one registry of what a person can do: id, keys, label, help and where.

Bindings, footer, help screen, palette and the documentation are made from it, so no key is promised that does not
work. Pure: it does not import Textual, and it does not know what an action does.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tutor.errors import UsageError

Place = Literal["preparing", "question", "typed", "feedback", "summary", "reader", "dialog"]
"""What a screen shows just now. "question" has options to choose, "typed" a line to type an order or pairs in."""

PLACES: tuple[Place, ...] = ("preparing", "question", "typed", "feedback", "summary", "reader", "dialog")
ASKING: tuple[Place, ...] = ("question", "typed")
ON_REVIEW: tuple[Place, ...] = ("question", "typed", "feedback")
SCROLLING: tuple[Place, ...] = ("feedback", "summary", "reader")

OPTION_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0")
OPTION_LETTERS = ("a", "b", "c", "d", "e", "f")
"""Letters reach the first six options; digits reach all ten."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a person can do."""

    id: str
    """Name in the configuration, and of the method that does it (`action_<id>`)."""
    keys: tuple[str, ...]
    label: str
    """One or two words for the footer and the palette."""
    help: str
    where: tuple[Place, ...] = PLACES
    footer: int = 0
    """Place in the footer, 1 first; 0 keeps it out."""
    fixed: bool = False
    """Cannot be remapped."""


ACTIONS: tuple[Action, ...] = (
    Action("choose", (*OPTION_KEYS, *OPTION_LETTERS), "Choose", "Choose the option with this number or letter; again "
           "takes it back where several can be chosen.", ("question",), fixed=True),
    Action("answer", ("enter",), "Answer", "Give the marked answer.", ASKING, 1),
    Action("down", ("j", "down"), "Next option", "Move to the next option.", ("question",)),
    Action("up", ("k", "up"), "Previous option", "Move to the option above.", ("question",)),
    Action("mark", ("space",), "Mark", "Choose the option under the cursor.", ("question",)),
    Action("guess", ("g",), "Guess", "Say that you are guessing: right and guessed comes back sooner.", ASKING, 2),
    Action("strike", ("minus",), "Strike", "Strike out the option under the cursor, or bring it back.",
           ("question",), 3),
    Action("next", ("enter", "space", "n"), "Next", "Go on to the next question.", ("feedback",), 1),
    Action("options", ("x",), "Options", "Why each option is right or wrong, and when it would be right.",
           ("feedback",), 2),
    Action("concept", ("c",), "Concept", "The concept card, with its memory trick.", ("feedback",), 3),
    Action("sources", ("o",), "Sources", "The pages that state the deciding fact.", ("feedback",), 4),
    Action("more", ("plus",), "10 more minutes", "Go on for ten more minutes.", ("summary",), 1),
    Action("skip", ("s",), "Skip", "Leave this question for later; nothing is stored.", ASKING, 5),
    Action("undo", ("u",), "Undo", "Take back the last answer and ask that question again.", (*ON_REVIEW, "summary"),
           6),
    Action("why", ("w",), "Why", "Why this question was chosen now.", ON_REVIEW, 7),
    Action("flag", ("m",), "Flag", "Flag the question to look at it later, or take the flag off.", ON_REVIEW),
    Action("copy", ("y",), "Copy", "Send the question to the terminal's clipboard.", ON_REVIEW),
    Action("timer", ("t",), "Timer", "Show or hide the time spent on this question.", ASKING),
    Action("leave_line", ("escape",), "Command keys", "Leave the line to type in, so that letters are commands again.",
           ("typed",), 3),
    Action("type_line", ("tab",), "Type", "Go back to the line to type in.", ("typed",), 3),
    Action("scroll_on", ("pagedown", "ctrl+d"), "Scroll down", "Scroll the text down.", (*ASKING, *SCROLLING)),
    Action("scroll_back", ("pageup", "ctrl+u"), "Scroll up", "Scroll the text up.", (*ASKING, *SCROLLING)),
    Action("line_on", ("j", "down"), "Line down", "Scroll down by a line.", ("typed", *SCROLLING)),
    Action("line_back", ("k", "up"), "Line up", "Scroll up by a line.", ("typed", *SCROLLING)),
    Action("top", ("home", "g"), "Top", "Go to the start of the text.", SCROLLING),
    Action("bottom", ("end", "G"), "Bottom", "Go to the end of the text.", SCROLLING),
    Action("retry", ("enter", "r"), "Try again", "Try to store the answer again.", ("dialog",), 1),
    Action("close", ("escape", "q", "enter"), "Close", "Go back.", ("reader",), 1),
    Action("keep", ("escape",), "Go back", "Go back; your answer stays marked, nothing is stored.", ("dialog",), 2),
    Action("help", ("question_mark", "f1"), "Help", "The keys that work here.",
           ("preparing", *ON_REVIEW, "summary"), 90),
    Action("palette", ("ctrl+p",), "Commands", "Find a command by name.", ("preparing", *ON_REVIEW, "summary"), 93),
    Action("quit", ("q",), "Quit", "Leave; every answer given is already stored.",
           ("preparing", *ON_REVIEW, "summary", "dialog"), 92),
    Action("quit_now", ("ctrl+q",), "Quit at once", "Leave from anywhere.", fixed=True),
    Action("interrupt", ("ctrl+c",), "Interrupt", "Copy the selected text; twice within two seconds: leave.",
           fixed=True),
)  # fmt: skip

BY_ID: Mapping[str, Action] = {action.id: action for action in ACTIONS}

_KEY = re.compile(
    r"f([1-9]|1[0-2])|ctrl\+[a-z]|enter|space|escape|tab|up|down|left|right|home|end|pageup|pagedown|delete"
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

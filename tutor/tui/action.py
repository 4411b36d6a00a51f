"""What an action is, and the places in which it can work. Pure: does not import Textual; knows no single action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Place = Literal[
    "preparing",
    "question",
    "ordering",
    "matching",
    "feedback",
    "note",
    "summary",
    "reader",
    "dialog",
    "settings",
    "editing",
    "keys",
    "pressing",
    "tour",
    "today",
    "list",
    "shelf",
    "filtering",
    "detail",
    "preview",
]
"""What a screen shows just now. "question" has options to choose, "ordering" steps to order, "matching" pairs."""

PLACES: tuple[Place, ...] = get_args(Place)
ASKING: tuple[Place, ...] = ("question", "ordering", "matching")
ON_REVIEW: tuple[Place, ...] = (*ASKING, "feedback")
SCROLLING: tuple[Place, ...] = ("feedback", "summary", "reader", "tour", "today", "detail", "preview")
LISTS: tuple[Place, ...] = ("list", "shelf")
ROWS: tuple[Place, ...] = (*LISTS, "settings", "keys")
PAGES: tuple[Place, ...] = ("detail", "preview")
VIEWS: tuple[Place, ...] = ("today", *LISTS, *PAGES)

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

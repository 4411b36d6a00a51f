"""The three steps a newcomer sees once: what is tracked, which keys answer, and where the numbers come from."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tutor.tui.action import Action
from tutor.tui.actions import key_label
from tutor.tui.blocks import Block, Gap, Hang, Para
from tutor.tui.content import ACCENT_STRONG, MUTED, safe

TITLES = ("Your wrong answers", "How to answer", "Once a day")
STEPS = len(TITLES)

LURES = (
    "Every wrong option here stands for a concept. When you take one for the right answer, Tutor notes which two "
    "things you mixed up, and in which direction."
)
BOTH_SIDES = (
    "Then it shows you both sides again, in other words, until you tell them apart. What is due for review never waits "
    "for that."
)
DAILY = (
    "Twenty to thirty minutes a day are enough. Miss a day, and what is most urgent comes first; there is never a wall "
    "to climb."
)
HONEST = "Every number in the reports says how sure it is. While there are too few answers, there is no number."
YOURS = "Set your exam and its date in the settings. Everything stays on this machine."


def tour_blocks(step: int, actions: Sequence[Action]) -> list[Block]:
    """The page of a step, 0 first, with the keys as they are set."""
    if step == 0:
        return [Para(safe(LURES)), Gap(), Para(safe(BOTH_SIDES))]
    if step == 1:
        rows = (
            (safe("a to f, 1 to 9", ACCENT_STRONG), "mark an option"),
            (_key("answer", actions), "give the answer; it is on disk before you see what was right"),
            (_key("guess", actions), "say that you are guessing: a lucky hit then comes back sooner"),
            (_key("undo", actions), "take the last answer back"),
            (_key("help", actions), "all keys of the page you are on"),
        )
        return [Hang(key, safe(words), 16) for key, words in rows]
    return [Para(safe(DAILY)), Gap(), Para(safe(HONEST)), Gap(), Para(safe(YOURS, MUTED))]


def _key(action_id: str, actions: Sequence[Action]) -> Content:
    found = next(action for action in actions if action.id == action_id)
    return safe(" ".join(key_label(key) for key in found.keys[:2]), ACCENT_STRONG)

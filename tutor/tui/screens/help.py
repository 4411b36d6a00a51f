"""The help page: every key that works where the person is, made from the registry."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.tui.action import Action, Place
from tutor.tui.actions import key_label
from tutor.tui.blocks import Block, Gap, Hang, Para, head
from tutor.tui.content import ACCENT_STRONG, MUTED, join, safe

TITLES: dict[Place, str] = {
    "preparing": "Keys",
    "question": "Keys while a question is open",
    "ordering": "Keys while steps are put in order",
    "matching": "Keys while pairs are matched",
    "feedback": "Keys after an answer",
    "summary": "Keys at the close",
    "reader": "Keys on this page",
    "dialog": "Keys",
    "note": "Keys while a note is written",
    "settings": "Keys in the settings",
    "editing": "Keys while a value is typed",
    "keys": "Keys in the list of keys",
    "pressing": "Keys",
    "tour": "Keys of the tour",
    "today": "Keys of the first page",
    "list": "Keys in this list",
    "shelf": "Keys in the list of questions",
    "filtering": "Keys while a filter is typed",
    "detail": "Keys on this page",
    "preview": "Keys on the page of a question",
}
HOW: dict[Place, str] = {
    "ordering": "Press the letters of the steps in their order; what gets no place stays out.",
    "matching": "Press the letter that belongs to the marked prompt; the next open prompt follows.",
}

REMAP = 'Other keys: config.toml, [keys], the name in brackets = "key"; `tutor paths` shows where the file is.'


def keys_text(action: Action) -> str:
    """The keys of an action for people."""
    if action.id == "choose":
        return "1-9 0, a-f"
    return " ".join(key_label(key) for key in action.keys)


def help_blocks(actions: Sequence[Action], place: Place) -> list[Block]:
    """Keys and what they do, those of this place first."""
    here = [a for a in actions if place in a.where and not _general(a)]
    general = [a for a in actions if place in a.where and _general(a)]
    blocks: list[Block] = [head(TITLES[place])]
    if place in HOW:
        blocks.append(Para(safe(HOW[place])))
    blocks += [_row(action) for action in here]
    blocks.append(head("Anywhere"))
    blocks += [_row(action) for action in general]
    blocks += [Gap(), Para(safe(REMAP, MUTED))]
    return blocks


def _general(action: Action) -> bool:
    return (action.fixed and action.id != "choose") or action.id in ("help", "palette", "quit")


def _row(action: Action) -> Block:
    words = join(safe(action.help), safe(f"[{action.id}]", MUTED), gap="  ")
    return Hang(safe(keys_text(action), ACCENT_STRONG), words, 14, keep=True)

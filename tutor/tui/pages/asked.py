"""An open question in the parts that the reading column lays out. Values only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from tutor.tui.blocks import Block


@dataclass(frozen=True, slots=True)
class Asked:
    """A question laid out in parts."""

    case: Sequence[Block]
    """Notices and the scenario of a case; scrolls by itself when there is room for the rest below it."""
    stem: Sequence[Block]
    ask: Sequence[Block]
    texts: Sequence[Content]
    """The options from top to bottom."""
    prompts: Sequence[Content]
    """The left side of a matching question."""
    digits: bool
    """Whether options carry a digit."""
    same_case: bool = False
    """The scenario stays where it was scrolled to."""

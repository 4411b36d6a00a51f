"""What the learner says about a question besides answering it: a flag, a note, not to be shown any more.

Marks are not part of the answer log: the last word counts. Stored at once; knows neither policy nor screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from tutor.store.values import Mark

if TYPE_CHECKING:
    from tutor.store.repo import Store

NOTE_MAX = 4_000
"""Characters of a note."""


class Marking:
    """The marks of one open store. What cannot be stored raises StoreError, and nothing has changed then."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    def of(self, question_id: str) -> Mark:
        """The mark of a question, an empty one when there is none."""
        return self._store.marks().get(question_id) or Mark(question_id, False, False, "", self._now())

    def suspended(self) -> set[str]:
        """The questions that are not to be shown."""
        return {mark.question_id for mark in self._store.marks().values() if mark.suspended}

    def flag(self, question_id: str) -> bool:
        """Turn the flag on or off; whether it is on now."""
        mark = self.of(question_id)
        self._set(replace(mark, flagged=not mark.flagged))
        return not mark.flagged

    def note(self, question_id: str, text: str) -> str:
        """Put this note in place of the old one, without what could act on a terminal; the note as it is kept."""
        from tutor.text import clean

        kept = clean(text).strip()[:NOTE_MAX]
        self._set(replace(self.of(question_id), note=kept))
        return kept

    def suspend(self, question_id: str, on: bool) -> None:
        """Do not show a question any more, or show it again."""
        self._set(replace(self.of(question_id), suspended=on))

    def _set(self, mark: Mark) -> None:
        self._store.set_mark(replace(mark, updated_at=self._now()))

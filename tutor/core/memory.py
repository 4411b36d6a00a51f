"""The only door to fsrs: memory state in, memory state out, in whole study days.

The scheduler sees noon UTC of the study day and nothing else, has no learning steps and no fuzz, so the same history
always gives the same state. Formulas: FSRS-6, as implemented by the `fsrs` package.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from fsrs import Card as FsrsCard
from fsrs import Rating as FsrsRating
from fsrs import Scheduler, State

from tutor.core.clock import fsrs_time
from tutor.core.grading import Rating

RETENTION_MIN, RETENTION_MAX = 0.70, 0.97
STABILITY_MAX = 36_500.0
_RATINGS = {Rating.AGAIN: FsrsRating.Again, Rating.HARD: FsrsRating.Hard, Rating.GOOD: FsrsRating.Good}


@dataclass(frozen=True, slots=True)
class MemoryState:
    """What is kept of one memory: stability in days, difficulty 1 to 10, study day of the last review, day due."""

    stability: float
    difficulty: float
    last_day: date
    due_day: date


class Memory:
    """FSRS with fixed settings. Immutable and cheap to share; one instance per desired retention."""

    def __init__(self, retention: float = 0.90, parameters: Sequence[float] | None = None) -> None:
        """`retention`: the recall at which a memory is due, 0.70 to 0.97; ValueError outside. `parameters`: the 21
        weights of FSRS-6, default those of the package; ValueError when they are not accepted."""
        if not RETENTION_MIN <= retention <= RETENTION_MAX:
            raise ValueError(f"desired retention {retention} is outside {RETENTION_MIN} to {RETENTION_MAX}")
        self.retention = retention
        if parameters is None:
            self._scheduler = Scheduler(
                desired_retention=retention, learning_steps=(), relearning_steps=(), enable_fuzzing=False
            )
        else:
            self._scheduler = Scheduler(
                parameters=tuple(parameters),
                desired_retention=retention,
                learning_steps=(),
                relearning_steps=(),
                enable_fuzzing=False,
            )

    def review(self, state: MemoryState | None, rating: Rating, day: date) -> MemoryState:
        """The state after a review on a study day; `state` None for a first review. A day before the last review counts
        as the day of that review, so that a clock set back never moves a memory backwards."""
        if state is not None and day < state.last_day:
            day = state.last_day
        card, _ = self._scheduler.review_card(_card(state, day), _RATINGS[rating], fsrs_time(day))
        if card.stability is None or card.difficulty is None:
            raise ValueError("fsrs returned a card without a memory state")
        return MemoryState(min(card.stability, STABILITY_MAX), card.difficulty, day, card.due.date())

    def recall(self, state: MemoryState, day: date) -> float:
        """Probability of recall on a study day, computed when asked for. It is not the chance to answer right."""
        at = max(day, state.last_day)
        return float(self._scheduler.get_card_retrievability(_card(state, at), fsrs_time(at)))


def _card(state: MemoryState | None, day: date) -> FsrsCard:
    # A card id is always passed: without one the package sleeps a millisecond to make one up.
    if state is None:
        return FsrsCard(card_id=1, due=fsrs_time(day))
    return FsrsCard(
        card_id=1,
        state=State.Review,
        step=None,
        stability=state.stability,
        difficulty=state.difficulty,
        due=fsrs_time(state.due_day),
        last_review=fsrs_time(state.last_day),
    )

"""The cached state of one learner, row by row, exactly as it is stored.

All of it can be rebuilt from the answer log. Each row is a frozen value; a change is a new row in place of the old.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

ConfusionStatus = Literal["unknown", "suspected", "confirmed", "resolved"]
TrapKey = tuple[str, str]
"""(trap id, id of the concept that is right): one direction of a trap."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """FSRS state of a question."""

    question_id: str
    stability: float
    difficulty: float
    last_day: date
    due_day: date
    text_hash: str
    """Words the learner saw last; a large rewording brings the question back."""


@dataclass(frozen=True, slots=True)
class LearnerRow:
    """The learner as a whole: ability (mean, variance, answers) and the undiscounted sums of the selection evidence."""

    mean: float
    var: float
    n: int
    form_mean: float
    form_var: float
    """How it goes just now; fades by itself."""
    slope_mean: float
    slope_var: float
    """How much more than usual the difficulty labels mean for this learner."""
    hits: float
    weight: float
    lures: float
    exposures: float


@dataclass(frozen=True, slots=True)
class ConceptRow:
    """One concept: deviation of the ability, evidence for the selection (discounted to `day`), recall card."""

    concept_id: str
    mean: float
    var: float
    n: int
    """Answers to questions with this concept."""
    hits: float
    weight: float
    recency: float
    day: date
    """Study day to which hits, weight and recency are discounted; also the day last practised."""
    stability: float
    difficulty: float


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """What is particular about one question for this learner."""

    question_id: str
    mean: float
    var: float
    n: int


@dataclass(frozen=True, slots=True)
class TrapRow:
    """One direction of a trap: the right concept is `side`, the lure stands for the other concept."""

    trap_id: str
    side: str
    picks: float
    """Discounted picks of the lure."""
    expected: float
    """Discounted picks expected of a learner without this confusion."""
    exposures: int
    """Answered questions that showed the lure."""
    taken: int
    """How often the lure was chosen, undiscounted."""
    status: ConfusionStatus
    lures: float
    weight: float
    recency: float
    """Evidence of the selection policy, discounted to `day`."""
    day: date

    @property
    def key(self) -> TrapKey:
        return (self.trap_id, self.side)


@dataclass(frozen=True, slots=True)
class Rows:
    """A set of rows by key. None stands for a row that does not exist (in the image before a change)."""

    learner: LearnerRow | None = None
    cards: Mapping[str, CardRow | None] = field(default_factory=dict)
    concepts: Mapping[str, ConceptRow | None] = field(default_factory=dict)
    questions: Mapping[str, QuestionRow | None] = field(default_factory=dict)
    traps: Mapping[TrapKey, TrapRow | None] = field(default_factory=dict)

    def __iter__(self) -> Iterator[object]:
        """Every row that exists, in a fixed order."""
        groups: tuple[Mapping[object, object], ...] = (self.cards, self.concepts, self.questions, self.traps)  # type: ignore[assignment]
        if self.learner is not None:
            yield self.learner
        for group in groups:
            yield from (group[key] for key in sorted(group, key=str) if group[key] is not None)

"""What the session tells a front end after an answer, along the way and at the end. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from tutor.core.log import Answer
from tutor.core.pick import Pick
from tutor.core.rows import ConfusionStatus


@dataclass(frozen=True, slots=True)
class Confusion:
    """This learner's record on one direction of a trap."""

    trap_id: str
    side: str
    """The concept that is right in this direction."""
    lure: str
    """The concept that is wrongly taken for it."""
    taken: int
    exposures: int
    picks: float
    expected: float
    ratio: float
    """How many times as often as expected the lure is taken: posterior mean."""
    low: float
    high: float
    """90 % interval of `ratio`."""
    probability: float
    """Posterior probability that the lure is taken more often than expected."""
    status: ConfusionStatus


@dataclass(frozen=True, slots=True)
class ConceptEstimate:
    """Expected share right on the questions of one concept, with its 80 % interval."""

    concept_id: str
    accuracy: float
    low: float
    high: float
    answers: int
    questions: int
    """Active questions of the bank with this concept."""
    enough: bool
    """False: say "not enough answers (n)" and show no estimate as a statement."""
    few: bool
    """True for 3 to 9 answers: add "few answers"."""
    deviation: float
    deviation_low: float
    deviation_high: float
    """Ability on this concept against what its difficulty explains, in logits, with its 80 % interval."""
    rank_score: float
    last_day: date | None
    weight: float = 0.0
    """Share of the exam by its blueprint, 0 to 1."""

    @property
    def loss(self) -> float:
        """Expected loss on the exam, as a share of it: its weight times the chance of a wrong answer."""
        return self.weight * (1.0 - self.accuracy)


@dataclass(frozen=True, slots=True)
class Feedback:
    """A committed answer and what there is to learn from it."""

    pick: Pick
    answer: Answer
    correct: bool
    key: tuple[str, ...]
    chosen: tuple[str, ...]
    confusions: tuple[Confusion, ...]
    """The traps of this question, those whose lure was chosen first."""
    lures_taken: tuple[str, ...]
    """Trap ids whose lure was chosen."""
    due_day: date | None
    days: int | None
    """Study days until the question is due again; None when the answer does not move the schedule."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the learner stands today."""

    done: int
    """Answers given today."""
    right: int
    left: int
    """Questions expected to fit into what is left of today's time, or of the limit."""
    due: int
    """Due questions not answered today."""
    overdue: int
    """Of these, those that are four or more study days late."""
    new: int
    """New questions still meant for today."""
    minutes_used: float
    minutes: float
    """Today's time."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits on one study day: the numbers of `tutor due`."""

    day: date
    due: int
    overdue: int
    aged: int
    """Late by four or more study days; while there is one, nothing else is picked."""
    new: int
    minutes: float
    """Time all of it would take, by this learner's own median."""
    answered_today: int
    daily_minutes: float
    days_to_clear: int
    """Study days the backlog takes at the daily time; 0 without one."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The close of a session."""

    answered: int
    right: int
    minutes: float
    confusions: tuple[Confusion, ...]
    """Directions whose lure was taken in this session."""
    weakest: tuple[ConceptEstimate, ...]
    tomorrow: Waiting
    day: date

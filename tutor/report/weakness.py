"""The weakness report as values: which concepts are weak, and which two things get mixed up, in which direction.

Two statements are kept apart: where errors are expected to cost most (mostly how hard and how heavy a topic is) and
what goes worse than its difficulty explains. No estimate is kept from too few answers, so that no rendering can state
it. Read-only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from tutor.core.outcome import ConceptEstimate, Confusion
from tutor.core.prior import Prior
from tutor.core.quality import Calibration, Quality, quality
from tutor.core.question import Bank, Exam
from tutor.core.rows import ConfusionStatus
from tutor.wording import (
    Standing,
    calibration_line,
    compared,
    confusion_line,
    deviation_line,
    estimate_line,
    expected_line,
    loss_line,
    quality_line,
    record_line,
    standing,
    trend_line,
)

SCHEMA = 2
TREND_DAYS = 14
"""The report compares with what was known so many study days ago."""
NEXT_DRILLS = 3


@dataclass(frozen=True, slots=True)
class ConceptLine:
    """One concept. The three estimates and their intervals are None unless they may be stated."""

    concept: str
    name: str
    standing: Standing
    answers: int
    questions: int
    """Active questions of the bank with this concept."""
    last_day: date | None
    expected_right: float | None
    """Expected share right on the concept's questions."""
    expected_low: float | None
    expected_high: float | None
    """80 % interval."""
    weight: float
    """Share of the exam by its blueprint."""
    loss: float | None
    """Expected loss on the exam as a share of it: weight times the chance of being wrong."""
    loss_low: float | None
    loss_high: float | None
    """80 % interval, from that of the expected share."""
    before: float | None
    """Expected share right two weeks ago; None when it could not be stated then."""
    answers_since: int
    """Answers in these two weeks."""
    command: str
    """The call that drills this concept."""
    compared: Literal["worse", "better", ""]
    """Against what the difficulty explains; empty while the 80 % interval holds 0."""
    deviation: float | None
    """In logits."""
    deviation_low: float | None
    deviation_high: float | None
    estimate_text: str
    loss_text: str
    trend_text: str
    deviation_text: str


@dataclass(frozen=True, slots=True)
class ConfusionLine:
    """One direction of a trap: `lure` is taken for `side`, the concept that is right."""

    trap: str
    name: str
    lure: str
    lure_name: str
    side: str
    side_name: str
    status: ConfusionStatus
    taken: int
    exposures: int
    picks: float
    """Picks of the lure, older ones discounted."""
    expected: float
    """Picks expected of a learner without this confusion, older ones discounted."""
    ratio: float
    ratio_low: float
    ratio_high: float
    """How many times as often as expected, with its 90 % interval."""
    probability: float
    """That the lure is taken more often than expected."""
    cue: str
    rule: str
    command: str
    """The call that drills this trap."""
    claim_text: str
    record_text: str
    expected_text: str


@dataclass(frozen=True, slots=True)
class Drill:
    """Something to do next: why, and the call that starts it."""

    command: str
    why: str


@dataclass(frozen=True, slots=True)
class ModelLine:
    """How good all of this is for this learner. Losses and calibration are None below `needed` answers."""

    answers: int
    """That count for the model, over all exams."""
    needed: int
    scored: int
    """The newest of them, which everything here is measured on."""
    tuned: bool
    """Whether settings found by `tutor train` are in force."""
    log_loss: float | None
    log_loss_average: float | None
    """Of always predicting the learner's average so far."""
    log_loss_label: float | None
    """Of the difficulty label alone."""
    calibration: Calibration | None
    quality_text: str
    calibration_text: str


@dataclass(frozen=True, slots=True)
class Weakness:
    """The whole report. `concepts`: those that may be stated come first, by expected loss, then the others by weight;
    those never tried are in `untried` alone."""

    day: date
    exam: str
    exam_name: str
    answers: int
    concepts: tuple[ConceptLine, ...]
    untried: tuple[ConceptLine, ...]
    confusions: tuple[ConfusionLine, ...]
    drills: tuple[Drill, ...]
    """What to do next, what costs most first."""
    model: ModelLine

    @property
    def stated(self) -> tuple[ConceptLine, ...]:
        """Concepts with an estimate that may be stated, by expected loss."""
        return tuple(line for line in self.concepts if line.expected_right is not None)

    @property
    def thin(self) -> tuple[ConceptLine, ...]:
        """Concepts that were tried, with too few answers for an estimate."""
        return tuple(line for line in self.concepts if line.expected_right is None)


def weakness(
    day: date,
    exam: Exam,
    bank: Bank,
    answers: int,
    concepts: Sequence[ConceptEstimate],
    confusions: Sequence[Confusion],
    drill: str = "tutor review",
    model: Quality | None = None,
    tuned: bool = False,
    before: Sequence[ConceptEstimate] = (),
) -> Weakness:
    """The report of one study day. `answers`: answers in the log that count; `drill`: the command to which `--trap ID`
    or `--concept ID` is added; `model`: how good the learner model is, `tuned` whether with settings of the learner's
    own; `before`: the concepts as they were known two weeks ago."""
    then = {estimate.concept_id: estimate for estimate in before}
    lines = [_concept(estimate, bank, then.get(estimate.concept_id), drill) for estimate in concepts]
    lines.sort(key=lambda line: (line.loss is None, -(line.loss or 0.0), -line.weight, line.concept))
    mixed_up = tuple(_confusion(confusion, bank, drill) for confusion in confusions if confusion.exposures)
    return Weakness(
        day,
        exam.code,
        exam.name,
        answers,
        tuple(line for line in lines if line.standing != "untried"),
        tuple(line for line in lines if line.standing == "untried"),
        mixed_up,
        tuple(_drills(lines, mixed_up)),
        _model(model if model is not None else quality([], Prior()), tuned),
    )


def _concept(estimate: ConceptEstimate, bank: Bank, before: ConceptEstimate | None, drill: str) -> ConceptLine:
    kind, against = standing(estimate), compared(estimate)
    says = kind in ("few", "stated")
    known = says and before is not None and standing(before) in ("few", "stated")
    since = estimate.answers - (0 if before is None else before.answers)
    low, high = estimate.weight * (1 - estimate.high), estimate.weight * (1 - estimate.low)
    return ConceptLine(
        estimate.concept_id,
        bank.concept_name(estimate.concept_id),
        kind,
        estimate.answers,
        estimate.questions,
        estimate.last_day,
        estimate.accuracy if says else None,
        estimate.low if says else None,
        estimate.high if says else None,
        estimate.weight,
        estimate.loss if says else None,
        low if says else None,
        high if says else None,
        before.accuracy if known and before is not None else None,
        since,
        f"{drill} --concept {estimate.concept_id}",
        against,
        estimate.deviation if against else None,
        estimate.deviation_low if against else None,
        estimate.deviation_high if against else None,
        estimate_line(estimate),
        loss_line(low, estimate.loss, high) if says else "",
        trend_line(before.accuracy, TREND_DAYS, since) if known and before is not None else "",
        deviation_line(estimate) if against else "",
    )


def _confusion(confusion: Confusion, bank: Bank, drill: str) -> ConfusionLine:
    trap = bank.traps.get(confusion.trap_id)
    return ConfusionLine(
        confusion.trap_id,
        bank.trap_name(confusion.trap_id),
        confusion.lure,
        bank.concept_name(confusion.lure),
        confusion.side,
        bank.concept_name(confusion.side),
        confusion.status,
        confusion.taken,
        confusion.exposures,
        confusion.picks,
        confusion.expected,
        confusion.ratio,
        confusion.low,
        confusion.high,
        confusion.probability,
        trap.cue_for(confusion.side) if trap else "",
        trap.rule if trap else "",
        f"{drill} --trap {confusion.trap_id}",
        confusion_line(confusion, bank),
        record_line(confusion),
        expected_line(confusion),
    )


def _drills(concepts: Sequence[ConceptLine], confusions: Sequence[ConfusionLine]) -> Iterator[Drill]:
    """The confusions that are more than chance first, then the concepts that cost most; at most three in all."""
    traps = dict.fromkeys(line.trap for line in confusions if line.status in ("confirmed", "suspected"))
    first = [next(line for line in confusions if line.trap == trap) for trap in traps][:NEXT_DRILLS]
    yield from (Drill(line.command, line.claim_text) for line in first)
    costly = [line for line in concepts if line.loss is not None][: NEXT_DRILLS - len(first)]
    yield from (Drill(line.command, f"{line.name} {line.loss_text}.") for line in costly)


def _model(model: Quality, tuned: bool) -> ModelLine:
    return ModelLine(
        model.answers,
        model.needed,
        model.scored,
        tuned,
        model.model,
        model.average,
        model.label,
        model.calibration,
        quality_line(model),
        calibration_line(model.calibration) if model.calibration else "",
    )

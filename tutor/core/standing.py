"""Where the learner stands: concepts weakest first, confusions worst first. Read from the rows, changes nothing.

Every screen and report takes its numbers from here, so that the same number stands everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tutor.core import confusion, learner
from tutor.core.knowledge import Knowledge, trap_keys
from tutor.core.outcome import ConceptEstimate, Confusion
from tutor.core.question import Question
from tutor.core.rows import ConfusionStatus, TrapKey, TrapRow

_ORDER: dict[ConfusionStatus, int] = {"confirmed": 0, "suspected": 1, "resolved": 2, "unknown": 3}


def concept_estimates(
    knowledge: Knowledge, questions: Iterable[Question], weights: Mapping[str, float] | None = None
) -> list[ConceptEstimate]:
    """Every concept of the given questions, weakest first by expected accuracy; ties: larger variance, then id.
    `weights`: share of the exam by concept id (`core.blueprint`); 0 for a concept it does not have."""
    shares = weights or {}
    by_concept: dict[str, list[Question]] = {}
    for question in questions:
        for concept in question.concepts:
            by_concept.setdefault(concept, []).append(question)
    out: list[tuple[float, float, str, ConceptEstimate]] = []
    for concept, items in by_concept.items():
        row = knowledge.concepts.get(concept)
        state = knowledge.concept_state(concept)
        reading = knowledge.read_concept(concept, items)
        estimate = ConceptEstimate(
            concept,
            reading.accuracy,
            reading.low,
            reading.high,
            state.n,
            len(items),
            learner.enough(state.n, reading.low, reading.high),
            learner.ENOUGH_ANSWERS <= state.n < learner.FEW_ANSWERS,
            reading.deviation,
            reading.deviation_low,
            reading.deviation_high,
            reading.score,
            None if row is None else row.day,
            shares.get(concept, 0.0),
        )
        out.append((reading.accuracy, -state.var, concept, estimate))
    return [estimate for *_, estimate in sorted(out, key=lambda entry: entry[:3])]


def confusion_of(knowledge: Knowledge, key: TrapKey) -> Confusion | None:
    """This learner's record on one direction of a trap; None when the trap is not in the bank or never met."""
    trap, row = knowledge.bank.traps.get(key[0]), knowledge.traps.get(key)
    if trap is None or row is None or key[1] not in trap.between:
        return None
    return _confusion(knowledge, row, trap.other(key[1]))


def confusions(knowledge: Knowledge) -> list[Confusion]:
    """Every direction met so far: confirmed first, then suspected, resolved and unknown; inside, most likely first."""
    found = [record for key in knowledge.traps if (record := confusion_of(knowledge, key)) is not None]
    return sorted(found, key=lambda c: (_ORDER[c.status], -c.probability, -c.ratio, c.trap_id, c.side))


def confusions_in(knowledge: Knowledge, question: Question, first: Sequence[str] = ()) -> tuple[Confusion, ...]:
    """The directions one question tests, those of the traps in `first` before the others."""
    records = [record for key in trap_keys(knowledge.bank, question) if (record := confusion_of(knowledge, key))]
    return tuple(sorted(records, key=lambda c: c.trap_id not in first))


def _confusion(knowledge: Knowledge, row: TrapRow, lure: str) -> Confusion:
    prior = knowledge.prior.confusion
    low, high = confusion.interval(row.picks, row.expected, prior)
    return Confusion(
        row.trap_id,
        row.side,
        lure,
        row.taken,
        row.exposures,
        row.picks,
        row.expected,
        confusion.mean_rate(row.picks, row.expected, prior),
        low,
        high,
        confusion.probability_above_one(row.picks, row.expected, prior),
        row.status,
    )

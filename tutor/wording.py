"""Sentences about a learner's numbers, the same in the review, the report and wherever else they are said.

Rules kept here: an estimate is stated only with its interval, the number of answers and of questions, and not at all
from too few answers; a suspected confusion is a question, never a fact. ASCII words only. It computes nothing and reads
values of the core.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Literal

from tutor.core.outcome import ConceptEstimate, Confusion, Waiting
from tutor.core.question import Bank

if TYPE_CHECKING:
    from tutor.core.quality import Calibration, Quality

Standing = Literal["untried", "not enough", "few", "stated"]
ANSWERS_FOR_A_CLAIM = 3
NO_CONTRAST = "The bank has no other question on this trap for today."
SAME_SIDE = "The bank has no question on the other side of this trap; here is another one on it."
SURE_ENOUGH = 0.90
"""Probability from which a confirmed confusion is said in the present tense; one stays confirmed for a while below."""


def count(number: int, one: str, many: str = "") -> str:
    """`1 answer`, `2 answers`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def percent(share: float) -> str:
    """`43 %`."""
    return f"{100 * share:.0f} %"


def interval(low: float, high: float) -> str:
    """`31 to 55 %`."""
    return f"{100 * low:.0f} to {100 * high:.0f} %"


def standing(estimate: ConceptEstimate) -> Standing:
    """What may be said of a concept: nothing, that answers are missing, an estimate of few answers, or an estimate."""
    if estimate.answers == 0:
        return "untried"
    if not estimate.enough or estimate.answers < ANSWERS_FOR_A_CLAIM:
        return "not enough"
    return "few" if estimate.few else "stated"


def compared(estimate: ConceptEstimate) -> Literal["worse", "better", ""]:
    """Whether a concept goes worse or better than its difficulty explains; empty while the interval holds 0."""
    if estimate.answers < ANSWERS_FOR_A_CLAIM:
        return ""
    if estimate.deviation_high < 0:
        return "worse"
    return "better" if estimate.deviation_low > 0 else ""


def estimate_line(estimate: ConceptEstimate) -> str:
    """The estimate of a concept with all that must stand beside it, or why there is none."""
    questions = count(estimate.questions, "question")
    kind = standing(estimate)
    if kind == "untried":
        return f"not tried yet, {questions} in the bank"
    if kind == "not enough":
        return f"not enough answers ({estimate.answers}), {questions} in the bank"
    few = "few answers: " if kind == "few" else ""
    return (
        f"{percent(estimate.accuracy)} expected right (80 % interval {interval(estimate.low, estimate.high)}), "
        f"{few}{count(estimate.answers, 'answer')}, {questions} in the bank"
    )


def loss_line(low: float, value: float, high: float) -> str:
    """What a concept is expected to cost on the exam; `low`, `value` and `high` are shares of it."""
    return f"costs {100 * value:.2f} of 100 exam questions ({100 * low:.2f} to {100 * high:.2f})"


def trend_line(before: float, days: int, answers: int) -> str:
    """Where an estimate stood some days ago, and the answers since."""
    return f"{days} days ago {percent(before)}, {count(answers, 'answer')} since"


def deviation_line(estimate: ConceptEstimate) -> str:
    """How far the ability on a concept is from what its difficulty explains."""
    return (
        f"{estimate.deviation:+.2f} logits (80 % interval {estimate.deviation_low:+.2f} to "
        f"{estimate.deviation_high:+.2f}), {count(estimate.answers, 'answer')}, "
        f"{count(estimate.questions, 'question')} in the bank"
    )


def confusion_line(confusion: Confusion, bank: Bank) -> str:
    """One direction of a trap as a claim, a question or a plain count, by what the evidence allows."""
    lure, side = bank.concept_name(confusion.lure), bank.concept_name(confusion.side)
    if confusion.status == "confirmed":
        if confusion.probability < SURE_ENOUGH:
            return f"You have been taking {lure} for {side}; it is getting better."
        return f"You take {lure} for {side}."
    if confusion.status == "suspected":
        return f"Do you take {lure} for {side}?"
    if confusion.status == "resolved":
        return f"You took {lure} for {side}, and no longer do so more often than expected."
    return f"{lure} taken for {side}: too little evidence to tell."


def record_line(confusion: Confusion) -> str:
    """The numbers behind a confusion."""
    if confusion.exposures == 0:
        return "met only in questions that choose several options, which give no rate"
    return (
        f"picked {confusion.ratio:.1f} times as often as expected, 90 % interval {confusion.low:.1f} to "
        f"{confusion.high:.1f}, {confusion.taken} of {count(confusion.exposures, 'exposure')}"
    )


def expected_line(confusion: Confusion) -> str:
    """Picks and expected picks, as the rate counts them, and how sure it is that there are too many."""
    sure = f"{percent(confusion.probability)} sure that this is more often than expected"
    return f"Recent answers count more: {confusion.picks:.1f} picks, {confusion.expected:.1f} expected; {sure}"


def confusion_text(confusion: Confusion, bank: Bank) -> str:
    """The claim and the numbers behind it; from too little evidence only the count."""
    if confusion.status == "unknown" and confusion.exposures:
        lure, side = bank.concept_name(confusion.lure), bank.concept_name(confusion.side)
        exposures = count(confusion.exposures, "exposure")
        return f"{lure} taken for {side} in {confusion.taken} of {exposures}, too few to tell."
    record = record_line(confusion)
    return f"{confusion_line(confusion, bank)} {record[:1].upper()}{record[1:]}."


def waiting_line(waiting: Waiting) -> str:
    """What waits on a day, in one line."""
    parts = [f"{waiting.due} due"]
    if waiting.overdue:
        parts.append(f"{waiting.overdue} of them overdue")
    parts.append(f"{waiting.new} new")
    minutes = count(round(waiting.minutes), "minute")
    return f"{', '.join(parts)}, about {minutes}"


def return_line(days: int | None, due_day: date | None) -> str:
    """When an answered question comes back."""
    if days is None or due_day is None:
        return "This answer does not move the schedule."
    if days <= 0:
        return "Comes back today."
    when = "tomorrow" if days == 1 else f"in {days} days"
    return f"Comes back {when} ({due_day.isoformat()})."


def quality_line(quality: Quality) -> str:
    """How well the model predicts this learner, beside two simple rivals; or that it cannot be said yet."""
    if quality.model is None or quality.average is None or quality.label is None:
        return f"Not enough answers: {quality.answers} of the {quality.needed} that are needed to tell."
    worse = [name for name, loss in _rivals(quality) if quality.model >= loss]
    verdict = f"It does not beat {' or '.join(worse)} yet." if worse else "It beats both."
    return (
        f"Log-loss on your last {count(quality.scored, 'answer')} (lower is better): the model {quality.model:.3f}, "
        f"always your average {quality.average:.3f}, the difficulty label alone {quality.label:.3f}. {verdict} "
        f"{count(quality.answers, 'answer')} in all."
    )


def _rivals(quality: Quality) -> list[tuple[str, float]]:
    return [("your average", quality.average or 0.0), ("the label", quality.label or 0.0)]


def calibration_line(calibration: Calibration) -> str:
    """Whether answers come out right as often as predicted, in words."""
    means = f"On average {percent(calibration.predicted)} predicted right, {percent(calibration.right)} were"
    if calibration.verdict == "fits":
        return f"{means}; predictions and answers are no further apart than chance explains."
    if calibration.verdict == "uneven":
        return (
            f"{means}, but among similar predictions the shares differ by more than chance explains: trust single "
            "predictions less than the average."
        )
    hope = "expects too much of you" if calibration.verdict == "too hopeful" else "expects too little of you"
    return f"{means}: the model {hope}, by more than chance explains."


def calibration_table(calibration: Calibration) -> list[str]:
    """The bins that hold answers, one a line of at most 38 cells, under a heading."""
    lines = ["predicted    answers    mean    right"]
    for each in calibration.bins:
        if each.answers:
            lines.append(
                f"{interval(each.low, each.high):<11}  {each.answers:>7}  {percent(each.predicted):>6}  "
                f"{percent(each.right):>7}"
            )
    return lines

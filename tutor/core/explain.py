"""The reason of a pick in one sentence, with the numbers that were used and no others."""

from __future__ import annotations

from tutor.core.pick import Reason
from tutor.core.question import Bank

FEW = 3
"""Below this many answers no estimate is stated."""


def sentence(reason: Reason, bank: Bank, *, open_: bool = False) -> str:
    """Why this question, for the learner. While it is `open_`, nothing is said that points at an option: neither the
    side of a trap nor the concept, which is that of the key."""
    recall = _number(reason, "R")
    if reason.slot == "overdue":
        late = int(_number(reason, "overdue"))
        return f"Overdue by {_days(late)}, so it goes first. Estimated recall {recall:.2f}."
    if reason.slot == "ahead":
        return f"Nothing is due. This is your least certain question, estimated recall {recall:.2f}."
    if reason.slot == "case":
        seen = f"due today, estimated recall {recall:.2f}" if reason.numbers.get("seen") else "a new question"
        return f"It goes on with the case you have just read: {seen}."
    about = _about(reason, bank, open_)
    if reason.slot == "due":
        head = f"Due today, estimated recall {recall:.2f}."
        return f"{head} Chosen among the due ones: {about}" if about else head
    head = {"focus": "Focus", "new": "New question", "drill": "Drill", "contrast": "Contrast"}[reason.slot]
    if reason.slot == "contrast" and not open_:
        head += ", the other side" if reason.numbers.get("opposite", 1) else ", the same side again"
    return f"{head}: {about}" if about else f"{head}."


def details(reason: Reason, bank: Bank, *, open_: bool = False) -> list[str]:
    """The calculation behind a pick, line by line: the value and each number in it."""
    numbers = reason.numbers
    lines = [
        sentence(reason, bank, open_=open_),
        f"Value {reason.value:.5f}, recall R {_number(reason, 'R'):.3f}",
    ]
    for place, hidden in (("c1", "First concept"), ("c2", "Second concept")):
        concept = numbers.get(place)
        if concept:
            lines.append(
                f"{hidden if open_ else bank.concept_name(str(concept))}: "
                f"exam weight {_number(reason, 'w_' + place):.4f}, "
                f"recent score {_number(reason, 'p_' + place):.3f} (evidence {_number(reason, 'n_' + place):.2f}), "
                f"recency {_number(reason, 'E_' + place):.2f}"
            )
    if numbers.get("k"):
        side = "" if open_ else f", {bank.concept_name(str(numbers.get('d', '')))} right"
        lines.append(
            f"{bank.trap_name(str(numbers['k']))}{side}: "
            f"exam weight {_number(reason, 'w_k'):.4f}, chance of the lure {_number(reason, 'l_kd'):.3f} "
            f"(evidence {_number(reason, 'n_kd'):.2f}), recency {_number(reason, 'E_k'):.2f}, "
            f"contrast {_number(reason, 'bonus'):.1f}"
        )
    return lines


def _about(reason: Reason, bank: Bank, open_: bool) -> str:
    if reason.about == "trap":
        return _trap_part(reason, bank, open_)
    concept = str(reason.numbers.get("c1", "") or "")
    if not concept:
        return ""
    return _concept_part(reason) if open_ else f"{bank.concept_name(concept)}; {_concept_part(reason)}"


def _concept_part(reason: Reason) -> str:
    parts = [f"{100 * _number(reason, 'w_c1'):.1f} % of the exam"]
    answers = int(_number(reason, "answers_c1"))
    if answers >= FEW:
        parts.append(f"your recent score {_number(reason, 'p_c1'):.2f} from {answers} answers")
    else:
        parts.append(f"not enough answers yet ({answers})")
    return "; ".join([*parts, _ago(reason.numbers.get("days_c1"))]) + "."


def _trap_part(reason: Reason, bank: Bank, open_: bool) -> str:
    """What happened in this direction of the trap, what it weighs, and when it was met."""
    trap_id, side = str(reason.numbers.get("k", "")), str(reason.numbers.get("d", ""))
    taken, exposures = int(_number(reason, "taken")), int(_number(reason, "exposures"))
    trap = bank.traps.get(trap_id)
    tail = f"{100 * _number(reason, 'w_k'):.1f} % of the exam; {_ago(reason.numbers.get('days_k'), 'met')}."
    few = f"not enough answers yet ({exposures})"
    if open_ or trap is None or side not in trap.between:
        seen = f"the lure taken {taken} of {exposures} times"
        return f"{bank.trap_name(trap_id)}; {seen if exposures >= FEW else few}; {tail}"
    lure, right = bank.concept_name(trap.other(side)), bank.concept_name(side)
    if exposures < FEW:
        return f"{right}, easily taken for {lure}; {few}; {tail}"
    if not taken:
        return f"{right}, which you did not take for {lure} in {exposures} answers; {tail}"
    return f"you took {lure} for {right} {taken} of {exposures} times; {tail}"


def _ago(days: object, verb: str = "practised") -> str:
    if not isinstance(days, int):
        return f"not {verb} yet"
    return f"last {verb} today" if days <= 0 else f"last {verb} {_days(days)} ago"


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"


def _number(reason: Reason, key: str) -> float:
    value = reason.numbers.get(key)
    return float(value) if isinstance(value, int | float) else 0.0

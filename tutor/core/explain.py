"""The reason of a pick in one sentence, with the numbers that were used and no others."""

from __future__ import annotations

from collections.abc import Callable

from tutor.core.pick import Reason

Names = Callable[[str], str]
FEW = 3
"""Below this many answers no estimate is stated."""


def sentence(reason: Reason, concept_name: Names, trap_name: Names) -> str:
    """Why this question, for the learner."""
    numbers = reason.numbers
    recall = _number(reason, "R")
    if reason.slot == "overdue":
        late = int(_number(reason, "overdue"))
        return f"Overdue by {_days(late)}, so it goes first. Estimated recall {recall:.2f}."
    if reason.slot == "ahead":
        return f"Nothing is due. This is your least certain question, estimated recall {recall:.2f}."
    if reason.slot == "due":
        return f"Due today. Estimated recall {recall:.2f}.{_because(reason, concept_name, trap_name)}"
    head = {"focus": "Focus", "new": "New question", "drill": "Drill"}[reason.slot]
    if reason.about == "trap":
        return f"{head}: {trap_name(str(numbers.get('k', '')))}. {_trap_part(reason)}"
    concept = str(numbers.get("c1", "") or "")
    if not concept:
        return f"{head}."
    return f"{head}: {concept_name(concept)}. {_concept_part(reason)}"


def _because(reason: Reason, concept_name: Names, trap_name: Names) -> str:
    if reason.about == "trap":
        return f" Chosen among the due ones for {trap_name(str(reason.numbers.get('k', '')))}: {_trap_part(reason)}"
    concept = str(reason.numbers.get("c1", "") or "")
    return f" Chosen among the due ones for {concept_name(concept)}: {_concept_part(reason)}" if concept else ""


def _concept_part(reason: Reason) -> str:
    parts = [f"{100 * _number(reason, 'w_c1'):.1f} % of the exam"]
    answers = int(_number(reason, "answers_c1"))
    if answers >= FEW:
        parts.append(f"your recent score {_number(reason, 'p_c1'):.2f} from {answers} answers")
    else:
        parts.append(f"not enough answers yet ({answers})")
    return "; ".join([*parts, _ago(reason.numbers.get("days_c1"))]) + "."


def _trap_part(reason: Reason) -> str:
    taken, exposures = int(_number(reason, "taken")), int(_number(reason, "exposures"))
    if exposures >= FEW:
        text = f"You took the lure in {taken} of {exposures} answers"
    else:
        text = f"Not enough answers yet ({exposures})"
    return f"{text}; {_ago(reason.numbers.get('days_k'), 'met')}."


def _ago(days: object, verb: str = "practised") -> str:
    if not isinstance(days, int):
        return f"not {verb} yet"
    return f"last {verb} today" if days <= 0 else f"last {verb} {_days(days)} ago"


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"


def _number(reason: Reason, key: str) -> float:
    value = reason.numbers.get(key)
    return float(value) if isinstance(value, int | float) else 0.0


def details(reason: Reason, concept_name: Names, trap_name: Names) -> list[str]:
    """The calculation behind a pick, line by line: the value and each number in it."""
    numbers = reason.numbers
    lines = [
        sentence(reason, concept_name, trap_name),
        f"Value {reason.value:.5f}, recall R {_number(reason, 'R'):.3f}",
    ]
    for place in ("c1", "c2"):
        concept = numbers.get(place)
        if concept:
            lines.append(
                f"{concept_name(str(concept))}: exam weight {_number(reason, 'w_' + place):.4f}, "
                f"recent score {_number(reason, 'p_' + place):.3f} (evidence {_number(reason, 'n_' + place):.2f}), "
                f"recency {_number(reason, 'E_' + place):.2f}"
            )
    if numbers.get("k"):
        lines.append(
            f"{trap_name(str(numbers['k']))}, {concept_name(str(numbers.get('d', '')))} right: "
            f"exam weight {_number(reason, 'w_k'):.4f}, chance of the lure {_number(reason, 'l_kd'):.3f} "
            f"(evidence {_number(reason, 'n_kd'):.2f}), recency {_number(reason, 'E_k'):.2f}, "
            f"contrast {_number(reason, 'bonus'):.1f}"
        )
    return lines

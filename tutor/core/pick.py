"""A choice of the policy: the question, the order of its options on screen, and the reason with its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from tutor.core.log import Mode
from tutor.core.question import Question

Slot = Literal["overdue", "case", "focus", "new", "due", "ahead", "drill", "contrast"]
"""Which rule chose. "case": it goes on with the case of the last question; "contrast": the learner asked for the other
side of a trap right after an error."""
SLOTS: tuple[Slot, ...] = get_args(Slot)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a question was chosen. The numbers in it reproduce its value to 1e-9 (`tutor.core.policy.value_of`)."""

    slot: Slot
    about: Literal["concept", "trap", ""] = ""
    """Which term of the value was the larger one."""
    value: float = 0.0
    numbers: Mapping[str, float | int | str | None] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        return {"slot": self.slot, "about": self.about, "value": self.value, **self.numbers}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Reason:
        """The reason stored with an answer or a pick. Raises ValueError for an unknown slot."""
        slot, about, value = data.get("slot"), data.get("about", ""), data.get("value", 0.0)
        if slot not in SLOTS or about not in ("concept", "trap", "") or not isinstance(value, int | float):
            raise ValueError(f"not a reason: {dict(data)!r}")
        numbers = {
            key: number
            for key, number in data.items()
            if key not in ("slot", "about", "value") and (number is None or isinstance(number, float | int | str))
        }
        return cls(slot, about, float(value), numbers)


@dataclass(frozen=True, slots=True)
class Pick:
    """What a front end shows. Only an answer that names this `id` is accepted, and only once."""

    id: str
    question: Question
    order: tuple[str, ...]
    """Option ids from top to bottom; letters exist on screen only."""
    reason: Reason
    mode: Mode = "review"
    scenario: str = ""
    """Scenario of the case the question belongs to, shown above the stem."""
    notices: tuple[str, ...] = ()
    """Changes of a service's availability. Shown with the feedback: before, they would point at an option."""

"""One thing that is wrong in a bank, with its place and how to mend it. Knows no rule and reads no file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """An error keeps its file out of the bank; a warning is advice to the author."""

    severity: Severity
    rule: str
    path: str
    """File, relative to the bank folder."""
    line: int | None
    """1-based; None when the whole file is meant."""
    where: str
    """Field, e.g. `option.data-parallel.why`; empty for the whole file."""
    message: str
    mend: str = ""
    id: str = ""
    """Id of the question, concept, … the problem is about, when it could be read."""

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        mend = f" {self.mend.rstrip('.')}." if self.mend else ""
        return " ".join(f"{place}: {self.severity} [{self.rule}] {self.message.rstrip('.')}.{mend}".split())

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Problem:
        """The inverse of `to_json`. Raises TypeError for data of another shape."""
        return cls(**data)


def by_place(problem: Problem) -> tuple[str, int, str, str]:
    """Sort key: file, line, rule, field."""
    return (problem.path, problem.line or 0, problem.rule, problem.where)

"""The shape of every bank file that is not a question: cards, traps, cases, exams, lifecycle, tombstones, bank.toml.

Never imported when every file comes from the cache.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from tutor.content.fields import (
    Code,
    Issue,
    Line,
    Many,
    MaybeCode,
    MaybeSlug,
    MaybeUrl,
    Model,
    Prose,
    Reference,
    Slug,
    fail,
    issue,
    sized,
)


def _label(value: str) -> str:
    if not value or not all(part.isalnum() for part in value.replace("-", ".").split(".")):
        fail("bad-id", f"{value!r} is not an id of a domain, task or bullet", "Use letters and digits with '.' or '-'")
    return value


Label = Annotated[str, AfterValidator(_label)]
M = TypeVar("M", bound=Model)
Count = Annotated[int, Field(ge=0)]


class Concept(Model):
    """A concept card."""

    format: Literal[1]
    id: Slug
    name: Line
    definition: Prose = ""
    key_points: Many[Line] = ()
    memory_trick: Prose = ""
    confusable_with: Many[Slug] = ()
    prerequisites: Many[Slug] = ()
    references: Many[Reference] = ()

    @model_validator(mode="after")
    def _rules(self) -> Concept:
        return _checked(
            self,
            (
                issue("dup-value", f"{name}: the concept names itself", "Take it out", name)
                for name in ("confusable_with", "prerequisites")
                if self.id in getattr(self, name)
            ),
        )


class Trap(Model):
    """Two concepts that get mixed up."""

    format: Literal[1]
    id: Slug
    name: Line
    between: Annotated[Many[Slug], sized(2, 2)]
    cue: Prose = ""
    rule: Prose = ""
    cue_a: Prose = ""
    cue_b: Prose = ""
    priority: Annotated[int, Field(ge=1, le=3)] = 2

    @model_validator(mode="after")
    def _rules(self) -> Trap:
        same = self.between[0] == self.between[1]
        mend = "Name the two concepts that are mixed up"
        return _checked(self, [issue("dup-value", "between: both sides are the same", mend, "between")] if same else [])


class Case(Model):
    """A scenario shared by several questions."""

    format: Literal[1]
    id: Slug
    title: Line
    scenario: Line


class Domain(Model):
    """A domain of an exam with its share of the scored questions in percent."""

    id: Label
    name: Line
    weight: Annotated[float, Field(gt=0, le=100)]


class Task(Model):
    """A task of a domain."""

    id: Label
    domain: Label
    name: Line


class Bullet(Model):
    """One line of the exam guide."""

    id: Label
    task: Label
    text: Line


class Exam(Model):
    """The blueprint of an exam."""

    format: Literal[1]
    code: Code
    name: Line
    version: str = ""
    valid_from: dt.date | None = None
    valid_until: dt.date | None = None
    languages: Many[Line] = ()
    validity_note: Prose = ""
    question_types: Annotated[Many[Literal["single", "multiple", "ordering", "matching", "case"]], sized(1)] = (
        "single",
        "multiple",
    )
    scored: Count = 0
    unscored: Count = 0
    minutes: Count = 0
    scale_min: Count = 0
    scale_max: Count = 0
    scale_pass: Count = 0
    scale_note: Prose = ""
    successor: MaybeCode = ""
    notice: Prose = ""
    guide_url: MaybeUrl = ""
    domain: Annotated[Many[Domain], sized(1)]
    task: Annotated[Many[Task], sized(1)]
    bullet: Many[Bullet] = ()

    @model_validator(mode="after")
    def _rules(self) -> Exam:
        return _checked(self, _exam_issues(self))


class Service(Model):
    """A dated change of a service."""

    id: Slug
    service: Line
    change: Line
    effective: str = ""
    in_exam_guide: bool = False
    seen: bool = False
    source: Prose = ""
    note: Prose = ""


class Lifecycle(Model):
    """lifecycle.toml."""

    format: Literal[1]
    service: Many[Service] = ()

    @model_validator(mode="after")
    def _rules(self) -> Lifecycle:
        return _checked(self, _repeated("service", (service.id for service in self.service)))


class Tombstone(Model):
    """An id that is never used again."""

    id: Slug
    date: dt.date
    reason: Line
    replaced_by: MaybeSlug = ""


class Retired(Model):
    """retired.toml."""

    format: Literal[1]
    retired: Many[Tombstone] = ()

    @model_validator(mode="after")
    def _rules(self) -> Retired:
        return _checked(self, _repeated("retired", (stone.id for stone in self.retired)))


class BankInfo(Model):
    """bank.toml."""

    format: Literal[1]
    title: Line
    licence: str = ""
    language: Line = "en"


def _exam_issues(exam: Exam) -> Iterator[Issue]:
    for name in ("domain", "task", "bullet"):
        yield from _repeated(name, (part.id for part in getattr(exam, name)))
    domains, tasks = {domain.id for domain in exam.domain}, {task.id for task in exam.task}
    for place, task in enumerate(exam.task):
        if task.domain not in domains:
            message = f"task {task.id!r}: there is no domain {task.domain!r}"
            yield issue("unknown-id", message, f"Domains are {', '.join(sorted(domains))}", "task", place, "domain")
    for place, bullet in enumerate(exam.bullet):
        if bullet.task not in tasks:
            message = f"bullet {bullet.id!r}: there is no task {bullet.task!r}"
            yield issue("unknown-id", message, f"Tasks are {', '.join(sorted(tasks))}", "bullet", place, "task")
    total = sum(domain.weight for domain in exam.domain)
    if abs(total - 100) > 0.5:
        message = f"the domain weights add up to {total:g}, not to 100"
        yield issue("bad-value", message, "Give each domain its share of the scored questions in percent", "domain")
    if exam.valid_from and exam.valid_until and exam.valid_until < exam.valid_from:
        message = "valid_until is before valid_from"
        yield issue("bad-value", message, "Correct one of the dates", "valid_until")
    if exam.scale_max and not exam.scale_min <= exam.scale_pass <= exam.scale_max:
        message = "scale_pass is outside scale_min to scale_max"
        yield issue("bad-value", message, "Correct the three scale_ values", "scale_pass")
    if exam.successor == exam.code:
        yield issue("bad-value", "the exam is its own successor", "Name the exam that follows", "successor")


def _repeated(name: str, ids: Iterable[str]) -> Iterator[Issue]:
    all_ids = list(ids)
    for value, count in Counter(all_ids).items():
        if count > 1:
            second = [place for place, other in enumerate(all_ids) if other == value][1]
            yield issue("dup-id", f"{name}: the id {value!r} occurs {count} times", "Rename one", name, second, "id")


def _checked(model: M, found: Iterable[Issue]) -> M:
    issues = list(found)
    if issues:
        text = "; ".join(item.message for item in issues)
        raise PydanticCustomError("rules", "{text}", {"text": text, "issues": issues})
    return model

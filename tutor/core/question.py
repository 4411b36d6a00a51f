"""What a question bank holds, as frozen values with stable string ids.

A *key* is the right option, a *distractor* a wrong one. A *trap* is a pair of concepts that get mixed up; its two
directions are told apart by the side, the concept that is right. Nothing here reads files or knows an exam.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Literal

QuestionType = Literal["single", "multiple", "ordering", "matching"]
Status = Literal["draft", "reviewed", "needs-review", "retired"]
Difficulty = Literal["easy", "medium", "hard"]
Pin = Literal["", "first", "last"]


@dataclass(frozen=True, slots=True)
class Reference:
    """A page that states the deciding fact."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a question; `id` is a slug that never depends on the place on screen."""

    id: str
    text: str
    correct: bool = False
    position: int | None = None
    """Place in an ordering question, 1 first; None means the option stays out."""
    why: str = ""
    tempting: str = ""
    right_when: str = ""
    concept: str = ""
    trap: str = ""
    pin: Pin = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The left side of a matching question; `match` is the id of its option."""

    id: str
    text: str
    match: str


@dataclass(frozen=True, slots=True)
class ExamRef:
    """That a question serves a task of an exam; outside every content hash."""

    code: str
    task: str
    weight: float = 1.0
    guide: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Where a question comes from."""

    kind: Literal["original", "adapted", "imported"] = "original"
    note: str = ""
    licence: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class LintOk:
    """A warning of the item-writing check that the author has looked at and keeps."""

    rule: str
    why: str


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `key_hash` changes with the right answer, `text_hash` with the words a learner reads."""

    id: str
    type: QuestionType
    ask: str
    options: tuple[Option, ...]
    concepts: tuple[str, ...]
    key_hash: str
    text_hash: str
    stem: str = ""
    prompts: tuple[Prompt, ...] = ()
    traps: tuple[str, ...] = ()
    exams: tuple[ExamRef, ...] = ()
    tags: tuple[str, ...] = ()
    status: Status = "draft"
    difficulty: Difficulty = "medium"
    lang: str = "en"
    reserve: bool = False
    shuffle: bool = True
    facts_as_of: date | None = None
    lifecycle: tuple[str, ...] = ()
    explanation: str = ""
    trap_note: str = ""
    related: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    source: Source = field(default_factory=Source)
    lint_ok: tuple[LintOk, ...] = ()
    aliases: tuple[str, ...] = ()
    case: str = ""
    path: str = ""
    """The file it was read from, relative to the bank folder."""

    def option(self, option_id: str) -> Option:
        """The option with this id; KeyError if there is none."""
        for option in self.options:
            if option.id == option_id:
                return option
        raise KeyError(option_id)

    @property
    def option_ids(self) -> tuple[str, ...]:
        return tuple(option.id for option in self.options)

    @property
    def key(self) -> tuple[str, ...]:
        """The right answer as ids in the form that is stored: sorted key ids for single and multiple, ids in order for
        ordering, `prompt=option` in prompt order for matching."""
        if self.type == "ordering":
            placed = [(o.position, o.id) for o in self.options if o.position is not None]
            return tuple(option_id for _, option_id in sorted(placed))
        if self.type == "matching":
            return tuple(f"{prompt.id}={prompt.match}" for prompt in self.prompts)
        return tuple(sorted(option.id for option in self.options if option.correct))

    @property
    def distractors(self) -> tuple[Option, ...]:
        """The wrong options of a single or multiple question; empty for the other types."""
        return tuple(o for o in self.options if not o.correct) if self.type in ("single", "multiple") else ()

    def exam(self, code: str) -> ExamRef | None:
        """The entry for this exam code, or None when the question does not serve it."""
        return next((ref for ref in self.exams if ref.code == code), None)

    def text(self) -> str:
        """Every word a learner reads before answering, in an order that does not depend on the screen."""
        parts = [self.stem, self.ask]
        parts += [f"{p.id}: {p.text}" for p in sorted(self.prompts, key=lambda p: p.id)]
        parts += [f"{o.id}: {o.text}" for o in sorted(self.options, key=lambda o: o.id)]
        return "\n".join(parts)


@dataclass(frozen=True, slots=True)
class Concept:
    """A concept card."""

    id: str
    name: str
    definition: str = ""
    key_points: tuple[str, ...] = ()
    memory_trick: str = ""
    confusable_with: tuple[str, ...] = ()
    prerequisites: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    path: str = ""


@dataclass(frozen=True, slots=True)
class Trap:
    """Two concepts that get mixed up, the words that tell them apart (`cue`) and the rule to remember."""

    id: str
    name: str
    between: tuple[str, str]
    cue: str = ""
    rule: str = ""
    cue_a: str = ""
    """Scenario words that decide for `between[0]`."""
    cue_b: str = ""
    """Scenario words that decide for `between[1]`."""
    priority: int = 2
    path: str = ""

    def other(self, concept: str) -> str:
        """The opposite concept of the pair; KeyError for a concept that is not in it."""
        if concept == self.between[0]:
            return self.between[1]
        if concept == self.between[1]:
            return self.between[0]
        raise KeyError(concept)

    def cue_for(self, concept: str) -> str:
        """The scenario words that decide for this side, or the common cue when none are written for it."""
        side = self.cue_a if concept == self.between[0] else self.cue_b
        return side or self.cue


@dataclass(frozen=True, slots=True)
class Case:
    """A scenario shared by several questions."""

    id: str
    title: str
    scenario: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class Lifecycle:
    """A dated change of a service, for the badge beside a question that names it."""

    id: str
    service: str
    change: str
    effective: str = ""
    source: str = ""
    seen: bool = False
    in_exam_guide: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Domain:
    id: str
    name: str
    weight: float
    """Share of the scored questions in percent."""


@dataclass(frozen=True, slots=True)
class Task:
    id: str
    domain: str
    name: str


@dataclass(frozen=True, slots=True)
class Bullet:
    """One line of the exam guide."""

    id: str
    task: str
    text: str


@dataclass(frozen=True, slots=True)
class Exam:
    """A blueprint. No exam is known to the code: all of it comes from `bank/exams/<code>.toml`."""

    code: str
    name: str
    domains: tuple[Domain, ...]
    tasks: tuple[Task, ...]
    bullets: tuple[Bullet, ...] = ()
    version: str = ""
    valid_from: date | None = None
    valid_until: date | None = None
    validity_note: str = ""
    languages: tuple[str, ...] = ()
    question_types: tuple[str, ...] = ("single", "multiple")
    scored: int = 0
    unscored: int = 0
    minutes: int = 0
    scale_min: int = 0
    scale_max: int = 0
    scale_pass: int = 0
    scale_note: str = ""
    successor: str = ""
    notice: str = ""
    guide_url: str = ""
    path: str = ""

    def task(self, task_id: str) -> Task | None:
        return next((task for task in self.tasks if task.id == task_id), None)

    def domain_of(self, task_id: str) -> Domain | None:
        """The domain of a task, or None for a task that this exam does not have."""
        task = self.task(task_id)
        return None if task is None else next((d for d in self.domains if d.id == task.domain), None)


SHARED_BY_TWINS = 3
"""Options in the same words that make two related questions twins."""


@dataclass(frozen=True)
class Bank:
    """Everything that was read, indexed by id. Only files without errors are in it."""

    questions: Mapping[str, Question]
    concepts: Mapping[str, Concept] = field(default_factory=dict)
    traps: Mapping[str, Trap] = field(default_factory=dict)
    cases: Mapping[str, Case] = field(default_factory=dict)
    exams: Mapping[str, Exam] = field(default_factory=dict)
    lifecycle: Mapping[str, Lifecycle] = field(default_factory=dict)
    retired: frozenset[str] = frozenset()
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Old question id -> id of today."""
    title: str = ""

    def find(self, question_id: str) -> Question | None:
        """The question with this id, old ids included; None when the bank no longer has it."""
        return self.questions.get(self.aliases.get(question_id, question_id))

    @cached_property
    def twins(self) -> Mapping[str, frozenset[str]]:
        """Question id -> related questions, whichever names the other, that share at least three options in words.

        Who has just answered one of them can guess the key of the other, so they belong on different days."""
        words = {q.id: frozenset(option.text for option in q.options) for q in self.questions.values()}
        found: dict[str, set[str]] = {}
        for question in self.questions.values():
            for other in question.related:
                if len(words[question.id] & words.get(other, frozenset())) >= SHARED_BY_TWINS:
                    found.setdefault(question.id, set()).add(other)
                    found.setdefault(other, set()).add(question.id)
        return {question_id: frozenset(others) for question_id, others in found.items()}

    def concept_name(self, concept_id: str) -> str:
        """The name of a concept for people; its id when there is no card."""
        concept = self.concepts.get(concept_id)
        return concept.name if concept else concept_id

    def trap_name(self, trap_id: str) -> str:
        trap = self.traps.get(trap_id)
        return trap.name if trap else trap_id

    def side(self, question: Question, trap_id: str) -> str:
        """Which concept of the trap is right in this question: the direction of the trap.

        Read from the options: the lure carries the trap and the wrong concept, so the other concept is right; without a
        tagged lure, from a key whose concept is in the pair. Empty when the question does not tell.
        """
        trap = self.traps.get(trap_id)
        if trap is None:
            return ""
        for option in question.distractors:
            if option.trap == trap_id and option.concept in trap.between:
                return trap.other(option.concept)
        for option in question.options:
            if option.correct and option.concept in trap.between:
                return option.concept
        return ""

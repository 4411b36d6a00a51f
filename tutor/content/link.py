"""From the checked files to a Bank: names every id that does not exist or exists twice, and leaves such files out.

A file with errors blocks only itself: its id still counts as known, so that what refers to it stays in the bank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from tutor.content import build
from tutor.content.checks import all_prose
from tutor.content.kinds import MEDIA, Kind
from tutor.content.links import images, links
from tutor.content.problem import Problem
from tutor.core.question import Bank, Case, Concept, Exam, Lifecycle, Question, Trap

T = TypeVar("T", Question, Concept, Trap, Case, Exam)
_KIND_OF_LINK: dict[str, Kind] = {"concept": "concept", "trap": "trap", "q": "question"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A file after parsing: `data` is None when it has errors."""

    path: str
    kind: Kind
    id: str
    data: Mapping[str, Any] | None
    problems: tuple[Problem, ...] = ()

    @property
    def stem(self) -> str:
        return PurePosixPath(self.path).stem


@dataclass
class _Shelf:
    """What was read so far, errors included."""

    root: Path
    known: dict[Kind, set[str]] = field(default_factory=dict)
    lifecycle: dict[str, Lifecycle] = field(default_factory=dict)
    lifecycle_broken: bool = False
    retired: frozenset[str] = frozenset()
    exams: dict[str, Exam] = field(default_factory=dict)
    bullets: dict[str, set[str]] = field(default_factory=dict)
    traps: dict[str, Trap] = field(default_factory=dict)
    cases: dict[str, Case] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def error(self, rule: str, path: str, where: str, message: str, mend: str, about: str) -> None:
        self.problems.append(Problem("error", rule, path, None, where, message, mend, about))

    def must_know(self, kind: Kind, target: str, path: str, where: str, about: str) -> bool:
        """Whether the id exists; if not, the problem is noted."""
        if target in self.known[kind]:
            return True
        self.error(
            "unknown-id", path, where, f"{where}: there is no {kind} {target!r}", self._near(kind, target), about
        )
        return False

    def _near(self, kind: Kind, target: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(target, sorted(self.known[kind]), n=1)
        return f"Did you mean {near[0]!r}?" if near else f"Add the {kind}, or correct the id"


def link(entries: list[Entry], root: Path) -> tuple[Bank, list[Problem]]:
    """The bank of all files without errors, and the problems between files (those inside a file are in its entry)."""
    shelf = _Shelf(root)
    for kind in ("question", "concept", "trap", "case", "exam"):
        shelf.known[kind] = {entry.id or entry.stem for entry in entries if entry.kind == kind}
    info = _data(entries, "bank") or {}
    shelf.lifecycle = build.lifecycle(_data(entries, "lifecycle") or {"service": []})
    shelf.lifecycle_broken = any(entry.kind == "lifecycle" and entry.data is None for entry in entries)
    tombstones = (_data(entries, "retired") or {"retired": []})["retired"]
    shelf.retired = frozenset(stone["id"] for stone in tombstones)

    language, licence = info.get("language", "en"), info.get("licence", "")
    shelf.exams = _unique(entries, "exam", build.exam, shelf)
    shelf.bullets = {exam.code: {bullet.id for bullet in exam.bullets} for exam in shelf.exams.values()}
    shelf.cases = _unique(entries, "case", build.case, shelf)
    shelf.traps = _unique(entries, "trap", build.trap, shelf)
    concepts = _unique(entries, "concept", build.concept, shelf)
    questions = _unique(entries, "question", lambda d, p: build.question(d, p, language, licence), shelf)
    aliases = _aliases(questions, shelf)
    for stone in tombstones:
        if stone["replaced_by"]:
            where = f"retired.{stone['id']}.replaced_by"
            shelf.must_know("question", stone["replaced_by"], "retired.toml", where, stone["id"])
    bank = Bank(
        questions=_good(questions, _question_links, shelf),
        concepts=_good(concepts, _concept_links, shelf),
        traps=_good(shelf.traps, _trap_links, shelf),
        cases=_good(shelf.cases, lambda case, shelf: None, shelf),
        exams=_good(shelf.exams, _exam_links, shelf),
        lifecycle=shelf.lifecycle,
        retired=shelf.retired,
        aliases={},
        title=info.get("title", ""),
    )
    kept = {old: new for old, new in aliases.items() if new in bank.questions}
    return _with_aliases(bank, kept), [*_file_names(entries), *shelf.problems]


def _with_aliases(bank: Bank, aliases: Mapping[str, str]) -> Bank:
    from dataclasses import replace

    return replace(bank, aliases=aliases)


def _data(entries: list[Entry], kind: Kind) -> Mapping[str, Any] | None:
    return next((entry.data for entry in entries if entry.kind == kind), None)


def _file_names(entries: list[Entry]) -> Iterator[Problem]:
    for entry in entries:
        if entry.data is not None and entry.id and entry.stem.lower() != entry.id:
            field_name = "code" if entry.kind == "exam" else "id"
            message = f"the file name does not equal the {field_name} {entry.id!r}"
            mend = f"Rename the file to {entry.id}.toml"
            yield Problem("warning", "file-name", entry.path, None, field_name, message, mend, entry.id)


def _unique(
    entries: list[Entry], kind: Kind, make: Callable[[Mapping[str, Any], str], T], shelf: _Shelf
) -> dict[str, T]:
    """One object for each id. Of two files with one id the one that is named after it keeps it, else the first."""
    found: dict[str, T] = {}
    for entry in sorted((e for e in entries if e.kind == kind), key=lambda e: (e.stem.lower() != e.id, e.path)):
        if entry.data is None:
            continue
        if entry.id in found:
            rule = "dup-question-id" if kind == "question" else "dup-id"
            message = f"the {kind} {entry.id!r} is already in {found[entry.id].path}"
            name = "code" if kind == "exam" else "id"
            shelf.error(rule, entry.path, name, message, "Give it an id of its own", entry.id)
        else:
            found[entry.id] = make(entry.data, entry.path)
    return found


def _good(objects: Mapping[str, T], check: Callable[[T, _Shelf], None], shelf: _Shelf) -> dict[str, T]:
    """The objects for which the check finds nothing and no earlier check found anything."""
    for thing in objects.values():
        check(thing, shelf)
    bad = {problem.path for problem in shelf.problems if problem.severity == "error"}
    return {name: thing for name, thing in objects.items() if thing.path not in bad}


def _aliases(questions: Mapping[str, Question], shelf: _Shelf) -> dict[str, str]:
    aliases: dict[str, str] = {}
    for q in questions.values():
        if q.id in shelf.retired:
            mend = "Use a new id, or take the tombstone out of retired.toml"
            shelf.error("dup-question-id", q.path, "id", f"the id {q.id!r} is retired", mend, q.id)
        for alias in q.aliases:
            owner = alias if alias in questions else aliases.get(alias)
            if owner is not None or alias in shelf.retired:
                message = f"aliases: {alias!r} " + (f"belongs to {owner!r}" if owner else "is retired")
                shelf.error("dup-question-id", q.path, "aliases", message, "An old id leads to one question", q.id)
            else:
                aliases[alias] = q.id
    return aliases


def _question_links(q: Question, shelf: _Shelf) -> None:
    for name, kind, targets in (
        ("concepts", "concept", q.concepts),
        ("traps", "trap", q.traps),
        ("related", "question", q.related),
        ("case", "case", (q.case,) if q.case else ()),
    ):
        for target in targets:
            shelf.must_know(kind, target, q.path, name, q.id)  # type: ignore[arg-type]
    if q.case in shelf.known["case"] and q.case not in shelf.cases:
        message = f"case: the file of the case {q.case!r} has errors, and without its scenario nothing can be asked"
        shelf.error("broken-case", q.path, "case", message, "Mend that file", q.id)
    for change in q.lifecycle:
        if change not in shelf.lifecycle and not shelf.lifecycle_broken:
            message = f"lifecycle: {change!r} is not in lifecycle.toml"
            shelf.error("unknown-id", q.path, "lifecycle", message, "Add the [[service]], or correct the id", q.id)
    for option in q.options:
        where = f"option.{option.id}"
        if option.concept:
            shelf.must_know("concept", option.concept, q.path, f"{where}.concept", q.id)
        if option.trap and shelf.must_know("trap", option.trap, q.path, f"{where}.trap", q.id):
            trap = shelf.traps.get(option.trap)
            if trap is not None and option.concept not in trap.between:
                message = f"{where}: its concept {option.concept!r} is not one of the two of the trap {trap.id!r}"
                mend = f"Use {trap.between[0]!r} or {trap.between[1]!r}, or take the trap out"
                shelf.error("trap-side", q.path, f"{where}.concept", message, mend, q.id)
    _exam_refs(q, shelf)
    for where, text in all_prose(q):
        if "[[" not in text and "![" not in text:
            continue
        for kind_name, target in links(text):
            if kind_name in _KIND_OF_LINK:
                shelf.must_know(_KIND_OF_LINK[kind_name], target, q.path, where, q.id)
        for _, target in images(text):
            _image(target, q.path, where, q.id, shelf)


def _exam_refs(q: Question, shelf: _Shelf) -> None:
    for number, ref in enumerate(q.exams, start=1):
        where = f"exams.#{number}"
        if not shelf.must_know("exam", ref.code, q.path, f"{where}.code", q.id) or ref.code not in shelf.exams:
            continue
        exam = shelf.exams[ref.code]
        if exam.task(ref.task) is None:
            message = f"{where}: {ref.code} has no task {ref.task!r}"
            mend = f"Tasks are {', '.join(task.id for task in exam.tasks)}"
            shelf.error("unknown-id", q.path, f"{where}.task", message, mend, q.id)
        for bullet in ref.guide:
            if bullet not in shelf.bullets[ref.code]:
                message = f"{where}: {ref.code} has no guide bullet {bullet!r}"
                mend = f"Bullets are listed in {exam.path}"
                shelf.error("unknown-id", q.path, f"{where}.guide", message, mend, q.id)


def _image(target: str, path: str, where: str, about: str, shelf: _Shelf) -> None:
    parts = PurePosixPath(target).parts
    inside = len(parts) >= 2 and parts[0] == MEDIA and ".." not in parts
    if not inside or not (shelf.root / target).is_file():
        message = f"{where}: there is no image {target!r}"
        shelf.error("missing-media", path, where, message, f"Put the picture under {MEDIA}/ in the bank folder", about)


def _concept_links(concept: Concept, shelf: _Shelf) -> None:
    for name in ("confusable_with", "prerequisites"):
        for target in getattr(concept, name):
            shelf.must_know("concept", target, concept.path, name, concept.id)


def _trap_links(trap: Trap, shelf: _Shelf) -> None:
    for target in trap.between:
        shelf.must_know("concept", target, trap.path, "between", trap.id)


def _exam_links(exam: Exam, shelf: _Shelf) -> None:
    if exam.successor:
        shelf.must_know("exam", exam.successor, exam.path, "successor", exam.code)

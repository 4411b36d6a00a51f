"""The shape of a question file: pydantic models and the rules that need nothing but the file itself.

Never imported when every file comes from the cache. Cross references are checked in `tutor.content.link`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from tutor.content.fields import (
    Code,
    Issue,
    Line,
    Many,
    MaybeSlug,
    MaybeUrl,
    Model,
    Prose,
    Reference,
    Slug,
    issue,
    sized,
)
from tutor.content.links import links
from tutor.content.words import folded

Type = Literal["single", "multiple", "ordering", "matching"]


class Option(Model):
    """One choice."""

    id: Slug
    text: Line
    correct: bool = False
    position: int | None = None
    why: Prose = ""
    tempting: Prose = ""
    right_when: Prose = ""
    concept: MaybeSlug = ""
    trap: MaybeSlug = ""
    pin: Literal["", "first", "last"] = ""


class Prompt(Model):
    """The left side of a matching question."""

    id: Slug
    text: Line
    match: Slug


class ExamRef(Model):
    """The task of an exam a question serves."""

    code: Code
    task: str
    weight: Annotated[float, Field(gt=0, le=10, allow_inf_nan=False)] = 1.0
    guide: Many[str] = ()


class Source(Model):
    """Where the question comes from."""

    kind: Literal["original", "adapted", "imported"] = "original"
    note: Prose = ""
    licence: str = ""
    url: MaybeUrl = ""


class LintOk(Model):
    """A warning the author keeps, with the reason."""

    rule: str
    why: Annotated[str, Field(min_length=8)]


class Question(Model):
    """A question file."""

    format: Literal[1]
    id: Slug
    type: Type
    status: Literal["draft", "reviewed", "needs-review", "retired"] = "draft"
    difficulty: Literal["easy", "medium", "hard"] = "medium"
    lang: str = ""
    concepts: Annotated[Many[Slug], sized(1)]
    traps: Many[Slug] = ()
    exams: Many[ExamRef] = ()
    tags: Many[Line] = ()
    reserve: bool = False
    facts_as_of: date | None = None
    lifecycle: Many[Slug] = ()
    shuffle: bool = True
    source: Source = Source()
    lint_ok: Many[LintOk] = ()
    aliases: Many[Slug] = ()
    case: MaybeSlug = ""
    stem: Prose = ""
    ask: Line
    explanation: Prose = ""
    trap_note: Prose = ""
    related: Many[Slug] = ()
    references: Many[Reference] = ()
    option: Annotated[Many[Option], sized(2, 10)]
    prompt: Many[Prompt] = ()

    @model_validator(mode="after")
    def _rules(self) -> Question:
        issues = list(question_issues(self))
        if issues:
            text = "; ".join(found.message for found in issues)
            raise PydanticCustomError("rules", "{text}", {"text": text, "issues": issues})
        return self


def question_issues(question: Question) -> Iterator[Issue]:
    """Every rule of the file that spans several fields and is broken."""
    yield from _repeats(question)
    yield from _options(question)
    yield from {"single": _single, "multiple": _multiple, "ordering": _ordering, "matching": _matching}[question.type](
        question
    )
    yield from _fields_of_other_types(question)
    yield from _option_links(question)


def _repeats(q: Question) -> Iterator[Issue]:
    for name in ("concepts", "traps", "tags", "lifecycle", "related", "aliases"):
        for value in _twice(getattr(q, name)):
            yield issue("dup-value", f"{name}: {value!r} is listed twice", "Keep one of them", name)
    for code in _twice(ref.code for ref in q.exams):
        yield issue("dup-value", f"exams: two entries for exam {code!r}", "Keep the task that fits best", "exams")
    if q.id in q.aliases:
        yield issue("dup-question-id", f"aliases: {q.id!r} is the question's own id", "Take it out", "aliases")
    if q.id in q.related:
        yield issue("dup-value", "related: the question names itself", "Take it out", "related")


def _options(q: Question) -> Iterator[Issue]:
    seen: dict[str, str] = {}
    for place, option in enumerate(q.option):
        if len(option.id) == 1 and option.id.isalpha():
            mend = "Name the option by what it says; letters exist on the screen only"
            yield issue("bad-id", f"option {option.id!r}: an id cannot be a single letter", mend, "option", place, "id")
        text = folded(option.text)
        if text in seen:
            message = f"options {seen[text]!r} and {option.id!r} have the same text"
            yield issue("dup-option", message, "Reword one of them", "option", place, "text")
        seen.setdefault(text, option.id)
    for option_id in _twice(option.id for option in q.option):
        places = [place for place, option in enumerate(q.option) if option.id == option_id]
        yield issue("dup-option", f"option id {option_id!r} occurs twice", "Rename one", "option", places[1], "id")
    for place, option in enumerate(q.option):
        if option.trap and not option.concept:
            message = f"option {option.id!r}: has a trap but no concept"
            mend = "Add the concept of the trap that this option stands for"
            yield issue("trap-side", message, mend, "option", place, "trap")
        if option.trap and _is_right(q, option):
            message = f"option {option.id!r}: is right, so it cannot be the lure of a trap"
            yield issue("trap-side", message, "Move `trap` to the wrong option", "option", place, "trap")


def _is_right(q: Question, option: Option) -> bool:
    matched = any(prompt.match == option.id for prompt in q.prompt)
    return option.correct or option.position is not None or matched


def _single(q: Question) -> Iterator[Issue]:
    keys = sum(option.correct for option in q.option)
    if keys != 1:
        message = f"a single question needs exactly 1 option with correct = true, this one has {keys}"
        yield issue("key-count", message, "Mark one option, or make the type multiple", "option")


def _multiple(q: Question) -> Iterator[Issue]:
    keys = sum(option.correct for option in q.option)
    if not 2 <= keys < len(q.option):
        message = f"a multiple question needs 2 to {len(q.option) - 1} right options of {len(q.option)}, it has {keys}"
        yield issue("key-count", message, "Correct the options marked correct = true, or the type", "option")


def _ordering(q: Question) -> Iterator[Issue]:
    positions = sorted(option.position for option in q.option if option.position is not None)
    if len(positions) < 2 or positions != list(range(1, len(positions) + 1)):
        shown = ", ".join(map(str, positions)) or "none"
        message = f"the positions of an ordering question must be 1, 2, … without gap or repeat; found {shown}"
        yield issue("key-count", message, "Number the right steps from 1; a distractor has no position", "option")


def _matching(q: Question) -> Iterator[Issue]:
    if len(q.prompt) < 2:
        message = f"a matching question needs at least 2 prompts, this one has {len(q.prompt)}"
        yield issue("key-count", message, "Add [[prompt]] tables with id, text and match", "prompt")
    ids = {option.id for option in q.option}
    for place, prompt in enumerate(q.prompt):
        if prompt.match not in ids:
            message = f"prompt {prompt.id!r}: match = {prompt.match!r} is not an option"
            mend = f"Options are {', '.join(sorted(ids))}"
            yield issue("key-outside-options", message, mend, "prompt", place, "match")
    for prompt_id in _twice(prompt.id for prompt in q.prompt):
        yield issue("dup-option", f"prompt id {prompt_id!r} occurs twice", "Rename one", "prompt")
    for text in _twice(folded(prompt.text) for prompt in q.prompt):
        yield issue("dup-option", f"two prompts have the same text: {text!r}", "Reword one of them", "prompt")


def _fields_of_other_types(q: Question) -> Iterator[Issue]:
    for place, option in enumerate(q.option):
        if option.position is not None and q.type != "ordering":
            message = f"option {option.id!r}: only ordering questions have positions"
            yield issue("field-of-other-type", message, "Take it out, or change the type", "option", place, "position")
        if option.correct and q.type in ("ordering", "matching"):
            what = "position" if q.type == "ordering" else "match in [[prompt]]"
            message = f"option {option.id!r}: the key of a {q.type} question is given by {what}, not by correct"
            yield issue("field-of-other-type", message, "Take `correct` out", "option", place, "correct")
    if q.prompt and q.type != "matching":
        yield issue("field-of-other-type", "only matching questions have prompts", "Change the type", "prompt")


def _option_links(q: Question) -> Iterator[Issue]:
    ids = {option.id for option in q.option}
    for where, text in prose_fields(q):
        for kind, target in links(text):
            if kind == "opt" and target not in ids:
                name = ".".join(str(part) for part in where)
                message = f"{name}: [[opt:{target}]] is not an option of this question"
                yield issue("unknown-id", message, f"Options are {', '.join(sorted(ids))}", *where)


def prose_fields(q: Question) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every prose field of a question file with its place."""
    for name in ("stem", "ask", "explanation", "trap_note"):
        yield (name,), getattr(q, name)
    for place, option in enumerate(q.option):
        for name in ("text", "why", "tempting", "right_when"):
            yield ("option", place, name), getattr(option, name)
    for place, prompt in enumerate(q.prompt):
        yield ("prompt", place, "text"), prompt.text


def _twice(values: Iterable[str]) -> list[str]:
    return [value for value, count in Counter(values).items() if count > 1]

"""From the plain data of a checked file to the values of `tutor.core.question`.

The data are what the models of `schema` give as JSON, fresh or from the cache; they are trusted
here. A question that went through `parse` brings its hashes along. No pydantic.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from tutor.content.hashes import key_hash, text_hash
from tutor.core import question as core

Data = Mapping[str, Any]


def question(data: Data, path: str = "", language: str = "en", licence: str = "") -> core.Question:
    """A question; language and licence are those of bank.toml, for a file that states none."""
    options = tuple(core.Option(**option) for option in data["option"])
    prompts = tuple(core.Prompt(**prompt) for prompt in data["prompt"])
    source = data["source"]
    return core.Question(
        id=data["id"],
        type=data["type"],
        ask=data["ask"],
        options=options,
        concepts=tuple(data["concepts"]),
        key_hash=data.get("key_hash") or key_hash(data["type"], options, prompts),
        text_hash=data.get("text_hash") or text_hash(data["stem"], data["ask"], options, prompts),
        stem=data["stem"],
        prompts=prompts,
        traps=tuple(data["traps"]),
        exams=tuple(core.ExamRef(e["code"], e["task"], float(e["weight"]), tuple(e["guide"])) for e in data["exams"]),
        tags=tuple(data["tags"]),
        status=data["status"],
        difficulty=data["difficulty"],
        lang=data["lang"] or language,
        reserve=data["reserve"],
        shuffle=data["shuffle"],
        facts_as_of=_date(data["facts_as_of"]),
        lifecycle=tuple(data["lifecycle"]),
        explanation=data["explanation"],
        trap_note=data["trap_note"],
        related=tuple(data["related"]),
        references=_references(data),
        source=core.Source(source["kind"], source["note"], source["licence"] or licence, source["url"]),
        lint_ok=tuple(core.LintOk(**ok) for ok in data["lint_ok"]),
        aliases=tuple(data["aliases"]),
        case=data["case"],
        path=path,
    )


def concept(data: Data, path: str = "") -> core.Concept:
    """A concept card."""
    return core.Concept(
        id=data["id"],
        name=data["name"],
        definition=data["definition"],
        key_points=tuple(data["key_points"]),
        memory_trick=data["memory_trick"],
        confusable_with=tuple(data["confusable_with"]),
        prerequisites=tuple(data["prerequisites"]),
        references=_references(data),
        path=path,
    )


def trap(data: Data, path: str = "") -> core.Trap:
    """A trap."""
    left, right = data["between"]
    return core.Trap(
        id=data["id"],
        name=data["name"],
        between=(left, right),
        cue=data["cue"],
        rule=data["rule"],
        cue_a=data["cue_a"],
        cue_b=data["cue_b"],
        priority=data["priority"],
        path=path,
    )


def case(data: Data, path: str = "") -> core.Case:
    """A case study."""
    return core.Case(data["id"], data["title"], data["scenario"], path)


def exam(data: Data, path: str = "") -> core.Exam:
    """The blueprint of an exam."""
    parts = ("format", "domain", "task", "bullet", "languages", "question_types", "valid_from", "valid_until")
    return core.Exam(
        domains=tuple(core.Domain(d["id"], d["name"], float(d["weight"])) for d in data["domain"]),
        tasks=tuple(core.Task(**task) for task in data["task"]),
        bullets=tuple(core.Bullet(**bullet) for bullet in data["bullet"]),
        languages=tuple(data["languages"]),
        question_types=tuple(data["question_types"]),
        valid_from=_date(data["valid_from"]),
        valid_until=_date(data["valid_until"]),
        path=path,
        **{name: value for name, value in data.items() if name not in parts},
    )


def lifecycle(data: Data) -> dict[str, core.Lifecycle]:
    """lifecycle.toml by id."""
    return {service["id"]: core.Lifecycle(**service) for service in data["service"]}


def _references(data: Data) -> tuple[core.Reference, ...]:
    return tuple(core.Reference(**reference) for reference in data["references"])


def _date(value: str | None) -> date | None:
    return None if value is None else date.fromisoformat(value)

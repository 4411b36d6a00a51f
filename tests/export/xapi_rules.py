"""The rules of xAPI 1.0.3 (part two, statements) for what a tutor writes: interactions of three types by one learner.

`faults` names each rule that a statement breaks. Properties that the rules allow and we do not use are faults as well,
so that none slips in unchecked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

LISTS = {"choice": {"choices"}, "sequencing": {"choices"}, "matching": {"source", "target"}}
_IRI = re.compile(r"[a-z][a-z0-9+.-]*:[^\s<>\"{}|\\^`]+", re.IGNORECASE)
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_DURATION = re.compile(r"P(?=.)(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d{1,2})?S)?)?")


def faults(statement: dict[str, Any]) -> list[str]:
    """Every rule that a statement breaks."""
    return list(_statement(statement))


def _statement(s: dict[str, Any]) -> Iterator[str]:
    yield from _keys(s, "statement", {"id", "actor", "verb", "object"}, {"result", "context", "timestamp"})
    yield from _nulls(s, "statement")
    if str(UUID(s["id"])) != s["id"]:
        yield "id: not a UUID in standard form"
    yield from _actor(s["actor"])
    yield from _keys(s["verb"], "verb", {"id", "display"}, set())
    yield from _iri(s["verb"]["id"], "verb.id")
    yield from _language_map(s["verb"]["display"], "verb.display")
    yield from _activity(s["object"])
    yield from _result(s.get("result", {}), s["object"].get("definition"))
    yield from _context(s.get("context", {}))
    at = s["timestamp"]
    if datetime.fromisoformat(at).tzinfo is None or re.search(r"-00(:?00)?$", at):
        yield "timestamp: without an offset, or with one that says it is unknown"


def _actor(actor: dict[str, Any]) -> Iterator[str]:
    yield from _keys(actor, "actor", {"objectType", "account"}, set())  # one identifier, and no mail address
    if actor["objectType"] != "Agent":
        yield "actor: not an agent"
    yield from _keys(actor["account"], "actor.account", {"homePage", "name"}, set())
    yield from _iri(actor["account"]["homePage"], "actor.account.homePage")
    if not re.fullmatch(r"[0-9a-f]{32}", actor["account"]["name"]):
        yield "actor.account.name: not a salted hash"


def _activity(activity: dict[str, Any]) -> Iterator[str]:
    yield from _keys(activity, "object", {"objectType", "id"}, {"definition"})
    if activity["objectType"] != "Activity":
        yield "object: not an activity"
    yield from _iri(activity["id"], "object.id")
    if "definition" in activity:
        yield from _definition(activity["definition"])


def _definition(d: dict[str, Any]) -> Iterator[str]:
    kind = d["interactionType"]
    wanted = {"type", "interactionType", "correctResponsesPattern", "name", "description"}
    yield from _keys(d, "definition", wanted | LISTS[kind], set())
    if d["type"] != "http://adlnet.gov/expapi/activities/cmi.interaction":
        yield "definition.type: not that of an interaction"
    for name in ("name", "description"):
        yield from _language_map(d[name], f"definition.{name}")
    for name in LISTS[kind]:
        ids = [part["id"] for part in d[name]]
        if len(ids) != len(set(ids)):
            yield f"definition.{name}: an id twice"
        for part in d[name]:
            yield from _keys(part, f"definition.{name}", {"id", "description"}, set())
            yield from _language_map(part["description"], f"definition.{name}.description")
            if re.search(r"\s|\[[,.:]\]", part["id"]):
                yield f"definition.{name}: {part['id']!r} holds a blank or a delimiter"
    if not isinstance(d["correctResponsesPattern"], list) or not d["correctResponsesPattern"]:
        yield "definition.correctResponsesPattern: not a list of patterns"
    for pattern in d["correctResponsesPattern"]:
        yield from _pattern(pattern, d, "correctResponsesPattern")


def _pattern(pattern: object, d: dict[str, Any], where: str) -> Iterator[str]:
    """A response by the grammar of its type, over the ids of the components."""
    if not isinstance(pattern, str):
        yield f"{where}: not a text"
        return
    parts = pattern.split("[,]")
    if d["interactionType"] == "matching":
        sources, targets = ({part["id"] for part in d[name]} for name in ("source", "target"))
        pairs = [part.split("[.]") for part in parts]
        if any(len(pair) != 2 or pair[0] not in sources or pair[1] not in targets for pair in pairs):
            yield f"{where}: {pattern!r} is no list of pairs of a source and a target"
        return
    ids = {part["id"] for part in d["choices"]}
    if not set(parts) <= ids or len(set(parts)) != len(parts):
        yield f"{where}: {pattern!r} is no list of choices"


def _result(result: dict[str, Any], definition: dict[str, Any] | None) -> Iterator[str]:
    yield from _keys(result, "result", {"success", "response"}, {"duration"})
    if not isinstance(result["success"], bool):
        yield "result.success: not true or false"
    if "duration" in result and not _DURATION.fullmatch(result["duration"]):
        yield "result.duration: no ISO 8601 duration of at most hundredths of a second"
    if definition is not None:
        yield from _pattern(result["response"], definition, "result.response")


def _context(context: dict[str, Any]) -> Iterator[str]:
    yield from _keys(context, "context", set(), {"platform", "revision", "extensions"})
    for name in ("platform", "revision"):
        if not isinstance(context.get(name, ""), str):
            yield f"context.{name}: not a text"
    for key in context.get("extensions", {}):
        yield from _iri(key, "context.extensions")


def _keys(found: dict[str, Any], where: str, needed: set[str], allowed: set[str]) -> Iterator[str]:
    for name in sorted(needed - set(found)):
        yield f"{where}: {name} is missing"
    for name in sorted(set(found) - needed - allowed):
        yield f"{where}: {name} is not expected"


def _nulls(value: object, where: str) -> Iterator[str]:
    """No property may be null; extensions alone are free in what they hold."""
    if value is None:
        yield f"{where}: null"
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name != "extensions":
                yield from _nulls(inner, f"{where}.{name}")
    elif isinstance(value, list):
        for inner in value:
            yield from _nulls(inner, where)


def _iri(value: object, where: str) -> Iterator[str]:
    if not isinstance(value, str) or not _IRI.fullmatch(value):
        yield f"{where}: {value!r} is no absolute IRI"


def _language_map(value: dict[str, Any], where: str) -> Iterator[str]:
    for language, text in value.items():
        if not _LANGUAGE.fullmatch(language) or not isinstance(text, str):
            yield f"{where}: {language!r} is no language tag with a text"

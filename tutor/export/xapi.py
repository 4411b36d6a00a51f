"""The answers as xAPI 1.0.3 statements, one JSON object a line. Only written, never sent anywhere.

The learner is an account with a salted hash for a name, so no statement says who it is. Component ids are our option
ids; they hold none of the delimiters of the response grammar. An activity is a question with its key: another key makes
it another activity, because what was said of the first must stay true. No statement carries a version: 1.0.3 leaves it
to the store that takes them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import timedelta, timezone
from urllib.parse import quote
from uuid import UUID, uuid5

from tutor import __version__
from tutor.core.log import Answer
from tutor.core.question import Bank, Question
from tutor.prose import plain
from tutor.store.codec import dumps

BASE = "https://example.org/tutor"
"""Stands in for the learner's own address in activity ids; a setting of the export."""
NAMESPACE = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
"""The namespace for URLs of RFC 9562, so that the same answer always gives the same statement id."""
TYPES = {"single": "choice", "multiple": "choice", "ordering": "sequencing", "matching": "matching"}
_ANSWERED = "http://adlnet.gov/expapi/verbs/answered"
_INTERACTION = "http://adlnet.gov/expapi/activities/cmi.interaction"


def write(answers: Iterable[Answer], bank: Bank | None, device: str, base: str = BASE) -> Iterator[str]:
    """Lines with the statements of the answers that were not taken back; those to questions the bank no longer has, or
    has with another key, carry no definition. `device`: salt of the account name; the device of the first answer of the
    whole log stays the same when logs are merged."""
    account = hashlib.sha256(f"tutor\x1f{device}".encode()).hexdigest()[:32]
    known: dict[str, dict[str, object]] = {}
    for answer in answers:
        if answer.retracted_at is not None:
            continue
        question = bank.find(answer.question_id) if bank is not None else None
        definition = None
        if question is not None and question.key_hash == answer.key_hash:
            # Made once a question: reading its prose takes longer than all the rest of a statement.
            if question.id not in known:
                known[question.id] = _definition(question)
            definition = known[question.id]
        yield dumps(_statement(answer, definition, account, base)) + "\n"


def _statement(answer: Answer, definition: dict[str, object] | None, account: str, base: str) -> dict[str, object]:
    place = f"{base}/question/{quote(answer.question_id, safe='')}/{quote(answer.key_hash, safe='')}"
    activity: dict[str, object] = {"objectType": "Activity", "id": place}
    if definition is not None:
        activity["definition"] = definition
    at = answer.answered_at.astimezone(timezone(timedelta(minutes=answer.utc_offset)))
    result: dict[str, object] = {"success": answer.correct, "response": pattern(answer.chosen)}
    if answer.duration_ms:
        result["duration"] = f"PT{answer.duration_ms / 1000:.2f}S"
    return {
        "id": str(uuid5(NAMESPACE, f"{base}/answer/{answer.id}")),
        "actor": {"objectType": "Agent", "account": {"homePage": base, "name": account}},
        "verb": {"id": _ANSWERED, "display": {"en": "answered"}},
        "object": activity,
        "result": result,
        "context": {
            "platform": f"tutor {__version__}",
            "revision": answer.text_hash,
            "extensions": {f"{base}/mode": answer.mode, f"{base}/confidence": answer.confidence or "none"},
        },
        "timestamp": at.isoformat(timespec="milliseconds"),
    }


def _definition(question: Question) -> dict[str, object]:
    kind = TYPES[question.type]
    options = [{"id": o.id, "description": {question.lang: plain(o.text)}} for o in question.options]
    found: dict[str, object] = {
        "type": _INTERACTION,
        "interactionType": kind,
        "name": {question.lang: plain(question.ask)},
        "description": {question.lang: plain(f"{question.stem}\n\n{question.ask}".strip())},
        "correctResponsesPattern": [pattern(question.key)],
    }
    if kind == "matching":
        found["source"] = [{"id": p.id, "description": {question.lang: plain(p.text)}} for p in question.prompts]
        found["target"] = options
    else:
        found["choices"] = options
    return found


def pattern(parts: Iterable[str]) -> str:
    """Ids joined as the response grammar wants: `[,]` between components, `[.]` inside a pair."""
    return "[,]".join(part.replace("=", "[.]") for part in parts)

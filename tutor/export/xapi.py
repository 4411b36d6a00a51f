"""The answers as xAPI 1.0.3 statements, one JSON object a line. Only written, never sent anywhere.

The learner is an account with a salted hash for a name, so no statement says who it is. Component ids are our option
ids; they hold none of the delimiters of the response grammar.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import timedelta, timezone
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


def write(answers: Iterable[Answer], bank: Bank | None, device: str, base: str = BASE) -> str:
    """Statements of the answers that were not taken back; those to questions the bank no longer has carry no
    definition. `device`: salt of the account name."""
    account = hashlib.sha256(f"tutor\x1f{device}".encode()).hexdigest()[:32]
    lines = [
        dumps(statement(answer, bank.find(answer.question_id) if bank else None, account, base))
        for answer in answers
        if answer.retracted_at is None
    ]
    return "".join(line + "\n" for line in lines)


def statement(answer: Answer, question: Question | None, account: str, base: str = BASE) -> dict[str, object]:
    """One statement."""
    activity: dict[str, object] = {"objectType": "Activity", "id": f"{base}/question/{answer.question_id}"}
    if question is not None and question.key_hash == answer.key_hash:
        activity["definition"] = _definition(question)
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
            "extensions": {f"{base}/mode": answer.mode, f"{base}/confidence": answer.confidence or "none"},
        },
        "timestamp": at.isoformat(timespec="milliseconds"),
        "version": "1.0.3",
    }


def _definition(question: Question) -> dict[str, object]:
    kind = TYPES[question.type]
    options = [{"id": o.id, "description": {question.lang: plain(o.text)}} for o in question.options]
    found: dict[str, object] = {
        "type": _INTERACTION,
        "interactionType": kind,
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

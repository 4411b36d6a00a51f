"""Everything of a learner as JSON Lines: a header, then settings, seen texts, answers, practice exams and marks, and an
end that says how much there was. `docs/exports.md` has every field; `tutor.export.jsonl_read` reads it back.

Each line carries a checksum, so that a change is found and the line can be named. Lines are made one by one: the memory
it takes does not grow with the log.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from tutor import __version__
from tutor.core.log import Answer
from tutor.core.question import Bank
from tutor.store.codec import answer_to_json, dumps, mark_to_json, mock_to_json
from tutor.store.values import Mark, Mock, SeenWords

FORMAT = "tutor-answers"
SCHEMA = 2
"""Raised when a field changes its meaning or goes, or a new kind of line must be understood."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the learner set, and what `tutor train` found."""

    config: Mapping[str, object]
    """Settings of config.toml by name, only those the file itself sets; `keys` is an object."""
    model: Mapping[str, object] | None = None
    """The tuned settings of the learner model as their file has them; None without."""


@dataclass(frozen=True, slots=True)
class Log:
    """What an export is made of. Each part is read when its lines are written, so an iterator will do."""

    answers: Iterable[Answer] = ()
    marks: Iterable[Mark] = ()
    mocks: Iterable[Mock] = ()
    texts: Iterable[SeenWords] = ()
    settings: Settings | None = None


def columns(answer: Answer, bank: Bank | None) -> dict[str, object]:
    """Every column of an answer, then the concepts and traps its question has in the bank now (for other programs; an
    import does not read them)."""
    question = bank.find(answer.question_id) if bank is not None else None
    return {
        **answer_to_json(answer),
        "concepts": list(question.concepts) if question else [],
        "traps": list(question.traps) if question else [],
    }


def write(log: Log, bank: Bank | None = None, *, anonymous: bool = False, since: date | None = None) -> Iterator[str]:
    """The lines of an export, each with its line end; the same log always gives the same lines. `anonymous` leaves out
    notes and the names of devices. `since` is only told in the header: the log must hold no more than it says."""
    head = {"format": FORMAT, "schema": SCHEMA, "version": __version__, "anonymous": anonymous}
    count, answers = 1, 0
    yield sealed({**head, "since": None if since is None else since.isoformat()})
    for line in _lines(log, bank, anonymous):
        yield sealed(line)
        count += 1
        answers += line["type"] == "answer"
    yield sealed({"type": "end", "lines": count + 1, "answers": answers})


def sealed(line: Mapping[str, object]) -> str:
    """An object as one line with its checksum: the CRC-32 of the compact JSON before it was added, as `sum`."""
    text = dumps(line)
    return f'{text[:-1]},"sum":"{checksum(text.encode())}"}}\n'


def checksum(data: bytes) -> str:
    """The CRC-32 of some bytes as eight hexadecimal digits."""
    return f"{zlib.crc32(data):08x}"


def _lines(log: Log, bank: Bank | None, anonymous: bool) -> Iterator[dict[str, object]]:
    if log.settings is not None:
        yield {"type": "settings", "config": dict(log.settings.config), "model": log.settings.model}
    for text in log.texts:
        yield {"type": "text", "text_hash": text.text_hash, "words": text.words}
    for answer in log.answers:
        values = columns(answer, bank)
        yield {"type": "answer", **values, "device": ""} if anonymous else {"type": "answer", **values}
    for mock in log.mocks:
        yield {"type": "mock", **mock_to_json(mock)}
    for mark in sorted(log.marks, key=lambda mark: mark.question_id):
        yield {"type": "mark", **mark_to_json(replace(mark, note="") if anonymous else mark)}

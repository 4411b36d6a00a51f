"""The filter of the list of questions: words, and `name:value` for what a question is and how it went.

Pure: text and entries in, entries out. `task:2.1 type:multiple new flagged kms` are questions of task 2.1 that choose
several options, were never answered, are flagged, and have "kms" in them.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tutor.core.question import Bank
from tutor.glance import Entry

Test = Callable[[Entry], bool]
BETWEEN = 500
"""Entries between two looks at whether the search is still wanted."""
HELP = (
    "words, task:2.1, domain:2, type:multiple, concept:ID, trap:ID, level:hard, exam:CODE, seen, new, due, right, "
    "wrong, flagged, suspended, noted; - in front turns one round"
)


@dataclass(frozen=True, slots=True)
class Found:
    """The entries that fit, and what of the filter was not understood."""

    entries: tuple[Entry, ...]
    unclear: str = ""
    places: Mapping[str, int] = field(default_factory=dict)
    """Where each question stands, by its id."""

    def place_of(self, question_id: str) -> int:
        """Where a question stands; 0 for one that is not among them."""
        return self.places.get(question_id, 0)

    def with_entry(self, entry: Entry) -> Found:
        """The same with one entry replaced, where it stands."""
        place = self.places.get(entry.question.id)
        if place is None:
            return self
        return replace(self, entries=(*self.entries[:place], entry, *self.entries[place + 1 :]))


_FLAGS: Mapping[str, Test] = {
    "seen": lambda e: e.answers > 0,
    "new": lambda e: e.answers == 0,
    "due": lambda e: e.due,
    "right": lambda e: e.last is True,
    "wrong": lambda e: e.last is False,
    "flagged": lambda e: e.flagged,
    "suspended": lambda e: e.suspended,
    "noted": lambda e: bool(e.note),
}
_NAMES: Mapping[str, Callable[[Entry, str], bool]] = {
    "exam": lambda e, value: any(ref.code == value for ref in e.question.exams),
    "task": lambda e, value: e.task == value,
    "domain": lambda e, value: e.task.partition(".")[0] == value,
    "type": lambda e, value: e.question.type == value,
    "level": lambda e, value: e.question.difficulty == value,
    "concept": lambda e, value: any(value in concept for concept in e.question.concepts),
    "trap": lambda e, value: any(value in trap for trap in e.question.traps),
    "id": lambda e, value: value in e.question.id,
}


def find(
    text: str,
    entries: Sequence[Entry],
    words_of: Callable[[Entry], str],
    *,
    exam: str = "",
    stop: Callable[[], bool] = lambda: False,
) -> Found:
    """The entries that meet every part of the filter, in their order. `words_of`: the lower-case words to look in;
    `exam`: the only one to look in while the filter names none; `stop`: asked now and then whether to give up, and
    what is found until then is of no use."""
    tests: list[Test] = []
    unclear = ""
    parts = text.lower().split()
    if exam and not any(part.removeprefix("-").startswith("exam:") for part in parts):
        parts.append(f"exam:{exam}")
    for part in parts:
        turned, part = part.startswith("-") and len(part) > 1, part.removeprefix("-")
        test, problem = _test(part, words_of)
        unclear = unclear or problem
        if test is not None:
            tests.append(_turned(test) if turned else test)
    kept: list[Entry] = []
    for number, entry in enumerate(entries):
        if number % BETWEEN == 0 and stop():
            break
        if all(test(entry) for test in tests):
            kept.append(entry)
    return Found(tuple(kept), unclear, {entry.question.id: place for place, entry in enumerate(kept)})


def _turned(test: Test) -> Test:
    return lambda entry: not test(entry)


def _test(part: str, words_of: Callable[[Entry], str]) -> tuple[Test | None, str]:
    if part in _FLAGS:
        return _FLAGS[part], ""
    name, colon, value = part.partition(":")
    if colon:
        known = _NAMES.get(name)
        if known is None:
            near = difflib.get_close_matches(name, _NAMES, n=1)
            hint = f"did you mean {near[0]}:?" if near else f"known are {', '.join(_NAMES)}"
            return None, f"there is no {name}:, {hint}"
        return ((lambda entry: known(entry, value)) if value else None), ""
    return (lambda entry: part in words_of(entry)), ""


def words_in(bank: Bank) -> Callable[[Entry], str]:
    """What the words of a filter are looked for in: id, text, options, names of concepts and traps; made once each."""
    made: dict[str, str] = {}

    def words(entry: Entry) -> str:
        question = entry.question
        if question.id not in made:
            names = [bank.concept_name(c) for c in question.concepts] + [bank.trap_name(t) for t in question.traps]
            options = [option.text for option in question.options]
            parts = [question.id, question.stem, question.ask, *options, *names, entry.note]
            made[question.id] = " ".join(parts).lower()
        return made[question.id]

    return words

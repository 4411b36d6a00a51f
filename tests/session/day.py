"""A whole day of review as a script that any front end can be driven with, and a bank that has every type for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.unit.make import make_bank, make_question, option
from tutor.core.grading import Confidence
from tutor.core.pick import Pick
from tutor.core.question import Bank, Case, Prompt, Question, Trap
from tutor.store.repo import Store

QUESTIONS = 20
NOTE = "ask for the memory first"


@dataclass(frozen=True, slots=True)
class Intent:
    """What the learner wants now."""

    what: str
    chosen: tuple[str, ...] = ()
    """Of an answer, in the form the session takes."""
    confidence: Confidence | None = None
    stays: bool = False
    """After this answer the learner stays on its feedback for what comes next."""


def day_bank() -> Bank:
    """Both sides of a trap, several options, orders, pairs, and a case of three questions."""
    questions: list[Question] = []
    for i in range(6):
        questions.append(make_question(f"a{i}"))
        questions.append(make_question(f"b{i}", key_concept="B", lures={"b": ("t", "A")}, concepts=("B", "A")))
    none: dict[str, Any] = {"lures": {}, "traps": ()}
    for i in range(4):
        several = [option(o, correct=o in "xy", why=f"Why {o}.") for o in "xyz"]
        steps = [option(o, position=p) for o, p in (("two", 2), ("one", 1), ("three", 3), ("out", None))]
        pairs = [option(o) for o in ("left", "right", "neither")]
        prompts = (Prompt("p", "First", "left"), Prompt("q", "Second", "right"))
        questions.append(make_question(f"m{i}", kind="multiple", options=several, concepts=("M",), **none))
        questions.append(make_question(f"o{i}", kind="ordering", options=steps, concepts=("O",), **none))
        questions.append(
            make_question(f"p{i}", kind="matching", options=pairs, prompts=prompts, concepts=("P",), **none)
        )
    questions += [make_question(f"shop-{i}", concepts=("S",), case="shop", **none) for i in range(3)]
    bank = make_bank(questions, [Trap("t", "A or B", ("A", "B"), "cue", "rule")])
    return replace(bank, cases={"shop": Case("shop", "A shop", "It sells books and has two servers.")})


def wrong(question: Question) -> tuple[str, ...]:
    """A complete wrong answer: the lure where there is one."""
    if question.type == "ordering":
        return tuple(reversed(question.key))
    if question.type == "matching":
        return tuple(f"{prompt.id}=neither" for prompt in question.prompts)
    if question.type == "multiple":
        return (question.key[0], question.distractors[0].id)
    return next((o.id,) for o in sorted(question.distractors, key=lambda o: not o.trap))


def plan(pick: Callable[[], Pick | None], *, first: int = 0, last: int = QUESTIONS) -> Iterator[Intent]:
    """Intents for the answers `first` to `last` of the day; every second error on a trap is followed by a drill."""

    def question() -> Question:
        now = pick()
        assert now is not None
        return now.question

    chores = [(0, "flag"), (3, "note"), (5, "skip"), (6, "suspend"), (12, "undo")]
    chores = [chore for chore in chores if chore[0] >= first]
    number = first
    while number < last:
        if chores and number >= chores[0][0]:
            what = chores.pop(0)[1]
            if what == "undo":
                yield Intent("answer", wrong(question()), stays=True)
            yield Intent(what)
            if what == "suspend":
                yield Intent("undo")
        asked = question()
        chosen = wrong(asked) if number % 3 == 1 else asked.key
        confidence: Confidence | None = "guess" if number == 8 else "unsure" if number in (11, 12) else None
        fell = any(o.trap for o in asked.distractors if o.id in chosen) and number + 1 < last
        yield Intent("answer", chosen, confidence, stays=fell)
        number += 1
        if fell:
            yield Intent("contrast")
            yield Intent("answer", question().key)
            number += 1


def log(database: Path) -> list[tuple[object, ...]]:
    """What an answer log says, without ids and times."""
    with Store.open(database, read_only=True) as store:
        return [
            (a.question_id, a.mode, a.reason["slot"], a.shown, a.chosen, a.correct, a.confidence, int(a.rating))
            for a in store.answers(retracted=True)
        ]


def marks(database: Path) -> list[tuple[str, bool, bool, str]]:
    """Question, flag, suspension and note of every mark."""
    with Store.open(database, read_only=True) as store:
        return sorted((m.question_id, m.flagged, m.suspended, m.note) for m in store.marks().values())

"""Two weeks of a learner who knows everything but takes data parallelism wherever it is offered.

The calendar has four missed days, so that questions age. The shipped bank is used, through the plain review.
"""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.golden.scripted import Learner, lover_of
from tutor.config import Config
from tutor.content.load import load_bank
from tutor.core.blueprint import practice_questions
from tutor.core.knowledge import Knowledge, compare
from tutor.core.log import Answer
from tutor.core.question import Bank
from tutor.desk import load_prior
from tutor.paths import bank_dir
from tutor.store.repo import Store

TRAP = "data-vs-model-parallel"
LURE, SIDE = "training.data-parallelism", "training.model-parallelism"
MISSED = range(8, 12)
LIMIT = 20


def evening(day: int) -> str:
    return f"2026-12-{day:02d}T19:30:00+01:00"


@dataclass
class Fortnight:
    """What there was to see."""

    learner: Learner
    bank: Bank
    waiting: dict[int, dict[str, Any]]
    """`tutor due --json` before each sitting."""
    left: dict[int, dict[str, Any]]
    """The same after it."""
    log: list[Answer]


@pytest.fixture(scope="module")
def fortnight(tmp_path_factory: pytest.TempPathFactory) -> Fortnight:
    # A copy, so that the fortnight sees one bank even while questions are being written.
    folder = Path(shutil.copytree(bank_dir(), tmp_path_factory.mktemp("bank") / "bank"))
    bank = load_bank(folder).bank
    learner = Learner(tmp_path_factory.mktemp("fortnight"), folder, bank, lover_of(LURE))
    waiting, left = {}, {}
    for day in range(1, 15):
        if day in MISSED:
            continue
        waiting[day] = learner.data(evening(day), "due", "--json")
        learner.review(evening(day), "--limit", str(LIMIT))
        left[day] = learner.data(evening(day), "due", "--json")
    with Store.open(learner.home / "data" / "default.db", read_only=True) as store:
        return Fortnight(learner, bank, waiting, left, store.answers())


def test_the_report_names_the_confusion_and_its_direction_as_confirmed(fortnight: Fortnight) -> None:
    report = fortnight.learner.data(evening(14), "report", "weakness", "--format", "json")
    assert isinstance(report["schema"], int)
    found = [c for c in report["confusions"] if c["trap"] == TRAP and c["side"] == SIDE]
    assert len(found) == 1
    confusion = found[0]
    taken = [a for a in fortnight.log if fell_for(fortnight.bank, a, SIDE)]
    assert confusion["status"] == "confirmed"
    assert confusion["lure"] == LURE
    assert confusion["taken"] == len(taken) >= 10
    assert confusion["exposures"] >= confusion["taken"]
    assert 1.0 < confusion["ratio_low"] < confusion["ratio"] < confusion["ratio_high"]
    others = [c for c in report["confusions"] if c["status"] == "confirmed" and c["lure"] != LURE]
    assert others == []


def fell_for(bank: Bank, answer: Answer, side: str) -> bool:
    question = bank.questions[answer.question_id]
    lures = [o.id for o in question.distractors if o.trap == TRAP and o.id in answer.chosen]
    return question.type == "single" and bool(lures) and bank.side(question, TRAP) == side


def test_the_text_report_says_the_same(fortnight: Fortnight) -> None:
    text = fortnight.learner.command(evening(14), "report", "weakness").stdout
    bank = fortnight.bank
    assert f"You take {bank.concept_name(LURE)} for {bank.concept_name(SIDE)}." in " ".join(text.split())
    assert f"tutor review --trap {TRAP}" in text


def test_no_focus_pick_was_made_while_an_aged_question_waited(fortnight: Fortnight) -> None:
    assert max(w["aged"] for w in fortnight.waiting.values()) > 0
    for day, waiting in fortnight.waiting.items():
        slots = [a.reason["slot"] for a in fortnight.log if a.study_day == date(2026, 12, day)]
        first = [i for i, slot in enumerate(slots) if slot in ("focus", "new")]
        if first:
            assert slots[: first[0]].count("overdue") == waiting["aged"]
        if "focus" in slots:
            assert fortnight.left[day]["aged"] == 0


def test_the_questions_of_the_trap_come_up_more_often_than_their_share(fortnight: Fortnight) -> None:
    bank = fortnight.bank
    deck = practice_questions(bank.questions.values(), Config().exam)
    share = sum(1 for q in deck if TRAP in q.traps) / len(deck)
    sides = Counter(bank.side(q, TRAP) for a in fortnight.log if TRAP in (q := bank.questions[a.question_id]).traps)
    assert set(sides) == {LURE, SIDE}
    assert sum(sides.values()) > 1.2 * share * len(fortnight.log)


def test_new_questions_keep_to_the_daily_number_while_something_is_due(fortnight: Fortnight) -> None:
    for day in fortnight.waiting:
        today = [a for a in fortnight.log if a.study_day == date(2026, 12, day)]
        served = [a for a in today if a.card_before is None and a.reason["slot"] != "focus"]
        if fortnight.left[day]["due"] > 0:
            assert len(served) <= 13


def test_no_question_came_twice_on_one_day(fortnight: Fortnight) -> None:
    pairs = Counter((a.study_day, a.question_id) for a in fortnight.log)
    assert set(pairs.values()) == {1}


def test_the_stored_state_equals_a_replay_of_the_log(fortnight: Fortnight) -> None:
    with Store.open(fortnight.learner.home / "data" / "default.db", read_only=True) as store:
        stored = store.rows()
    replayed = Knowledge.replay(fortnight.bank, load_prior(), fortnight.log)
    assert compare(stored, replayed.rows()) == []


def test_every_answer_carries_the_day_and_offset_it_was_given_in(fortnight: Fortnight) -> None:
    assert {a.utc_offset for a in fortnight.log} == {60}
    assert {a.study_day.day for a in fortnight.log} == set(fortnight.waiting)


def test_the_transcript_is_plain_text_without_escapes(fortnight: Fortnight) -> None:
    text = "".join(fortnight.learner.transcript)
    assert "\x1b" not in text
    assert Path(fortnight.learner.home).name not in text

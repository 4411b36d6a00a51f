"""A month of a made-up learner on the shipped bank, for looking at the screens: `python -m tests.tui.home FOLDER`.

Every answer goes through the real session with a clock that is moved, so the home is like one that grew.
"""

from __future__ import annotations

import random
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tutor.config import Config
from tutor.content.load import load_bank
from tutor.core.grading import Confidence
from tutor.core.question import Question
from tutor.paths import Paths, bank_dir
from tutor.session import Session

START = datetime(2026, 10, 26, 17, 30, tzinfo=UTC)
NOW = "2026-11-25T18:30:00+01:00"
AWAY = {5, 12, 13, 19, 26}
LURES = {
    "training.data-parallelism": 0.8,
    "hosting.real-time-endpoint": 0.45,
    "metrics.precision": 0.5,
    "rag.retrieval-augmented-generation": 0.4,
}
"""Concepts this learner takes for others, and how often."""


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at


def chosen(question: Question, chance: random.Random, day: int) -> list[str]:
    """What the learner answers: the lures above, else more and more often the key."""
    if question.type == "single":
        for option in question.distractors:
            if chance.random() < LURES.get(option.concept, 0.0) * (0.5 if day > 20 else 1.0):
                return [option.id]
        if chance.random() < 0.25 - 0.004 * day:
            return [chance.choice(question.distractors).id]
    return list(question.key)


def make(folder: Path, days: int = 30) -> Path:
    """The home; its database is made anew. Returns the folder for TUTOR_HOME."""
    paths = Paths.find(str(folder))
    paths.ensure()
    paths.config_file.parent.mkdir(parents=True, exist_ok=True)
    paths.config_file.write_text('exam = "mla-c01"\nexam_date = 2026-12-19\n', encoding="utf-8")
    bank, chance, clock = load_bank(bank_dir(), paths.bank_cache).bank, random.Random(5), HandClock(START)
    config = Config(exam_date=datetime(2026, 12, 19).date(), retention=0.87, explicit=frozenset({"exam", "exam_date"}))
    for day in range(days):
        clock.at = START + timedelta(days=day)
        if day in AWAY:
            continue
        with Session.open(paths.database(), bank, config, clock, limit=14 + day % 7, seed=3) as session:
            while (pick := session.next()) is not None:
                clock.at += timedelta(seconds=chance.randint(25, 80))
                confidence: Confidence | None = "guess" if chance.random() < 0.08 else None
                session.answer(pick.id, chosen(pick.question, chance, day), confidence, chance.randint(15, 70) * 1000)
    return folder


if __name__ == "__main__":
    print(f"TUTOR_HOME={make(Path(sys.argv[1]))} TUTOR_NOW={NOW}")

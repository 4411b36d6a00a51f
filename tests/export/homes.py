"""Homes with a history of their own, as the program leaves them, and what a test sees of their tables."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from tests.store.make import dump
from tutor.cli import main
from tutor.core.clock import study_day
from tutor.core.grading import Confidence, rate
from tutor.core.knowledge import Knowledge
from tutor.core.log import Answer, Mode
from tutor.core.question import Bank
from tutor.desk import load_prior
from tutor.store.codec import dumps
from tutor.store.repo import Store
from tutor.store.values import Mark

START = datetime(2026, 10, 20, 8, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Home:
    """A folder for everything the program keeps."""

    path: Path
    bank: Bank
    device: str = "laptop"

    @property
    def database(self) -> Path:
        return self.path / "data" / "default.db"

    @property
    def config(self) -> Path:
        return self.path / "config" / "config.toml"

    def run(self, *words: object, code: int = 0) -> None:
        """One call of the program with this home; it must end with `code`."""
        assert main([*map(str, words), "--home", str(self.path)]) == code, words

    def export(self, *words: object) -> Path:
        """A jsonl export of this home."""
        file = self.path.with_name(f"{self.path.name}.jsonl")
        self.run("export", "-o", file, "--force", *words)
        return file

    def report(self, kind: str, form: str) -> bytes:
        """A report of this home."""
        file = self.path.with_name(f"{self.path.name}.{kind}.{form}")
        self.run("report", kind, "--format", form, "-o", file)
        return file.read_bytes()

    def copy(self, path: Path, device: str) -> Home:
        """The same home in another place, as a second machine starts with it."""
        shutil.copytree(self.path, path)
        return replace(self, path=path, device=device)

    def give(
        self,
        number: int,
        right: bool,
        *,
        at: datetime | None = None,
        confidence: Confidence | None = None,
        mode: Mode = "review",
        offset: int = 60,
        rollover: int = 4,
    ) -> Answer:
        """Answer question `number` of the bank, as a session does; `offset` is minutes east of UTC."""
        question = list(self.bank.questions.values())[number % len(self.bank.questions)]
        with Store.open(self.database) as store:
            knowledge = Knowledge(self.bank, load_prior(), store.rows())
            count = len(store.answers(retracted=True))
            at = at or START + timedelta(hours=7 * count)
            local = at.astimezone(timezone(timedelta(minutes=offset)))
            chosen = question.key if right else (question.distractors[0].id,)
            given = Answer(
                id=f"{self.device}-{count:06d}",
                pick_id=f"{self.device}-pick-{count}",
                question_id=question.id,
                key_hash=question.key_hash,
                text_hash=question.text_hash,
                mode=mode,
                reason={"slot": "new", "value": number / 7, "about": ""},
                shown=question.option_ids,
                chosen=chosen,
                correct=right,
                confidence=confidence,
                rating=rate(right, confidence),
                retention=0.9,
                answered_at=at,
                utc_offset=offset,
                rollover=rollover,
                study_day=study_day(local, rollover=rollover),
                duration_ms=20_000 + number,
                device=self.device,
                card_before=knowledge.cards.get(question.id),
            )
            change = knowledge.apply(given)
            words, version = question.text(), knowledge.version
            store.record_answer(given, change.before, change.after, None, seen_text=words, current_to_version=version)
        return given

    def undo(self) -> None:
        """Take the last answer back, when there is one."""
        with Store.open(self.database) as store:
            if (step := store.undo_step()) is not None:
                store.undo(step, step.answer.answered_at + timedelta(minutes=1))

    def mark(self, question: str, note: str, minute: int, *, suspended: bool = False) -> None:
        with Store.open(self.database) as store:
            store.set_mark(Mark(question, bool(minute % 2), suspended, note, START + timedelta(minutes=minute)))

    def mock(self, name: str, answers: list[str], *, over: bool = True) -> None:
        """A practice exam with these answers, put into the tables as its own code will."""
        result = dumps({"right": len(answers)}) if over else None
        ended = "2026-11-01 10:00:00.000000" if over else None
        with closing(sqlite3.connect(self.database)) as raw, raw:
            values = (name, "exam-a", dumps(["q-a"]), "2026-11-01 09:00:00.000000", ended, result)
            raw.execute("INSERT OR REPLACE INTO mock VALUES (?, ?, ?, ?, ?, ?)", values)
            raw.executemany("UPDATE answer SET mock_id = ? WHERE id = ?", [(name, answer) for answer in answers])


TRUTH = ("answer", "mark", "mock", "seen_text")
CACHES = ("card", "learner_state", "concept_state", "question_state", "trap_state")


def state(home: Home) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table that two homes with one history share, bit by bit. What is their own is left out: the
    mark of an answer that came by a merge, the id of the database, the next pick and the steps that can be undone."""
    tables = dump(home.database, *TRUTH, *CACHES, "meta")
    with closing(sqlite3.connect(home.database)) as raw:
        names = [row[1] for row in raw.execute("PRAGMA table_info(answer)")]
    own = names.index("merged")
    tables["answer"] = [(*row[:own], *row[own + 1 :]) for row in tables["answer"]]
    tables["meta"] = [row for row in tables["meta"] if row[0] != "device"]
    return tables

"""The learner's data for reading: reports, exports, what is due. Writes nothing and needs no lock."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from types import TracebackType

from tutor.config import Config
from tutor.core.blueprint import practice_questions, weights
from tutor.core.clock import Clock, study_day
from tutor.core.knowledge import Knowledge
from tutor.core.log import Answer
from tutor.core.outcome import ConceptEstimate, Waiting
from tutor.core.quality import Quality, quality
from tutor.core.question import Bank, Question
from tutor.core.readiness import Chance, Outlook, outlook
from tutor.core.rows import CardRow
from tutor.core.trials import Trial, run
from tutor.desk import AtDesk, Desk
from tutor.errors import UsageError
from tutor.store.reader import Reader
from tutor.store.values import Mark


class Overview(AtDesk):
    """A look at one learner and exam. Made by `open`; use it as a context manager or call `close`."""

    def __init__(self, store: Reader, desk: Desk, clock: Clock) -> None:
        self._store = store
        self._desk = desk
        self._log = store.answers()
        self._trials: list[Trial] | None = None
        day = study_day(clock.now(), rollover=desk.config.rollover)
        self.day: date = max([day, *(a.study_day for a in self._log[-1:])])
        """Study day of the look."""

    @classmethod
    def open(cls, paths_db: Path, bank: Bank, config: Config, clock: Clock, exam: str | None = None) -> Overview:
        """Read a profile; one that does not exist yet reads as empty. Raises UsageError for an unknown exam, DataError
        for a damaged or newer database."""
        desk = Desk.make(bank, config, exam=exam)
        store = Reader.open(paths_db)
        try:
            desk.load(store)
            return cls(store, desk, clock)
        except BaseException:
            store.close()
            raise

    def __enter__(self) -> Overview:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._store.close()

    def waiting(self) -> Waiting:
        """What waits today."""
        today = [a for a in self._log if a.study_day == self.day]
        return self._desk.agenda(self.day, today).waiting(self._log)

    def concepts_before(self, days: int) -> list[ConceptEstimate]:
        """The same by what was known so many study days ago; empty when there were no answers yet. Replays the log; the
        same replay serves `quality` afterwards."""
        then = self.day - timedelta(days=days)
        known = [answer for answer in self._log if answer.study_day <= then]
        if not known:
            return []
        knowledge = Knowledge(self.bank, self._desk.prior)
        found = run(knowledge, known)
        estimates = self._desk.concepts(knowledge)
        if self._log[: len(known)] == known:  # else another machine's clock was late, and the order would be another
            self._trials = [*found, *run(knowledge, self._log[len(known) :])]
        return estimates

    def practice(self) -> list[Question]:
        """The questions of this exam that may be shown in practice, in order of id."""
        return self._desk.practice()

    def bank_practice(self) -> list[Question]:
        """The questions of every exam that may be shown in practice, in order of id, those put away too."""
        kept = {q.id: q for code in self.bank.exams for q in practice_questions(self.bank.questions.values(), code)}
        return sorted(kept.values(), key=lambda q: q.id)

    def due_day(self, question: Question) -> date | None:
        """The study day a question comes back; None for one never answered."""
        card = self._desk.knowledge.cards.get(question.id)
        return None if card is None else card.due_day

    def trap_weights(self) -> Mapping[str, float]:
        """Share of the exam by trap id."""
        return weights(self.exam, self._desk.practice()).traps

    def marks(self) -> dict[str, Mark]:
        """What the learner said about questions, by question id."""
        return self._store.marks()

    def exam_notice(self) -> str:
        """The exam's one-line notice, while nothing was answered and no exam chosen; else empty."""
        return self._desk.exam_notice(first_run=not self._log)

    def answers(self) -> list[Answer]:
        """The log without retracted answers, oldest first."""
        return list(self._log)

    def exam_answers(self) -> int:
        """Answers in the log to questions of this exam."""
        questions = (self.bank.find(a.question_id) for a in self._log)
        return sum(1 for q in questions if q is not None and q.exam(self.exam.code) is not None)

    def outlook(self) -> Outlook:
        """Readiness for the exam on the day of the look."""
        return outlook(
            self._desk.knowledge, self.exam, self._exam_questions(), self._log, self.day, self.config.exam_date
        )

    def moments(self) -> list[tuple[date, int, Chance | None]]:
        """The chance on unseen questions after each study day with answers, as it is on the next day, and the answers
        up to then; replays the log."""
        knowledge = Knowledge(self.bank, self._desk.prior)
        questions = self._exam_questions()
        found: list[tuple[date, int, Chance | None]] = []
        for number, answer in enumerate(self._log, start=1):
            knowledge.apply(answer)
            last = number == len(self._log) or self._log[number].study_day != answer.study_day
            if last:
                look = outlook(knowledge, self.exam, questions, (), answer.study_day + timedelta(days=1))
                found.append((answer.study_day, number, look.overall))
        return found

    def due_days(self) -> list[date]:
        """The day each seen practice question of this exam is due."""
        cards = self._desk.knowledge.cards
        return [cards[q.id].due_day for q in self._desk.practice() if q.id in cards]

    def question(self, question_id: str) -> Question:
        """A question by its id, old ids included. Raises UsageError that names the nearest one."""
        found = self.bank.find(question_id)
        if found is None:
            near = difflib.get_close_matches(question_id, list(self.bank.questions), n=1)
            hint = f"Did you mean {near[0]}?" if near else "`tutor bank list` shows them."
            raise UsageError(f"The bank has no question {question_id!r}", hint)
        return found

    def question_answers(self, question: Question) -> list[Answer]:
        """Every answer to a question, under its old ids too, retracted ones included, oldest first."""
        ids = {question.id, *question.aliases}
        return [a for a in self._store.answers(retracted=True) if a.question_id in ids]

    def card(self, question: Question) -> tuple[CardRow | None, float | None]:
        """The card of a question and its recall on the day of the look."""
        card = self._desk.knowledge.cards.get(question.id)
        return card, None if card is None else self._desk.knowledge.recall(question.id, self.day)

    def mark(self, question: Question) -> Mark | None:
        """What the learner noted about a question."""
        return self._store.marks().get(question.id)

    def _exam_questions(self) -> list[Question]:
        questions = self.bank.questions.values()
        return [q for q in questions if q.status == "reviewed" and q.exam(self.exam.code) is not None]

    def quality(self) -> Quality:
        """How well the model predicts this learner, over all exams; replays the log unless that was done."""
        if self._trials is None:
            self._trials = run(Knowledge(self.bank, self._desk.prior), self._log)
        return quality(self._trials, self._desk.prior)

    def tuned(self) -> bool:
        """Whether settings of the learner's own are in force."""
        return self._desk.tuned

    def notices(self) -> list[str]:
        """One-line messages that came up while the data were read."""
        return list(self._desk.notices)

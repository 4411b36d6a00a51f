"""The learner's data for reading: reports, exports, what is due. Writes nothing and needs no lock."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from types import TracebackType

from tutor.config import Config
from tutor.core.clock import Clock, study_day
from tutor.core.log import Answer
from tutor.core.outcome import ConceptEstimate, Confusion, Waiting
from tutor.core.question import Bank, Exam
from tutor.core.standing import concept_estimates, confusions
from tutor.desk import Desk
from tutor.store.repo import Store


class Overview:
    """A look at one learner and exam. Made by `open`; use it as a context manager or call `close`."""

    def __init__(self, store: Store, desk: Desk, clock: Clock) -> None:
        self._store = store
        self._desk = desk
        self._log = store.answers()
        day = study_day(clock.now(), rollover=desk.config.rollover)
        self.day: date = max([day, *(a.study_day for a in self._log[-1:])])
        """Study day of the look."""

    @classmethod
    def open(cls, paths_db: Path, bank: Bank, config: Config, clock: Clock, exam: str | None = None) -> Overview:
        """Read a profile; one that does not exist yet reads as empty. Raises UsageError for an unknown exam, DataError
        for a damaged or newer database."""
        desk = Desk.make(bank, config, exam=exam)
        store = Store.open(paths_db, read_only=True)
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

    @property
    def exam(self) -> Exam:
        return self._desk.exam

    @property
    def bank(self) -> Bank:
        return self._desk.bank

    @property
    def config(self) -> Config:
        return self._desk.config

    def waiting(self) -> Waiting:
        """What waits today."""
        today = [a for a in self._log if a.study_day == self.day]
        return self._desk.agenda(self.day, today).waiting(self._log)

    def concepts(self) -> list[ConceptEstimate]:
        """Concepts of this exam, weakest first."""
        return concept_estimates(self._desk.knowledge, self._desk.practice())

    def confusions(self) -> list[Confusion]:
        """Directions of traps met so far, worst first."""
        return confusions(self._desk.knowledge)

    def answers(self) -> list[Answer]:
        """The log without retracted answers, oldest first."""
        return list(self._log)

"""What a review and a report both stand on: bank, exam, settings and the learner's rows brought up to date.

Opens nothing itself and never writes except to renew stale caches of a writable store.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.config import Config
from tutor.content.hashes import similarity
from tutor.core.agenda import Agenda, Settings
from tutor.core.blueprint import practice_questions, weights
from tutor.core.knowledge import Knowledge
from tutor.core.log import Answer, Mode
from tutor.core.outcome import ConceptEstimate, Confusion
from tutor.core.prior import Prior, prior_from_json
from tutor.core.question import Bank, Exam, Question
from tutor.core.rows import TrapKey
from tutor.core.standing import concept_estimates, confusions
from tutor.errors import DataError, TutorError, UsageError
from tutor.paths import models_dir
from tutor.store.reader import Reader
from tutor.tuned import overlaid, read, settings_file

if TYPE_CHECKING:
    from tutor.store.repo import Store

SAME_TEXT = 0.9
"""Similarity from which a rewording does not bring a question back."""


@dataclass
class Desk:
    """One learner's work on one exam."""

    bank: Bank
    config: Config
    exam: Exam
    prior: Prior
    knowledge: Knowledge
    mode: Mode = "review"
    concept: str = ""
    trap: str = ""
    exam_chosen: bool = False
    suspended: Collection[str] = field(default_factory=set)
    reworded: set[str] = field(default_factory=set)
    rebuilt: bool = False
    """True when caches made by other rules, settings or another bank were worked out again."""
    notices: list[str] = field(default_factory=list)
    """One-line messages for the learner that `load` had."""
    tuned: bool = False
    """True when settings found by `tutor train` are in force."""

    @classmethod
    def make(cls, bank: Bank, config: Config, *, exam: str | None = None, concept: str = "", trap: str = "") -> Desk:
        """Check the wishes against the bank. Raises UsageError that names the nearest known id, DataError for a bank
        without questions for the exam."""
        code = (exam or config.exam).lower()
        _known("exam", code, bank.exams)
        if concept:
            _known("concept", concept, bank.concepts)
        if trap:
            _known("trap", trap, bank.traps)
        prior = load_prior()
        desk = cls(
            bank,
            config,
            bank.exams[code],
            prior,
            Knowledge(bank, prior),
            "drill" if concept or trap else "review",
            concept,
            trap,
            exam_chosen=exam is not None or "exam" in config.explicit,
        )
        if not desk.practice():
            raise DataError(
                f"The bank has no reviewed question for {code}"
                + (" with this concept or trap" if concept or trap else ""),
                "`tutor bank list` shows what there is; `tutor bank check` names what does not load.",
            )
        return desk

    def load(self, store: Store | Reader) -> None:
        """Take over the learner's settings and stored rows; when these were made by other rules or settings, another
        bank or another log, work them out again from the log (and store them, unless the store is read-only)."""
        self.prior = load_prior(store.path, self.notices.append)
        self.tuned = self.prior != self.knowledge.prior
        if self.tuned:
            self.knowledge = Knowledge(self.bank, self.prior)
        last = store.last_answer()
        current_to, made_by = store.current()
        self.suspended = {m.question_id for m in store.marks().values() if m.suspended}
        stale = last is not None and (current_to != last.id or made_by != self.knowledge.version)
        if stale:
            self.knowledge = Knowledge.replay(self.bank, self.prior, store.answers())
            self.rebuilt = True
            if not isinstance(store, Reader):
                store.replace_rows(self.knowledge.rows(), self.knowledge.version)
        else:
            self.knowledge = Knowledge(self.bank, self.prior, store.rows())
        self.reworded = {q for q in self.knowledge.cards if self._is_reworded(q, store)}

    def _is_reworded(self, question_id: str, store: Store | Reader) -> bool:
        question = self.bank.find(question_id)
        card = self.knowledge.cards[question_id]
        if question is None or card.text_hash == question.text_hash:
            return False
        old = store.text(card.text_hash)
        return old is None or similarity(old, question.text()) < SAME_TEXT

    def unmark_reworded(self, question_id: str) -> bool:
        """The learner has seen today's wording; returns whether it was marked."""
        was = question_id in self.reworded
        self.reworded.discard(question_id)
        return was

    def mark_reworded(self, question_id: str) -> None:
        self.reworded.add(question_id)

    def practice(self, *, whole: bool = False) -> list[Question]:
        """The questions that may be shown, in order of id; `whole`: those of the whole exam in a drill too."""
        found = practice_questions(self.bank.questions.values(), self.exam.code, self.suspended)
        if whole:
            return found
        if self.concept:
            found = [q for q in found if self.concept in q.concepts]
        if self.trap:
            found = [q for q in found if self.trap in q.traps]
        return found

    def concepts(self, knowledge: Knowledge | None = None) -> list[ConceptEstimate]:
        """Concepts of the exam, weakest first, by what is known now or by other `knowledge`."""
        questions = self.practice()
        shares = weights(self.exam, questions).concepts
        return concept_estimates(self.knowledge if knowledge is None else knowledge, questions, shares)

    def agenda(self, day: date, today: Sequence[Answer], *, whole: bool = False) -> Agenda:
        """The study day for this exam; `whole`: over all its questions in a drill too."""
        config = self.config
        over = config.exam_date is not None and config.exam_date < day
        settings = Settings(
            minutes=float(config.minutes),
            retention=0.90 if over and "retention" not in config.explicit else config.retention,
            new_per_day=config.new_per_day,
            exam_date=None if over else config.exam_date,
            estimates=config.estimates,
        )
        questions = self.practice(whole=whole)
        return Agenda(self.knowledge, self.exam, questions, settings, day, today, frozenset(self.reworded))

    def lures_of(self, answer: Answer) -> list[TrapKey]:
        """Directions of traps whose lure was chosen in an answer."""
        question = self.bank.find(answer.question_id)
        if question is None:
            return []
        taken = {o.trap for o in question.distractors if o.trap and o.id in answer.chosen}
        return [(trap, self.bank.side(question, trap)) for trap in sorted(taken)]

    def exam_notice(self, first_run: bool) -> str:
        """The exam's one-line notice, on the first run and only while no exam was chosen."""
        return self.exam.notice if first_run and not self.exam_chosen else ""


class AtDesk:
    """What everything that stands on a desk shows of it."""

    _desk: Desk

    @property
    def exam(self) -> Exam:
        return self._desk.exam

    @property
    def bank(self) -> Bank:
        return self._desk.bank

    @property
    def config(self) -> Config:
        return self._desk.config

    def concepts(self) -> list[ConceptEstimate]:
        """Concepts of this exam, weakest first."""
        return self._desk.concepts()

    def confusions(self) -> list[Confusion]:
        """Directions of traps met so far, worst first."""
        return confusions(self._desk.knowledge)


def load_prior(database: Path | None = None, note: Callable[[str], None] | None = None) -> Prior:
    """The shipped settings of the learner model, with those over them that `tutor train` has found for the learner with
    this database. A settings file that is not understood is left aside and `note` gets a line about it. Raises
    DataError when the shipped settings are missing or not understood."""
    path = models_dir() / "default" / "prior.json"
    try:
        shipped = prior_from_json(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.", "Install the program again.") from error
    if database is None:
        return shipped
    note = note or (lambda _: None)
    file = settings_file(database)
    try:
        tuned = read(file)
    except TutorError as error:
        note(f"Your tuned settings are left aside: {error.message} {error.hint}".strip())
        return shipped
    if tuned is not None and tuned.model_version != shipped.model_version:
        note(
            f"Your tuned settings are left aside: they belong to version {tuned.model_version} of the learner model, "
            f"not {shipped.model_version}. `tutor train` makes them anew."
        )
    return overlaid(shipped, tuned)


def case_scenario(bank: Bank, question: Question) -> str:
    """The scenario of the case a question belongs to, empty without one."""
    case = bank.cases.get(question.case)
    return case.scenario if case is not None else ""


def lifecycle_notices(bank: Bank, question: Question) -> tuple[str, ...]:
    """A line for every service in the question whose availability has changed."""
    found = [bank.lifecycle[i] for i in question.lifecycle if i in bank.lifecycle]
    return tuple(
        f"{entry.service}: {entry.change}"
        + (f" ({entry.effective})" if entry.effective else "")
        + "; the exam may still ask it."
        for entry in found
    )


def _known(kind: str, wanted: str, known: Collection[str]) -> None:
    if wanted in known:
        return
    near = difflib.get_close_matches(wanted, list(known), n=1)
    hint = f"Did you mean {near[0]}?" if near else f"Known: {', '.join(sorted(known)[:12]) or 'none'}."
    raise UsageError(f"The bank has no {kind} {wanted!r}", hint)

"""The product's own code as an arm: `tutor.core` chooses through its agenda, from its knowledge of each learner's log.

In memory, one learner after the other, so it is slow: it is for a few learners and shows that `product.py`, which runs
the large worlds, picks the same questions.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Literal

import numpy as np

from benchmarks.policy.banks import BLUEPRINT, CONCEPTS, DOMAIN_OF, Ints, Tags
from benchmarks.policy.family import GUESS, Replies
from benchmarks.policy.tutors import Start, Tutor
from tutor.config import RETENTION_FOR_EXAM, Config
from tutor.core.agenda import Agenda, Settings
from tutor.core.grading import Confidence, rate
from tutor.core.knowledge import Knowledge
from tutor.core.log import Answer
from tutor.core.pick import Reason
from tutor.core.policy import choose
from tutor.core.prior import Prior
from tutor.core.question import Bank, Concept, Domain, Exam, ExamRef, Option, Question, Task, Trap

FIRST_DAY = date(2026, 3, 2)
CODE = "simulated"
EXAM = Exam(
    code=CODE,
    name="Simulated exam",
    domains=tuple(Domain(f"d{i}", f"Domain {i}", round(100 * share)) for i, share in enumerate(BLUEPRINT)),
    tasks=tuple(Task(f"d{i}.1", f"d{i}", "Task") for i in range(len(BLUEPRINT))),
)


def make_bank(tags: Tags, learner: int) -> Bank:
    """A bank of the product with the tags of one learner's questions; options are a key, a lure and two others."""
    questions = {}
    for q in range(tags.first.shape[1]):
        first, second, pair, side = (int(a[learner, q]) for a in (tags.first, tags.second, tags.pair, tags.side))
        lure, key_concept = Option("lure", "", trap="", concept=""), ""
        if pair >= 0:
            right, wrong = tags.pairs[learner, pair, side], tags.pairs[learner, pair, 1 - side]
            lure, key_concept = Option("lure", "", trap=f"t{pair:02d}", concept=f"c{wrong:02d}"), f"c{right:02d}"
        name = f"q{q:04d}"
        questions[name] = Question(
            id=name,
            type="single",
            ask="",
            options=(Option("key", "", correct=True, concept=key_concept), lure, Option("x", ""), Option("y", "")),
            concepts=(f"c{first:02d}",) + ((f"c{second:02d}",) if second >= 0 else ()),
            key_hash=name,
            text_hash=name,
            traps=(f"t{pair:02d}",) if pair >= 0 else (),
            exams=(ExamRef(CODE, f"d{DOMAIN_OF[first]}.1"),),
            status="reviewed",
        )
    traps = {
        f"t{k:02d}": Trap(f"t{k:02d}", "", (f"c{a:02d}", f"c{b:02d}")) for k, (a, b) in enumerate(tags.pairs[learner])
    }
    concepts = {f"c{c:02d}": Concept(f"c{c:02d}", "") for c in range(CONCEPTS)}
    return Bank(questions=questions, concepts=concepts, traps=traps, exams={CODE: EXAM})


@dataclass
class _Desk:
    """One learner at the real code."""

    bank: Bank
    knowledge: Knowledge
    questions: list[Question]
    settings: Settings
    today: list[Answer]
    reason: Reason | None = None
    number: int = 0

    def agenda(self, day: date) -> Agenda:
        return Agenda(self.knowledge, EXAM, self.questions, self.settings, day, self.today)


class RealProduct(Tutor):
    """The product through `tutor.core`; the numpy cards of the base class are kept beside it for the metrics."""

    def __init__(
        self,
        start: Start,
        retention: float = RETENTION_FOR_EXAM,
        quota: int = Config().new_per_day,
        estimates: Literal["evidence", "model"] = "evidence",
    ) -> None:
        super().__init__(start)
        exam_day = FIRST_DAY + timedelta(days=start.days)
        settings = Settings(retention=retention, new_per_day=quota, exam_date=exam_day, estimates=estimates)
        self.desks = []
        for learner in range(self.n):
            bank = make_bank(start.tags, learner)
            questions = [bank.questions[name] for name in sorted(bank.questions)]
            self.desks.append(_Desk(bank, Knowledge(bank, Prior()), questions, settings, []))

    @property
    def date(self) -> date:
        return FIRST_DAY + timedelta(days=self.day)

    def start_day(self, day: int) -> None:
        super().start_day(day)
        for desk in self.desks:
            desk.today = []

    def retention_today(self) -> float:
        return self.desks[0].agenda(self.date).retention

    def pick(self, rows: Ints, number: int, u: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Ints:
        out = np.full(len(rows), -1)
        for place, row in enumerate(rows):
            desk = self.desks[row]
            agenda = desk.agenda(self.date)
            choice = choose(agenda.candidates, agenda.view, agenda.state)
            if choice is not None:
                out[place] = int(choice.question_id[1:])
                desk.reason = choice.reason
        return out

    def observe(self, rows: Ints, q: Ints, replies: Replies) -> None:
        for place, row in enumerate(rows):
            desk = self.desks[row]
            question = desk.bank.questions[f"q{int(q[place]):04d}"]
            correct, lure = bool(replies.correct[place]), bool(replies.lure[place]) and bool(question.traps)
            guess = self.start.confidence and replies.confidence[place] == GUESS
            confidence: Confidence | None = "guess" if guess else None
            assert desk.reason is not None
            desk.number += 1
            answer = Answer(
                id=f"{desk.number:08d}",
                pick_id="",
                question_id=question.id,
                key_hash=question.key_hash,
                text_hash=question.text_hash,
                mode="review",
                reason=desk.reason.to_json(),
                shown=question.option_ids,
                chosen=("key",) if correct else ("lure",) if lure else ("x",),
                correct=correct,
                confidence=confidence,
                rating=rate(correct, confidence),
                retention=desk.agenda(self.date).retention,
                answered_at=datetime(self.date.year, self.date.month, self.date.day, 12, tzinfo=UTC),
                utc_offset=0,
                rollover=4,
                study_day=self.date,
                duration_ms=int(1000 * replies.latency[place]),
                card_before=desk.knowledge.cards.get(question.id),
            )
            desk.knowledge.apply(answer)
            desk.today.append(answer)
        super().observe(rows, q, replies)


class Watched(Tutor):
    """Passes everything on to an arm and keeps its picks, to compare two arms pick by pick."""

    def __init__(self, inner: Tutor) -> None:
        super().__init__(inner.start)
        self.inner = inner
        self.picks: list[tuple[int, int, int, int]] = []

    def start_day(self, day: int) -> None:
        super().start_day(day)
        self.inner.start_day(day)

    def pick(self, rows: Ints, number: int, u: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Ints:
        q = self.inner.pick(rows, number, u)
        self.picks += [(self.day, number, int(r), int(i)) for r, i in zip(rows, q, strict=True)]
        return q

    def observe(self, rows: Ints, q: Ints, replies: Replies) -> None:
        self.inner.observe(rows, q, replies)
        self.cards = self.inner.cards

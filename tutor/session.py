"""The review of one learner: next question, answer, undo, close. The only door for every front end.

Grades, updates memory and learner model, asks the policy for the next question and stores all of it in one transaction
before any feedback exists. Synchronous; one thread at a time. Knows no screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Literal

from tutor.config import Config
from tutor.content.order import option_order
from tutor.core import explain, grading, policy
from tutor.core.agenda import Agenda, seconds_per_question
from tutor.core.clock import Clock, study_day, utc_offset_minutes
from tutor.core.grading import Confidence
from tutor.core.ids import uuid7
from tutor.core.log import Answer, Mode
from tutor.core.outcome import ConceptEstimate, Confusion, Feedback, Progress, Summary, Waiting
from tutor.core.pick import Pick, Reason
from tutor.core.question import Bank, Exam, Question
from tutor.core.standing import confusions, confusions_in
from tutor.desk import Desk, case_scenario, lifecycle_notices
from tutor.marking import Marking
from tutor.store.repo import Store
from tutor.store.values import Mark, StoredPick

Ended = Literal["", "nothing", "minutes", "limit"]
DURATION_CAP_MS = 300_000
"""A longer absence from the keyboard is not time spent on the question."""
WEAKEST_SHOWN = 5


class Session:
    """A running review. Made by `open`; use it as a context manager or call `close`."""

    def __init__(
        self,
        store: Store,
        desk: Desk,
        clock: Clock,
        *,
        minutes: float | None = None,
        limit: int | None = None,
        seed: int | None = None,
    ) -> None:
        self._store = store
        self._desk = desk
        self._clock = clock
        self._seed = str(seed) if seed is not None else store.device()
        self._limit = limit
        self._given: list[Answer] = []
        self._skipped: set[str] = set()
        self._shown: dict[str, int] = {}
        self._pick: Pick | None = None
        self._log = store.answers()
        self._marking = Marking(store, self._now)
        self._notices: list[str] = []
        self._clock_warned = False
        self.ended: Ended = ""
        """Why `next` returned None."""
        self._day = self._current_day()
        self._minutes_until = float(desk.config.minutes) if minutes is None else self._agenda().minutes_used + minutes
        self._start_notices()

    @classmethod
    def open(
        cls,
        paths_db: Path,
        bank: Bank,
        config: Config,
        clock: Clock,
        *,
        exam: str | None = None,
        minutes: float | None = None,
        limit: int | None = None,
        concept: str = "",
        trap: str = "",
        seed: int | None = None,
    ) -> Session:
        """Open the learner's database and make ready. `minutes`: time from now on instead of today's; `limit`: at most
        so many answers; `concept`, `trap`: a drill on that alone.

        Raises BusyError when another copy has it open, DataError for a damaged or newer one, UsageError for an exam,
        concept or trap the bank does not have."""
        desk = Desk.make(bank, config, exam=exam, concept=concept, trap=trap)
        store = Store.open(paths_db)
        try:
            desk.load(store)
            return cls(store, desk, clock, minutes=minutes, limit=limit, seed=seed)
        except BaseException:
            store.close()
            raise

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release the database. Nothing is left to write: every answer is already stored."""
        self._store.close()

    # What the front end may read

    @property
    def exam(self) -> Exam:
        return self._desk.exam

    @property
    def bank(self) -> Bank:
        return self._desk.bank

    @property
    def config(self) -> Config:
        return self._desk.config

    @property
    def day(self) -> date:
        """The study day of the last call."""
        return self._day

    def notices(self) -> list[str]:
        """One-line messages that have come up since the last call."""
        lines, self._notices = self._notices, []
        return lines

    def explain(self, reason: Reason) -> str:
        """Why a question was chosen, in one sentence with the numbers that were used."""
        return explain.sentence(reason, self.bank)

    def why(self, pick: Pick) -> list[str]:
        """The sentence and the calculation behind a pick, line by line. While it is open, nothing in them points at an
        option."""
        still_open = self._pick is not None and self._pick.id == pick.id
        return explain.details(pick.reason, self.bank, open_=still_open)

    def concepts(self) -> list[ConceptEstimate]:
        """Concepts of this exam, weakest first."""
        return self._desk.concepts()

    def confusions(self) -> list[Confusion]:
        """Directions of traps met so far, worst first."""
        return confusions(self._desk.knowledge)

    def progress(self) -> Progress:
        """Where the learner stands today."""
        agenda = self._agenda()
        waiting = agenda.waiting(self._log)
        return Progress(
            done=len(agenda.today),
            right=sum(1 for a in agenda.today if a.correct),
            left=self._left(agenda),
            due=waiting.due,
            overdue=waiting.aged,
            new=waiting.new,
            minutes_used=agenda.minutes_used,
            minutes=self._minutes_until,
        )

    def waiting(self, day: date | None = None) -> Waiting:
        """What waits today, or on a later study day if nothing more were answered."""
        day = day or self._day
        today = self._today() if day == self._day else []
        return self._desk.agenda(day, today).waiting(self._log)

    def summary(self) -> Summary:
        """The close of this sitting."""
        taken = {key for answer in self._given for key in self._desk.lures_of(answer)}
        known = [c for c in self.concepts() if c.enough]
        return Summary(
            answered=len(self._given),
            right=sum(1 for a in self._given if a.correct),
            minutes=self._agenda(self._given).minutes_used,
            confusions=tuple(c for c in self.confusions() if (c.trap_id, c.side) in taken),
            weakest=tuple(known[:WEAKEST_SHOWN]),
            tomorrow=self.waiting(self._day + timedelta(days=1)),
            day=self._day,
        )

    # The review

    def next(self) -> Pick | None:
        """The question to show; the same one until it is answered or skipped. None when the sitting is over; `ended`
        says why: "limit", "minutes" or "nothing" left today."""
        self._refresh_day()
        if self._limit is not None and len(self._given) >= self._limit:
            self.ended = "limit"
            return None
        if self._agenda().minutes_used >= self._minutes_until and self._desk.mode == "review":
            self.ended = "minutes"
            return None
        if self._pick is None:
            stored = self._store.pick()
            self._pick = self._resume(stored)
            if self._pick is None:
                self._pick, record = self._choose()
                self._store.set_pick(record)
        self.ended = "" if self._pick is not None else "nothing"
        return self._pick

    def more(self, minutes: float) -> None:
        """Go on for so many minutes from now; also lifts a limit on the number of questions."""
        self._minutes_until = max(self._minutes_until, self._agenda().minutes_used) + minutes
        self._limit = None

    def answer(
        self, pick_id: str, chosen: Sequence[str], confidence: Confidence | None = None, duration_ms: int = 0
    ) -> Feedback | None:
        """Grade and store an answer; the feedback exists only once it is on disk.

        None when this pick is not the current one, so that a second key press does nothing. Raises InvalidAnswer for an
        incomplete answer and StoreError when it could not be stored; in both cases nothing has changed and the same
        pick can be answered again."""
        pick = self._pick
        if pick is None or pick.id != pick_id:
            return None
        self._refresh_day()
        question = pick.question
        stored_form = grading.normalise(question, chosen)
        answer = self._make_answer(pick, stored_form, confidence, duration_ms)
        knowledge = self._desk.knowledge
        change = knowledge.apply(answer)
        self._given.append(answer)
        self._log.append(answer)
        was_reworded = self._desk.unmark_reworded(question.id)
        try:
            following, record = self._choose()
            self._store.record_answer(
                answer,
                change.before,
                change.after,
                record,
                seen_text=question.text(),
                current_to_version=knowledge.version,
            )
        except BaseException:
            knowledge.put(change.before)
            self._given.pop()
            self._log.pop()
            if was_reworded:
                self._desk.mark_reworded(question.id)
            raise
        self._pick = following
        card = change.after.cards.get(question.id)
        lures = tuple(trap for trap, _ in self._desk.lures_of(answer))
        return Feedback(
            pick=pick,
            answer=answer,
            correct=answer.correct,
            key=question.key,
            chosen=stored_form,
            confusions=confusions_in(knowledge, question, lures),
            lures_taken=lures,
            due_day=None if card is None else card.due_day,
            days=None if card is None else (card.due_day - self._day).days,
        )

    def undo(self) -> Pick | None:
        """Take back the last answer: every number goes back to what it was, and its question is shown again in the same
        order. None when there is nothing to take back. Raises StoreError; nothing has changed then."""
        step = self._store.undo_step()
        if step is None:
            return None
        self._store.undo(step, self._now())
        self._desk.load(self._store)
        self._given = [a for a in self._given if a.id != step.answer.id]
        self._log = [a for a in self._log if a.id != step.answer.id]
        self._pick = None if step.pick is None else self._from_stored(step.pick)
        self.ended = ""
        return self._pick or self.next()

    def skip(self, pick_id: str) -> None:
        """Put the current question off to the end of this sitting; nothing is graded."""
        if self._pick is None or self._pick.id != pick_id:
            return
        self._skipped.add(self._pick.question.id)
        self._replace_pick()

    def flag(self, question_id: str) -> bool:
        """Turn the flag of a question on or off; returns whether it is on now."""
        return self._marking.flag(question_id)

    def mark(self, question_id: str) -> Mark:
        """Flag, suspension and note of a question."""
        return self._marking.of(question_id)

    def note(self, question_id: str, text: str) -> str:
        """Put a note on a question in place of the old one; returns it as it is kept. An empty one removes it."""
        return self._marking.note(question_id, text)

    def suspend(self, question_id: str) -> None:
        """Stop showing a question until it is brought back; its log stays."""
        self._marking.suspend(question_id, True)
        self._desk.suspended = self._marking.suspended()
        if self._pick is not None and self._pick.question.id == question_id:
            self._replace_pick()

    def unsuspend(self, question_id: str) -> None:
        """Show a suspended question again when its time comes."""
        self._marking.suspend(question_id, False)
        self._desk.suspended = self._marking.suspended()

    def contrast(self, feedback: Feedback) -> Pick | None:
        """The other side of the trap an answer fell for, as the next question: one in which what was taken is right.

        It is logged as a drill and counts like any answer; afterwards the review goes on. Without such a question
        another one on the trap; None when the bank has none or the answer fell for no trap. Raises StoreError."""
        agenda = self._agenda()
        others = [c for c in agenda.candidates if c.id != feedback.pick.question.id]
        for trap, side in self._desk.lures_of(feedback.answer):
            other = self.bank.traps[trap].other(side)
            choice = policy.choose_contrast(others, agenda.view, agenda.state, (trap, other))
            if choice is not None:
                pick, record = self._prepare(choice, "drill")
                self._store.set_pick(record)
                self._pick, self.ended = pick, ""
                return pick
        return None

    # Inside

    def _make_answer(
        self, pick: Pick, chosen: tuple[str, ...], confidence: Confidence | None, duration_ms: int
    ) -> Answer:
        question = pick.question
        at = self._now()
        correct = chosen == question.key
        return Answer(
            id=uuid7(at),
            pick_id=pick.id,
            question_id=question.id,
            key_hash=question.key_hash,
            text_hash=question.text_hash,
            mode=pick.mode,
            reason=pick.reason.to_json(),
            shown=pick.order,
            chosen=chosen,
            correct=correct,
            confidence=confidence,
            rating=grading.rate(correct, confidence),
            retention=self._agenda().retention,
            answered_at=at,
            utc_offset=utc_offset_minutes(self._clock.now()),
            rollover=self.config.rollover,
            study_day=self._day,
            duration_ms=min(max(duration_ms, 0), DURATION_CAP_MS),
            device=self._store.device(),
            card_before=self._desk.knowledge.cards.get(question.id),
        )

    def _choose(self) -> tuple[Pick | None, StoredPick | None]:
        """The policy's next pick and the form in which it is stored."""
        agenda = self._agenda()
        choose = policy.choose if self._desk.mode == "review" else policy.choose_for_drill
        open_to_pick = [c for c in agenda.candidates if c.id not in self._skipped]
        choice = choose(open_to_pick, agenda.view, agenda.state)
        if choice is None and self._skipped:
            self._skipped.clear()
            choice = choose(agenda.candidates, agenda.view, agenda.state)
        return (None, None) if choice is None else self._prepare(choice, self._desk.mode)

    def _prepare(self, choice: policy.Choice, mode: Mode) -> tuple[Pick, StoredPick]:
        question = self.bank.questions[choice.question_id]
        now = self._now()
        pick_id = uuid7(now)
        shown = sum(1 for a in self._log if a.question_id == question.id) + self._shown.get(question.id, 0)
        order = option_order(question, self._seed, shown)
        pick = self._present(pick_id, question, order, choice.reason, mode)
        record = StoredPick(
            pick_id,
            question.id,
            question.key_hash,
            question.text_hash,
            order,
            choice.reason.to_json(),
            mode,
            self._day,
            now,
        )
        return pick, record

    def _replace_pick(self) -> None:
        if self._pick is not None:
            self._shown[self._pick.question.id] = self._shown.get(self._pick.question.id, 0) + 1
        self._pick, record = self._choose()
        self._store.set_pick(record)

    def _resume(self, stored: StoredPick | None) -> Pick | None:
        """The stored pick of this study day, if it still fits bank, exam and mode."""
        if stored is None or stored.study_day != self._day:
            return None
        if stored.mode != self._desk.mode and stored.reason.get("slot") != "contrast":
            return None
        if stored.question_id not in {c.id for c in self._agenda().candidates}:
            return None
        return self._from_stored(stored)

    def _from_stored(self, stored: StoredPick) -> Pick | None:
        question = self.bank.find(stored.question_id)
        if question is None or (question.key_hash, question.text_hash) != (stored.key_hash, stored.text_hash):
            return None
        if set(stored.order) != set(question.option_ids):
            return None
        return self._present(stored.id, question, stored.order, Reason.from_json(stored.reason), stored.mode)

    def _present(self, pick_id: str, question: Question, order: tuple[str, ...], reason: Reason, mode: Mode) -> Pick:
        scenario = case_scenario(self.bank, question)
        return Pick(pick_id, question, order, reason, mode, scenario, lifecycle_notices(self.bank, question))

    def _agenda(self, today: Sequence[Answer] | None = None) -> Agenda:
        return self._desk.agenda(self._day, self._today() if today is None else today)

    def _today(self) -> list[Answer]:
        return [a for a in self._log if a.study_day == self._day]

    def _left(self, agenda: Agenda) -> int:
        """Questions that still fit: into the limit, else into today's time at the learner's own pace."""
        open_now = sum(1 for c in agenda.candidates if c.seen or not agenda.last_week)
        if self._limit is not None:
            return min(max(self._limit - len(self._given), 0), open_now)
        if self._desk.mode != "review":
            return open_now
        minutes = max(self._minutes_until - agenda.minutes_used, 0.0)
        return min(round(60 * minutes / seconds_per_question(self._log)), open_now)

    def _now(self) -> datetime:
        """The present, but never before the last answer, so that the order of the log is the order of the answers."""
        now = self._clock.now()
        last = self._log[-1].answered_at if self._log else None
        return now if last is None or now > last else last + timedelta(microseconds=1)

    def _current_day(self) -> date:
        day = study_day(self._clock.now(), rollover=self.config.rollover)
        last = max((a.study_day for a in self._log), default=day)
        if day < last and not self._clock_warned:
            self._clock_warned = True
            self._notices.append(f"The clock says {day}, but the last answer was on {last}: going on with {last}.")
        return max(day, last)

    def _refresh_day(self) -> None:
        """Notice a new study day: the question on screen stays, everything else is counted anew."""
        day = self._current_day()
        if day != self._day:
            self._day = day
            self._skipped.clear()
            self._minutes_until = float(self.config.minutes)
            self._notices.append(f"A new study day has begun: {day}.")

    def _start_notices(self) -> None:
        self._notices += self._desk.notices
        if self._desk.rebuilt:
            self._notices.append(
                "The numbers were worked out again from the answer log, because bank, rules or settings changed."
            )
        notice = self._desk.exam_notice(first_run=not self._log)
        if notice:
            self._notices.append(notice)
        past = self.config.exam_date
        if past is not None and past < self._day:
            self._notices.append(f"The exam date {past} is over: reviews go on without one until you set a new date.")

"""The review of one learner: next question, answer, undo, close. The only door for every front end.

Grades, updates memory and learner model, asks the policy for the next question and stores all of it in one transaction
before any feedback exists. Synchronous; one thread at a time. Knows no screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Unpack, cast

from tutor.config import Config
from tutor.core import grading
from tutor.core.clock import Clock, study_day, utc_offset_minutes
from tutor.core.grading import Confidence
from tutor.core.ids import uuid7
from tutor.core.log import Answer
from tutor.core.outcome import Feedback
from tutor.core.pick import Pick
from tutor.core.question import Bank
from tutor.core.standing import confusions_in
from tutor.dealing import Dealer, Dealt, behind
from tutor.desk import Desk
from tutor.marking import Marking
from tutor.readings import Readings
from tutor.store.reader import Reader
from tutor.store.values import Mark, StoredPick
from tutor.wishes import Foreseen, Limits, Wishes

if TYPE_CHECKING:
    from tutor.store.repo import Store

Ended = Literal["", "nothing", "minutes", "limit"]
DURATION_CAP_MS = 300_000
"""A longer absence from the keyboard is not time spent on the question."""


class Session(Readings):
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
        self._dealer = Dealer(desk, str(seed) if seed is not None else store.device())
        self._limit = limit
        self._given: list[Answer] = []
        self._pick: Pick | None = None
        self._after: StoredPick | None = None
        """The pick that a contrast drill has put back; it comes after the drill."""
        self._presented = False
        """Whether the pick is on a screen: then a new day does not take it away."""
        self._put_away: tuple[str, StoredPick | None] | None = None
        """The question suspended while it was open, and its pick, until something else is done."""
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
    def open(cls, paths_db: Path, bank: Bank, config: Config, clock: Clock, **wishes: Unpack[Wishes]) -> Session:
        """Open the learner's database and make ready.

        Raises BusyError when another copy has it open, DataError for a damaged or newer one, UsageError for an exam,
        concept or trap the bank does not have."""
        from tutor.store.repo import Store

        desk, rest = _desk_for(bank, config, wishes)
        store = Store.open(paths_db)
        try:
            desk.load(store)
            return cls(store, desk, clock, **rest)
        except BaseException:
            store.close()
            raise

    @classmethod
    def foresee(
        cls, paths_db: Path, bank: Bank, config: Config, clock: Clock, **wishes: Unpack[Wishes]
    ) -> Foreseen | None:
        """The question that is stored to be shown next, when `open` with the same wishes would show it first. It only
        reads, without the libraries of the store, so a screen can show it while the session is being opened. None where
        something has to be said or chosen first. Raises what `open` raises, but for BusyError."""
        desk, rest = _desk_for(bank, config, wishes)
        with Reader.open(paths_db) as reader:
            desk.load(reader)
            session = cls(cast("Store", reader), desk, clock, **rest)
            session._resume()
            if session._pick is None or session._notices:
                return None
            pick = session.next()
            return None if pick is None else Foreseen(pick, session.progress(), session.exam, session.day)

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release the database. Nothing is left to write: every answer is already stored."""
        self._store.close()

    # The review

    def next(self) -> Pick | None:
        """The question to show; the same one until it is answered or skipped. None when the sitting is over; `ended`
        says why: "limit", "minutes" or "nothing" left today. A contrast the learner asked for is shown in any case."""
        self._refresh_day()
        if self._pick is None:
            self._resume()
        if self._pick is None or self._pick.reason.slot != "contrast":
            if self._limit is not None and len(self._given) >= self._limit:
                self.ended = "limit"
                return None
            if self._agenda().minutes_used >= self._minutes_until and self._desk.mode == "review":
                self.ended = "minutes"
                return None
        if self._pick is None:
            self._pick, record = self._follow()
            self._store.set_pick(record)
        self.ended = "" if self._pick is not None else "nothing"
        self._presented = self._pick is not None
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
            following, record = self._follow()
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
        self._pick, self._after, self._presented, self._put_away = following, None, False, None
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
        order. A question that was suspended since, while it was open, is brought back instead. None when there is
        nothing to take back. Raises StoreError; nothing has changed then."""
        if self._put_away is not None:
            question_id, stored = self._put_away
            self.unsuspend(question_id)
            self._store.set_pick(stored)
            self._show_again(stored)
            return self._pick or self.next()
        step = self._store.undo_step()
        if step is None:
            return None
        self._store.undo(step, self._now())
        self._desk.load(self._store)
        self._given = [a for a in self._given if a.id != step.answer.id]
        self._log = [a for a in self._log if a.id != step.answer.id]
        self._show_again(step.pick)
        return self._pick or self.next()

    def skip(self, pick_id: str) -> None:
        """Put the current question off to the end of this sitting; nothing is graded. A contrast is dropped."""
        if self._pick is None or self._pick.id != pick_id:
            return
        if self._pick.reason.slot != "contrast":
            self._dealer.put_off(self._pick)
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
        """Stop showing a question until it is brought back; its log stays. While it is open, `undo` does so."""
        self._marking.suspend(question_id, True)
        self._desk.suspended = self._marking.suspended()
        if self._pick is not None and self._pick.question.id == question_id:
            stored = self._store.pick()
            self._replace_pick()
            self._put_away = (question_id, stored)

    def unsuspend(self, question_id: str) -> None:
        """Show a suspended question again when its time comes."""
        self._marking.suspend(question_id, False)
        self._desk.suspended = self._marking.suspended()
        self._put_away = None

    def contrast(self, feedback: Feedback) -> Pick | None:
        """The other side of the trap an answer fell for, as the next question: one in which what was taken is right.

        It is logged as a drill and counts like any answer; afterwards the pick comes that would have come now. Without
        such a question another one on the trap; None when the bank has none or the answer fell for no trap. Raises
        StoreError; nothing has changed then."""
        self._refresh_day()
        agenda = self._desk.agenda(self._day, self._today(), whole=True)
        planned = self._store.pick()
        pick, record = self._dealer.contrast(agenda, feedback.answer, planned, self._log, self._now())
        if pick is None or record is None:
            return None
        record = behind(record, planned)
        self._store.set_pick(record)
        self._pick, self._after, self._put_away = pick, record.after, None
        self.ended, self._presented = "", True
        return pick

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

    def _follow(self) -> Dealt:
        """What comes now: the pick that a drill has put back, else the policy's next one."""
        agenda = self._agenda()
        waiting = self._dealer.resume(self._after, agenda)
        return (waiting, self._after) if waiting is not None else self._dealer.choose(agenda, self._log, self._now())

    def _replace_pick(self) -> None:
        if self._pick is not None:
            self._dealer.was_shown(self._pick)
        self._pick, record = self._follow()
        self._after, self._presented, self._put_away = None, False, None
        self._store.set_pick(record)

    def _resume(self) -> None:
        """Take up the stored pick of this study day; of a contrast that does not fit any more, what was to follow."""
        stored = self._store.pick()
        self._after = None if stored is None else stored.after
        self._pick = self._dealer.resume(stored, self._agenda())

    def _show_again(self, stored: StoredPick | None) -> None:
        """A pick that was answered or put away is on the screen again, as it was."""
        self._pick = None if stored is None else self._dealer.restore(stored)
        self._after = None if stored is None else stored.after
        self._presented, self._put_away, self.ended = self._pick is not None, None, ""

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
        """Notice a new study day: the question on screen stays, everything else is counted and chosen anew."""
        day = self._current_day()
        if day != self._day:
            self._day = day
            self._dealer.new_day()
            self._after, self._put_away = None, None
            if not self._presented:
                self._pick = None
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


def _desk_for(bank: Bank, config: Config, wishes: Wishes) -> tuple[Desk, Limits]:
    """A desk for what is to be practised, and how far the sitting goes."""
    desk = Desk.make(
        bank, config, exam=wishes.get("exam"), concept=wishes.get("concept", ""), trap=wishes.get("trap", "")
    )
    return desk, Limits(minutes=wishes.get("minutes"), limit=wishes.get("limit"), seed=wishes.get("seed"))

"""What a front end may read of a running review: numbers, reasons, notices. Changes nothing.

The half of `tutor.session.Session` that only looks; it opens and stores nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from tutor.core import explain
from tutor.core.agenda import Agenda, seconds_per_question
from tutor.core.log import Answer
from tutor.core.outcome import Progress, Summary, Waiting
from tutor.core.pick import Pick, Reason
from tutor.desk import AtDesk

WEAKEST_SHOWN = 5


class Readings(AtDesk):
    """What a session shows of itself."""

    _log: list[Answer]
    _given: list[Answer]
    _pick: Pick | None
    _notices: list[str]
    _day: date
    _limit: int | None
    _minutes_until: float

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

    # Inside

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

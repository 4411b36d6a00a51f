"""Time as the tutor sees it: aware instants from outside, and the study day they belong to.

A study day is the local date after moving the wall clock back by the rollover hour. All later arithmetic is on dates,
so no length of a day in seconds occurs anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Protocol


class Clock(Protocol):
    """Where the present comes from. Every front end and test brings its own."""

    def now(self) -> datetime:
        """The present as an aware instant, in the learner's local zone."""
        ...


def study_day(instant: datetime, tz: tzinfo | None = None, rollover: int = 4) -> date:
    """The study day of an aware instant, in zone `tz` (default: the zone the instant carries).

    `rollover` is the local wall-clock hour, 0 to 23, at which a new study day begins. Raises ValueError for a naive
    instant or an hour outside the range.
    """
    if instant.tzinfo is None:
        raise ValueError("a study day needs an instant with a time zone")
    if not 0 <= rollover <= 23:
        raise ValueError(f"rollover hour {rollover} is outside 0 to 23")
    local = (instant.astimezone(tz) if tz is not None else instant).replace(tzinfo=None)
    return (local - timedelta(hours=rollover)).date()


def fsrs_time(day: date) -> datetime:
    """Noon UTC of a study day: the only instant the scheduler ever sees, so that it counts study days."""
    return datetime.combine(day, time(12), tzinfo=UTC)


def utc_offset_minutes(instant: datetime) -> int:
    """Offset of an aware instant from UTC in minutes, east positive; stored with each answer."""
    offset = instant.utcoffset()
    if offset is None:
        raise ValueError("the offset of a naive instant is unknown")
    return offset // timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Countdown:
    """Days from a study day to the exam; `days` is negative once the exam is over."""

    exam_date: date
    days: int

    @property
    def over(self) -> bool:
        return self.days < 0

    @property
    def last_week(self) -> bool:
        """True in the seven study days before the exam and on the exam day itself."""
        return 0 <= self.days <= 7


def countdown(day: date, exam_date: date | None) -> Countdown | None:
    """How far the exam is from a study day; None when no date is set."""
    return None if exam_date is None else Countdown(exam_date, (exam_date - day).days)

"""The due load of each day and the day of the exam as a calendar file (RFC 5545). Only written, never read.

Events are whole days and take no time in the calendar. Each has an id of its own that stays the same, so that a
calendar that reads a later file changes its events and doubles none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid5

from tutor import __version__
from tutor.wording import count

NAMESPACE = UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8")
"""The namespace for object ids of RFC 9562."""


def write(
    due: Iterable[date],
    today: date,
    seconds: float,
    *,
    exam: tuple[str, str, date | None],
    device: str,
    stamp: datetime,
) -> bytes:
    """A calendar. `due`: the day each question is due; what is overdue waits today. `seconds`: time for a question.
    `exam`: code, name, date or None. `device`: what makes the ids of this learner's events their own. `stamp`: an aware
    instant at which the events were made."""
    from icalendar import Calendar, Event

    code, name, exam_date = exam
    calendar = Calendar()
    calendar.add("prodid", f"-//tutor//exam tutor {__version__}//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", f"Tutor: {name}")

    def event(kind: str, day: date, summary: str, description: str, busy: bool) -> None:
        made = Event()
        made.add("uid", str(uuid5(NAMESPACE, f"tutor\x1f{device}\x1f{code}\x1f{kind}")))
        made.add("dtstamp", stamp.astimezone(UTC))
        made.add("dtstart", day)
        made.add("dtend", day + timedelta(days=1))
        made.add("summary", summary)
        made.add("description", description)
        made.add("transp", "OPAQUE" if busy else "TRANSPARENT")
        calendar.add_component(made)

    for day, number in sorted(Counter(max(day, today) for day in due).items()):
        minutes = max(round(number * seconds / 60), 1)
        event(
            f"due {day.isoformat()}",
            day,
            f"{count(number, 'question')} due, about {count(minutes, 'minute')}",
            f"{name}: what is due on this day if nothing is answered before. New questions come on top.",
            busy=False,
        )
    if exam_date is not None:
        event("exam", exam_date, f"Exam: {name}", f"The day of the exam {code}, as your settings say.", busy=True)
    text: bytes = calendar.to_ical()
    return text

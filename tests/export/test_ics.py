"""The calendar: what is due on each day, the day of the exam, and ids that a later file meets again."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from icalendar import Calendar
from icalendar.cal import Component

from tests.export.conftest import MakeHome
from tutor.export import ics

TODAY = date(2026, 12, 1)
EXAM = ("exam-a", "Exam A", date(2027, 1, 20))
STAMP = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)


def events(data: bytes) -> list[Component]:
    return Calendar.from_ical(data).walk("VEVENT")


def written(days: list[int], device: str = "laptop", exam: tuple[str, str, date | None] = EXAM) -> bytes:
    due = [TODAY + timedelta(days=number) for number in days]
    return ics.write(due, TODAY, 90.0, exam=exam, device=device, stamp=STAMP)


def test_each_day_tells_its_questions_and_what_is_overdue_waits_today() -> None:
    load = events(written([-4, 0, 3, 3, 3]))[:-1]
    assert [event.decoded("dtstart") for event in load] == [TODAY, TODAY + timedelta(days=3)]
    assert [str(event["summary"]) for event in load] == [
        "2 questions due, about 3 minutes",
        "3 questions due, about 4 minutes",
    ]
    assert {str(event["transp"]) for event in load} == {"TRANSPARENT"}


def test_the_exam_is_a_day_of_its_own_when_it_has_a_date() -> None:
    (exam,) = events(written([]))
    assert (exam.decoded("dtstart"), str(exam["summary"])) == (date(2027, 1, 20), "Exam: Exam A")
    assert events(written([], exam=("exam-a", "Exam A", None))) == []


def test_a_later_file_changes_the_events_of_the_earlier_one() -> None:
    first = {str(event["uid"]): str(event["summary"]) for event in events(written([1, 2]))}
    second = {str(event["uid"]): str(event["summary"]) for event in events(written([1, 1, 2]))}
    assert set(first) == set(second)
    assert first != second
    assert set(first).isdisjoint(str(event["uid"]) for event in events(written([1, 2], device="other")))


def test_the_file_keeps_the_form_of_rfc_5545() -> None:
    data = written([1, 2, 3])
    assert data.endswith(b"\r\n")
    assert b"\n" not in data.replace(b"\r\n", b"")
    assert max(len(line) for line in data.split(b"\r\n")) <= 75
    calendar = Calendar.from_ical(data)
    assert {name: str(calendar[name]) for name in ("version", "method")} == {"version": "2.0", "method": "PUBLISH"}
    assert all(event.decoded("dtstamp") == STAMP for event in events(data))
    assert all(event.decoded("dtend") - event.decoded("dtstart") == timedelta(days=1) for event in events(data))


def test_the_program_writes_the_load_of_a_home(make_home: MakeHome, tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    for number in range(3):
        home.give(number, True)
    file = tmp_path / "plan.ics"
    home.run("export", "--format", "ics", "-o", file)
    found = events(file.read_bytes())
    assert sum(int(str(event["summary"]).split()[0]) for event in found[:-1]) == 3
    assert found[-1].decoded("dtstart") == date(2027, 1, 20)

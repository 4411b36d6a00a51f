"""Study days: the table of edge instants, and the properties that hold in every zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.core.clock import countdown, fsrs_time, study_day, utc_offset_minutes

NEW_YORK = ZoneInfo("America/New_York")
BERLIN = ZoneInfo("Europe/Berlin")
KOLKATA = ZoneInfo("Asia/Kolkata")
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")


@pytest.mark.parametrize(
    ("instant", "zone", "expected"),
    [
        ("2026-06-10T23:59-04:00", NEW_YORK, date(2026, 6, 10)),
        ("2026-06-11T03:59-04:00", NEW_YORK, date(2026, 6, 10)),
        ("2026-06-11T04:00-04:00", NEW_YORK, date(2026, 6, 11)),
        ("2026-03-08T03:59-04:00", NEW_YORK, date(2026, 3, 7)),
        ("2026-03-08T04:00-04:00", NEW_YORK, date(2026, 3, 8)),
        ("2026-11-01T01:30-04:00", NEW_YORK, date(2026, 10, 31)),
        ("2026-11-01T03:59-05:00", NEW_YORK, date(2026, 10, 31)),
        ("2026-11-01T04:00-05:00", NEW_YORK, date(2026, 11, 1)),
        ("2026-03-29T03:59+02:00", BERLIN, date(2026, 3, 28)),
        ("2026-03-29T04:00+02:00", BERLIN, date(2026, 3, 29)),
        ("2026-10-25T03:59+01:00", BERLIN, date(2026, 10, 24)),
        ("2026-10-25T04:00+01:00", BERLIN, date(2026, 10, 25)),
        ("2026-05-01T03:59+05:30", KOLKATA, date(2026, 4, 30)),
        ("2026-05-01T04:00+05:30", KOLKATA, date(2026, 5, 1)),
        ("2026-04-05T03:59+10:30", LORD_HOWE, date(2026, 4, 4)),
        ("2026-04-05T04:00+10:30", LORD_HOWE, date(2026, 4, 5)),
    ],
)
def test_the_study_day_begins_at_the_rollover_hour_of_the_local_clock(
    instant: str, zone: ZoneInfo, expected: date
) -> None:
    at = datetime.fromisoformat(instant)
    assert study_day(at, zone) == expected
    assert study_day(at.astimezone(UTC), zone) == expected


@pytest.mark.parametrize("name", ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe"])
@pytest.mark.parametrize("rollover", [0, 2, 4, 23])
def test_through_a_year_the_study_day_never_goes_back_and_never_jumps(name: str, rollover: int) -> None:
    zone = ZoneInfo(name)
    at = datetime(2026, 1, 1, tzinfo=UTC)
    previous = study_day(at, zone, rollover)
    while at.year == 2026:
        at += timedelta(minutes=30)
        day = study_day(at, zone, rollover)
        assert timedelta(0) <= day - previous <= timedelta(days=1)
        previous = day


@given(st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)), st.integers(0, 23))
@settings(max_examples=200)
def test_an_instant_belongs_to_the_local_date_or_the_one_before(at: datetime, rollover: int) -> None:
    local = at.astimezone(BERLIN).date()
    assert study_day(at, BERLIN, rollover) in (local, local - timedelta(days=1))


def test_without_a_zone_the_study_day_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        study_day(datetime(2026, 1, 1))


def test_a_rollover_outside_the_clock_is_refused() -> None:
    with pytest.raises(ValueError, match="24"):
        study_day(datetime(2026, 1, 1, tzinfo=UTC), rollover=24)


def test_the_scheduler_sees_noon_utc() -> None:
    assert fsrs_time(date(2026, 5, 1)) == datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_offset_is_in_minutes_east() -> None:
    assert utc_offset_minutes(datetime.fromisoformat("2026-05-01T00:00+05:30")) == 330
    assert utc_offset_minutes(datetime.fromisoformat("2026-05-01T00:00-04:00")) == -240


@pytest.mark.parametrize(
    ("days", "last_week", "over"), [(8, False, False), (7, True, False), (0, True, False), (-1, False, True)]
)
def test_the_last_week_ends_with_the_exam(days: int, last_week: bool, over: bool) -> None:
    today = date(2026, 5, 1)
    left = countdown(today, today + timedelta(days=days))
    assert left is not None
    assert (left.days, left.last_week, left.over) == (days, last_week, over)


def test_without_an_exam_date_there_is_no_countdown() -> None:
    assert countdown(date(2026, 5, 1), None) is None

"""The clocks a front end hands to the session. The rules about study days are in `tutor.core.clock`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime, timedelta

from tutor.core.clock import Clock
from tutor.errors import UsageError

NOW_VARIABLE = "TUTOR_NOW"


class SystemClock:
    """The clock of the machine, in its local zone."""

    def now(self) -> datetime:
        return datetime.now().astimezone()


class StartedClock:
    """A clock that stood at `start` when it was made and runs on from there; the zone stays that of `start`."""

    def __init__(self, start: datetime) -> None:
        """Raises ValueError for an instant without a zone."""
        if start.tzinfo is None:
            raise ValueError("a clock needs an instant with a time zone")
        self._start = start
        self._made = time.monotonic()

    def now(self) -> datetime:
        return self._start + timedelta(seconds=time.monotonic() - self._made)


def clock_from_env(env: Mapping[str, str]) -> Clock:
    """The clock that TUTOR_NOW asks for, else the machine's. Raises UsageError for a value that is not an instant."""
    value = env.get(NOW_VARIABLE, "").strip()
    if not value:
        return SystemClock()
    try:
        start = datetime.fromisoformat(value)
    except ValueError:
        start = None
    if start is None or start.tzinfo is None:
        fault = "is not an instant" if start is None else "has no offset from UTC"
        raise UsageError(
            f"{NOW_VARIABLE}={value!r} {fault}.",
            "Write an ISO date and time with an offset, such as 2026-12-01T09:00:00+01:00, or unset it.",
        )
    return StartedClock(start)

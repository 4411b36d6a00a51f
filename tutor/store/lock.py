"""One writer at a time: a lock of the operating system on `<database>.lock`.

The system itself releases it when the process ends, however it ends, so there is no stale lock. A second file says who
holds it; it is only ever read for the message.
"""

from __future__ import annotations

import json
import os
import socket
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from tutor.errors import BusyError
from tutor.store.faults import translated


class WriterLock:
    """The right to write one database. Acquire once, release once; no thread is bound to it."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._holder = database.with_name(database.name + ".holder")
        # Acquired in one thread and released in another, hence not local to a thread.
        self._lock = FileLock(database.with_name(database.name + ".lock"), mode=0o600, thread_local=False)

    def acquire(self) -> None:
        """Takes the lock or raises at once: BusyError with the holder, StoreError when the folder is not writable."""
        with translated(self._database):
            try:
                self._lock.acquire(timeout=0)
            except Timeout:
                raise BusyError(
                    f"{self._database} is open in another copy of tutor ({self._describe()})",
                    "Close that one first. `tutor due` and `tutor report` work meanwhile.",
                ) from None
            try:
                self._sign()
            except BaseException:
                self._lock.release()
                raise

    def release(self) -> None:
        """Gives the lock back; harmless when it is not held."""
        if self._lock.is_locked:
            with suppress(OSError):
                self._holder.unlink(missing_ok=True)
            self._lock.release()

    def _sign(self) -> None:
        entry = {"pid": os.getpid(), "host": socket.gethostname(), "started": datetime.now(UTC).isoformat()}
        draft = self._holder.with_name(self._holder.name + ".new")
        draft.write_text(json.dumps(entry), encoding="utf-8")
        draft.replace(self._holder)

    def _describe(self) -> str:
        try:
            entry = json.loads(self._holder.read_text(encoding="utf-8"))
            since = datetime.fromisoformat(entry["started"]).astimezone()
            host = "".join(c for c in str(entry["host"]) if c.isprintable())
            return f"process {int(entry['pid'])} on {host}, since {since:%Y-%m-%d %H:%M}"
        except (OSError, ValueError, KeyError, TypeError):
            # Between taking the lock and signing, or a holder file that somebody changed.
            return "process unknown"

"""Ends the program when its terminal is gone: a window closed, a connection lost.

Without a terminal the screen library waits for ever to write and reads the end of its input without pause. A thread
sleeps until the system reports the hang-up, leaves a moment for an orderly end, and then ends the process. Nothing is
lost: every answer is on disk before its feedback is shown, and the system gives the lock back.
"""

from __future__ import annotations

import contextlib
import os
import select
import sys
import threading
from collections.abc import Iterator

EXIT_HANGUP = 129
GRACE = 2.0
"""Seconds for an orderly end."""
CHECK_MS = 1_000
"""How often the watch looks whether it is still wanted."""


@contextlib.contextmanager
def ended_by_hangup() -> Iterator[None]:
    """Watch the terminal of standard input while the block runs; does nothing where there is none to watch."""
    over = threading.Event()
    if hasattr(select, "poll") and sys.stdin is not None and sys.stdin.isatty():
        threading.Thread(target=_watch, args=(sys.stdin.fileno(), over), name="hangup", daemon=True).start()
    try:
        yield
    finally:
        over.set()


def _watch(descriptor: int, over: threading.Event) -> None:
    poll = select.poll()
    poll.register(descriptor, 0)  # a hang-up is reported without being asked for
    while not over.is_set():
        if any(flags & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, flags in poll.poll(CHECK_MS)):
            if not over.wait(GRACE):
                os._exit(EXIT_HANGUP)
            return

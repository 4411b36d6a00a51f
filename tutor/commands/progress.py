"""A bar on standard error for long work: only on a terminal, only after a moment, and gone when the work is done.

It knows nothing of the work but how much of it is done.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import TypeVar

T = TypeVar("T")

QUIET_SECONDS = 0.5
"""Work that is done sooner shows no bar."""
REDRAW_SECONDS = 0.1
_CELLS = 24
_CLEAR = "\r\x1b[K"


class Progress:
    """How far some work is. Use it as a context manager; `total` 0 means that nobody knows."""

    def __init__(self, label: str, total: int, *, shown: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._label = label
        self._total = total
        self._shown = shown
        self._clock = clock
        self._done = 0
        self._drawn = False
        self._next = clock() + QUIET_SECONDS

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._drawn and sys.stderr is not None:
            print(_CLEAR, end="", file=sys.stderr, flush=True)

    def advance(self, by: int = 1) -> None:
        """Some more of the work is done."""
        self._done += by
        if self._shown and sys.stderr is not None and (now := self._clock()) >= self._next:
            self._next = now + REDRAW_SECONDS
            self._drawn = True
            print(_CLEAR + bar(self._label, self._done, self._total), end="", file=sys.stderr, flush=True)

    def watch(self, items: Iterable[T]) -> Iterator[T]:
        """The items, each counted when it was taken."""
        for item in items:
            yield item
            self.advance()


def bar(label: str, done: int, total: int) -> str:
    """The line shown: `exporting [######------]  50 %`, or a count when the total is unknown."""
    if total <= 0:
        return f"{label} {done:,}"
    share = min(done / total, 1.0)
    filled = int(share * _CELLS)
    return f"{label} [{'#' * filled}{'-' * (_CELLS - filled)}] {100 * share:3.0f} %"


def on_terminal(data_on_stdout: bool = False) -> bool:
    """Whether a bar would be seen and disturb nothing: standard error is a terminal, and no data go to one."""
    if sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM", "") in ("", "dumb"):
        return False
    return not (data_on_stdout and sys.stdout is not None and sys.stdout.isatty())

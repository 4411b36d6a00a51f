"""From the key to the picture: how long an answer takes to show its feedback, and the next key the next question.

Types into the real program in a pseudo-terminal, question after question, and times from the key written to the words
read back.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.terminal import ESCAPE

HOLD = 0.6
"""Seconds before leaving the feedback: a key that comes sooner may be a held one, which the program ignores."""


@dataclass(frozen=True, slots=True)
class Painted:
    """Milliseconds, one number a question: from Enter to the feedback, and from the next key to the next question."""

    feedback: list[float]
    question: list[float]


class Typist:
    """A program in a pseudo-terminal of 80 x 24, with what it wrote since the last key."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str]) -> None:
        self._pid, self._master = pty.fork()
        if self._pid == 0:
            os.execvpe(command[0], list(command), dict(env))
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def press(self, keys: str, wanted: str, seconds: float = 20.0) -> float:
        """Write keys and read until a pattern is on the screen; the milliseconds between. Raises TimeoutError."""
        start, output = time.perf_counter(), b""
        os.write(self._master, keys.encode())
        while time.perf_counter() - start < seconds:
            if not select.select([self._master], [], [], 0.1)[0]:
                continue
            output += os.read(self._master, 65536)
            if re.search(wanted, ESCAPE.sub(b"", output).decode(errors="replace")):
                return 1000 * (time.perf_counter() - start)
        raise TimeoutError(f"{wanted!r} never came after {keys!r}")

    def drain(self, seconds: float) -> None:
        """Let the program go on for a while, and forget what it writes."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self._master], [], [], left)[0]:
                os.read(self._master, 65536)

    def close(self) -> None:
        """Leave with ctrl+q and wait for the end."""
        os.write(self._master, b"\x11")
        try:
            while os.read(self._master, 65536):
                pass
        except OSError:
            pass
        os.waitpid(self._pid, 0)
        os.close(self._master)


def painted(command: Sequence[str], env: Mapping[str, str], questions: int) -> Painted:
    """Answer so many single-choice questions with their first option; others are skipped."""
    typist, found = Typist(command, env), Painted([], [])
    try:
        typist.press("", r"Select \d|in order|pairs|Match")
        while len(found.feedback) < questions:
            typist.drain(0.3)
            try:
                found.feedback.append(typist.press("a\r", r"Right\.|Wrong\.", 3.0))
            except TimeoutError:
                typist.press("s", r"Enter", 5.0)
                continue
            typist.drain(HOLD)
            found.question.append(typist.press("n", r"Select|Guess|Strike", 5.0))
    finally:
        typist.close()
    return found

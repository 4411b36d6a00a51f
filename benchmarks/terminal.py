"""Start a program in a pseudo-terminal of 80 x 24 and time how long a text takes to appear. POSIX only."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ESCAPE = re.compile(rb"\x1b(?:\][^\x07\x1b]*(?:\x07|\x1b\\)?|\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~])")


@dataclass(frozen=True, slots=True)
class Appearance:
    """Milliseconds from the start of the process: first output on the screen, and the text looked for."""

    first_output: float
    text: float
    cpu: float
    """Processor time of the process up to its end, in milliseconds."""


class NeverAppeared(RuntimeError):
    """The text did not come within the time; carries what was on the screen."""


def appearance(
    command: Sequence[str], text: str, env: Mapping[str, str], *, quit_keys: bytes = b"\x11", seconds: float = 30.0
) -> Appearance:
    """Run a command until `text` is in its output (blanks ignored), then quit it with `quit_keys`.

    Raises NeverAppeared after so many seconds."""
    wanted = re.sub(rb"\s+", b"", text.encode())
    before = time.perf_counter()
    pid, master = pty.fork()
    if pid == 0:
        os.execvpe(command[0], list(command), dict(env))
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    output, first, found = b"", 0.0, 0.0
    try:
        while not found:
            left = seconds - (time.perf_counter() - before)
            if left <= 0:
                raise NeverAppeared(output[-2000:].decode(errors="replace"))
            if not select.select([master], [], [], left)[0]:
                continue
            try:
                output += os.read(master, 65536)
            except OSError as error:
                raise NeverAppeared(output[-2000:].decode(errors="replace")) from error
            now = 1000 * (time.perf_counter() - before)
            first = first or now
            if wanted in re.sub(rb"\s+", b"", ESCAPE.sub(b"", output)):
                found = now
        os.write(master, quit_keys)
        return Appearance(first, found, _wait(pid, master))
    finally:
        os.close(master)


def _wait(pid: int, master: int) -> float:
    deadline = time.perf_counter() + 5.0
    while True:
        done, _, usage = os.wait4(pid, os.WNOHANG)
        if done:
            return 1000 * (usage.ru_utime + usage.ru_stime)
        if time.perf_counter() > deadline:
            os.kill(pid, signal.SIGKILL)
            deadline += 60.0
        if select.select([master], [], [], 0.02)[0]:
            try:
                os.read(master, 65536)
            except OSError:
                time.sleep(0.01)

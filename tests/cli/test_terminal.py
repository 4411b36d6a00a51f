"""The program in a pseudo-terminal: the screens by default, the plain review when asked for or when TERM is dumb."""

from __future__ import annotations

import csv
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.cli.conftest import Program
from tutor.commands.review import has_terminal

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

import fcntl
import pty
import struct
import termios

pytestmark = pytest.mark.usefixtures("home", "small_bank")
DEADLINE = 60.0
BY_HAND = 0.5
"""Seconds a hand needs; keys that follow a change of the screen at once are taken for an echo of the last one."""
ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-~])")


class Terminal:
    """A child process on a terminal of 80 by 24."""

    def __init__(self, child: subprocess.Popen[bytes], fd: int) -> None:
        self.child = child
        self._fd = fd
        self.raw = ""
        self._past = 0

    def send(self, text: str) -> None:
        os.write(self._fd, text.encode())

    def wait_for(self, text: str) -> None:
        """Until the text has been written, escapes aside, after what was waited for before."""
        end = time.monotonic() + DEADLINE
        while (at := ESCAPE.sub("", self.raw).find(text, self._past)) < 0:
            assert time.monotonic() < end, f"{text!r} did not come: {self.raw[-2000:]!r}"
            assert self._read(), f"ended before {text!r} came: {self.raw[-2000:]!r}"
        self._past = at + len(text)

    def finish(self) -> int:
        """Read to the end; the exit code."""
        while self._read():
            pass
        return self.child.wait(DEADLINE)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._fd], [], [], DEADLINE)
        assert ready, f"silence: {self.raw[-2000:]!r}"
        try:
            data = os.read(self._fd, 65536)
        except OSError:  # on Linux the end of the child shows as an error
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)


@contextmanager
def terminal(*words: str, term: str = "xterm-256color") -> Iterator[Terminal]:
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    child = subprocess.Popen(
        [sys.executable, "-m", "tutor", *words],
        stdin=side,
        stdout=side,
        stderr=side,
        env={**env, "TERM": term},
        start_new_session=True,
    )
    os.close(side)
    try:
        yield Terminal(child, main)
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()
        os.close(main)


@pytest.mark.parametrize(("words", "term"), [(("review", "--plain"), "xterm-256color"), ((), "dumb")])
def test_the_plain_review_on_a_terminal_sends_no_escape(words: tuple[str, ...], term: str) -> None:
    with terminal(*words, term=term) as screen:
        screen.wait_for("Answer (such as a): ")
        screen.send("b\n")
        screen.wait_for("Question 2 today")
        screen.wait_for("Answer (such as a): ")
        screen.send("\x04")  # end of input
        assert screen.finish() == 0
        assert "\x1b" not in screen.raw
        assert "This session: 1 answer, 1 right" in screen.raw


def test_an_answer_typed_on_a_terminal_carries_its_time(tutor: Program) -> None:
    with terminal("--plain", "--limit", "1") as screen:
        screen.wait_for("Answer (such as a): ")
        screen.send("b\n")
        screen.wait_for("Enter ends.")
        screen.send("\n")
        assert screen.finish() == 0
    row = tutor("export", "--format", "csv").out.splitlines()[1]
    assert re.search(r",2026-12-01,[1-9]\d*,", row)


def test_on_a_terminal_the_screens_are_shown_and_quit_leaves_with_0() -> None:
    with terminal() as screen:
        screen.wait_for("1 of 3")
        screen.send("q")  # past the tour
        screen.wait_for("Welcome.")
        screen.send("\r")
        screen.wait_for("Divide the network")
        screen.send("\x11")  # ctrl+q
        assert screen.finish() == 0
        assert "\x1b[?1049h" in screen.raw
        assert "\x1b[?1049l" in screen.raw


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_restores_the_terminal_and_tells_by_the_exit_code(number: signal.Signals) -> None:
    with terminal("review") as screen:
        screen.wait_for("Divide the network")
        screen.child.send_signal(number)
        assert screen.finish() == 128 + number
        assert "\x1b[?1049l" in screen.raw


def test_a_wrong_id_is_one_message_after_the_terminal_is_restored() -> None:
    with terminal("--trap", "data-vs-mode") as screen:
        assert screen.finish() == 2
        rest = screen.raw.rpartition("\x1b[?1049l")[2]
        assert "Did you mean data-vs-model?" in rest


def test_screens_and_plain_review_write_the_same_log(tutor: Program) -> None:
    tutor("--profile", "plain", stdin="guess b\na\n")
    with terminal("review", "--profile", "screens") as screen:
        for question, keys, verdict in (("q-a", "bg\r", "Each device holds"), ("q-b", "a\r", "No copy fits")):
            screen.wait_for(question)
            screen.wait_for("Divide the network")
            time.sleep(BY_HAND)
            screen.send(keys)
            screen.wait_for(verdict)
            time.sleep(BY_HAND)
            screen.send("\r")
        screen.send("\x11")
        assert screen.finish() == 0

    def log(profile: str) -> list[dict[str, str]]:
        own = {"id", "pick_id", "answered_at", "duration_ms", "device"}
        rows = csv.DictReader(tutor("export", "--format", "csv", "--profile", profile).out.splitlines())
        return [{name: value for name, value in row.items() if name not in own} for row in rows]

    assert log("plain") == log("screens")
    assert [row["confidence"] for row in log("plain")] == ["guess", ""]


class End:
    """An input or output that says whether it is a terminal."""

    def __init__(self, tty: bool) -> None:
        self._tty = tty

    def isatty(self) -> bool:
        return self._tty


@pytest.mark.parametrize(
    ("stdin", "stdout", "term", "screens"),
    [
        (End(True), End(True), "xterm", True),
        (End(True), End(True), "", True),
        (End(False), End(True), "xterm", False),
        (End(True), End(False), "xterm", False),
        (End(True), End(True), "dumb", False),
        (None, End(True), "xterm", False),
        (End(True), None, "xterm", False),
    ],
)
def test_screens_need_a_terminal_at_both_ends_that_is_not_dumb(
    monkeypatch: pytest.MonkeyPatch, stdin: End | None, stdout: End | None, term: str, screens: bool
) -> None:
    monkeypatch.setattr("sys.stdin", stdin)
    monkeypatch.setattr("sys.stdout", stdout)
    assert has_terminal({"TERM": term}) == screens

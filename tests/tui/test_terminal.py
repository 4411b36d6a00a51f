"""The program on a real terminal: colour, signals, and what is imported before the first picture."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import sys
from tests.tui.fake import FakeSession
from tutor.config import Config
from tutor.tui.app import run
sys.exit(run(FakeSession().opener(), Config(), no_color={no_color}))
"""
DEADLINE = 60.0


class Terminal:
    """A program in a pseudo-terminal of 80 by 24."""

    def __init__(self, *, no_color: bool) -> None:
        self.out = ""
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT)}
        environment.pop("NO_COLOR", None)
        main, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(no_color=no_color)],
            stdin=side, stdout=side, stderr=side, env=environment, cwd=ROOT, start_new_session=True,
        )  # fmt: skip
        os.close(side)
        self.main = main

    def read_until(self, words: str) -> None:
        """Read what the program writes until these words have come."""
        end = time.monotonic() + DEADLINE
        while words not in self.text():
            assert self._read(end), f"{words!r} never came:\n{self.out[-2000:]}"

    def text(self) -> str:
        """What was written, without escape sequences."""
        return re.sub(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b.", "", self.out)

    def press(self, keys: str) -> None:
        os.write(self.main, keys.encode())

    def end(self) -> int:
        """Read to the end; the exit code."""
        end = time.monotonic() + DEADLINE
        while self._read(end):
            pass
        code = self.process.wait(DEADLINE)
        os.close(self.main)
        return code

    def _read(self, end: float) -> bool:
        ready, _, _ = select.select([self.main], [], [], max(end - time.monotonic(), 0))
        try:
            chunk = os.read(self.main, 65536) if ready else b""
        except OSError:
            chunk = b""
        self.out += chunk.decode(errors="replace")
        return bool(chunk)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_restores_the_terminal_and_gives_its_exit_code(number: signal.Signals, code: int) -> None:
    terminal = Terminal(no_color=False)
    terminal.read_until("Which approach")
    terminal.process.send_signal(number)
    assert terminal.end() == code
    assert "\x1b[?1049l" in terminal.out
    assert "\x1b[?1000l" in terminal.out


@pytest.mark.parametrize("ignored", [False, True], ids=["hang-up signal", "signal lost"])
def test_a_program_whose_terminal_is_gone_ends(ignored: bool) -> None:
    terminal = Terminal(no_color=True)
    terminal.read_until("Enter")
    if ignored:
        terminal.process.send_signal(signal.SIGSTOP)
    os.close(terminal.main)
    if ignored:
        terminal.process.send_signal(signal.SIGCONT)
    assert terminal.process.wait(DEADLINE) in (129, -signal.SIGHUP)


def test_without_colour_only_attributes_are_sent() -> None:
    terminal = Terminal(no_color=True)
    terminal.read_until("Which approach")
    terminal.press("1\r")
    terminal.read_until("Fails here")
    terminal.press("?")
    terminal.read_until("Keys after an answer")
    terminal.press("q")
    terminal.press("q")
    assert terminal.end() == 0
    codes = {code for found in re.findall(r"\x1b\[([\d;]*)m", terminal.out) for code in found.split(";")}
    attributes = {"", "0", "1", "2", "3", "4", "7", "9", "21", "22", "23", "24", "27", "29"}
    default_colours = {"39", "49"}
    assert codes - attributes - default_colours == set()


def test_the_first_picture_needs_no_store_no_model_and_no_scheduler() -> None:
    program = """
import sys
from tutor.config import Config
from tutor.tui.app import TutorApp
TutorApp(lambda: None, Config(), no_color=False)
heavy = "sqlmodel sqlalchemy alembic pydantic sklearn scipy numpy fsrs sqlite3 tutor.session tutor.store".split()
print(*[name for name in heavy if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT, timeout=DEADLINE
    )
    assert done.stdout.strip() == ""


def test_the_page_of_the_day_is_shown_without_any_library_of_the_training_or_the_writer(tmp_path: Path) -> None:
    program = """
import asyncio, sys
from datetime import UTC, datetime
from pathlib import Path
from tutor.config import Config
from tutor.tui.app import TutorApp
from tutor.tui.screens.view import Doors

def look(read):
    from tutor.clocks import StartedClock
    from tutor.content.load import load_bank
    from tutor.overview import Overview
    from tutor.paths import bank_dir
    clock = StartedClock(datetime(2026, 12, 1, 18, 30, tzinfo=UTC))
    with Overview.open(Path(sys.argv[1]) / "learner.db", load_bank(bank_dir()).bank, Config(), clock) as opened:
        return read(opened)

async def start():
    doors = Doors(None, None, look, None, Config, Path(sys.argv[1]) / "config.toml", lambda: False)
    app = TutorApp(lambda: None, Config(), no_color=False, doors=doors)
    early = "sqlmodel sqlalchemy alembic pydantic sklearn scipy numpy fsrs sqlite3 tutor.session tutor.store".split()
    print(*[name for name in early if name in sys.modules])
    async with app.run_test() as pilot:
        while app.home.data is None:
            await pilot.pause(0.01)
        late = "sqlmodel sqlalchemy alembic sklearn scipy numpy tutor.session tutor.tui.screens.browse".split()
        print(*[name for name in late if name in sys.modules])
    app.session.close()

asyncio.run(start())
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        capture_output=True, text=True, check=True, cwd=ROOT, timeout=DEADLINE,
    )  # fmt: skip
    assert done.stdout == "\n\n"


def test_the_package_of_the_screens_and_the_registry_do_not_import_textual() -> None:
    program = "import sys, tutor.tui, tutor.tui.actions; print('textual' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT, timeout=DEADLINE
    )
    assert done.stdout.strip() == "False"

"""Running the app under test: start, wait without sleeping, read the screen as text, compare with a golden file."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path

from textual.pilot import Pilot

from tests.tui.fake import FakeSession
from tutor.config import Config
from tutor.tui.app import TutorApp

GOLDEN = Path(__file__).parent / "golden"
CONFIG = Config(exam_date=date(2026, 10, 17))


class Now:
    """A clock in seconds that stands still until it is moved."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def make_app(session: FakeSession, config: Config = CONFIG, *, now: Now | None = None, theme: str = "") -> TutorApp:
    """The app with a session that is not a real one and a clock that stands still."""
    return TutorApp(session.opener(), config, no_color=False, theme=theme, now=now or Now())


@asynccontextmanager
async def running(
    session: FakeSession, size: tuple[int, int] = (80, 24), config: Config = CONFIG, now: Now | None = None
) -> AsyncIterator[tuple[TutorApp, Pilot[None]]]:
    """The app at a size, once the first question (or the summary) is on the screen."""
    app = make_app(session, config, now=now)
    try:
        async with app.run_test(size=size, notifications=True) as pilot:
            await settle(app, pilot)
            yield app, pilot
    finally:
        app.session.close()


async def settle(app: TutorApp, pilot: Pilot[None]) -> None:
    """Wait until the session has done every job and the screen has taken in what it reported and laid itself out."""
    await eventually(pilot, lambda: app.session.last is not None)
    seen = None
    while app.session.last is not seen:
        seen = app.session.last
        if seen is not None:
            await asyncio.wrap_future(seen)
        for _ in range(3):
            await pilot.pause(0)


async def eventually(pilot: Pilot[None], condition: Callable[[], bool], pause: float = 0.0) -> None:
    """Let the app go on until a condition holds; fails when it never does. `pause`: seconds between two looks, for
    what hangs on a timer."""
    for _ in range(1000):
        if condition():
            return
        await pilot.pause(pause)
    raise AssertionError("it never came true")


async def press(app: TutorApp, pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other, each once the last one has had its effect."""
    for key in keys:
        if app.focused is None:
            app.simulate_key(key)  # the pilot waits for an idle processor after each key
            await pilot.pause(0)
        else:
            await pilot.press(key)
        await settle(app, pilot)


def dump(app: TutorApp) -> str:
    """The screen as lines of text. Textual has no public way to get them; this is the one place that knows."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


def check_golden(name: str, text: str) -> None:
    """Compare with `golden/<name>.txt`; UPDATE_GOLDEN=1 writes it anew."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    assert text + "\n" == path.read_text(encoding="utf-8")

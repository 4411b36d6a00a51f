"""The program on a full-screen terminal: theme, keys, signals, the thread of the session, and the way out.

It paints before the session exists and imports nothing the session needs: `tutor.session` is reached only through the
callable it is given.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from tutor.errors import EXIT_INTERRUPTED
from tutor.tui.actions import remapped
from tutor.tui.blocks import Para
from tutor.tui.content import one_line, safe
from tutor.tui.hangup import ended_by_hangup
from tutor.tui.messages import Crashed, Early, OpenFailed
from tutor.tui.screens.base import bound
from tutor.tui.screens.review import ReviewScreen
from tutor.tui.session_thread import SessionThread
from tutor.tui.theme import OURS, chosen_theme

if TYPE_CHECKING:
    from tutor.config import Config
    from tutor.session import Session
    from tutor.tui.screens.view import Doors, Wish

TWICE = 2.0
"""Seconds within which a second ctrl+c leaves."""


class TutorApp(App[None]):
    """Owns the thread of the session and the review screen."""

    TITLE = "Tutor"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+c", "interrupt", show=False),
    ]
    CSS = """
    Screen { background: $background; color: $foreground; }
    ModalScreen { background: $background 60%; }
    VerticalScroll { scrollbar-size-vertical: 1; scrollbar-gutter: stable; scrollbar-color: $foreground 25%;
        scrollbar-color-hover: $primary; scrollbar-color-active: $primary; scrollbar-background: $background;
        scrollbar-background-hover: $background; scrollbar-background-active: $background; }
    ModalScreen VerticalScroll { scrollbar-background: $surface; scrollbar-background-hover: $surface;
        scrollbar-background-active: $surface; }
    ToastRack { dock: top; align: right top; }
    """

    def __init__(
        self,
        open_session: Callable[[], Session],
        config: Config,
        *,
        no_color: bool,
        theme: str = "",
        now: Callable[[], float] = time.monotonic,
        doors: Doors | None = None,
        look_ahead: Callable[[], Early | None] = lambda: None,
    ) -> None:
        """With `doors` the program starts on the page of the day, and every sitting leads back to it; without, it is
        one review. `look_ahead`: its first question, if it can be read before the session is opened. Raises UsageError
        for keys or a theme that are not understood."""
        actions = remapped(config.keys)
        with _no_color(no_color):
            super().__init__(ansi_color=True if no_color else None)
        for own in OURS:
            self.register_theme(own)
        self.theme = chosen_theme(theme, config.theme, self.available_themes, no_color=no_color)
        self.animation_level = "none"
        self.failure: BaseException | None = None
        self._now = now
        self._interrupted_at: float | None = None
        self._actions = actions
        self._doors = doors
        self.review = bound(ReviewScreen, actions)(self._ask, config, now)
        self.session = SessionThread(open_session, self._report, look_ahead)
        self.home: Screen[Any] | None = None
        if doors is not None:
            from tutor.tui.screens.today import TodayScreen

            self.home = bound(TodayScreen, actions)(doors, self.begin)

    def get_default_screen(self) -> Screen[Any]:
        return self.review if self.home is None else self.home

    def on_mount(self) -> None:
        self._on_signals()
        if self.home is None:
            self.call_after_refresh(self.session.open)

    def begin(self, wish: Wish) -> None:
        """Start a sitting over the page of the day: the review, or a drill."""
        doors = self._doors
        if doors is None:
            return
        self.session = SessionThread(lambda: doors.open_session(wish), self._report, lambda: doors.look_ahead(wish))
        self.review = bound(ReviewScreen, self._actions)(self._ask, doors.config(), self._now)
        self.push_screen(self.review)
        self.call_after_refresh(self.session.open)

    async def action_leave_page(self) -> None:
        """Close the sitting and go back to the page of the day; from there, or without one, leave."""
        if self.home is None or self.screen is self.home:
            self.exit()
            return
        await self._back_home()

    async def _back_home(self) -> None:
        await asyncio.to_thread(self.session.close)
        while self.screen is not self.home and len(self.screen_stack) > 1:
            await self.pop_screen()

    def _ask(self, job: object) -> None:
        self.session.ask(job)  # type: ignore[arg-type]

    def _report(self, message: object) -> None:
        """Called in the thread of the session."""
        if isinstance(message, OpenFailed | Crashed):
            self.post_message(message)
        else:
            self.review.post_message(message)  # type: ignore[arg-type]

    async def on_open_failed(self, event: OpenFailed) -> None:
        if self.home is None:
            self._fail(event.error)
            return
        from tutor.tui.screens.dialog import words_of
        from tutor.tui.screens.reader import ReaderScreen

        await self._back_home()
        blocks = [Para(safe(part)) for part in words_of(event.error) if part]
        self.push_screen(bound(ReaderScreen, self._actions)(safe("The review could not be opened"), blocks))

    def on_crashed(self, event: Crashed) -> None:
        self._fail(event.error)

    def _fail(self, error: BaseException) -> None:
        self.failure = error
        self.exit(return_code=1)

    def say(self, words: str) -> None:
        """A short word in the corner, over whatever is shown."""
        self.notify(one_line(words).plain, timeout=TWICE, markup=False)

    def action_leave(self) -> None:
        self.exit()

    def action_interrupt(self) -> None:
        """The first ctrl+c says how to leave, a second one leaves."""
        now = self._now()
        if self._interrupted_at is not None and now - self._interrupted_at <= TWICE:
            self.exit(return_code=EXIT_INTERRUPTED)
            return
        self._interrupted_at = now
        self.say("Press ctrl+c again to leave; every answer is stored.")

    def _on_signals(self) -> None:
        """A terminated or hung-up program leaves the terminal as it found it."""
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                # Not every platform and thread can watch a signal; there Textual's default remains.
                with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self._leave_by, number)

    def _leave_by(self, number: int) -> None:
        self.exit(return_code=128 + number)


@contextlib.contextmanager
def _no_color(wanted: bool) -> Iterator[None]:
    """Textual decides on colour by the environment when the app is made: set it to what was asked, and only then."""
    before = os.environ.pop("NO_COLOR", None)
    if wanted:
        os.environ["NO_COLOR"] = "1"
    try:
        yield
    finally:
        os.environ.pop("NO_COLOR", None)
        if before is not None:
            os.environ["NO_COLOR"] = before


def run(
    open_session: Callable[[], Session],
    config: Config,
    *,
    no_color: bool,
    theme: str = "",
    doors: Doors | None = None,
    look_ahead: Callable[[], Early | None] = lambda: None,
) -> int:
    """Run a review, or with `doors` the page of the day, until the learner leaves; returns the exit code.

    Raises what `open_session` raises, UsageError for keys or a theme that are not understood, and any fault of the
    session's thread. The session is closed in every case.
    """
    app = TutorApp(open_session, config, no_color=no_color, theme=theme, doors=doors, look_ahead=look_ahead)
    with ended_by_hangup():
        try:
            app.run()
        finally:
            app.session.close()
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0

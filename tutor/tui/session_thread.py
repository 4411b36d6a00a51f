"""The one thread in which the session lives: opened there, asked there, closed there.

The database connection never leaves this thread, and the screen never waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from textual.message import Message

from tutor.core.grading import InvalidAnswer
from tutor.errors import TutorError
from tutor.tui.messages import Crashed, Early, Failed, Job, Opened, OpenFailed, Refused

if TYPE_CHECKING:
    from tutor.session import Session


class SessionThread:
    """Runs one job after the other and posts what each reports."""

    def __init__(
        self,
        open_session: Callable[[], Session],
        post: Callable[[Message], object],
        look_ahead: Callable[[], Early | None] = lambda: None,
    ) -> None:
        """`look_ahead`: the first question, if it can be read before the session is opened."""
        self._open_session = open_session
        self._look_ahead = look_ahead
        self._post = post
        self._session: Session | None = None
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="session")
        self._last: Future[None] | None = None
        self._closing = False

    @property
    def last(self) -> Future[None] | None:
        """The job given last, for whoever has to wait for it."""
        return self._last

    def open(self) -> None:
        """Open the session; reports Opened or OpenFailed."""
        self._last = self._pool.submit(self._open)

    def ask(self, job: Job) -> None:
        """Do a job; reports its message, Refused, Failed or Crashed."""
        self._last = self._pool.submit(self._ask, job)

    def close(self) -> None:
        """Let the running job finish, drop those that wait, and close the session. May be called again. Raises what
        closing raises."""
        if self._closing:
            return
        self._closing = True
        done = self._pool.submit(self._close)
        self._pool.shutdown(wait=True)
        done.result()

    def _close(self) -> None:
        if self._session is not None:
            self._session.close()

    def _open(self) -> None:
        # Whatever is wrong here, the session finds it as well and says so.
        with suppress(Exception):
            early = self._look_ahead()
            if early is not None:
                self._post(early)
        try:
            self._session = session = self._open_session()
            opened = Opened(session.bank, session.exam, session.notices(), session.day)
        except Exception as error:
            self._post(OpenFailed(error))
            return
        self._post(opened)

    def _ask(self, job: Job) -> None:
        session = self._session
        if session is None or self._closing:
            return
        try:
            message = job(session)
        except InvalidAnswer as error:
            message = Refused(str(error))
        except (TutorError, OSError) as error:
            message = Failed(error, job)
        except Exception as error:
            message = Crashed(error)
        if message is not None:
            self._post(message)

"""What the pages around the review share: they read in a thread, say so when it takes long, and lead back.

A page is opened with what it needs from the outside as a `Doors` value; it holds no data of the learner before that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.timer import Timer
from textual.worker import WorkType

from tutor.errors import TutorError
from tutor.tui.action import Place
from tutor.tui.blocks import Block, Gap, Para
from tutor.tui.content import BAD, EMPTY, MUTED, STRONG, safe
from tutor.tui.screens.base import ActionScreen
from tutor.tui.screens.rows import RowScreen
from tutor.tui.widgets.keybar import KeyBar
from tutor.tui.widgets.listing import Listing
from tutor.tui.widgets.words import Page, Reading, Words

if TYPE_CHECKING:
    from tutor.config import Config
    from tutor.overview import Overview
    from tutor.session import Session
    from tutor.tui.messages import Early

Data = TypeVar("Data")
SLOW = 0.2
"""Seconds before a running read is mentioned."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a sitting is to be about; nothing: the review of the day."""

    concept: str = ""
    trap: str = ""


@dataclass(frozen=True, slots=True)
class Doors:
    """The ways from the screens to the rest of the program."""

    open_session: Callable[[Wish], Session]
    look_ahead: Callable[[Wish], Early | None]
    """The first question of a sitting, if it can be read before the session is opened. Called in a thread."""
    look: Callable[[Callable[[Overview], Any]], Any]
    """Open the learner's data to read, hand them to the function, close them again. Called in a thread."""
    mark: Callable[[str, str], bool]
    """Turn "flag" or "suspend" of a question on or off; whether it is on now. Called in a thread. Raises BusyError."""
    config: Callable[[], Config]
    """The settings as they are now."""
    config_file: Path
    first_start: Callable[[], bool]
    """Whether the tour is still to be shown; asking makes it the last time."""


def background(screen: ActionScreen[Any], work: Callable[[], Coroutine[Any, Any, None]], group: str) -> None:
    """Do something beside the screen, in place of what the group was doing. It is given as a callable, since a
    coroutine that is replaced before it begins would never be awaited."""
    wanted: WorkType[None] = work
    screen.run_worker(wanted, exclusive=True, group=group)


class ViewScreen(ActionScreen[Wish], Generic[Data]):
    """A page that reads its data when it is opened and each time one comes back to it."""

    def __init__(self, doors: Doors | None = None) -> None:
        super().__init__()
        self._doors = doors
        self.data: Data | None = None
        self._slow: Timer | None = None

    @property
    def doors(self) -> Doors:
        assert self._doors is not None
        return self._doors

    def read(self, look: Overview) -> Data:
        """The data of the page; in a thread."""
        raise NotImplementedError

    def draw(self) -> None:
        """Show `data`."""
        raise NotImplementedError

    def say(self, blocks: list[Block]) -> None:
        """Show a few words where the data would be."""
        raise NotImplementedError

    def on_screen_resume(self) -> None:
        self.reload()

    def reload(self) -> None:
        """Read again and show."""
        background(self, self._load, "look")

    async def _load(self) -> None:
        slow = self.set_timer(SLOW, lambda: self.say([Para(safe("One moment...", MUTED))]))
        try:
            self.data = await asyncio.to_thread(self.doors.look, self.read)
        except TutorError as error:
            slow.stop()
            self.say([Para(safe(f"✗ {error.message}", BAD)), Gap(), Para(safe(error.hint))])
            return
        finally:
            slow.stop()
        if self.is_mounted:
            self.draw()
            self.refresh_bindings()

    def action_leave(self) -> None:
        self.dismiss(None)


class ListScreen(ViewScreen[Data], RowScreen[Wish]):
    """A page with a list: a title line, rows, a line of guidance."""

    PLACES: ClassVar[tuple[Place, ...]] = ("list",)
    TITLE_TEXT: ClassVar[str] = ""
    DEFAULT_CSS = """
    ListScreen #title { width: 1fr; height: 1; padding: 0 1; background: $panel; text-wrap: nowrap;
        text-overflow: ellipsis; }
    ListScreen #columns { width: 1fr; height: 1; padding: 0 1; color: $foreground-muted; text-wrap: nowrap;
        text-overflow: clip; }
    ListScreen Listing { margin: 0 1; }
    ListScreen #words { width: 1fr; height: auto; max-height: 60%; padding: 0 1; display: none; }
    ListScreen #status { width: 1fr; height: 1; padding: 0 1; color: $foreground-muted; text-wrap: nowrap;
        text-overflow: ellipsis; }
    """

    def compose(self) -> ComposeResult:
        yield Words(safe(self.TITLE_TEXT, STRONG), id="title")
        yield Words(id="columns")
        yield Page(id="words")
        yield Listing()
        yield Words(id="status")
        yield KeyBar()

    def say(self, blocks: list[Block]) -> None:
        words = self.query_one("#words", Page)
        words.show(blocks)
        words.display = bool(blocks)

    def status(self, words: str) -> None:
        """The line below the list."""
        self.query_one("#status", Words).show(safe(words, MUTED))

    def columns(self, words: str) -> None:
        """The heads of the columns."""
        self.query_one("#columns", Words).show(safe(words, MUTED) if words else EMPTY)

    def on_resize(self) -> None:
        if self.data is not None:
            self.draw()

    def on_listing_chosen(self) -> None:
        self.action_open_row()

    def action_open_row(self) -> None:
        """Open the row under the cursor."""
        raise NotImplementedError


class DetailScreen(ActionScreen[Wish]):
    """A page about one thing; from some of them a drill begins."""

    PLACES: ClassVar[tuple[Place, ...]] = ("detail",)
    DEFAULT_CSS = """
    DetailScreen { align-horizontal: center; }
    DetailScreen #title { width: 1fr; height: 1; padding: 0 1; background: $panel; text-wrap: nowrap;
        text-overflow: ellipsis; }
    DetailScreen > Vertical { width: 1fr; max-width: 94; height: 1fr; padding: 1 1 0 1; }
    """

    def __init__(self, title: str = "", blocks: tuple[Block, ...] = (), wish: Wish | None = None) -> None:
        super().__init__()
        self._title = title
        self._blocks = blocks
        self._wish = wish

    def compose(self) -> ComposeResult:
        yield Words(safe(self._title, STRONG), id="title")
        with Vertical():
            yield Reading(Page(self._blocks))
        yield KeyBar()

    def allows(self, action: object) -> bool:
        return getattr(action, "id", "") != "drill" or self._wish is not None

    def action_drill(self) -> None:
        self.dismiss(self._wish)

    def action_leave(self) -> None:
        self.dismiss(None)

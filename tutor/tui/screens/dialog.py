"""The dialog for a call that failed: what happened, what it means for the answer, and to try again."""

from __future__ import annotations

from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from tutor.errors import TutorError
from tutor.tui.action import Place
from tutor.tui.content import safe
from tutor.tui.screens.base import ActionScreen
from tutor.tui.widgets.keybar import KeyBar
from tutor.tui.widgets.words import Words

Decision = Literal["retry", "keep"]


def words_of(error: BaseException) -> tuple[str, str]:
    """Message and hint of an error for a person."""
    if isinstance(error, TutorError):
        return error.message, error.hint
    return str(error) or type(error).__name__, ""


class DialogScreen(ModalScreen[Decision], ActionScreen[Decision]):
    """Try again, go back, or leave. Nothing was changed."""

    PLACES: ClassVar[tuple[Place, ...]] = ("dialog",)
    DEFAULT_CSS = """
    DialogScreen { align: center middle; }
    DialogScreen > Vertical { width: 90%; max-width: 72; height: auto; max-height: 100%; background: $surface;
        border: round $error; }
    DialogScreen Words { width: 1fr; height: auto; padding: 0 1; margin-bottom: 1; }
    DialogScreen #title { text-style: bold; color: $text-error; }
    DialogScreen KeyBar { dock: none; background: transparent; }
    """

    def __init__(self, title: str = "", error: BaseException | None = None) -> None:
        super().__init__()
        self._title = title
        self._error = error

    def compose(self) -> ComposeResult:
        message, hint = words_of(self._error) if self._error is not None else ("", "")
        with Vertical():
            yield Words(safe(f"✗ {self._title}"), id="title")
            yield Words(safe(message))
            if hint:
                yield Words(safe(hint))
            yield KeyBar()

    def action_retry(self) -> None:
        self.dismiss("retry")

    def action_keep(self) -> None:
        self.dismiss("keep")

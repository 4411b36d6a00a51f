"""The dialog to write a note on a question. It stores nothing: it hands the text back, saved or as a draft."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import TextArea

from tutor.text import clean
from tutor.tui.action import Place
from tutor.tui.content import safe
from tutor.tui.screens.base import ActionScreen
from tutor.tui.widgets.keybar import KeyBar
from tutor.tui.widgets.words import Words


@dataclass(frozen=True, slots=True)
class Written:
    """What was written, and whether it is to be saved."""

    text: str
    save: bool


class Editor(TextArea):
    """A few lines of text; Enter belongs to the dialog."""

    async def _on_key(self, event: events.Key) -> None:
        # Textual calls this of every class in turn: without its default the editor adds no line.
        if event.key == "enter":
            event.prevent_default()


class NoteScreen(ModalScreen[Written], ActionScreen[Written]):
    """A note in an editor: Enter saves it, Escape leaves and keeps the draft."""

    AUTO_FOCUS = "Editor"
    PLACES: ClassVar[tuple[Place, ...]] = ("note",)
    DEFAULT_CSS = """
    NoteScreen { align: center middle; }
    NoteScreen > Vertical { width: 90%; max-width: 72; height: auto; max-height: 100%; background: $surface;
        border: round $primary; }
    NoteScreen #title { width: 1fr; height: auto; padding: 0 1; text-style: bold; color: $text-accent; }
    NoteScreen Editor { height: 6; border: none; padding: 0 1; background: $surface; }
    NoteScreen Editor:focus { border: none; }
    NoteScreen KeyBar { dock: none; background: transparent; }
    """

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self._text = clean(text)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Words(safe("Your note on this question"), id="title")
            editor = Editor(self._text, soft_wrap=True, tab_behavior="focus", highlight_cursor_line=False)
            editor.cursor_blink = False
            yield editor
            yield KeyBar()

    def on_mount(self) -> None:
        editor = self.query_one(Editor)
        editor.move_cursor(editor.document.end)

    def action_note_save(self) -> None:
        self.dismiss(Written(self.query_one(Editor).text, True))

    def action_note_leave(self) -> None:
        self.dismiss(Written(self.query_one(Editor).text, False))

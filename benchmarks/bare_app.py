"""The smallest Textual program that shows a question: what Tutor's start is compared with."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.widgets import Footer, OptionList, Static

TEXT = "Which way of training removes the cause?"


class BareApp(App[None]):
    """One question, four options, a footer."""

    BINDINGS: ClassVar = [("ctrl+q", "quit", "Quit")]

    def compose(self) -> ComposeResult:
        yield Static(TEXT, markup=False)
        yield OptionList("One", "Two", "Three", "Four", markup=False)
        yield Footer()


if __name__ == "__main__":
    BareApp().run()

"""What a person can do on more than one kind of screen: read, leave, find help. Pure: does not import Textual."""

from __future__ import annotations

from tutor.tui.action import ASKING, ON_REVIEW, SCROLLING, VIEWS, Action

EVERYWHERE: tuple[Action, ...] = (
    Action("scroll_on", ("pagedown", "ctrl+d"), "Scroll down", "Scroll the text down.", (*ASKING, *SCROLLING)),
    Action("scroll_back", ("pageup", "ctrl+u"), "Scroll up", "Scroll the text up.", (*ASKING, *SCROLLING)),
    Action("line_on", ("j", "down"), "Line down", "Scroll down by a line.", SCROLLING),
    Action("line_back", ("k", "up"), "Line up", "Scroll up by a line.", SCROLLING),
    Action("top", ("home", "g"), "Top", "Go to the start of the text.", SCROLLING),
    Action("bottom", ("end", "G"), "Bottom", "Go to the end of the text.", SCROLLING),
    Action("retry", ("enter", "r"), "Try again", "Try to store the answer again.", ("dialog",), 1),
    Action("close", ("escape", "q", "enter"), "Close", "Go back.", ("reader",), 1),
    Action("keep", ("escape",), "Go back", "Go back; your answer stays marked, nothing is stored.", ("dialog",), 2),
    Action("help", ("question_mark", "f1"), "Help", "The keys that work here.",
           ("preparing", *ON_REVIEW, "summary", *VIEWS), 90),
    Action("palette", ("ctrl+p",), "Commands", "Find a command by name.",
           ("preparing", *ON_REVIEW, "summary", *VIEWS), 93),
    Action("quit", ("q",), "Quit", "Leave; every answer given is already stored.",
           ("preparing", *ON_REVIEW, "summary", "dialog", "today"), 92),
    Action("quit_now", ("ctrl+q",), "Quit at once", "Leave from anywhere.", fixed=True),
    Action("interrupt", ("ctrl+c",), "Interrupt", "Copy the selected text; twice within two seconds: leave.",
           fixed=True),
)  # fmt: skip

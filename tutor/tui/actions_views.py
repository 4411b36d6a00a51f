"""What a person can do on the pages around the review: see where they stand, look things up, start a drill.

Pure: does not import Textual.
"""

from __future__ import annotations

from tutor.tui.action import LISTS, PAGES, ROWS, Action

ON_VIEWS: tuple[Action, ...] = (
    Action("begin", ("enter", "space"), "Begin", "Begin today's review.", ("today",), 1),
    Action("weakness", ("w",), "Weakness", "Concepts by what they are expected to cost on the exam.", ("today",), 2),
    Action("confusions", ("c",), "Confusions", "What you take for what, in both directions.", ("today",), 3),
    Action("progress", ("p",), "Progress", "Days, memory, what comes, and how far the model can be trusted.",
           ("today",), 4),
    Action("browse", ("b",), "Bank", "Look through the questions, at one of them and its answers.", ("today",), 5),
    Action("search", ("slash",), "Search", "Search the questions.", ("today",), 7),
    Action("settings", ("s",), "Settings", "Exam, date, minutes a day, colours, keys.", ("today",), 6),
    Action("open_row", ("enter", "space"), "Open", "Look at the line under the cursor.", LISTS, 1),
    Action("drill", ("d",), "Drill", "Answer questions on this alone, due or not.", ("list", "detail"), 2),
    Action("narrow", ("n",), "Domain", "Show one domain of the exam, the next one, or all.", ("list",), 3),
    Action("filter", ("slash", "f"), "Filter", "Type words and filters to narrow the list.", ("shelf",), 2),
    Action("flag_row", ("m",), "Flag", "Flag the question, or take the flag off.", ("shelf", "preview"), 3),
    Action("suspend_row", ("z",), "Suspend", "Do not ask the question any more, or ask it again.",
           ("shelf", "preview"), 4),
    Action("reveal", ("v",), "Show", "Show the question with its answers before it was asked.", ("preview",), 2),
    Action("row_down", ("j", "down"), "Line down", "Move to the line below.", ROWS),
    Action("row_up", ("k", "up"), "Line up", "Move to the line above.", ROWS),
    Action("row_first", ("home", "g"), "First line", "Move to the first line.", ROWS),
    Action("row_last", ("end", "G"), "Last line", "Move to the last line.", ROWS),
    Action("rows_on", ("pagedown", "ctrl+d"), "Page down", "Move down by a screenful.", ROWS),
    Action("rows_back", ("pageup", "ctrl+u"), "Page up", "Move up by a screenful.", ROWS),
    Action("filter_done", ("enter", "escape"), "List", "Go back to the list, with the filter as it is.",
           ("filtering",), 1),
    Action("leave", ("escape", "q"), "Back", "Go back.", (*LISTS, *PAGES), 80),
)  # fmt: skip

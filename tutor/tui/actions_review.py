"""What a person can do with a question and its feedback. Pure: does not import Textual."""

from __future__ import annotations

from tutor.tui.action import ASKING, ON_REVIEW, OPTION_KEYS, OPTION_LETTERS, Action

ON_QUESTIONS: tuple[Action, ...] = (
    Action("choose", (*OPTION_KEYS, *OPTION_LETTERS), "Choose", "Choose the option with this number or letter; again "
           "takes it back where several can be chosen.", ("question",), fixed=True),
    Action("answer", ("enter",), "Answer", "Give the marked answer.", ASKING, 1),
    Action("down", ("j", "down"), "Next option", "Move to the next option.", ("question",)),
    Action("up", ("k", "up"), "Previous option", "Move to the option above.", ("question",)),
    Action("mark", ("space",), "Mark", "Choose the option under the cursor.", ("question",)),
    Action("guess", ("g",), "Guess", "Say that you are guessing: right and guessed comes back sooner.", ASKING, 2),
    Action("strike", ("minus",), "Strike", "Strike out the option under the cursor, or bring it back.",
           ("question",), 3),
    Action("next", ("enter", "space", "n"), "Next", "Go on to the next question.", ("feedback",), 1),
    Action("options", ("x",), "Options", "Why each option is right or wrong, and when it would be right.",
           ("feedback",), 2),
    Action("concept", ("c",), "Concept", "The concept card, with its memory trick.", ("feedback",), 3),
    Action("sources", ("o",), "Sources", "The pages that state the deciding fact.", ("feedback",), 4),
    Action("more", ("plus",), "10 more minutes", "Go on for ten more minutes.", ("summary",), 1),
    Action("skip", ("s",), "Skip", "Leave this question for later; nothing is stored.", ASKING, 5),
    Action("undo", ("u",), "Undo", "Take back the last answer and ask that question again.", (*ON_REVIEW, "summary"),
           6),
    Action("why", ("w",), "Why", "Why this question was chosen now.", ON_REVIEW, 7),
    Action("flag", ("m",), "Flag", "Flag the question to look at it later, or take the flag off.", ON_REVIEW),
    Action("copy", ("y",), "Copy", "Send the question to the terminal's clipboard.", ON_REVIEW),
    Action("timer", ("t",), "Timer", "Show or hide the time spent on this question.", ASKING),
    Action("leave_line", ("escape",), "Command keys", "Leave the line to type in, so that letters are commands again.",
           ("typed",), 3),
    Action("type_line", ("tab",), "Type", "Go back to the line to type in.", ("typed",), 3),
)  # fmt: skip

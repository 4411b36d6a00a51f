"""What a person can do with a question and its feedback. Pure: does not import Textual."""

from __future__ import annotations

from tutor.tui.action import ASKING, ON_REVIEW, OPTION_KEYS, OPTION_LETTERS, Action

ON_QUESTIONS: tuple[Action, ...] = (
    Action("choose", (*OPTION_KEYS, *OPTION_LETTERS), "Choose", "Choose the option with this number or letter; again "
           "takes it back where several can be chosen.", ASKING, fixed=True),
    Action("answer", ("enter",), "Answer", "Give the marked answer.", ASKING, 1),
    Action("down", ("j", "down"), "Next option", "Move to the next option.", ASKING),
    Action("up", ("k", "up"), "Previous option", "Move to the option above.", ASKING),
    Action("mark", ("space",), "Mark", "Choose the option under the cursor.", ASKING),
    Action("move_up", ("K", "shift+up"), "Move up", "Move the step under the cursor up; from below, into the order.",
           ("ordering",), 2),
    Action("move_down", ("J", "shift+down"), "Move down", "Move the step under the cursor down; past the last one, out "
           "of the order.", ("ordering",), 3),
    Action("prompt_on", ("right", "l", "tab"), "Next prompt", "Go to the next prompt.", ("matching",), 2),
    Action("prompt_back", ("left", "h"), "Previous prompt", "Go to the prompt before, to change it.", ("matching",)),
    Action("guess", ("g",), "Guess", "Say that you are guessing: right and guessed comes back sooner.", ASKING, 4),
    Action("unsure", ("i",), "Unsure", "Say that you are unsure: right and unsure counts less than sure.", ASKING),
    Action("strike", ("minus",), "Strike", "Strike out the option under the cursor, or bring it back.", ASKING, 5),
    Action("next", ("enter", "space", "n"), "Next", "Go on to the next question.", ("feedback",), 1),
    Action("contrast", ("c",), "Contrast", "Drill the other side of the trap you fell for: what you took is right.",
           ("feedback",), 2),
    Action("options", ("x",), "Options", "Why each option is right or wrong, and when it would be right.",
           ("feedback",), 3),
    Action("concept", ("d",), "Concept", "The concept cards: definitions, memory tricks, your estimate.",
           ("feedback",), 4),
    Action("sources", ("o",), "Sources", "The pages that state the deciding fact.", ("feedback",), 5),
    Action("more", ("plus",), "10 more minutes", "Go on for ten more minutes.", ("summary",), 1),
    Action("skip", ("s",), "Skip", "Leave this question for later; nothing is stored.", ASKING, 7),
    Action("undo", ("u",), "Undo", "Take back the last answer, or the last suspension, and ask that question again.",
           (*ON_REVIEW, "summary"), 8),
    Action("why", ("w",), "Why", "Why this question was chosen now.", ON_REVIEW, 9),
    Action("flag", ("m",), "Flag", "Flag the question to look at it later, or take the flag off.", ON_REVIEW),
    Action("note", ("e",), "Note", "Write a note on the question; it is shown with the feedback.", ("feedback",), 10),
    Action("note_now", ("N",), "Note", "Read or write your note on the question.", ASKING, 10),
    Action("suspend", ("z",), "Suspend", "Do not show this question any more; after the answer the same key brings it "
           "back, before it undo does.", ON_REVIEW),
    Action("copy", ("y",), "Copy", "Send the question to the terminal's clipboard.", ON_REVIEW),
    Action("timer", ("t",), "Timer", "Show or hide the time spent on this question.", ASKING),
    Action("note_save", ("enter", "ctrl+s"), "Save", "Save the note; an empty one removes it.", ("note",), 1),
    Action("note_leave", ("escape",), "Go back", "Go back; what you wrote is there when you open the note again.",
           ("note",), 2),
)  # fmt: skip

"""What the thread of the session and the widgets report to the review screen. Values only.

A worker never touches a widget: it posts one of these, and the screen changes itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from textual.message import Message

from tutor.core.outcome import ConceptEstimate, Feedback, Progress, Summary
from tutor.core.pick import Pick
from tutor.core.question import Bank, Exam

if TYPE_CHECKING:
    from tutor.session import Session

Job = Callable[["Session"], Message | None]
"""One call to the session, made in its thread; what it returns is posted to the review screen."""


@dataclass
class Opened(Message):
    """The session is ready."""

    bank: Bank
    exam: Exam
    notices: Sequence[str]
    today: date


@dataclass
class Early(Message):
    """The first question, read before the session is ready; it is shown, and marks count once the session is."""

    bank: Bank
    exam: Exam
    today: date
    picked: Picked


@dataclass
class OpenFailed(Message):
    """The session could not be opened; the program ends with this error."""

    error: Exception


@dataclass(frozen=True, slots=True)
class Said:
    """What the learner said about a question besides answering it."""

    flagged: bool = False
    suspended: bool = False
    note: str = ""


@dataclass
class Picked(Message):
    """The question to show now."""

    pick: Pick
    progress: Progress
    notices: Sequence[str] = ()
    """Lines that have come up since the last question."""
    note: str = ""
    """A word on what has just been done."""
    said: Said = Said()
    toast: str = ""
    """A word on what was done to another question."""


@dataclass
class Finished(Message):
    """Nothing more for now; `ended` says why: "nothing", "minutes" or "limit"."""

    summary: Summary
    progress: Progress
    ended: str
    toast: str = ""


@dataclass
class Stored(Message):
    """The answer is in the database. `feedback` is None when that question had been answered already."""

    feedback: Feedback | None
    progress: Progress
    reason: str
    """Why the question was chosen, as a sentence."""


@dataclass
class Refused(Message):
    """The answer is not complete; nothing was stored."""

    why: str


@dataclass
class NothingToUndo(Message):
    """There is no answer to take back."""


@dataclass
class Marked(Message):
    """A question was flagged, suspended or noted on, or the opposite."""

    question_id: str
    said: Said
    words: str
    """What was done."""


@dataclass
class Told(Message):
    """Nothing was changed, for a reason that is told."""

    words: str


@dataclass
class Reasons(Message):
    """Lines for "why this question"."""

    lines: Sequence[str]


@dataclass
class Estimates(Message):
    """What is known of the concepts, weakest first."""

    concepts: Sequence[ConceptEstimate]


@dataclass
class Failed(Message):
    """A call failed and nothing was changed; the same job may be tried again."""

    error: Exception
    job: Job


@dataclass
class Crashed(Message):
    """A fault of the program in the session's thread; the program ends with it."""

    error: BaseException


@dataclass
class RowClicked(Message):
    """An option was clicked: its place, 0 first."""

    place: int


@dataclass
class RowCarried(Message):
    """A step was dragged onto another one; both by their places, 0 first."""

    place: int
    onto: int


@dataclass
class PromptClicked(Message):
    """A prompt was clicked: its place, 0 first."""

    place: int

"""The dialogue of the plain review: show, read a line, answer, until the session or the input ends.

All rules are the session's; this module only asks it and writes lines.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from tutor.core.grading import Confidence, InvalidAnswer
from tutor.core.outcome import Feedback
from tutor.core.pick import Pick
from tutor.errors import StoreError
from tutor.plain.replies import COMMANDS, CONFIDENCE, Chosen, Unclear, Word, example, read_place, read_reply
from tutor.plain.show import Page
from tutor.prose import letter
from tutor.text import clean, wrap
from tutor.wording import NO_CONTRAST, SAME_SIDE, count

if TYPE_CHECKING:
    from tutor.session import Session

MORE_MINUTES = 10.0
_HELP = """\
Type the letter or the number of your answer and press Enter:
  b          one option
  a c        several options
  2 1 3      options in order
  1b 2a 3c   a letter for each number
Add a word to say how sure you are: guess b, b g, unsure b, sure b.
Other words:
  undo, u    take back the last answer
  skip, s    another question; this one stays for later
  why, w     why this question
  flag, m    mark this question, or remove the mark
  contrast   after an error: the other side of the trap, as the next question
  note TEXT  keep a note on this question; note alone shows it, note - removes it
  suspend    do not show this question any more; undo or unsuspend brings it back
  strike b   strike an option out, or bring it back
  again      the question again, without what you struck out
  time, t    the time spent on this question
  help, ?    this text
  quit, q    end; the end of the input does the same"""
_ENDED = {
    "nothing": "Nothing more waits today.",
    "minutes": "The time for today is used.",
    "limit": "The number of questions asked for is reached.",
}


class PlainReview:
    """One plain review of an open session."""

    def __init__(self, session: Session, source: TextIO, sink: TextIO, *, interactive: bool, width: int = 80) -> None:
        """`interactive`: a person types. From a pipe the typed line is written after the prompt, answers carry no
        time, and an answer that cannot be stored ends the review instead of taking the next line for it."""
        self._session = session
        self._source = source
        self._sink = sink
        self._interactive = interactive
        self._page = Page(session.bank, width)
        self._width = width
        self._last: Feedback | None = None
        """The last answer of this sitting, for a contrast."""
        self._suspended = ""
        """The question suspended last, to bring back."""
        self._struck: set[str] = set()
        """Options of the question on screen that are struck out."""

    def run(self) -> int:
        """Until quit, the end of the input or the end of the questions; the exit code. Raises TutorError."""
        self._say("Plain review. Type ? for help.")
        again = True
        while again:
            again = self._questions() and self._close()
        return 0

    def _questions(self) -> bool:
        """Ask until nothing is left; False when the learner leaves before."""
        pick = self._session.next()
        while pick is not None:
            self._show(pick)
            if not self._ask(pick):
                self._write(self._page.summary(self._session.summary()))
                return False
            pick = self._session.next()
        return True

    def _close(self) -> bool:
        """The close after the last question, where its answer can still be taken back; True to go on."""
        self._notices()
        self._write(["", _ENDED.get(self._session.ended or "", "")])
        self._write(self._page.summary(self._session.summary()))
        more = self._session.ended == "minutes"
        fell = self._last is not None and bool(self._last.lures_taken)
        others = f"{'contrast drills the trap, ' if fell else ''}{'more adds 10 minutes, ' if more else ''}"
        options = f"u takes back the last answer, {others}Enter ends."
        while True:
            line = self._read(f"{options} ")
            word = "" if line is None else line.strip().lower()
            if word == "" or COMMANDS.get(word) == "quit":
                return False
            if COMMANDS.get(word) == "undo":
                if self._undo():
                    return True
            elif word == "more" and more:
                self._session.more(MORE_MINUTES)
                return True
            elif word == "contrast" and fell:
                if self._contrast():
                    return True
            else:
                self._say(f"The review is over: {options}")

    def _ask(self, pick: Pick) -> bool:
        """Read lines until this question is answered, skipped or replaced; False when the learner leaves."""
        shown = time.monotonic()
        while True:
            line = self._read(f"Answer (such as {example(pick.question)}): ")
            if line is None:
                return False
            reply = read_reply(line, pick.question, pick.order)
            match reply:
                case Unclear(message):
                    self._say(message)
                case Chosen():
                    elapsed = max(round(1000 * (time.monotonic() - shown)), 1) if self._interactive else 0
                    if self._answer(pick, reply, elapsed):
                        return True
                case Word("quit"):
                    return False
                case Word("undo"):
                    if self._undo():
                        return True
                case Word("skip"):
                    self._session.skip(pick.id)
                    self._say("Skipped.")
                    return True
                case Word("why"):
                    self._write(part for line in self._session.why(pick) for part in wrap(line, self._width))
                case Word("flag"):
                    flagged = self._session.flag(pick.question.id)
                    self._say("Marked." if flagged else "The mark is removed.")
                case Word("contrast"):
                    if self._contrast():
                        return True
                case Word("note", rest):
                    self._note(pick, rest)
                case Word("suspend"):
                    self._session.suspend(pick.question.id)
                    self._suspended = pick.question.id
                    self._say("This question is not shown any more; undo or unsuspend brings it back.")
                    return True
                case Word("unsuspend"):
                    self._unsuspend()
                case Word("strike", rest):
                    self._strike(pick, rest)
                case Word("again"):
                    self._write(self._page.question(pick, "The question again.", struck=self._struck))
                    self._write([""])
                case Word("time"):
                    self._say(f"{count(round(time.monotonic() - shown), 'second')} on this question.")
                case Word("help"):
                    self._write(_HELP.splitlines())

    def _answer(self, pick: Pick, reply: Chosen, elapsed: int) -> bool:
        """Hand an answer in; False when the same question must be asked again."""
        confidence = reply.confidence
        if confidence is None and self._interactive and self._session.config.confidence:
            confidence = self._how_sure()
        try:
            feedback = self._session.answer(pick.id, reply.ids, confidence, elapsed)
        except InvalidAnswer as error:
            self._say(f"Not an answer: {error}.")
            return False
        except StoreError as error:
            if not self._interactive:
                raise
            self._say(f"Not saved: {error.message} {error.hint} Type the answer again to try once more.")
            return False
        if feedback is not None:
            self._last = feedback
            self._write(self._page.feedback(feedback, self._session.explain(pick.reason)))
            note = self._session.mark(pick.question.id).note
            if note:
                self._write(["", *wrap(f"Your note: {note}", self._width)])
            if feedback.lures_taken and not feedback.correct:
                self._say("Type contrast to meet the other side of this trap next.")
        return True

    def _how_sure(self) -> Confidence | None:
        """What the learner says of the answer just typed; an empty line says nothing."""
        while True:
            line = self._read("How sure are you: sure, unsure or guess? Enter to leave it open. ")
            word = "" if line is None else line.strip().lower()
            if not word or word in CONFIDENCE:
                return CONFIDENCE.get(word)
            self._say("Type sure, unsure or guess.")

    def _contrast(self) -> bool:
        """Put the other side of the trap of the last answer before the question on screen."""
        if self._last is None or not self._last.lures_taken:
            self._say("The last answer fell for no trap.")
            return False
        pick = self._session.contrast(self._last)
        if pick is None:
            self._say(NO_CONTRAST)
            return False
        if not pick.reason.numbers.get("opposite"):
            self._say(SAME_SIDE)
        return True

    def _strike(self, pick: Pick, word: str) -> None:
        """Strike an option out, or bring it back; it can be chosen all the same."""
        place = read_place(word, len(pick.order))
        if place is None:
            self._say("Type strike and the letter of an option, such as strike b.")
            return
        self._struck ^= {pick.order[place]}
        out = [letter(at) for at, option in enumerate(pick.order) if option in self._struck]
        self._say(f"Struck out: {', '.join(out)}." if out else "Nothing is struck out.")

    def _note(self, pick: Pick, text: str) -> None:
        if text:
            kept = self._session.note(pick.question.id, "" if text == "-" else text)
            self._say("Noted." if kept else "The note is removed.")
            return
        note = self._session.mark(pick.question.id).note
        self._say(f"Your note: {note}" if note else "There is no note on this question.")

    def _unsuspend(self) -> None:
        if not self._suspended:
            self._say("No question was suspended in this sitting.")
            return
        self._session.unsuspend(self._suspended)
        self._suspended = ""
        self._say("It is shown again when its time comes.")

    def _undo(self) -> bool:
        self._last = None
        if self._session.undo() is None:
            self._say("There is no answer to take back.")
            return False
        self._say("Taken back. The question again:")
        return True

    def _show(self, pick: Pick) -> None:
        self._notices()
        progress = self._session.progress()
        waits = f"{progress.due} due, {progress.new} new, about {progress.left} left in this sitting"
        self._struck.clear()
        drill = "Contrast drill. " if pick.reason.slot == "contrast" else ""
        self._write(self._page.question(pick, f"{drill}Question {progress.done + 1} today. {waits}."))
        self._write([""])
        mark = self._session.mark(pick.question.id)
        if mark.flagged or mark.note:
            said = " and ".join([*(["marked"] if mark.flagged else []), *(["with a note"] if mark.note else [])])
            self._say(f"This question is {said}{'; type note to read it' if mark.note else ''}.")

    def _notices(self) -> None:
        for notice in self._session.notices():
            self._say(notice)

    def _say(self, text: str) -> None:
        self._write(wrap(text, self._width))

    def _write(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._sink.write(clean(line).rstrip() + "\n")

    def _read(self, prompt: str) -> str | None:
        """The next line; None at the end of the input."""
        self._sink.write(prompt)
        self._sink.flush()
        line = self._source.readline()
        if not line:
            self._sink.write("\n")
            return None
        if not self._interactive:
            self._sink.write(clean(line.rstrip("\n")) + "\n")
        return line

"""A sitting on the screen: what is shown, which job runs, and what each message of the session changes.

The session lives in another thread: the screen asks for a job, the job's message changes the screen. Feedback is
painted only from a `Stored` message, so only once the answer is on disk. What the keys do is in `review`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.timer import Timer

from tutor.core.outcome import ConceptEstimate, Feedback
from tutor.core.pick import Pick
from tutor.core.question import Bank
from tutor.tui import jobs, typed
from tutor.tui.action import Action, Place
from tutor.tui.blocks import Block, Para
from tutor.tui.choice import Choice
from tutor.tui.content import MUTED, safe
from tutor.tui.messages import (
    Estimates,
    Failed,
    Finished,
    Flagged,
    Job,
    Opened,
    Picked,
    Reasons,
    Refused,
    Stored,
)
from tutor.tui.pages import question as page
from tutor.tui.pages.common import shows_digits
from tutor.tui.pages.feedback import feedback_blocks, verdict
from tutor.tui.screens.base import ActionScreen, bound
from tutor.tui.widgets.body import Body
from tutor.tui.widgets.keybar import KeyBar
from tutor.tui.widgets.side import Side, record_blocks
from tutor.tui.widgets.topbar import TopBar, clock_text, days_to_exam

if TYPE_CHECKING:
    from tutor.config import Config

SLOW = 0.2
"""Seconds before a running job is mentioned."""
MORE_MINUTES = 10.0
WIDE = 120
"""Columns from which the side panel is shown."""
PREPARING = "Preparing today's review..."
STUCK = "The next question could not be read. Leave with q and start again; every answer given is stored."


class Sitting(ActionScreen[None]):
    """Question, feedback, and what lies between."""

    PLACES: ClassVar[tuple[Place, ...]] = ("preparing", "question", "typed", "feedback")
    DEFAULT_CSS = """
    Sitting #columns { height: 1fr; padding: 1 0 0 0; align-horizontal: center; }
    """

    def __init__(self, ask: Callable[[Job], None], config: Config, now: Callable[[], float]) -> None:
        """`ask` hands a job to the thread of the session; `now` is a clock in seconds for the time on a question."""
        super().__init__()
        self._ask = ask
        self._config = config
        self.now = now
        self._place: Place = "preparing"
        self.busy = True
        self._slow: Timer | None = None
        self.timer_shown = config.show_timer
        self.bank = Bank({})
        self.pick: Pick | None = None
        self.choice: Choice | None = None
        self.guessing = False
        self.feedback: Feedback | None = None
        self.estimates: Sequence[ConceptEstimate] = ()
        self._flagged: set[str] = set()
        self.answering: Job | None = None
        self.shown_at = 0.0
        self._notices: list[str] = []
        self._finished: Finished | None = None
        self._code = ""
        self._days = ""

    def compose(self) -> ComposeResult:
        yield TopBar()
        with Horizontal(id="columns"):
            yield Body()
            yield Side()
        yield KeyBar()

    def on_mount(self) -> None:
        self.body.show_text([Para(safe(PREPARING, MUTED))])
        self.set_interval(1, self.tick)

    def on_resize(self, event: events.Resize) -> None:
        self.query_one(Side).display = event.size.width >= WIDE

    @property
    def body(self) -> Body:
        return self.query_one(Body)

    @property
    def place(self) -> Place:
        return self._place

    def allows(self, action: Action) -> bool:
        if action.id == "type_line":
            return not self.body.line.has_focus
        if action.id == "leave_line":
            return self.body.line.has_focus
        return not self.busy or action.id in ("help", "palette", "quit", "quit_now", "interrupt", "timer")

    # Jobs and what they report

    def start(self, job: Job) -> None:
        """Hand a job to the session; until it reports, only leaving and help work."""
        self.busy = True
        if self._slow is not None:
            self._slow.stop()
        self._slow = self.set_timer(SLOW, self._say_slow)
        self._ask(job)

    def _say_slow(self) -> None:
        self.body.guide("One moment...")
        self.refresh_bindings()

    def _turn(self, place: Place) -> None:
        """No job runs any more, and this is what the screen shows."""
        self._place, self.busy = place, False
        if self._slow is not None:
            self._slow.stop()
            self._slow = None
        self.refresh_bindings()

    def on_opened(self, event: Opened) -> None:
        self.bank = event.bank
        self._notices = list(event.notices)
        self._code, self._days = event.exam.code.upper(), days_to_exam(event.today, self._config.exam_date)
        self.query_one(TopBar).about(self._code, self._days)
        self.start(jobs.pick_next)

    async def on_picked(self, event: Picked) -> None:
        pick = self.pick = event.pick
        question = pick.question
        self.feedback, self.answering, self._finished, self.guessing = None, None, None, False
        self._count(event)
        self.query_one(Side).record(())
        by_option = question.type in ("single", "multiple")
        self.choice = Choice(question, pick.order) if by_option else None
        self._notices += event.notices
        texts: list[Content] = [page.option_text(pick, place, self.bank) for place in range(len(pick.order))]
        await self.body.show_question(
            page.scenario_blocks(pick, self.bank, self._notices),
            page.ask_blocks(pick, self.bank),
            texts,
            self.choice,
            digits=shows_digits(question),
            example="" if by_option else typed.example(question),
        )
        self.shown_at = self.now()
        self._turn("question" if by_option else "typed")
        self.guide(event.note)
        self.tick()

    def on_stored(self, event: Stored) -> None:
        if event.feedback is None:
            self.start(jobs.pick_next)
            return
        feedback = self.feedback = event.feedback
        self._notices.clear()
        self._count(event)
        self.body.show_feedback(
            verdict(feedback),
            feedback.correct,
            page.answered_blocks(feedback, self.bank),
            feedback_blocks(feedback, self.bank, event.reason),
        )
        self._turn("feedback")
        self.guide()
        self._ask(jobs.estimates)

    def on_estimates(self, event: Estimates) -> None:
        self.estimates = event.concepts
        if self.feedback is not None:
            self.query_one(Side).record(record_blocks(self.feedback, self.bank, self.estimates))

    def on_finished(self, event: Finished) -> None:
        self._count(event)
        self._finished = event
        self.pick, self.feedback = None, None
        self._turn("preparing")
        self.body.show_text([])
        self._close()

    def on_refused(self, event: Refused) -> None:
        self._turn(self._place)
        self.body.guide(event.why, gentle=True)

    def on_nothing_to_undo(self) -> None:
        words = "There is no answer to take back."
        if self._place == "preparing":
            self._close(words)
            return
        self._turn(self._place)
        self.body.guide(words, gentle=True)

    def on_flagged(self, event: Flagged) -> None:
        self._flagged = (self._flagged - {event.question_id}) | ({event.question_id} if event.flagged else set())
        self._turn(self._place)
        self.guide("" if event.flagged else "The flag is off.")

    def on_reasons(self, event: Reasons) -> None:
        from tutor.tui.pages.cards import why_blocks

        self._turn(self._place)
        self.read("Why this question", why_blocks(event.lines))

    def on_failed(self, event: Failed) -> None:
        from tutor.tui.screens.dialog import DialogScreen

        self._turn(self._place)
        self.guide()
        title = "Your answer is not stored" if event.job is self.answering else "That did not work"

        def decided(decision: str | None) -> None:
            if decision == "retry":
                self.start(event.job)
            elif self._finished is not None:
                self._close()
            elif self._place == "preparing":
                self.body.show_text([Para(safe(STUCK))])

        self.app.push_screen(bound(DialogScreen, self.actions)(title, event.error), decided)

    def read(self, title: str, blocks: Sequence[Block]) -> None:
        """Show a page over the screen."""
        from tutor.tui.screens.reader import ReaderScreen

        self.app.push_screen(bound(ReaderScreen, self.actions)(safe(title), blocks))

    def _close(self, note: str = "") -> None:
        """Show the summary; what is decided there is done here."""
        from tutor.tui.pages.summary import summary_blocks
        from tutor.tui.screens.summary import SummaryScreen

        end = self._finished
        if end is None:
            return

        def decided(decision: str | None) -> None:
            if decision is not None:
                self.start(jobs.undo if decision == "undo" else jobs.more(MORE_MINUTES))

        blocks = summary_blocks(end.summary, end.progress, end.ended, self.bank)
        screen = bound(SummaryScreen, self.actions)
        self.app.push_screen(screen(blocks, self._code, self._days, end.progress, note), decided)

    def _count(self, event: Picked | Stored | Finished) -> None:
        self.query_one(TopBar).count(event.progress)
        self.query_one(Side).count(event.progress)

    def guide(self, words: str = "") -> None:
        """What is wanted just now, or a word on what was done."""
        if words:
            self.body.guide(words)
        elif self.pick is None or self._place == "preparing":
            self.body.guide("")
        else:
            feedback = self._place == "feedback"
            parts = ["The question is above: scroll up" if feedback else page.demand(self.pick)]
            if self.choice is not None and not self.choice.single and not feedback:
                parts.append(f"{len(self.choice.chosen)} chosen")
            if self.guessing:
                parts.append("marked as a guess")
            if self.pick.question.id in self._flagged:
                parts.append("flagged")
            self.body.guide(", ".join(parts))

    def tick(self) -> None:
        """The time on this question; once it is answered the clock stands still."""
        asking = self._place in ("question", "typed")
        if asking or not self.timer_shown or self.pick is None:
            seconds = self.now() - self.shown_at
            self.query_one(TopBar).tick(clock_text(seconds) if asking and self.timer_shown else "")

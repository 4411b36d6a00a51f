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
from textual.timer import Timer

from tutor.core.grading import Confidence
from tutor.core.outcome import ConceptEstimate, Feedback
from tutor.core.pick import Pick
from tutor.core.question import Bank
from tutor.tui import jobs
from tutor.tui.action import ASKING, Action, Place
from tutor.tui.arrange import marks_for
from tutor.tui.blocks import Block, Para
from tutor.tui.choice import Marks
from tutor.tui.content import MUTED, one_line, safe
from tutor.tui.messages import (
    Early,
    Estimates,
    Failed,
    Finished,
    Job,
    Marked,
    Opened,
    Picked,
    Reasons,
    Refused,
    Said,
    Stored,
    Told,
)
from tutor.tui.pages import question as page
from tutor.tui.pages.feedback import feedback_blocks, verdict
from tutor.tui.screens.base import ActionScreen, bound
from tutor.tui.widgets.body import Body
from tutor.tui.widgets.keybar import KeyBar
from tutor.tui.widgets.side import Side, record_blocks
from tutor.tui.widgets.topbar import TopBar, clock_text, days_to_exam

if TYPE_CHECKING:
    from tutor.config import Config

MARKING = ("choose", "down", "up", "mark", "strike", "scroll_on", "scroll_back")
"""What works while the first question is shown and the session is still being opened."""
SLOW = 0.2
"""Seconds before a running job is mentioned."""
MORE_MINUTES = 10.0
TOAST = 3.0
"""Seconds a short word stays in the corner."""
WIDE = 120
"""Columns from which the side panel is shown."""
PREPARING = "Preparing today's review..."
STUCK = "The next question could not be read. Leave with q and start again; every answer given is stored."


class Sitting(ActionScreen[None]):
    """Question, feedback, and what lies between."""

    PLACES: ClassVar[tuple[Place, ...]] = ("preparing", *ASKING, "feedback")
    HOLD: ClassVar[float] = 0.3
    """Seconds after a change of question or feedback in which a key that goes on is taken for an echo of the last."""
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
        self.marks: Marks | None = None
        self.confidence: Confidence | None = None
        self.sure_asked = False
        """Enter has asked how sure the learner is, and the next one answers."""
        self.feedback: Feedback | None = None
        self.estimates: Sequence[ConceptEstimate] = ()
        self.said = Said()
        self.drafts: dict[str, str] = {}
        """Notes that were written and not saved, by question."""
        self._reason = ""
        self._changed_at = 0.0
        self.answering: Job | None = None
        self.shown_at = 0.0
        self._notices: list[str] = []
        self._early = ""
        """The pick that is shown before the session is there."""
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
        if action.id == "contrast" and not self.fell:
            return False
        early = MARKING if self._early else ()
        return not self.busy or action.id in ("help", "palette", "quit", "quit_now", "interrupt", "timer", *early)

    @property
    def asking(self) -> bool:
        """Whether a question is open and marks on it count."""
        return self._place in ASKING and (not self.busy or bool(self._early))

    @property
    def fell(self) -> bool:
        """Whether the answer on screen took the lure of a trap."""
        return self.feedback is not None and not self.feedback.correct and bool(self.feedback.lures_taken)

    @property
    def echo(self) -> bool:
        """Whether a key comes so soon after a change that it was meant for what was there before."""
        return self.now() - self._changed_at < self.HOLD

    # Jobs and what they report

    def start(self, job: Job) -> None:
        """Hand a job to the session; until it reports, only leaving and help work."""
        self.busy = True
        if self._slow is not None:
            self._slow.stop()
        self._slow = self.set_timer(SLOW, self._say_slow)
        self._ask(job)

    def _say_slow(self) -> None:
        if not self.busy or self._early:
            return
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

    async def on_early(self, event: Early) -> None:
        """The first question before the session is there: to read and to mark, not yet to answer."""
        self.bank = event.bank
        self.query_one(TopBar).about(event.exam.code.upper(), days_to_exam(event.today, self._config.exam_date))
        await self.on_picked(event.picked)
        self._early, self.busy = event.picked.pick.id, True
        self.refresh_bindings()

    async def on_picked(self, event: Picked) -> None:
        early, self._early = self._early, ""
        if early == event.pick.id and not event.notices and not self._notices:
            # It is on the screen already, with the marks made meanwhile.
            self.pick, self.said = event.pick, event.said
            self._count(event)
            self._turn(self._place)
            self.guide()
            return
        before, pick = self.pick, event.pick
        self.pick, self.said, self._reason = pick, event.said, ""
        self.feedback, self.answering, self._finished = None, None, None
        self.confidence, self.sure_asked = None, False
        self._count(event)
        self.query_one(Side).record(())
        question = pick.question
        self.marks = marks_for(question, pick.order)
        self._notices += event.notices
        same_case = before is not None and bool(question.case) and before.question.case == question.case
        await self.body.show_question(page.asked(pick, self.bank, self._notices, same_case=same_case), self.marks)
        self.shown_at = self._changed_at = self.now()
        kinds: dict[str, Place] = {"ordering": "ordering", "matching": "matching"}
        self._turn(kinds.get(question.type, "question"))
        self.guide(event.note)
        self.toast(event.toast)
        self.tick()

    def on_stored(self, event: Stored) -> None:
        if event.feedback is None:
            self.start(jobs.pick_next)
            return
        feedback = self.feedback = event.feedback
        self._reason = event.reason
        self._notices.clear()
        self._count(event)
        self.body.show_feedback(verdict(feedback), feedback.correct, *self._pages(feedback))
        self._changed_at = self.now()
        self._turn("feedback")
        self.guide()
        self._ask(jobs.estimates)

    def _pages(self, feedback: Feedback) -> tuple[list[Block], list[Block]]:
        """The answered question, and what there is to learn from it."""
        below = feedback_blocks(feedback, self.bank, self._reason, self.said.note)
        return page.answered_blocks(feedback, self.bank), below

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
        self.toast(event.toast)

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

    def on_told(self, event: Told) -> None:
        self._turn(self._place)
        self.body.guide(event.words, gentle=True)

    def on_marked(self, event: Marked) -> None:
        self._turn(self._place)
        if self.pick is None or self.pick.question.id != event.question_id:
            return
        self.said = event.said
        self.guide()
        self.toast(event.words)
        if self.feedback is not None:
            self.body.change_feedback(*self._pages(self.feedback))

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

    def toast(self, words: str) -> None:
        """A short word in the corner, over whatever is shown; nothing for no words."""
        if words:
            self.notify(one_line(words).plain, timeout=TOAST, markup=False)

    def guide(self, words: str = "") -> None:
        """What is wanted just now, or a word on what was done."""
        if words or self.pick is None or self.marks is None or self._place == "preparing":
            self.body.guide(words)
            return
        feedback = self._place == "feedback"
        parts = [page.CONTRAST] if self.pick.reason.slot == "contrast" else []
        parts += ["The question is above: scroll up"] if feedback else [page.demand(self.pick), self.marks.word]
        if not feedback and self.confidence in page.SURE:
            parts.append(page.SURE[self.confidence])
        parts += page.said_words(self.said, noted=not feedback)
        self.body.guide(", ".join(part for part in parts if part))

    def tick(self) -> None:
        """The time on this question; once it is answered the clock stands still."""
        asking = self._place in ASKING
        if asking or not self.timer_shown or self.pick is None:
            seconds = self.now() - self.shown_at
            self.query_one(TopBar).tick(clock_text(seconds) if asking and self.timer_shown else "")

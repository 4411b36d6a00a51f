"""The panel beside the text on a wide screen: today's progress, and after an answer what is known about it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical

from tutor.core.outcome import ConceptEstimate, Feedback, Progress
from tutor.core.question import Bank
from tutor.tui.blocks import Block, Gap, Para, head
from tutor.tui.content import ACCENT, ACCENT_STRONG, MUTED, join, one_line, safe
from tutor.tui.pages.common import interval_bar, time_bar
from tutor.tui.pages.feedback import taken
from tutor.tui.widgets.words import Page
from tutor.wording import count, interval, percent, standing

WIDTH = 32
INNER = WIDTH - 5


def today_blocks(progress: Progress) -> list[Block]:
    """Today in numbers."""
    waiting = f"{progress.due} due, {progress.new} new"
    lines = [
        join(safe(str(progress.done), ACCENT_STRONG), safe("done,"), safe(f"{progress.right} right"), gap=" "),
        safe(f"{count(progress.left, 'question')} left"),
        safe(f"{waiting} today", MUTED),
    ]
    if progress.overdue:
        lines.append(safe(f"{progress.overdue} of them overdue", MUTED))
    minutes = safe(f"{progress.minutes_used:.0f} of {progress.minutes:.0f} minutes")
    bar = time_bar(progress.minutes_used, progress.minutes, INNER)
    return [head("Today"), Para(bar), Para(minutes), Gap(), *(Para(line) for line in lines)]


def record_blocks(feedback: Feedback, bank: Bank, estimates: Sequence[ConceptEstimate]) -> list[Block]:
    """Traps and concepts of the answered question."""
    blocks: list[Block] = []
    for confusion in feedback.confusions:
        blocks.append(head("Trap"))
        blocks.append(Para(one_line(bank.trap_name(confusion.trap_id))))
        blocks.append(Para(safe(taken(confusion), ACCENT)))
    known = {e.concept_id: e for e in estimates}
    wanted = [known[i] for i in feedback.pick.question.concepts if i in known]
    if wanted:
        blocks.append(head("Concepts"))
    for place, estimate in enumerate(wanted):
        if place:
            blocks.append(Gap())
        blocks += _estimate(estimate, bank)
    return blocks


def _estimate(estimate: ConceptEstimate, bank: Bank) -> list[Block]:
    name = Para(one_line(bank.concept_name(estimate.concept_id)))
    basis = f"{count(estimate.answers, 'answer')}, {count(estimate.questions, 'question')}"
    if standing(estimate) not in ("few", "stated"):
        words = "not tried yet" if estimate.answers == 0 else f"not enough answers ({estimate.answers})"
        return [name, Para(safe(words, MUTED))]
    few = "few answers: " if estimate.few else ""
    return [
        name,
        Para(interval_bar(estimate.accuracy, estimate.low, estimate.high, INNER)),
        Para(safe(f"{percent(estimate.accuracy)} ({interval(estimate.low, estimate.high)})")),
        Para(safe(f"{few}{basis}", MUTED)),
    ]


class Side(Vertical):
    """The panel; the screen shows it from 120 columns on."""

    DEFAULT_CSS = f"""
    Side {{ width: {WIDTH}; height: 1fr; padding: 0 1 0 2; border-left: solid $panel-lighten-1 }}
    """

    def __init__(self) -> None:
        super().__init__()
        self._page = Page()
        self._today: list[Block] = []
        self._record: list[Block] = []

    def compose(self) -> ComposeResult:
        yield self._page

    def count(self, progress: Progress) -> None:
        """Today's numbers."""
        self._today = today_blocks(progress)
        self._page.show([*self._today, *self._record])

    def record(self, blocks: Sequence[Block]) -> None:
        """What is known about the answered question; empty while a question is open, since it could give it away."""
        self._record = list(blocks)
        self._page.show([*self._today, *self._record])

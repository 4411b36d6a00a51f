"""The close of a sitting: what went right, what was mixed up, what is weak, what comes tomorrow."""

from __future__ import annotations

from tutor.core.outcome import ConceptEstimate, Progress, Summary
from tutor.core.question import Bank
from tutor.tui.blocks import Block, Gap, Hang, Para, head
from tutor.tui.content import ACCENT_STRONG, GOOD, MUTED, STRONG, join, one_line, safe
from tutor.tui.pages.common import interval_bar, time_bar
from tutor.tui.pages.feedback import taken
from tutor.wording import confusion_line, count, estimate_line, interval, percent, standing, waiting_line

ENDED = {
    "nothing": "Nothing is left for today.",
    "minutes": "Today's time is used up.",
    "limit": "That was the number of questions you asked for.",
}


def summary_blocks(summary: Summary, progress: Progress, ended: str, bank: Bank) -> list[Block]:
    """The whole page."""
    return [
        *_close(summary, progress, ended),
        *_mixed_up(summary, bank),
        *_weakest(summary, bank),
        *_tomorrow(summary, progress),
    ]


def _close(summary: Summary, progress: Progress, ended: str) -> list[Block]:
    blocks: list[Block] = [Para(safe(ENDED.get(ended, "The review is over."), STRONG)), Gap()]
    if summary.answered:
        right = join(safe(f"{summary.right} of {summary.answered}", GOOD), safe(" right"))
        blocks.append(Para(join(right, time_bar(summary.right, summary.answered), gap="  ")))
        blocks.append(Para(safe(f"in {count(round(summary.minutes), 'minute')}", MUTED)))
    else:
        blocks.append(Para(safe("No question was answered in this sitting.")))
    if progress.done > summary.answered:
        today = f"{progress.right} of {progress.done} right today, {count(round(progress.minutes_used), 'minute')}"
        blocks.append(Para(safe(today, MUTED)))
    return blocks


def _mixed_up(summary: Summary, bank: Bank) -> list[Block]:
    if not summary.confusions:
        return [head("Mixed up"), Para(safe("No trap caught you in this sitting."))] if summary.answered else []
    blocks: list[Block] = [head("Mixed up")]
    for confusion in summary.confusions:
        name = one_line(bank.trap_name(confusion.trap_id), STRONG)
        blocks.append(Para(join(name, safe(taken(confusion), MUTED), gap="  ")))
        trap = bank.traps.get(confusion.trap_id)
        if confusion.status != "unknown":
            blocks.append(Para(safe(confusion_line(confusion, bank)), 2))
        if trap is not None and trap.rule:
            blocks.append(Para(one_line(trap.rule), 2))
    return blocks


def _weakest(summary: Summary, bank: Bank) -> list[Block]:
    if not summary.weakest:
        return []
    blocks: list[Block] = [head("Weakest concepts, expected share right with its 80 % interval")]
    for estimate in summary.weakest:
        blocks += estimate_rows(estimate, bank)
    return blocks


def estimate_rows(estimate: ConceptEstimate, bank: Bank) -> list[Block]:
    """One concept: its name, the interval as a bar, and the same numbers as text."""
    name = one_line(bank.concept_name(estimate.concept_id))
    if standing(estimate) not in ("few", "stated"):
        return [Hang(name, safe(estimate_line(estimate), MUTED), 28)]
    numbers = f"{percent(estimate.accuracy)} ({interval(estimate.low, estimate.high)})"
    bar = interval_bar(estimate.accuracy, estimate.low, estimate.high)
    few = "few answers: " if estimate.few else ""
    basis = f"{few}{count(estimate.answers, 'answer')}, {count(estimate.questions, 'question')} in the bank"
    return [
        Hang(name, join(bar, safe(numbers, ACCENT_STRONG), gap="  "), 28),
        Hang(safe(""), safe(basis, MUTED), 28),
    ]


def _tomorrow(summary: Summary, progress: Progress) -> list[Block]:
    tomorrow = summary.tomorrow
    blocks: list[Block] = [head("Tomorrow"), Para(safe(f"{waiting_line(tomorrow)}."))]
    if tomorrow.days_to_clear > 1:
        days = count(tomorrow.days_to_clear, "day")
        pace = count(round(tomorrow.daily_minutes), "minute")
        blocks.append(Para(safe(f"At {pace} a day what is late is cleared in about {days}.", MUTED)))
    return blocks

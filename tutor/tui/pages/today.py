"""The first page: what waits, where the learner stands, and what costs most. Calm words, no blame for days away."""

from __future__ import annotations

from tutor.glance import Costly, Today
from tutor.tui.blocks import Block, Gap, Hang, Para, head
from tutor.tui.content import ACCENT_STRONG, GOOD, MUTED, STRONG, WARN, join, one_line, safe
from tutor.tui.pages.common import interval_bar, time_bar
from tutor.tui.widgets.topbar import days_to_exam
from tutor.wording import count, interval, percent

LABEL = 14


def today_blocks(today: Today) -> list[Block]:
    """The whole page."""
    blocks: list[Block] = []
    if today.notice:
        blocks += [Hang(safe("i", ACCENT_STRONG), one_line(today.notice), 2, keep=True), Gap()]
    blocks += _waits(today)
    if today.waiting.answered_today:
        blocks += _done(today)
    blocks += [head("Where you stand"), *_stands(today)]
    if today.costly:
        blocks.append(head("What costs you most"))
        for entry in today.costly:
            blocks += _costly(entry, today)
    return blocks


def _waits(today: Today) -> list[Block]:
    waiting = today.waiting
    if not today.answers and not waiting.answered_today:
        start = (
            "Welcome. Press Enter for your first questions. Answer as well as you can; a wrong answer is what Tutor "
            "learns most from."
        )
        return [Para(safe(start, STRONG)), Gap(), Para(safe(f"{waiting.new} new questions are set out for today."))]
    if not waiting.due and not waiting.new:
        return [
            Para(safe("Nothing waits today.", STRONG)),
            Para(safe("Enter asks what you are least certain of.", MUTED)),
        ]
    parts = [f"{waiting.due} due"] if waiting.due else []
    parts += [f"{waiting.new} new"] if waiting.new else []
    line = join(safe(" and ".join(parts), STRONG), safe(f"about {count(round(waiting.minutes), 'minute')}"), gap=", ")
    blocks: list[Block] = [Para(line)]
    if waiting.days_to_clear > 1:
        blocks.append(
            Para(safe(f"More than fits into one day: at {waiting.daily_minutes:.0f} minutes a day it is cleared in "
                      f"{waiting.days_to_clear} days, what is most urgent first.", MUTED))
        )  # fmt: skip
    elif waiting.overdue:
        blocks.append(Para(safe(f"{waiting.overdue} of them have waited a while; they come first.", MUTED)))
    return blocks


def _done(today: Today) -> list[Block]:
    waiting = today.waiting
    words = join(safe(f"{today.right_today} of {waiting.answered_today}", GOOD), safe("right today"), gap=" ")
    return [Para(join(words, time_bar(today.right_today, waiting.answered_today, 12), gap="  "))]


def _stands(today: Today) -> list[Block]:
    blocks: list[Block] = []
    exam = days_to_exam(today.day, today.exam_date)
    blocks.append(Hang(safe("Exam", MUTED), safe(f"{today.exam.upper()}{', ' + exam if exam else ''}"), LABEL))
    if today.readiness is None:
        words = safe(f"not enough answers yet ({today.answers} of {today.needed})", MUTED)
    else:
        chance = today.readiness
        bar = interval_bar(chance.share, chance.low, chance.high)
        words = join(
            safe(f"{percent(chance.share)} expected right on new questions ({interval(chance.low, chance.high)})"),
            bar,
            gap="  ",
        )
    blocks.append(Hang(safe("Readiness", MUTED), words, LABEL))
    if today.streak > 1:
        blocks.append(Hang(safe("Days in a row", MUTED), safe(str(today.streak)), LABEL))
    return blocks


def _costly(entry: Costly, today: Today) -> list[Block]:
    confusion, bank = entry.confusion, today.bank
    lure, side = bank.concept_name(confusion.lure), bank.concept_name(confusion.side)
    sign = safe("✗", WARN) if confusion.status == "confirmed" else safe("?", WARN)
    what = join(one_line(lure, STRONG), safe("taken for"), one_line(side, STRONG), gap=" ")
    record = f"{confusion.taken} of {count(confusion.exposures, 'time')}, {confusion.status}"
    return [Hang(sign, what, 2, keep=True), Para(safe(record, MUTED), 2)]

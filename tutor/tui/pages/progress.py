"""The course of the work in strips and numbers: days, memory, what comes, and how far the model can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from tutor.core.progress import DayCount
from tutor.glance import Days
from tutor.tui.blocks import Block, Gap, Hang, Para, head
from tutor.tui.content import ACCENT, MUTED, STRONG, join, safe
from tutor.tui.pages.common import time_bar
from tutor.wording import calibration_line, calibration_table, count, percent, quality_line

WEEKS = 12
SPARKS = "▁▂▃▄▅▆▇█"
SHADES = "·░▒▓█"
WEEKDAYS = ("Mon", "", "Wed", "", "Fri", "", "Sun")
SHOWN = 14


def progress_blocks(data: Days) -> list[Block]:
    """The whole page."""
    if not data.days:
        return [Para(safe("Nothing has been answered yet; this page fills with the first review."))]
    answers, right = sum(d.answers for d in data.days), sum(d.right for d in data.days)
    hours = sum(d.minutes for d in data.days) / 60
    total = f"{count(answers, 'answer')} on {count(len(data.days), 'day')}, {percent(right / answers)} right, "
    blocks: list[Block] = [Para(safe(f"{total}{hours:.1f} hours in all.", STRONG))]
    if data.streak > 1:
        blocks.append(Para(safe(f"{data.streak} days in a row.", MUTED)))
    blocks += [head(f"The last {WEEKS} weeks"), *calendar_blocks(data.days, data.day)]
    blocks += [head("Accuracy by day"), *_accuracy(data.days)]
    blocks += [head("First tries"), Para(safe(_first(data)))]
    blocks += [head("How memories held"), *_memory(data)]
    blocks += [head("What comes"), *_forecast(data)]
    blocks += [head("How far the model can be trusted"), Para(safe(quality_line(data.quality)))]
    if data.quality.calibration is not None:
        blocks.append(Para(safe(calibration_line(data.quality.calibration))))
        blocks.append(Gap())
        blocks += [Para(safe(line, MUTED)) for line in calibration_table(data.quality.calibration)]
    return blocks


def calendar_blocks(days: Sequence[DayCount], today: date) -> list[Block]:
    """A row for each weekday, a column for each week; the darker, the more answers."""
    by_day = {each.day: each.answers for each in days}
    monday = today - timedelta(days=today.weekday() + 7 * (WEEKS - 1))
    most = max((n for day, n in by_day.items() if day >= monday), default=0)
    blocks: list[Block] = []
    for weekday, name in enumerate(WEEKDAYS):
        cells = []
        for week in range(WEEKS):
            day = monday + timedelta(days=7 * week + weekday)
            cells.append(" " if day > today else _shade(by_day.get(day, 0), most))
        blocks.append(Hang(safe(name, MUTED), safe(" ".join(cells), ACCENT), 5, keep=True))
    active = sum(1 for day in by_day if day >= monday)
    words = f"{count(active, 'day')} with answers since {monday.isoformat()}, at most {most} on one day"
    return [*blocks, Para(safe(words, MUTED))]


def _shade(answers: int, most: int) -> str:
    if not answers:
        return SHADES[0]
    return SHADES[min(1 + (len(SHADES) - 1) * answers // (most + 1), len(SHADES) - 1)]


def spark(shares: Sequence[float]) -> str:
    """Shares from 0 to 1 as a line of bars."""
    return "".join(SPARKS[min(int(len(SPARKS) * share), len(SPARKS) - 1)] for share in shares)


def _accuracy(days: Sequence[DayCount]) -> list[Block]:
    blocks: list[Block] = [Para(safe(spark([d.right / d.answers for d in days[-60:]]), ACCENT))]
    for each in reversed(days[-SHOWN:]):
        words = f"{each.right} of {each.answers} right, {each.new} new, {each.minutes:.0f} min"
        bar = time_bar(each.right, each.answers, 10)
        blocks.append(Hang(safe(each.day.isoformat(), MUTED), join(bar, safe(words), gap="  "), 12, keep=True))
    if len(days) > SHOWN:
        blocks.append(Para(safe(f"and {count(len(days) - SHOWN, 'earlier day')}", MUTED)))
    return blocks


def _first(data: Days) -> str:
    first = data.first
    if not first.answers:
        return "No question has been answered for the first time yet."
    guessed = f", {first.guessed} of them guessed" if first.guessed else ""
    return f"{first.right} of {count(first.answers, 'new question')} right at the first try{guessed}."


def _memory(data: Days) -> list[Block]:
    if not data.retention:
        return [Para(safe("No question has been reviewed on a later day yet."))]
    blocks: list[Block] = []
    for each in data.retention:
        age = str(each.first) if each.first == each.last else f"{each.first} to {each.last}"
        age = f"{each.first} or more" if each.last > 1_000 else age
        words = f"{each.right} of {each.answers} right ({percent(each.right / each.answers)}), "
        words += f"{percent(each.expected)} recall expected"
        blocks.append(Hang(safe(f"{age} d", MUTED), safe(words), 12, keep=True))
    return blocks


def _forecast(data: Days) -> list[Block]:
    most = max((due for _, due in data.forecast), default=0)
    blocks: list[Block] = []
    for day, due in data.forecast:
        bar = safe("█" * round(20 * due / most) if most else "", ACCENT)
        words = join(bar, safe(f"{due} due"), gap=" ")
        blocks.append(Hang(safe(f"{day:%a} {day.isoformat()}", MUTED), words, 16, keep=True))
    return blocks

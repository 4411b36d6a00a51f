"""The line at the head of the review: exam and countdown on the left, today's progress and the timer on the right."""

from __future__ import annotations

from datetime import date

from textual.content import Content
from textual.widget import Widget

from tutor.core.clock import countdown
from tutor.core.outcome import Progress
from tutor.tui.content import ACCENT_STRONG, MUTED, STRONG, blank, join, safe
from tutor.wording import count


def days_to_exam(today: date | None, exam_date: date | None) -> str:
    """How far the exam is, in words; "" without a date or once it is over."""
    left = countdown(today, exam_date) if today is not None else None
    if left is None or left.over:
        return ""
    return "exam today" if left.days == 0 else f"{count(left.days, 'day')} to the exam"


def clock_text(seconds: float) -> str:
    """`2:05`."""
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02d}"


def top_line(code: str, days: str, progress: Progress | None, timer: str, width: int) -> Content:
    """The line in so many cells; what matters least goes first when it is too short."""
    name = safe(code or "Tutor", ACCENT_STRONG)
    left = [name, safe(days, MUTED)]
    right: list[Content] = []
    if progress is not None:
        minutes = f"{progress.minutes_used:.0f} of {progress.minutes:.0f} min"
        right = [safe(f"{progress.done} done", STRONG), safe(f"{progress.left} left"), safe(minutes)]
    right.append(safe(timer, MUTED))
    while True:
        start, end = join(*left, gap="  "), join(*right, gap="  ")
        room = width - start.cell_length - end.cell_length
        if room >= 2 or (len(left) == 1 and len(right) <= 1):
            break
        if len(left) > 1:
            left.pop()
        else:
            right.pop(-2 if len(right) > 2 else -1)
    return join(start, blank(max(room, 1)), end) if end else start


class TopBar(Widget):
    """One line that keeps itself up to date with what it is told."""

    DEFAULT_CSS = """
    TopBar { dock: top; width: 1fr; height: 1; padding: 0 1; background: $panel; text-wrap: nowrap;
        text-overflow: clip; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._code = ""
        self._days = ""
        self._progress: Progress | None = None
        self._timer = ""

    def about(self, code: str, days: str) -> None:
        """Which exam, and how far it is."""
        self._code, self._days = code, days
        self.refresh()

    def count(self, progress: Progress) -> None:
        """Today's numbers."""
        self._progress = progress
        self.refresh()

    def tick(self, timer: str) -> None:
        """Time on this question, as text; "" hides it."""
        if timer != self._timer:
            self._timer = timer
            self.refresh()

    def render(self) -> Content:
        return top_line(self._code, self._days, self._progress, self._timer, self.content_size.width)

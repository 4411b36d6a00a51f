"""The reliability plot of the learner model: how often answers came out right among similar predictions."""

from __future__ import annotations

import math

from tutor.core.quality import Bin, Calibration
from tutor.report.document import Point, Series
from tutor.wording import count, percent

Z80 = 1.2816


def reliability(calibration: Calibration) -> Series:
    """One point for each bin that holds answers, at its mean prediction; the interval is Wilson's of 80 %."""
    return Series(
        "Share right by predicted chance",
        tuple(_point(each) for each in calibration.bins if each.answers),
        1.0,
        "right and predicted",
        "reliability",
    )


def _point(each: Bin) -> Point:
    words = f"{percent(each.right)} right, {percent(each.predicted)} predicted, {count(each.answers, 'answer')}"
    low, high = wilson(each.right, each.answers)
    return Point(
        f"{100 * each.low:.0f} to {100 * each.high:.0f} %", each.right, words, low, high, min(each.predicted, 1.0)
    )


def wilson(share: float, answers: int) -> tuple[float, float]:
    """The 80 % score interval of a share (Wilson 1927); `answers` of at least 1."""
    z2 = Z80 * Z80 / answers
    middle = (share + z2 / 2) / (1 + z2)
    half = Z80 * math.sqrt(share * (1 - share) / answers + z2 / (4 * answers)) / (1 + z2)
    return max(middle - half, 0.0), min(middle + half, 1.0)

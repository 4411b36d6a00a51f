"""What a family of learners offers to the simulation, and the random numbers both families share.

The random numbers of a day and pick are drawn before anything is chosen, so every arm meets the same luck and
differences between arms are paired.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from benchmarks.policy.banks import Banks, Floats, Ints, Questions

MAX_PICKS = 70
SESSION_START = 0.3
"""Time of day at which a session begins, in days."""
SURE, UNSURE, GUESS = 2, 1, 0
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Luck:
    """Random numbers of one study day: `skip` (N), `uniform` (70, N, 8), `normal` (70, N), `policy` (70, N)."""

    skip: Floats
    uniform: Floats
    normal: Floats
    policy: Floats


def luck(seed: int, day: int, learners: int) -> Luck:
    rng = np.random.default_rng([seed, 3, day])
    return Luck(
        rng.random(learners),
        rng.random((MAX_PICKS, learners, 8)),
        rng.standard_normal((MAX_PICKS, learners)),
        rng.random((MAX_PICKS, learners)),
    )


@dataclass(frozen=True)
class Replies:
    """What happened at one pick, one entry per answering learner."""

    correct: Bools
    lure: Bools
    confidence: Ints
    """SURE, UNSURE or GUESS."""
    latency: Floats
    """Seconds from seeing the question to the answer."""
    seconds: Floats
    """Latency plus the time for the feedback."""


class Learners(Protocol):
    """Artificial learners. `rows` are indices of learners, `q` their question, `t` their time in days."""

    banks: Banks
    minutes: Floats
    """Minutes a day, (N)."""

    def wants_to_study(self, day: int, skip: Floats) -> Bools:
        """Who studies on this day."""

    def start_session(self, day: int) -> None:
        """Forget what was met earlier the same session."""

    def answer(self, rows: Ints, q: Ints, t: Floats, uniform: Floats, normal: Floats) -> Replies:
        """Answer, read the feedback, learn."""

    def exam(self, t: float) -> Floats:
        """Expected share of right answers on the unseen exam questions at a time, (N)."""

    def open_pairs(self, t: float) -> Floats:
        """Number of pairs that are still mixed up, (N)."""

    def seen_recall(self, seen: Bools, t: float) -> Floats:
        """Mean chance of a right answer over the questions met so far, (N)."""

    def truth(self, t: float) -> tuple[Floats, Floats]:
        """Latent knowledge (N, K) and chance of the lure (N, P, 2): the marked door for the "truth" arm only."""

    def worth(self, t: float, exam: Questions) -> Floats:
        """Gain in the score of an exam per second of each bank question, (N, Q): for the oracles only."""

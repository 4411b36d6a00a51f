"""Memory of the second family: base-level activation of chunks with a decay that depends on the activation itself.

    m(t) = ln( permanent + sum_j w_j (t - t_j)^(-d_j) )        d_j = c exp(m at presentation j) + a

Sum and power law: Anderson and Schooler, Reflections of the environment in memory, Psychological Science 2 (1991).
Decay by activation, which gives the spacing effect, with c = 0.217 and a = 0.177: Pavlik and Anderson, Practice and
forgetting effects on vocabulary memory, Cognitive Science 29 (2005). A permanent part that does not decay: Bahrick,
Semantic memory content in permastore, Journal of Experimental Psychology: General 113 (1984).
Times are seconds on the learner's inner clock, on which a day without study counts little (Pavlik and Anderson).
"""

from __future__ import annotations

import numpy as np

from benchmarks.policy.banks import Floats, Ints

DECAY_SCALE, DECAY_BASE = 0.217, 0.177
FIXED_DECAY = 0.28
"""Where decay does not depend on activation: about the mean of the decays of the other kind in these worlds."""
NOTHING = 1e-6


class Chunks:
    """A table of chunks, (N, things), each with its presentations."""

    def __init__(self, permanent: Floats, room: int, fixed: bool) -> None:
        shape = (*permanent.shape, room)
        self.permanent = permanent
        self.when = np.zeros(shape, dtype=np.float32)
        self.weight = np.zeros(shape, dtype=np.float32)
        self.decay = np.ones(shape, dtype=np.float32)
        self.count = np.zeros(permanent.shape, dtype=np.int64)
        self.fixed = fixed
        self.used = 1
        """Presentations of the most practised chunk."""

    def strength_at(self, rows: Ints, thing: Ints, clock: Floats) -> Floats:
        """exp(m) of one chunk per row."""
        used = self.used
        age = np.maximum(clock[:, None] - self.when[rows, thing, :used], 1.0)
        total = (self.weight[rows, thing, :used] * np.exp(-self.decay[rows, thing, :used] * np.log(age))).sum(axis=1)
        return np.asarray(np.maximum(self.permanent[rows, thing] + total, NOTHING))

    def strength(self, clock: Floats) -> Floats:
        """exp(m) of every chunk, (N, things), at one clock time per learner."""
        used = self.used
        age = np.maximum(clock.astype(np.float32)[:, None, None] - self.when[:, :, :used], np.float32(1.0))
        total = (self.weight[:, :, :used] * np.exp(-self.decay[:, :, :used] * np.log(age))).sum(axis=2)
        return np.asarray(np.maximum(self.permanent + total, NOTHING))

    def present(self, rows: Ints, thing: Ints, clock: Floats, weight: Floats) -> None:
        """One presentation per row; the least recent one is overwritten when there is no room."""
        decay = self.decay_of(self.strength_at(rows, thing, clock))
        slot = self.count[rows, thing] % self.when.shape[2]
        self.when[rows, thing, slot] = clock
        self.weight[rows, thing, slot] = weight
        self.decay[rows, thing, slot] = decay
        self.count[rows, thing] += 1
        self.used = min(max(self.used, int(slot.max(initial=0)) + 1), self.when.shape[2])

    def decay_of(self, strength: Floats) -> Floats:
        """Decay of a presentation made at this strength."""
        if self.fixed:
            return np.full_like(strength, FIXED_DECAY)
        return DECAY_SCALE * np.minimum(strength, 3.0) + DECAY_BASE

"""Memory strengths of the first family: traces with many time constants, or one half-life that grows.

Equations: section 8.2 of the selection design. Times in days; a strength lies in [0, 1].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from benchmarks.policy.banks import Floats, Ints

TIMES: Floats = np.array([0.02, 0.25, 1.5, 6.0, 25.0, 100.0])
HALF_LIFE_CAP = 200.0


class Strength(Protocol):
    """A table of strengths, (N, things)."""

    def at(self, rows: Ints, thing: Ints, t: Floats) -> Floats:
        """Strength of one thing per row."""

    def all(self, t: float | Floats) -> Floats:
        """Every strength at one time, or at one time per row."""

    def learn(self, rows: Ints, thing: Ints, t: Floats, gain: Floats) -> None:
        """A gain for one thing per row."""

    def kept(self, t: float | Floats, end: float) -> Floats:
        """Strength left at the end per unit of a small gain now, (N, things)."""


class Traces:
    """Six traces that decay at different speeds: close to a power law, with a spacing effect of its own."""

    def __init__(self, shape: tuple[int, int], speed: Floats, shares: Sequence[float]) -> None:
        self.x = np.zeros((*shape, len(TIMES)))
        self.last = np.zeros(shape)
        self.rates = speed[:, None] / TIMES
        self.shares = np.array(shares)

    def at(self, rows: Ints, thing: Ints, t: Floats) -> Floats:
        return np.asarray(self._traces(rows, thing, t).sum(axis=1).clip(0.0, 1.0))

    def _traces(self, rows: Ints, thing: Ints, t: Floats) -> Floats:
        gone = t - self.last[rows, thing]
        return np.asarray(self.x[rows, thing] * np.exp(-self.rates[rows] * gone[:, None]))

    def all(self, t: float | Floats) -> Floats:
        gone = np.reshape(t, (-1, 1)) - self.last
        left = self.x * np.exp(-self.rates[:, None, :] * gone[:, :, None])
        return np.asarray(left.sum(axis=2).clip(0.0, 1.0))

    def learn(self, rows: Ints, thing: Ints, t: Floats, gain: Floats) -> None:
        x = self._traces(rows, thing, t)
        room = 1.0 - x.sum(axis=1).clip(0.0, 1.0)
        self.x[rows, thing] = x + (gain * room)[:, None] * self.shares
        self.last[rows, thing] = t

    def kept(self, t: float | Floats, end: float) -> Floats:
        left = (self.shares * np.exp(-self.rates * (end - np.reshape(t, (-1, 1))))).sum(axis=1)
        return np.asarray((1.0 - self.all(t)) * left[:, None])


class HalfLife:
    """A level that halves; the half-life grows when a faded memory is renewed."""

    def __init__(self, shape: tuple[int, int], speed: Floats, growth: float) -> None:
        self.level = np.zeros(shape)
        self.half = np.broadcast_to((2.0 / speed)[:, None], shape).copy()
        self.last = np.zeros(shape)
        self.growth = growth

    def at(self, rows: Ints, thing: Ints, t: Floats) -> Floats:
        gone = t - self.last[rows, thing]
        return np.asarray(self.level[rows, thing] * np.exp2(-gone / self.half[rows, thing]))

    def all(self, t: float | Floats) -> Floats:
        return np.asarray(self.level * np.exp2(-(np.reshape(t, (-1, 1)) - self.last) / self.half))

    def learn(self, rows: Ints, thing: Ints, t: Floats, gain: Floats) -> None:
        part = np.minimum(1.6 * gain, 1.0)
        old, half = self.level[rows, thing], self.half[rows, thing]
        faded = np.exp2(-(t - self.last[rows, thing]) / half)
        now = old * faded
        longer = np.minimum(half * (1.0 + self.growth * part * (1.0 - faded)), HALF_LIFE_CAP)
        self.half[rows, thing] = np.where(old > 0, longer, half)
        self.level[rows, thing] = now + part * (1.0 - now)
        self.last[rows, thing] = t

    def kept(self, t: float | Floats, end: float) -> Floats:
        """A gain raises the level and the half-life: both are counted, at a typical gain of 0.1."""
        typical = 0.1
        now = self.all(t)
        rest = end - np.reshape(t, (-1, 1))
        faded = np.exp2(-(np.reshape(t, (-1, 1)) - self.last) / self.half)
        part = 1.6 * typical
        longer = np.where(self.level > 0, self.half * (1.0 + self.growth * part * (1.0 - faded)), self.half)
        longer = np.minimum(longer, HALF_LIFE_CAP)
        after = (now + part * (1.0 - now)) * np.exp2(-rest / longer)
        return np.asarray((after - now * np.exp2(-rest / self.half)) / typical)

"""The learner model of the running program under given settings, run over a log: predict, look, learn.

`core.knowledge` does all of it, so that a setting is judged by exactly what a review would have predicted. The memory
of questions and concepts depends on no setting that is tuned; its results are kept from one run to the next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from tutor.core.grading import Rating
from tutor.core.knowledge import Knowledge
from tutor.core.log import Answer
from tutor.core.memory import Memory, MemoryState
from tutor.core.prior import Prior
from tutor.core.question import Bank
from tutor.core.trials import run


class CoreModel(BaseEstimator):  # type: ignore[misc]
    """A set of settings that `sklearn.base.clone` and `ParameterGrid` can handle: fields of `Prior` of the same name,
    the others from `prior` (default `Prior()`)."""

    def __init__(
        self,
        gamma: float = 0.1,
        drift_global: float = 0.005,
        drift_tag: float = 0.001,
        s_tag: float = 0.5,
        prior: Prior | None = None,
    ) -> None:
        self.gamma = gamma
        self.drift_global = drift_global
        self.drift_tag = drift_tag
        self.s_tag = s_tag
        self.prior = prior

    def settings(self) -> Prior:
        """The whole prior."""
        return replace(
            self.prior if self.prior is not None else Prior(),
            gamma=self.gamma,
            drift_global=self.drift_global,
            drift_tag=self.drift_tag,
            s_tag=self.s_tag,
        )

    def prequential(
        self, bank: Bank, answers: Iterable[Answer], memories: Memories | None = None
    ) -> NDArray[np.float64]:
        """Chance of a right answer before each answer of one learner that counts, (n,), in the order of the log.
        `memories` saves work when several settings run over one log."""
        knowledge = _Replay(bank, self.settings(), memories if memories is not None else Memories())
        return np.array([trial.predicted for trial in run(knowledge, answers)])


class Memories:
    """FSRS by desired retention, with every result kept. Pure functions of their arguments, so a result never ages."""

    def __init__(self) -> None:
        self._by_retention: dict[float, _Kept] = {}

    def at(self, retention: float) -> Memory:
        if retention not in self._by_retention:
            self._by_retention[retention] = _Kept(retention)
        return self._by_retention[retention]


class _Kept(Memory):
    def __init__(self, retention: float) -> None:
        super().__init__(retention)
        self._reviews: dict[tuple[MemoryState | None, Rating, date], MemoryState] = {}
        self._recalls: dict[tuple[MemoryState, date], float] = {}

    def review(self, state: MemoryState | None, rating: Rating, day: date) -> MemoryState:
        key = (state, rating, day)
        if key not in self._reviews:
            self._reviews[key] = super().review(state, rating, day)
        return self._reviews[key]

    def recall(self, state: MemoryState, day: date) -> float:
        key = (state, day)
        if key not in self._recalls:
            self._recalls[key] = super().recall(state, day)
        return self._recalls[key]


class _Replay(Knowledge):
    def __init__(self, bank: Bank, prior: Prior, memories: Memories) -> None:
        super().__init__(bank, prior)
        self._kept = memories
        self._shadow = memories.at(self._shadow.retention)

    def memory(self, retention: float) -> Memory:
        return self._kept.at(retention)

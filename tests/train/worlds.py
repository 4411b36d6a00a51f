"""Learners whose truth is known: world G1 for ability by concept, world G2 for confusions.

They are drawn with numpy; what is estimated comes from `tutor.core` alone, one call an answer, as in the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.core import confusion, learner
from tutor.core.confusion import Rate
from tutor.core.learner import Gaussian, States
from tutor.core.prior import ConfusionPrior, Prior
from tutor.core.question import Difficulty

Floats = NDArray[np.float64]
LABELS: tuple[Difficulty, ...] = ("easy", "medium", "hard")
NO_STATE = Gaussian(0.0, 0.0)
"""Questions are never repeated in G1 and have no state of their own."""


def sigmoid(z: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-np.asarray(z, dtype=np.float64)))


# G1: ability by concept


@dataclass
class G1:
    """600 questions over 30 concepts, with labels that tell their true difficulty up to a spread of 0.5 logits."""

    seed: int
    concepts: int = 30
    questions: int = 600
    tags: list[tuple[int, ...]] = field(init=False)
    labels: list[Difficulty] = field(init=False)
    offsets: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.generator = draw = np.random.default_rng(self.seed)
        prior = Prior()
        self.tags, self.labels = [], []
        for i in range(self.questions):
            first = i % self.concepts
            second = (first + 1 + int(draw.integers(self.concepts - 1))) % self.concepts
            self.tags.append((first, second) if draw.random() < 0.3 else (first,))
            self.labels.append(LABELS[int(draw.integers(3))])
        base = np.array([prior.offset(label) for label in self.labels])
        self.offsets = base + draw.normal(0.0, 0.5, self.questions)

    def learners(self, count: int, answers: int, walk: float = 0.0) -> list[Student]:
        """Learners with their answers. `walk`: variance that the general ability gains with every answer."""
        return [self._student(answers, walk) for _ in range(count)]

    def _student(self, answers: int, walk: float) -> Student:
        draw = self.generator
        general, deviations = draw.normal(0.0, 0.8), draw.normal(0.0, 0.5, self.concepts)
        order = draw.permutation(self.questions)[:answers]
        right = []
        for i in order:
            z = self.offsets[i] + general + np.mean([deviations[t] for t in self.tags[i]])
            right.append(bool(draw.random() < sigmoid(z)))
            general += draw.normal(0.0, walk**0.5) if walk else 0.0
        return Student(float(general), deviations, [int(i) for i in order], right)


@dataclass
class Student:
    """Truth (the general ability after the last answer), questions in order, and whether each was right."""

    general: float
    deviations: Floats
    order: list[int]
    right: list[bool]


@dataclass
class Fit:
    """What the core has made of a student: states at the end, and the prediction before each answer."""

    general: Gaussian
    concepts: list[Gaussian]
    predicted: list[float]

    def ability(self) -> tuple[Floats, Floats]:
        """Mean and standard deviation of general ability plus deviation, by concept."""
        mean = np.array([self.general.mean + c.mean for c in self.concepts])
        return mean, np.sqrt([self.general.var + c.var for c in self.concepts])


def fit(
    student: Student, tags: Sequence[tuple[int, ...]], labels: Sequence[Difficulty], count: int, prior: Prior
) -> Fit:
    """Run the core over a student, with the tags and labels that the model is told."""
    general, concepts = learner.fresh(prior), [learner.fresh_concept(prior)] * count
    predicted = []
    for i, right in zip(student.order, student.right, strict=True):
        states = States(general, tuple(concepts[t] for t in tags[i]), NO_STATE)
        predicted.append(learner.predict(states, labels[i], prior).p)
        after = learner.update(states, right, labels[i], prior)
        general = after.general
        for t, state in zip(tags[i], after.concepts, strict=True):
            concepts[t] = state
    return Fit(general, concepts, predicted)


# G2: confusions


@dataclass
class G2:
    """400 questions with three wrong options: the first carries a confusion, the second with probability one half."""

    seed: int
    confusions: int = 15
    odds: float = 3.0
    questions: int = 400

    def __post_init__(self) -> None:
        self.generator = draw = np.random.default_rng(self.seed)
        first = draw.integers(self.confusions, size=self.questions)
        second = np.where(draw.random(self.questions) < 0.5, draw.integers(self.confusions, size=self.questions), -1)
        self.carried = np.column_stack([first, second, np.full(self.questions, -1)])
        """Confusion of each wrong option, -1 for none."""
        self.popularity = draw.dirichlet([2.0, 2.0, 2.0], self.questions)
        self.difficulty = draw.normal(0.0, 1.0, self.questions)
        self.believed = self.difficulty + draw.normal(0.0, 0.5, self.questions)
        """What the model is told of the difficulty."""

    def learners(self, count: int, answers: int, cure_at: int | None = None) -> list[Victim]:
        """Learners, each confusion strong with probability 0.15; from answer `cure_at` on none is strong any more. The
        same seed gives the same learners and the same answers before the cure."""
        return [self._victim(np.random.default_rng([self.seed, n]), answers, cure_at) for n in range(count)]

    def _victim(self, draw: np.random.Generator, answers: int, cure_at: int | None) -> Victim:
        ability = draw.normal(0.6, 0.7)
        strong = draw.random(self.confusions) < 0.15
        order = draw.integers(self.questions, size=answers)
        chance = draw.random(answers)
        p = sigmoid(ability - self.difficulty[order])
        carried = self.carried[order]
        taken = np.where((carried >= 0) & strong[carried], self.odds, 1.0)
        if cure_at is not None:
            taken[cure_at:] = 1.0
        pull = self.popularity[order] * taken
        weights = np.column_stack([p, (1.0 - p)[:, None] * pull])
        shares = np.cumsum(weights / weights.sum(axis=1, keepdims=True), axis=1)
        chosen = np.minimum((chance[:, None] > shares).sum(axis=1), 3) - 1
        return Victim(strong, [int(i) for i in order], [int(c) for c in chosen])


@dataclass
class Victim:
    """Which confusions are strong, questions in order, and the wrong option chosen (0 to 2; -1: right)."""

    strong: NDArray[np.bool_]
    order: list[int]
    chosen: list[int]


def rates(
    world: G2, victim: Victim, prior: ConfusionPrior, at: Sequence[int], *, wrong_only: bool = False
) -> dict[int, list[Rate]]:
    """The rate of every confusion after so many answers each, by the core. `wrong_only`: the rule that counts nothing
    when the answer is right (and expects a whole pick otherwise), for comparison."""
    ability, even = Gaussian(0.6, 0.49), _without_label()
    found = [Rate()] * world.confusions
    snapshots: dict[int, list[Rate]] = {}
    for number, (i, chosen) in enumerate(zip(victim.order, victim.chosen, strict=True), start=1):
        b = float(world.believed[i])
        shown = Gaussian(ability.mean - b, ability.var, ability.n)
        wrong = 1.0 - learner.predict(States(shown, (), NO_STATE), "medium", even).p
        options = world.carried[i].tolist()
        for c in {c for c in options if c >= 0}:
            if wrong_only and chosen < 0:
                continue
            expected = (1.0 if wrong_only else wrong) * options.count(c) / 3.0
            found[c] = confusion.expose(found[c], expected, chosen >= 0 and options[chosen] == c, prior)
        after = learner.update(States(shown, (), NO_STATE), chosen < 0, "medium", even).general
        ability = Gaussian(after.mean + b, after.var, after.n)
        if number in at:
            snapshots[number] = list(found)
    return snapshots


def _without_label() -> Prior:
    return Prior(
        difficulty={"easy": 0.5, "medium": 0.5, "hard": 0.5}, s_global=0.7, drift_global=0.0, practice_gain=0.0
    )

"""What one answer and one look over the bank cost, in the pure Python of the core and, for the bank, in arrays."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median

import numpy as np

from tutor.core import confusion, learner
from tutor.core.confusion import Rate
from tutor.core.learner import Gaussian, States
from tutor.core.prior import Prior

QUESTIONS, CONCEPTS = 1000, 60
RUNS = 15


def costs() -> dict[str, tuple[float, float, float]]:
    """Median, least and most of several runs by name; the unit is in the name."""
    prior = Prior()
    generator = random.Random(0)
    concepts = [Gaussian(generator.gauss(0, 0.3), 0.2, 9) for _ in range(CONCEPTS)]
    own = [(k % CONCEPTS, (7 * k + 3) % CONCEPTS) for k in range(QUESTIONS)]
    general, form, slope = Gaussian(0.2, 0.1, 400), Gaussian(0.1, 0.2, 400), Gaussian(0.1, 0.1, 400)
    question = Gaussian(0.0, 0.8, 1)
    states = States(general, (concepts[0], concepts[1]), question, form, slope)

    def update() -> None:
        for _ in range(1000):
            learner.update(states, True, "medium", prior, 0.8, 0.1)

    def predict() -> None:
        for _ in range(1000):
            learner.predict(states, "medium", prior, 0.8, 0.1)

    def expose() -> None:
        for _ in range(1000):
            confusion.expose(Rate(2.0, 1.1, 12, "suspected"), 0.15, True, prior.confusion)

    def bank() -> None:
        for a, b in own:
            learner.predict(States(general, (concepts[a], concepts[b]), None, form, slope), "medium", prior, 0.8, 0.1)

    weight = np.zeros((QUESTIONS, CONCEPTS))
    for k, (a, b) in enumerate(own):
        weight[k, a] += 0.5
        weight[k, b] += 0.5
    square = weight**2
    offset = np.full(QUESTIONS, prior.offset("medium"))

    def arrays() -> None:
        mean = np.array([c.mean for c in concepts])
        var = np.array([c.var for c in concepts])
        x = offset - offset[0]
        z = offset + weight @ mean + (general.mean + form.mean) + x * slope.mean
        v = square @ var + general.var + x * x * slope.var
        1 / (1 + np.exp(-z / np.sqrt(1 + np.pi * v / 8)))

    return {
        "update of an answer, us": _time(update, 1e6 / 1000),
        "prediction of a question, us": _time(predict, 1e6 / 1000),
        "update of a confusion, us": _time(expose, 1e6 / 1000),
        "bank of 1,000 with variance, core, ms": _time(bank, 1e3),
        "bank of 1,000 with variance, arrays, ms": _time(arrays, 1e3),
    }


def _time(work: Callable[[], None], unit: float) -> tuple[float, float, float]:
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        times.append(unit * (time.perf_counter() - start))
    return median(times), min(times), max(times)

"""Answer logs and option tables made up from known abilities, in the shape of the benchmark's data."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np

from benchmarks.knowledge_tracing.data import Log, OptionSet

LEARNERS, ITEMS, TAGS, ANSWERS = 60, 90, 8, 60


def invented_log(seed: int = 4) -> Log:
    """Every learner answers random items; ability by learner and concept, difficulty by item; seconds of time."""
    generator = np.random.default_rng(seed)
    tags = np.full((ITEMS, 2), -1)
    tags[:, 0] = np.arange(ITEMS) % TAGS
    second = generator.random(ITEMS) < 0.3
    tags[second, 1] = (tags[second, 0] + 1 + generator.integers(0, TAGS - 1, second.sum())) % TAGS
    ease = generator.normal(0.6, 1.1, ITEMS)
    ability = generator.normal(0, 1.0, LEARNERS)
    own = generator.normal(0, 0.7, (LEARNERS, TAGS))
    learner = np.repeat(np.arange(LEARNERS), ANSWERS)
    item = generator.integers(0, ITEMS, len(learner))
    has = tags[item] >= 0
    skill = np.where(has, own[learner[:, None], np.maximum(tags[item], 0)], 0).sum(1) / has.sum(1)
    p = 1 / (1 + np.exp(-(ease[item] + ability[learner] + skill)))
    y = (generator.random(len(p)) < p).astype(float)
    time = np.concatenate([np.cumsum(generator.exponential(30_000, ANSWERS)) for _ in range(LEARNERS)])
    return Log("invented", learner, item, time, y, learner % 3 == 0, tags)


def write_log(log: Log, folder: Path) -> None:
    """The two files of a log."""
    rows = ["learner,item,time_s,correct,split"]
    for k in range(len(log.y)):
        split = "test" if log.test[k] else "train"
        rows.append(f"{log.learner[k]},{log.item[k]},{int(log.time[k])},{int(log.y[k])},{split}")
    pairs = ["item,tag"] + [f"{i},{t}" for i, own in enumerate(log.tags.tolist()) for t in own if t >= 0]
    for name, lines in (("answers", rows), ("item_tags", pairs)):
        with gzip.open(folder / f"{log.name}_{name}.csv.gz", "wt", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


def invented_options(leaning: float, name: str = "iqitems", seed: int = 2) -> OptionSet:
    """Twenty-four questions with the options 3 (key), 5, 7 and 8; each learner has a leaning to 7 and one to 8, normal
    with this standard deviation."""
    generator = np.random.default_rng(seed)
    learners, questions = 400, 24
    options = ("3", "5", "7", "8")
    shares = generator.dirichlet([3.0, 3.0, 3.0], questions)
    tilt = np.column_stack([np.zeros(learners), *generator.normal(0, leaning, (2, learners))])
    chosen = np.zeros((learners, questions), np.int64)
    ability = generator.normal(-0.3, 0.8, learners)
    for q in range(questions):
        weight = shares[q] * np.exp(tilt)
        weight /= weight.sum(1, keepdims=True)
        wrong = 1 + (generator.random((learners, 1)) > np.cumsum(weight, 1)[:, :-1]).sum(1)
        chosen[:, q] = np.where(generator.random(learners) < 1 / (1 + np.exp(-ability)), 0, wrong)
    return OptionSet(name, chosen, np.zeros(questions, np.int64), (options,) * questions)

"""Answer logs and option tables of the benchmark folder as arrays. Knows the files, no model."""

from __future__ import annotations

import csv
import gzip
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

LOGS = ("assist09", "statics", "algebra05", "assist17")
OPTION_SETS = ("datamedical", "iqitems", "msatb", "sat12", "hci")


@dataclass(frozen=True, slots=True)
class Log:
    """Answers in time order, the rows of one learner together.

    `learner`, `item`: codes from 0 in the order of their ids, shape (rows,). `tags`: tag codes by item, padded with -1,
    shape (items, most tags of an item). `time`: seconds, 0 where unknown. `test`: rows of learners held out."""

    name: str
    learner: Ints
    item: Ints
    time: Floats
    y: Floats
    test: Bools
    tags: Ints

    @property
    def items(self) -> int:
        return len(self.tags)

    @property
    def learners(self) -> int:
        return int(self.learner.max()) + 1

    @property
    def tag_count(self) -> int:
        return int(self.tags.max()) + 1

    @property
    def timed(self) -> bool:
        return bool(self.time.any())

    @property
    def train(self) -> Bools:
        return ~self.test

    def keep(self, rows: Bools) -> Log:
        """The log with only these rows; codes of items and learners stay."""
        return replace(
            self,
            learner=self.learner[rows],
            item=self.item[rows],
            time=self.time[rows],
            y=self.y[rows],
            test=self.test[rows],
        )


@dataclass(frozen=True, slots=True)
class OptionSet:
    """A test with single-choice questions. `chosen`: option codes, -1 = missing, shape (learners, questions);
    `key`: code of the right option; `options`: option texts by question, in the order of the codes."""

    name: str
    chosen: Ints
    key: Ints
    options: tuple[tuple[str, ...], ...]


def load_log(folder: Path, name: str) -> Log:
    """One answer log. FileNotFoundError when the folder does not hold it."""
    with gzip.open(folder / f"{name}_answers.csv.gz", "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    with gzip.open(folder / f"{name}_item_tags.csv.gz", "rt", encoding="utf-8", newline="") as file:
        pairs = np.array([(int(item), int(tag)) for item, tag in list(csv.reader(file))[1:]])
    learner = np.unique(np.array([int(r[0]) for r in rows]), return_inverse=True)[1]
    ids, item = np.unique(np.array([int(r[1]) for r in rows]), return_inverse=True)
    pairs = pairs[np.isin(pairs[:, 0], ids)]
    codes = np.searchsorted(ids, pairs[:, 0])
    tag = np.unique(pairs[:, 1], return_inverse=True)[1]
    order = np.argsort(codes, kind="stable")
    codes, tag = codes[order], tag[order]
    place = np.arange(len(codes)) - np.searchsorted(codes, codes)
    tags = np.full((len(ids), int(place.max()) + 1), -1)
    tags[codes, place] = tag
    return Log(
        name,
        learner,
        item,
        np.array([float(r[2]) for r in rows]),
        np.array([float(r[3]) for r in rows]),
        np.array([r[4] == "test" for r in rows]),
        tags,
    )


def load_options(folder: Path, name: str) -> OptionSet:
    """One table of chosen options; an option chosen by fewer than max(5, 0.5 % of the learners) counts as missing,
    the key never does."""
    with gzip.open(folder / f"{name}_answers.csv.gz", "rt", encoding="utf-8", newline="") as file:
        head, *rows = list(csv.reader(file))
    with gzip.open(folder / f"{name}_key.csv.gz", "rt", encoding="utf-8", newline="") as file:
        keys = {r["item"]: r["key"] for r in csv.DictReader(file)}
    least = max(5.0, 0.005 * len(rows))
    chosen = np.full((len(rows), len(head) - 1), -1)
    key, options = [], []
    for column, question in enumerate(head[1:]):
        texts = [r[column + 1] for r in rows]
        kept = sorted({t for t in texts if t and (t == keys[question] or texts.count(t) >= least)} | {keys[question]})
        code = {text: i for i, text in enumerate(kept)}
        chosen[:, column] = [code.get(t, -1) for t in texts]
        key.append(code[keys[question]])
        options.append(tuple(kept))
    return OptionSet(name, chosen, np.array(key), tuple(options))


def head(log: Log, rows: int) -> Log:
    """The first rows of each learner."""
    change = np.flatnonzero(np.diff(log.learner)) + 1
    starts = np.concatenate([[0], change])
    lengths = np.diff(np.concatenate([starts, [len(log.learner)]]))
    place = np.arange(len(log.learner)) - np.repeat(starts, lengths)
    return log.keep(place < rows)


def some_learners(log: Log, share: float, seed: int = 0) -> Log:
    """A random share of the learners, for quick runs; both splits keep at least one. Items that nobody is left to
    answer are dropped."""
    generator = np.random.RandomState(seed)
    held = np.zeros(log.learners, bool)
    held[log.learner[log.test]] = True
    chosen = np.zeros(log.learners, bool)
    for group in (np.flatnonzero(held), np.flatnonzero(~held)):
        chosen[generator.permutation(group)[: max(1, round(share * len(group)))]] = True
    kept = log.keep(chosen[log.learner])
    items, item = np.unique(kept.item, return_inverse=True)
    return replace(kept, item=item, tags=kept.tags[items])

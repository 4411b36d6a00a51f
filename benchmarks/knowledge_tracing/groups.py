"""Running statistics inside groups of rows, in row order, each from earlier rows of the same group only."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.knowledge_tracing.data import Floats, Ints


def occurrence(group: Ints) -> Ints:
    """How many earlier rows have the same group, shape (rows,)."""
    order = np.argsort(group, kind="stable")
    ordered = group[order]
    out = np.empty(len(group), np.int64)
    out[order] = np.arange(len(group)) - np.searchsorted(ordered, ordered)
    return out


def before(group: Ints, value: Floats) -> Floats:
    """Sum of the value over the earlier rows of the same group, shape (rows,)."""
    order = np.argsort(group, kind="stable")
    ordered = group[order]
    total = np.concatenate([[0.0], np.cumsum(value[order])[:-1]])
    out = np.empty(len(group))
    out[order] = total - total[np.searchsorted(ordered, ordered)]
    return out


def previous(group: Ints, value: Floats, start: float, lag: int = 1) -> Floats:
    """The value `lag` rows earlier in the same group, `start` where there is none."""
    order = np.argsort(group, kind="stable")
    moved = np.full(len(group), start)
    same = group[order][lag:] == group[order][:-lag]
    moved[lag:][same] = value[order][:-lag][same]
    out = np.empty(len(group))
    out[order] = moved
    return out


def steps(group: Ints) -> Iterator[Ints]:
    """Row indices by their place in the group: first the first rows of all groups, then the second ones, and so on."""
    place = occurrence(group)
    order = np.argsort(place, kind="stable")
    yield from np.split(order, np.flatnonzero(np.diff(place[order])) + 1)


def averages(group: Ints, value: Floats, keep: tuple[float, ...], start: Floats | float) -> Floats:
    """Exponential averages x <- keep x + (1 - keep) value over the earlier rows, shape (rows, len(keep)). `start`: the
    value before the first row, one number or one per row (the group's first row counts)."""
    weight = np.array(keep)
    state = np.zeros((int(group.max()) + 1, len(keep)))
    first = np.broadcast_to(np.asarray(start, float), value.shape)
    out = np.empty((len(group), len(keep)))
    for number, rows in enumerate(steps(group)):
        own = group[rows]
        if number == 0:
            state[own] = first[rows, None]
        out[rows] = state[own]
        state[own] = weight * state[own] + (1 - weight) * value[rows, None]
    return out

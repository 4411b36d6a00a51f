"""The answer log as a matrix: one row an answer, in time order, built by the core from what was known before it.

Used by experiments and comparisons with `estimator.TagBayesClassifier`. It must not know the store.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from tutor.core.knowledge import trap_keys
from tutor.core.log import Answer
from tutor.core.prior import Prior
from tutor.core.question import Bank
from tutor.core.trials import Trial, trials
from tutor.train.estimator import Shown

OFFSET_COLUMN = 0


@dataclass(frozen=True)
class Dataset:
    """`X`: (n, 1 + len(concepts)) CSR; column 0 is what the core's logit holds besides the general ability and the
    concepts (label, practice, recall, what is particular about the question), known before the answer; column 1 + k is
    the weight of concept k. `y`: (n,), 1 for right. `groups`: (n,), the place of the
    learner in the input: for splits by learner. `shown`: for the option head, None where the question is not
    single-choice. `trials`: the rows as the core knows them."""

    X: csr_matrix
    y: NDArray[np.int8]
    groups: NDArray[np.int64]
    concepts: tuple[str, ...]
    shown: tuple[Shown | None, ...]
    trials: tuple[Trial, ...]


def dataset(bank: Bank, prior: Prior, logs: Sequence[Sequence[Answer]]) -> Dataset:
    """The logs of one or more learners over one bank, one below the other; each in order of (answered_at, id), without
    retracted answers. Rows and columns do not depend on the order of anything else."""
    found = [(group, trial) for group, log in enumerate(logs) for trial in trials(bank, prior, log)]
    concepts = tuple(sorted({c for _, trial in found for c in trial.question.concepts}))
    place = {concept: 1 + k for k, concept in enumerate(concepts)}
    indptr, indices, data = [0], [], []
    for _, trial in found:
        own = trial.question.concepts
        indices += [OFFSET_COLUMN, *(place[c] for c in own)]
        data += [trial.rest, *([1.0 / len(own)] * len(own))]
        indptr.append(len(indices))
    return Dataset(
        csr_matrix((data, indices, indptr), shape=(len(found), 1 + len(concepts)), dtype=np.float64),
        np.array([trial.correct for _, trial in found], dtype=np.int8),
        np.array([group for group, _ in found], dtype=np.int64),
        concepts,
        tuple(_shown(bank, trial) for _, trial in found),
        tuple(trial for _, trial in found),
    )


def _shown(bank: Bank, trial: Trial) -> Shown | None:
    if trial.question.type != "single" or len(trial.chosen) != 1:
        return None
    return Shown(trial.question, dict(trap_keys(bank, trial.question)), trial.chosen[0])

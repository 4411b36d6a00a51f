"""The learner model of `tutor.core` as a scikit-learn classifier, for experiments and comparisons.

Every step of the mathematics is a call of `core.learner` and `core.confusion`; this module translates rows of a matrix
into their states and back. It must not know the answer log or the store (`dataset` builds its input).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from tutor.core import confusion, learner
from tutor.core.confusion import Rate
from tutor.core.learner import Estimate, Gaussian, States
from tutor.core.prior import Prior
from tutor.core.question import Question
from tutor.core.rows import TrapKey

_NO_OWN_STATE = Gaussian(0.0, 0.0)
"""A question without a state of its own: neither mean nor variance ever leaves 0."""
_LARGEST, _SMALLEST = 1e100, 1e-100
"""Weights beyond these bounds would leave the range of floats when squared; smaller ones count as 0."""
_Row = tuple[list[int], list[float], float]
"""Columns with a weight, their weights, and the offset."""


@dataclass(frozen=True)
class Shown:
    """What one row offered to choose from: the input of the option head."""

    question: Question
    """Of type `single`."""
    sides: Mapping[str, str] = field(default_factory=dict)
    """Trap id -> the concept that is right here, for every trap the question tests (`Bank.side`)."""
    chosen: str = ""
    """Id of the chosen option; needed to learn, ignored in a prediction."""


class TagBayesClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Online Bayesian logistic regression with one Gaussian per column and one for the learner as a whole.

    Rows are the answers of one learner in the order they were given. `offset_column` (index or None) holds the known
    part of the logit; every other column is the weight of one state, 0 where the row does not touch it (a question with
    two concepts has 1/2 in both of their columns). The general state has weight 1 in every row and no column. States
    of single questions live in the core only; see `tutor.core.learner` for the equations.

    Parameters, in logits: `s_global`, `s_tag` standard deviations before the first answer; `drift`, `drift_tag`
    variance added by an answer to the general state and to each touched column, never above the start. `moderate`:
    whether a probability takes the variance into account. `option_prior`: popularity and confusion settings of the
    option head, default `tutor.core.prior.Prior()`.

    Learned: `classes_` (2), `mean_`, `var_` (n_features_in_ + 1; the general state is last, an offset column stays 0),
    `n_seen_` (answers taken in), `rates_` (direction of a trap -> `core.confusion.Rate`), `n_features_in_`.

    The option head: `fit` and `partial_fit` take `shown`, one `Shown` or None a row, and learn how often each lure is
    taken against how often it would be expected, from the prediction before the row's own update. Rows with None teach
    it nothing. `predict_option_proba` then gives the chance of every option.
    """

    def __init__(
        self,
        s_global: float = 0.8,
        s_tag: float = 0.5,
        drift: float = 0.01,
        drift_tag: float = 0.003,
        offset_column: int | None = None,
        moderate: bool = True,
        option_prior: Prior | None = None,
    ) -> None:
        self.s_global = s_global
        self.s_tag = s_tag
        self.drift = drift
        self.drift_tag = drift_tag
        self.offset_column = offset_column
        self.moderate = moderate
        self.option_prior = option_prior

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = True
        return tags

    # Learning

    def fit(self, X: Any, y: Any, shown: Sequence[Shown | None] | None = None) -> TagBayesClassifier:
        """Forget everything and take the rows in, one by one. X: (n, d) dense or CSR; y: (n,) with two classes, the
        greater one means right. ValueError for another number of classes, a parameter or a weight out of range."""
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64)
        check_classification_targets(y)
        classes = np.unique(y)
        if len(classes) == 1:
            raise ValueError(f"Only one class, {classes[0]!r}, is in y; both are needed to know which one means right.")
        self._start(classes, y, X.shape[1])
        return self._learn(X, y, shown)

    def partial_fit(
        self,
        X: Any,
        y: Any,
        classes: Any = None,
        shown: Sequence[Shown | None] | None = None,
    ) -> TagBayesClassifier:
        """Go on from the present state. `classes`: both classes; needed by the first call when y has only one."""
        first = not hasattr(self, "classes_")
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64, reset=first)
        check_classification_targets(y)
        if first:
            known = np.unique(y if classes is None else np.asarray(classes))
            if len(known) == 1:
                raise ValueError(f"Only one class, {known[0]!r}, is known; give both with `classes`.")
            self._start(known, known, X.shape[1])
        elif classes is not None and not np.array_equal(np.unique(np.asarray(classes)), self.classes_):
            raise ValueError(f"classes {classes!r} are not those of the first call, {self.classes_!r}.")
        unknown = np.setdiff1d(y, self.classes_)
        if len(unknown):
            raise ValueError(f"y holds {unknown!r}, which is not in classes {self.classes_!r}.")
        return self._learn(X, y, shown)

    def _start(self, classes: NDArray[Any], y: NDArray[Any], columns: int) -> None:
        if len(classes) > 2:
            raise ValueError(f"Only binary classification is supported. The type of the target is {type_of_target(y)}.")
        for name in ("s_global", "s_tag"):
            value = getattr(self, name)
            if not 0 < value < math.inf:
                raise ValueError(f"{name} = {value!r} must be greater than 0")
        for name in ("drift", "drift_tag"):
            value = getattr(self, name)
            if not 0 <= value < math.inf:
                raise ValueError(f"{name} = {value!r} must not be negative")
        if self.offset_column is not None and not 0 <= self.offset_column < columns:
            raise ValueError(f"offset_column = {self.offset_column!r} is no column of {columns}")
        self.classes_ = classes
        self.mean_ = np.zeros(columns + 1)
        self.var_ = np.full(columns + 1, self.s_tag**2)
        self.var_[-1] = self.s_global**2
        if self.offset_column is not None:
            self.var_[self.offset_column] = 0.0
        self.n_seen_ = 0
        self.rates_: dict[TrapKey, Rate] = {}

    def _learn(self, X: Any, y: NDArray[Any], shown: Sequence[Shown | None] | None) -> TagBayesClassifier:
        prior, options = self._core_prior(), self._option_prior()
        offered = _offered(shown, len(y), chosen=True)
        rows = list(self._rows(X))  # all are checked before the first is learnt from
        for row, label, offer in zip(rows, y.tolist(), offered, strict=True):
            columns, weights, offset = row
            before = self._states(row)
            if offer is not None:
                self._expose(offer, self._chance(learner.predict(before, "medium", prior)), options)
            after = learner.update(before, label == self.classes_[1], "medium", prior)
            self.mean_[-1], self.var_[-1] = after.general.mean - offset, after.general.var
            for k, weight, state in zip(columns, weights, after.concepts, strict=True):
                unit = weight * len(columns)
                self.mean_[k] = state.mean / unit
                self.var_[k] = min(state.var / (unit * unit) + self.drift_tag, self.s_tag**2)
        self.n_seen_ += len(y)
        return self

    def _expose(self, offer: Shown, p_right: float, prior: Prior) -> None:
        shares = confusion.popularity(offer.question, prior)
        for trap, side in offer.sides.items():
            lures = confusion.lure_options(offer.question, trap)
            if lures:
                rate = self.rates_.get((trap, side), Rate())
                expected = (1.0 - p_right) * sum(shares[o] for o in lures)
                self.rates_[trap, side] = confusion.expose(rate, expected, offer.chosen in lures, prior.confusion)

    # Predicting: the state is never changed

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Logit of the chance of the greater class, (n,); with `moderate` shrunk by its variance."""
        return np.array([self._logit(e) for e in self._estimates(X)])

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Chances of both classes in the order of `classes_`, (n, 2); rows sum to 1."""
        right = np.array([self._chance(e) for e in self._estimates(X)])
        return np.column_stack([1.0 - right, right])

    def predict(self, X: Any) -> NDArray[Any]:
        """The likelier class of each row, (n,); the greater one where the logit is above 0."""
        right = self.decision_function(X) > 0
        found: NDArray[Any] = self.classes_[right.astype(int)]
        return found

    def predict_option_proba(self, X: Any, shown: Sequence[Shown]) -> NDArray[np.float64]:
        """Chance of each option, (n, m) with m the largest number of options in `shown`. Column j of a row is option j
        of its question in the author's order; columns beyond its options are 0; a row sums to 1 and its key has the
        chance of `predict_proba`. ValueError for a question that is not single-choice, or another number of rows."""
        offered = _offered(shown, None, chosen=False)
        right = [self._chance(e) for e in self._estimates(X)]
        if len(offered) != len(right):
            raise ValueError(f"shown has {len(offered)} entries for {len(right)} rows")
        prior = self._option_prior()
        found = np.zeros((len(right), max((len(s.question.options) for s in shown), default=0)))
        for place, (p, offer) in enumerate(zip(right, shown, strict=True)):
            rates = {
                trap: confusion.mean_rate(rate.picks, rate.expected, prior.confusion)
                for trap, side in offer.sides.items()
                if (rate := self.rates_.get((trap, side))) is not None
            }
            chances = confusion.option_probabilities(offer.question, p, prior, rates)
            found[place, : len(chances)] = [chances[option] for option in offer.question.option_ids]
        return found

    def _estimates(self, X: Any) -> list[Estimate]:
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        prior = self._core_prior()
        return [learner.predict(self._states(row), "medium", prior) for row in self._rows(X)]

    def _chance(self, estimate: Estimate) -> float:
        return estimate.p if self.moderate else learner.sigmoid(estimate.z)

    def _logit(self, estimate: Estimate) -> float:
        # logit(estimate.p) would be infinite where the chance rounds to 1.
        return estimate.z / math.sqrt(1.0 + math.pi * estimate.v / 8.0) if self.moderate else estimate.z

    # Translation

    def _core_prior(self) -> Prior:
        """The core's settings with all fixed parts at 0: a row brings its own offset. Drift and cap of the columns are
        applied here, in their own units."""
        even = {"easy": 0.5, "medium": 0.5, "hard": 0.5}
        return Prior(
            difficulty=even,
            s_global=self.s_global,
            s_tag=math.inf,
            practice_gain=0.0,
            concept_practice=0.0,
            topic_weight=0.0,
            drift_global=self.drift,
            drift_tag=0.0,
            gamma=0.0,
        )

    def _option_prior(self) -> Prior:
        return self.option_prior if self.option_prior is not None else Prior()

    def _states(self, row: _Row) -> States:
        """The core gives n concepts the weight 1/n. A state with another weight w is the same thing measured in other
        units: its mean is w * n times, its variance (w * n)^2 times as large."""
        columns, weights, offset = row
        n = len(columns)
        concepts = tuple(
            Gaussian(w * n * float(self.mean_[k]), (w * n) ** 2 * float(self.var_[k]))
            for k, w in zip(columns, weights, strict=True)
        )
        return States(Gaussian(offset + float(self.mean_[-1]), float(self.var_[-1])), concepts, _NO_OWN_STATE)

    def _rows(self, X: Any) -> Iterator[_Row]:
        for indices, values in _sparse_rows(X):
            columns: list[int] = []
            weights: list[float] = []
            offset = 0.0
            for k, value in zip(indices, values, strict=True):
                if k == self.offset_column:
                    offset += value
                elif abs(value) > _LARGEST:
                    raise ValueError(f"weight {value!r} in column {k} is too large; the limit is {_LARGEST}")
                elif abs(value) > _SMALLEST:
                    columns.append(k)
                    weights.append(value)
            yield columns, weights, offset


def _sparse_rows(X: Any) -> Iterator[tuple[list[int], list[float]]]:
    """Column indices and values of each row, without zeros where the matrix is dense."""
    if hasattr(X, "indptr"):
        X.sum_duplicates()
        for start, end in zip(X.indptr[:-1], X.indptr[1:], strict=True):
            yield X.indices[start:end].tolist(), X.data[start:end].tolist()
    else:
        for row in X:
            (indices,) = np.nonzero(row)
            yield indices.tolist(), row[indices].tolist()


def _offered(shown: Sequence[Shown | None] | None, rows: int | None, *, chosen: bool) -> list[Shown | None]:
    """`shown` checked, or None for every row. ValueError that names the row."""
    offered: list[Shown | None] = [None] * (rows or 0) if shown is None else list(shown)
    if rows is not None and len(offered) != rows:
        raise ValueError(f"shown has {len(offered)} entries for {rows} rows")
    for place, offer in enumerate(offered):
        if offer is None:
            continue
        if offer.question.type != "single":
            raise ValueError(f"row {place}: {offer.question.id} is not a single-choice question")
        if chosen and offer.chosen not in offer.question.option_ids:
            raise ValueError(f"row {place}: {offer.question.id} has no option {offer.chosen!r}")
    return offered

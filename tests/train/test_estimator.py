"""The classifier keeps scikit-learn's contract and says what the core says, to the last digits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest import SkipTest

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from scipy.special import gammaincc
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks

from tests.train.make import bank_of, log_of, steady
from tests.train.worlds import G1, NO_STATE, fit
from tests.unit.make import make_question, option
from tutor.core import confusion, learner
from tutor.core.confusion import Rate, option_probabilities, upper_gamma
from tutor.core.knowledge import Knowledge
from tutor.core.learner import Gaussian, States
from tutor.core.prior import Prior
from tutor.train.dataset import OFFSET_COLUMN, dataset
from tutor.train.estimator import Shown, TagBayesClassifier

PLAIN = Prior(s_global=0.8, drift_global=0.01, drift_tag=0.003, practice_gain=0.0, concept_practice=0.0, gamma=0.0)

CANNOT_APPLY = {
    "check_array_api_input": "runs only where SCIPY_ARRAY_API is set; the core computes on plain floats",
    "check_classifier_data_not_an_array": "runs only where pandas is installed, which is no dependency",
}


@parametrize_with_checks(  # type: ignore[untyped-decorator]
    [TagBayesClassifier(), TagBayesClassifier(moderate=False, drift=0.0, drift_tag=0.0)]
)
def test_the_contract_of_scikit_learn_is_kept(estimator: TagBayesClassifier, check: Callable[[Any], None]) -> None:
    try:
        check(estimator)
    except SkipTest:
        name = getattr(check, "func", check).__name__
        if name not in CANNOT_APPLY:
            raise AssertionError(f"{name} was skipped without a known reason") from None
        pytest.skip(CANNOT_APPLY[name])


# The mathematics is the core's


def g1_rows(answers: int = 500) -> tuple[G1, Any, np.ndarray[Any, Any], list[float]]:
    """A student of world G1 as a matrix, with the predictions of the core."""
    world = G1(5)
    (student,) = world.learners(1, answers)
    X = np.zeros((answers, 1 + world.concepts))
    for row, i in enumerate(student.order):
        X[row, OFFSET_COLUMN] = PLAIN.offset(world.labels[i])
        X[row, [1 + t for t in world.tags[i]]] = 1.0 / len(world.tags[i])
    core = fit(student, world.tags, world.labels, world.concepts, replace(PLAIN, topic_weight=0.0))
    return world, X, np.array(student.right, dtype=int), core.predicted


def prequential(model: TagBayesClassifier, X: Any, y: Any) -> list[float]:
    """The chance of a right answer before each row but the first; the model learns row by row."""
    found = []
    for n in range(X.shape[0]):
        found.append(float(model.predict_proba(X[n : n + 1])[0, 1]) if n else np.nan)
        model.partial_fit(X[n : n + 1], y[n : n + 1], classes=[0, 1])
    return found


def test_row_by_row_it_predicts_what_the_core_predicts() -> None:
    _, X, y, core = g1_rows()
    found = prequential(TagBayesClassifier(offset_column=OFFSET_COLUMN), X, y)
    assert np.abs(np.array(found[1:]) - np.array(core[1:])).max() < 1e-9


def test_the_states_are_those_of_the_core() -> None:
    world, X, y, _ = g1_rows()
    (student,) = G1(5).learners(1, 500)
    core = fit(student, world.tags, world.labels, world.concepts, PLAIN)
    model = TagBayesClassifier(offset_column=OFFSET_COLUMN).fit(X, y)
    assert model.mean_[1:] == pytest.approx([*(c.mean for c in core.concepts), core.general.mean], abs=1e-9)
    assert model.var_[1:] == pytest.approx([*(c.var for c in core.concepts), core.general.var], abs=1e-9)
    assert (model.mean_[OFFSET_COLUMN], model.var_[OFFSET_COLUMN]) == (0.0, 0.0)
    assert model.n_seen_ == 500


def test_fit_is_partial_fit_row_by_row() -> None:
    _, X, y, _ = g1_rows(200)
    whole = TagBayesClassifier(offset_column=0).fit(X, y)
    model = TagBayesClassifier(offset_column=0)
    for n in range(len(y)):
        model.partial_fit(X[n : n + 1], y[n : n + 1], classes=[0, 1])
    assert np.array_equal(whole.mean_, model.mean_)
    assert np.array_equal(whole.var_, model.var_)


def test_fit_forgets_what_was_before() -> None:
    _, X, y, _ = g1_rows(100)
    model = TagBayesClassifier().fit(X, 1 - y).fit(X, y)
    assert np.array_equal(model.mean_, TagBayesClassifier().fit(X, y).mean_)


def test_sparse_and_dense_rows_are_the_same() -> None:
    _, X, y, _ = g1_rows(200)
    dense, sparse = (TagBayesClassifier(offset_column=0).fit(rows, y) for rows in (X, csr_matrix(X)))
    assert np.array_equal(dense.mean_, sparse.mean_)
    assert np.array_equal(dense.predict_proba(X), sparse.predict_proba(csr_matrix(X)))


def test_the_order_of_the_columns_does_not_matter() -> None:
    _, X, y, _ = g1_rows(200)
    order = np.random.default_rng(1).permutation(X.shape[1])
    straight = TagBayesClassifier(offset_column=0).fit(X, y)
    mixed = TagBayesClassifier(offset_column=int(np.argmin(order))).fit(X[:, order], y)
    assert np.abs(straight.predict_proba(X) - mixed.predict_proba(X[:, order])).max() < 1e-9
    assert np.abs(straight.mean_[:-1][order] - mixed.mean_[:-1]).max() < 1e-9


def test_a_weight_scales_the_state_and_nothing_else() -> None:
    """Half the weight on a state of twice the size is the same model."""
    generator = np.random.default_rng(2)
    X, y = generator.normal(size=(60, 4)), generator.integers(2, size=60)
    one = TagBayesClassifier(s_tag=0.4, drift_tag=0.002).fit(X, y)
    two = TagBayesClassifier(s_tag=0.8, drift_tag=0.008).fit(X / 2, y)
    assert two.mean_[:-1] == pytest.approx(2 * one.mean_[:-1], abs=1e-12)
    assert two.var_[:-1] == pytest.approx(4 * one.var_[:-1], abs=1e-12)
    assert one.decision_function(X) == pytest.approx(two.decision_function(X / 2), abs=1e-12)


def test_predicting_changes_nothing_and_untouched_states_stay() -> None:
    _, X, y, _ = g1_rows(50)
    model = TagBayesClassifier(offset_column=0).fit(X, y)
    mean, var = model.mean_.copy(), model.var_.copy()
    model.predict_proba(X)
    model.predict(X)
    row = np.zeros((1, X.shape[1]))
    row[0, 3] = 1.0
    model.partial_fit(row, [1])
    touched = np.flatnonzero((model.mean_ != mean) | (model.var_ != var)).tolist()
    assert touched == [3, X.shape[1]]


def test_chance_and_logit_tell_the_same() -> None:
    _, X, y, _ = g1_rows(100)
    for moderate in (True, False):
        model = TagBayesClassifier(offset_column=0, moderate=moderate).fit(X, y)
        expected = [learner.sigmoid(z) for z in model.decision_function(X)]
        assert model.predict_proba(X)[:, 1] == pytest.approx(expected, abs=1e-12)


def test_clone_keeps_the_settings() -> None:
    settings = TagBayesClassifier(0.7, 0.4, 0.02, 0.001, 0, False, Prior(lure_mass=0.3)).get_params()
    assert clone(TagBayesClassifier(**settings)).get_params() == settings


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"s_global": 0}, "s_global"),
        ({"s_tag": -1.0}, "s_tag"),
        ({"drift": -0.1}, "drift"),
        ({"drift_tag": float("nan")}, "drift_tag"),
        ({"offset_column": 9}, "offset_column"),
    ],
)
def test_a_setting_out_of_range_is_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TagBayesClassifier(**settings).fit(np.eye(2), [0, 1])


def test_what_cannot_be_learnt_from_is_refused_before_anything_is() -> None:
    model = TagBayesClassifier().fit(np.eye(2), [0, 1])
    before = model.mean_.copy()
    with pytest.raises(ValueError, match="too large"):
        model.partial_fit(np.array([[1.0, 0.0], [1e200, 0.0]]), [1, 1])
    with pytest.raises(ValueError, match="not in classes"):
        model.partial_fit(np.eye(2), [1, 2])
    with pytest.raises(ValueError, match="features"):
        model.partial_fit(np.eye(3), [0, 1, 1])
    with pytest.raises(ValueError, match="not those of the first call"):
        model.partial_fit(np.eye(2), [0, 1], classes=[0, 2])
    assert np.array_equal(model.mean_, before)
    with pytest.raises(ValueError, match="Only binary"):
        TagBayesClassifier().fit(np.eye(3), [0, 1, 2])
    with pytest.raises(ValueError, match="one class"):
        TagBayesClassifier().partial_fit(np.eye(2), [1, 1])


# The option head


def test_it_learns_the_rates_and_gives_the_chances_of_the_running_program() -> None:
    """Over a whole log. Its own prediction of a right answer stands in for the core's, which is why the core is given
    settings without the states that the classifier does not have."""
    bank, prior = bank_of(), replace(PLAIN, s_item=1e-9, s_form=1e-9, s_slope=1e-9)
    log = log_of(sorted(bank.questions.values(), key=lambda q: q.id), 300, steady(), seed=3)
    data = dataset(bank, prior, [log])
    model = TagBayesClassifier(prior.s_global, prior.s_tag, 0.01, prior.drift_tag, OFFSET_COLUMN)
    model.fit(data.X, data.y, shown=data.shown)
    knowledge = Knowledge.replay(bank, prior, log)
    assert set(model.rates_) == set(knowledge.traps)
    for key, rate in model.rates_.items():
        row = knowledge.traps[key]
        assert (rate.exposures, rate.status) == (row.exposures, row.status)
        assert (rate.picks, rate.expected) == pytest.approx((row.picks, row.expected), abs=1e-6)
    offers = [s for s in data.shown if s is not None]
    chances = model.predict_option_proba(data.X, offers)
    assert chances.shape == (300, 4)
    assert chances.sum(axis=1) == pytest.approx(1.0, abs=1e-12)
    right = model.predict_proba(data.X)[:, 1]
    for place, offer in enumerate(offers):
        ids = offer.question.option_ids
        assert chances[place, ids.index("key")] == pytest.approx(right[place], abs=1e-12)
    rates = {"t": confusion.mean_rate(*_counts(next(iter(model.rates_.values()))), prior.confusion)}
    first = next(n for n, s in enumerate(offers) if s.sides)
    expected = option_probabilities(offers[first].question, float(right[first]), prior, rates)
    assert chances[first].tolist() == pytest.approx([expected[o] for o in offers[first].question.option_ids])


def _counts(rate: Rate) -> tuple[float, float]:
    return rate.picks, rate.expected


def test_a_lure_that_is_taken_again_and_again_becomes_likelier() -> None:
    question = make_question("q")
    X, y, lure = np.ones((30, 1)), np.zeros(30, dtype=int), question.option_ids.index("b")
    y[0] = 1
    taken = [Shown(question, {"t": "A"}, "key" if n == 0 else "b") for n in range(30)]
    model = TagBayesClassifier().fit(X, y, shown=taken)
    blind = TagBayesClassifier().fit(X, y)
    before, after = (m.predict_option_proba(X[:1], taken[:1])[0] for m in (blind, model))
    assert after[lure] > 1.2 * before[lure]
    assert after[question.option_ids.index("c")] < before[question.option_ids.index("c")]
    assert blind.rates_ == {}
    assert model.rates_["t", "A"].status == "confirmed"


def test_questions_of_different_length_share_a_matrix() -> None:
    two = make_question("two", options=(option("key", correct=True), option("b")), lures={})
    four = make_question("four")
    model = TagBayesClassifier().fit(np.eye(2), [0, 1])
    found = model.predict_option_proba(np.eye(2), [Shown(two), Shown(four)])
    assert found.shape == (2, 4)
    assert found[0, 2:].tolist() == [0.0, 0.0]
    assert found.sum(axis=1) == pytest.approx(1.0)


def test_a_row_that_offers_no_choice_of_one_is_named() -> None:
    model = TagBayesClassifier().fit(np.eye(2), [0, 1])
    several = Shown(make_question("q", kind="multiple"))
    with pytest.raises(ValueError, match=r"row 1: q is not a single-choice question"):
        model.predict_option_proba(np.eye(2), [Shown(make_question("p")), several])
    with pytest.raises(ValueError, match="no option 'z'"):
        model.partial_fit(np.eye(2), [0, 1], shown=[None, Shown(make_question("q"), {}, "z")])
    with pytest.raises(ValueError, match="1 entries for 2 rows"):
        model.predict_option_proba(np.eye(2), [Shown(make_question("q"))])


# What the core computes without scipy


@pytest.mark.parametrize("a", [0.3, 1.0, 3.0, 4.7, 12.0, 60.0, 400.0])
def test_the_incomplete_gamma_function_is_scipys(a: float) -> None:
    for x in (0.0, 1e-6, 0.2 * a, 0.9 * a, a, a + 0.99, a + 1.01, 1.5 * a + 1, 4 * a + 10):
        assert upper_gamma(a, x) == pytest.approx(float(gammaincc(a, x)), abs=1e-12)


def test_a_state_without_variance_stays_where_it_is() -> None:
    """The classifier and the worlds rely on it to leave the question's own state out."""
    states = States(Gaussian(0.2, 0.5), (), NO_STATE)
    after = learner.update(states, True, "medium", PLAIN)
    assert after.question is not None
    assert (after.question.mean, after.question.var) == (0.0, 0.0)
    assert learner.predict(states, "medium", PLAIN) == learner.predict(replace(states, question=None), "medium", PLAIN)

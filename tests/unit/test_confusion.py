"""The rate of a confusion: the table of read-outs, and how the states move."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.make import make_question, option
from tutor.core.confusion import (
    Rate,
    expose,
    gamma_quantile,
    interval,
    mean_rate,
    option_probabilities,
    popularity,
    probability_above_one,
    upper_gamma,
)
from tutor.core.prior import ConfusionPrior, Prior

PRIOR = ConfusionPrior()


@pytest.mark.parametrize(
    ("picks", "expected", "mean", "above", "low", "high"),
    [
        (0, 0, 1.000, 0.4232, 0.27, 2.10),
        (0, 0.5, 0.857, 0.3208, 0.23, 1.80),
        (0, 1, 0.750, 0.2381, 0.20, 1.57),
        (2, 0.5, 1.429, 0.7254, 0.56, 2.62),
        (3, 1, 1.500, 0.7851, 0.65, 2.63),
        (4, 1, 1.750, 0.8893, 0.82, 2.96),
        (5, 1.2, 1.905, 0.9361, 0.95, 3.13),
        (1, 3, 0.667, 0.1512, 0.23, 1.29),
    ],
)
def test_read_outs(picks: float, expected: float, mean: float, above: float, low: float, high: float) -> None:
    assert mean_rate(picks, expected, PRIOR) == pytest.approx(mean, abs=5e-4)
    assert probability_above_one(picks, expected, PRIOR) == pytest.approx(above, abs=5e-5)
    assert interval(picks, expected, PRIOR) == pytest.approx((low, high), abs=6e-3)


@given(st.floats(0.1, 300), st.floats(0.001, 0.999))
def test_a_quantile_is_the_inverse_of_the_distribution(a: float, q: float) -> None:
    assert 1 - upper_gamma(a, gamma_quantile(q, a)) == pytest.approx(q, abs=1e-9)


@given(st.floats(0.1, 300), st.floats(0, 400), st.floats(0, 50))
def test_the_upper_tail_falls(a: float, x: float, step: float) -> None:
    assert 0 <= upper_gamma(a, x + step) <= upper_gamma(a, x) + 1e-12 <= 1 + 1e-9


@pytest.mark.parametrize(("a", "x"), [(0, 1), (-1, 1), (1, -0.1)])
def test_outside_its_range_the_gamma_function_is_refused(a: float, x: float) -> None:
    with pytest.raises(ValueError, match="not defined"):
        upper_gamma(a, x)


def test_a_marked_lure_is_expected_to_draw_its_mass() -> None:
    question = make_question("q", lures={"b": ("t", "B")}, others=("c", "d"))
    shares = popularity(question, Prior())
    assert shares == pytest.approx({"b": 0.45, "c": 0.275, "d": 0.275})


def test_two_lures_share_the_mass_and_no_lure_means_alike() -> None:
    two = make_question("q", lures={"b": ("t", "B"), "c": ("t", "B")}, others=("d",))
    assert popularity(two, Prior()) == pytest.approx({"b": 0.225, "c": 0.225, "d": 0.55})
    none = make_question("q", lures={}, others=("b", "c", "d"))
    assert popularity(none, Prior()) == pytest.approx(dict.fromkeys("bcd", 1 / 3))
    every = make_question("q", lures={"b": ("t", "B"), "c": ("u", "C")}, others=())
    assert popularity(every, Prior()) == pytest.approx({"b": 0.5, "c": 0.5})


def test_answers_of_others_outweigh_the_mark_as_they_grow() -> None:
    question = make_question("q", lures={"b": ("t", "B")}, others=("c", "d"))
    shares = popularity(question, Prior(), {"c": 96})
    assert shares["c"] == pytest.approx((4 * 0.275 + 96) / 100)
    assert sum(shares.values()) == pytest.approx(1)


def test_option_probabilities_of_the_worked_example() -> None:
    question = make_question("q", lures={"b": ("t", "B")}, others=("c", "d"))
    chances = option_probabilities(question, 0.63, Prior(), {"t": 2.0})
    assert chances["b"] == pytest.approx(0.229655, abs=1e-6)
    assert chances["c"] == pytest.approx(0.070172, abs=1e-6)
    assert chances["key"] == 0.63


@given(st.floats(0.01, 0.99), st.floats(0.001, 1000), st.integers(0, 3), st.integers(0, 3))
def test_option_probabilities_sum_to_one(p: float, rate: float, lures: int, others: int) -> None:
    if lures + others == 0:
        return
    question = make_question(
        "q", lures={f"l{i}": ("t", "B") for i in range(lures)}, others=tuple(f"o{i}" for i in range(others))
    )
    chances = option_probabilities(question, p, Prior(), {"t": rate})
    assert sum(chances.values()) == pytest.approx(1)


def test_a_question_without_wrong_options_expects_nothing() -> None:
    ordering = make_question("q", kind="ordering", options=(option("a", position=1), option("b", position=2)))
    assert popularity(ordering, Prior()) == {}


def run(takes: list[bool], expected: float = 0.2, rate: Rate | None = None, prior: ConfusionPrior = PRIOR) -> Rate:
    rate = rate or Rate()
    for taken in takes:
        rate = expose(rate, expected, taken, prior)
    return rate


def test_a_lure_taken_again_and_again_is_suspected_then_confirmed_at_ten_exposures() -> None:
    statuses = [run([True] * n).status for n in range(1, 12)]
    assert statuses[0] == "unknown"
    assert "suspected" in statuses
    assert "confirmed" not in statuses[:9]
    assert statuses[9] == "confirmed"


def test_a_cured_confusion_resolves_and_can_come_back() -> None:
    sick = run([True] * 12)
    cured = run([False] * 60, rate=sick)
    assert cured.status == "resolved"
    back = [run([True] * n, rate=cured).status for n in range(1, 25)]
    assert "suspected" in back
    assert "confirmed" in back


def test_a_suspicion_that_finds_no_support_is_dropped() -> None:
    suspected = run([True] * 4)
    assert suspected.status == "suspected"
    assert run([False] * 20, rate=suspected).status == "unknown"


def test_without_forgetting_avoiding_the_lure_lowers_and_taking_it_raises_the_suspicion() -> None:
    forever = ConfusionPrior(half_life=1e12)
    start = run([True, False, True], prior=forever)
    base = probability_above_one(start.picks, start.expected, forever)
    avoided, taken = run([False], rate=start, prior=forever), run([True], rate=start, prior=forever)
    assert avoided.expected > start.expected
    assert probability_above_one(avoided.picks, avoided.expected, forever) < base
    assert probability_above_one(taken.picks, taken.expected, forever) > base


def test_without_forgetting_a_cure_does_not_resolve_in_time() -> None:
    forever = ConfusionPrior(half_life=1e12)
    sick = run([True] * 40, prior=forever)
    assert run([False] * 60, rate=sick, prior=forever).status == "confirmed"
    assert run([False] * 60, rate=run([True] * 40)).status == "resolved"

"""The arms of the comparison by name."""

from __future__ import annotations

from benchmarks.policy.doors import BlindOracle, KnownExam, Oracle, Truth
from benchmarks.policy.product import Product, Rule
from benchmarks.policy.real import RealProduct
from benchmarks.policy.simulate import Arm
from benchmarks.policy.tutors import Blocked, Fsrs, Random

TUNED_RETENTION, TUNED_QUOTA = 0.70, 30
"""Best cell for both families on the development seeds: `python -m benchmarks.policy.tuning fsrs`."""


def product(rule: Rule) -> Arm:
    """The product with some settings changed."""
    return lambda start, _: Product(start, rule)


def fsrs(retention: float, quota: int) -> Arm:
    return lambda start, _: Fsrs(start, retention, quota)


SPECIFIED = Rule(retention=0.87, quota=13, recency_half_life=3.0, recall_discount=0.8, unseen_factor=1.0)
"""The settings of the selection design."""
BASELINE = "fsrs13"
ARMS: dict[str, Arm] = {
    BASELINE: fsrs(0.90, 13),
    "random": lambda start, _: Random(start),
    "blocked": lambda start, _: Blocked(start),
    "fsrs_tuned": fsrs(TUNED_RETENTION, TUNED_QUOTA),
    "blueprint_recency": product(Rule(weakness=False, trap_weight=0.0)),
    "specified": product(SPECIFIED),
    "product": product(Rule()),
    "product_80_18": product(Rule(retention=0.80, quota=18)),
    "truth": Truth,
    "known_exam": KnownExam,
    "blind_oracle": BlindOracle,
    "oracle": Oracle,
}
REAL: dict[str, Arm] = {
    "real_code": lambda start, _: RealProduct(start),
    "real_code_model": lambda start, _: RealProduct(start, estimates="model"),
}
"""The product's own code, with the counts and with the learner model: seconds per learner, so for a few of them."""
MUTATIONS: dict[str, Arm] = {
    "no_recency": product(Rule(recency=False)),
    "focus50_no_guard": product(Rule(focus_every=2, aged_days=10**9)),
}

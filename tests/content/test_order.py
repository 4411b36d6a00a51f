"""The order of options on screen: reproducible, pins kept, no place favoured."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.content.make import option, question
from tutor.content.order import option_order
from tutor.core.question import Pin, Question

PINS = st.lists(st.sampled_from(["", "", "first", "last"]), min_size=2, max_size=10)


def pinned(pins: list[Pin], shuffle: bool = True) -> Question:
    options = (option(f"o{place}", pin=pin, correct=place == 0) for place, pin in enumerate(pins))
    return question("q", "single", *options, shuffle=shuffle)


@given(PINS, st.text(max_size=8), st.integers(0, 10**6))
def test_every_option_is_shown_once_and_pins_keep_their_ends(pins: list[Pin], seed: str, presentation: int) -> None:
    q = pinned(pins)
    order = option_order(q, seed, presentation)
    first = [o.id for o in q.options if o.pin == "first"]
    last = [o.id for o in q.options if o.pin == "last"]
    assert sorted(order) == sorted(q.option_ids)
    assert list(order[: len(first)]) == first
    assert list(order[len(order) - len(last) :]) == last


@given(PINS, st.text(max_size=8), st.integers(0, 100))
def test_the_same_seed_and_presentation_give_the_same_order(pins: list[Pin], seed: str, presentation: int) -> None:
    assert option_order(pinned(pins), seed, presentation) == option_order(pinned(pins), seed, presentation)


@given(PINS, st.text(max_size=8), st.integers(0, 100))
def test_unshuffled_questions_keep_the_order_of_the_file(pins: list[Pin], seed: str, presentation: int) -> None:
    q = pinned(pins, shuffle=False)
    assert option_order(q, seed, presentation) == q.option_ids


def test_the_order_is_the_same_on_every_machine_and_version() -> None:
    q = pinned([""] * 5)
    assert option_order(q, "seed", 1) == ("o0", "o1", "o3", "o4", "o2")


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_key_stands_in_every_place_equally_often(size: int) -> None:
    q = pinned([""] * size)
    shown = 6000
    places = Counter(option_order(q, "seed", number).index("o0") for number in range(shown))
    expected = shown / size
    chi_square = sum((places[place] - expected) ** 2 / expected for place in range(size))
    assert chi_square < 18.5  # 4 degrees of freedom, one in a thousand


def test_all_orders_of_three_occur_equally_often() -> None:
    q = pinned([""] * 3)
    orders = Counter(option_order(q, "seed", number) for number in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_question_seed_and_presentation_each_change_the_order() -> None:
    q = pinned([""] * 8)
    orders = {
        option_order(q, "seed", 1),
        option_order(q, "seed", 2),
        option_order(q, "other", 1),
        option_order(replace(q, id="another"), "seed", 1),
    }
    assert len(orders) == 4

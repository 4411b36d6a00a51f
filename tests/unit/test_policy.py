"""The guarantees of the selection, as properties over generated study days."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.core.pick import Reason
from tutor.core.policy import (
    AGED_DAYS,
    Candidate,
    Choice,
    ConceptNumbers,
    Day,
    TrapNumbers,
    View,
    appraise,
    choose,
    choose_for_drill,
    contrast_bonus,
    need,
    new_share,
    scorer,
    value_of,
    worth_of_minute,
)
from tutor.core.rows import TrapKey

CONCEPTS = ("A", "B", "C")
TRAPS: tuple[TrapKey, ...] = (("t", "A"), ("t", "B"), ("u", "B"), ("u", "C"))

shares = st.floats(0, 1, allow_nan=False)
recencies = st.floats(0, 30, allow_nan=False)


@st.composite
def views(draw: st.DrawFn) -> View:
    concepts = {c: ConceptNumbers(draw(shares), draw(shares), draw(recencies), 1.0, 3, 2) for c in CONCEPTS}
    traps = {k: TrapNumbers(draw(shares), draw(shares), draw(recencies), 1.0, 1, 3, 2) for k in TRAPS}
    return View(lambda c: concepts[c], lambda k: traps[k])


@st.composite
def candidates(draw: st.DrawFn) -> list[Candidate]:
    out = []
    for i in range(draw(st.integers(0, 14))):
        seen = draw(st.booleans())
        due = seen and draw(st.booleans())
        out.append(
            Candidate(
                f"q{i:02d}",
                tuple(draw(st.lists(st.sampled_from(CONCEPTS), max_size=3, unique=True))),
                tuple(draw(st.lists(st.sampled_from(TRAPS), max_size=2, unique=True))),
                seen,
                draw(shares) if seen else 0.0,
                due,
                draw(st.integers(0, 9)) if due else 0,
            )
        )
    return out


@st.composite
def days(draw: st.DrawFn) -> Day:
    recent = draw(st.lists(st.frozensets(st.sampled_from(TRAPS), max_size=2), max_size=15))
    return Day(
        pick_no=draw(st.integers(0, 40)),
        new_left=draw(st.integers(0, 15)),
        credit=draw(st.floats(0, 0.999)),
        last_week=draw(st.booleans()),
        recent=recent,
    )


def by_id(pool: list[Candidate], choice: Choice) -> Candidate:
    return next(c for c in pool if c.id == choice.question_id)


@given(candidates(), views(), days())
def test_while_an_aged_question_waits_the_pick_is_an_aged_one(pool: list[Candidate], view: View, day: Day) -> None:
    choice = choose(pool, view, day)
    if any(c.due and c.overdue >= AGED_DAYS for c in pool):
        assert choice is not None
        assert choice.reason.slot == "overdue"
        assert by_id(pool, choice).overdue >= AGED_DAYS
    elif choice is not None:
        assert choice.reason.slot != "overdue"


@given(candidates(), views(), days())
def test_outside_focus_a_new_question_beyond_the_quota_waits_for_every_due_one(
    pool: list[Candidate], view: View, day: Day
) -> None:
    choice = choose(pool, view, day)
    if choice is None or by_id(pool, choice).seen:
        return
    assert not day.last_week
    if choice.reason.slot != "focus" and day.new_left == 0:
        assert not any(c.due for c in pool)


@given(candidates(), views(), days())
def test_in_the_last_week_no_question_is_new(pool: list[Candidate], view: View, day: Day) -> None:
    choice = choose(pool, view, replace(day, last_week=True))
    assert choice is None or by_id(pool, choice).seen


@given(candidates(), views(), days(), st.randoms(use_true_random=False))
def test_the_pick_does_not_depend_on_the_order_of_the_input(
    pool: list[Candidate], view: View, day: Day, shuffler: random.Random
) -> None:
    mixed = list(pool)
    shuffler.shuffle(mixed)
    assert choose(mixed, view, day) == choose(pool, view, day)


@given(candidates(), views(), days())
def test_every_pick_has_a_finite_value_that_its_numbers_reproduce(pool: list[Candidate], view: View, day: Day) -> None:
    for pick in (choose(pool, view, day), choose_for_drill(pool, view, day)):
        if pick is None:
            continue
        value = pick.reason.value
        assert math.isfinite(value)
        assert value >= 0
        assert value_of(pick.reason.numbers) == pytest.approx(value, abs=1e-9)
        stored = Reason.from_json(pick.reason.to_json())
        assert stored == pick.reason


@given(candidates(), views(), days())
def test_ranking_uses_the_value_that_the_reason_shows(pool: list[Candidate], view: View, day: Day) -> None:
    score = scorer(view, day.recent)
    for candidate in pool:
        assert score(candidate) == appraise(candidate, view, day.recent).value


@given(candidates(), views(), days())
def test_something_is_picked_while_something_may_be_shown(pool: list[Candidate], view: View, day: Day) -> None:
    allowed = [c for c in pool if c.seen or not day.last_week]
    assert (choose(pool, view, day) is not None) == bool(allowed)


@given(candidates(), views(), days())
def test_the_most_valuable_of_its_queue_is_picked(pool: list[Candidate], view: View, day: Day) -> None:
    choice = choose(pool, view, day)
    if choice is None or choice.reason.slot == "ahead":
        return
    chosen = by_id(pool, choice)
    queue: dict[str, Callable[[Candidate], bool]] = {
        "overdue": lambda c: c.due and c.overdue >= AGED_DAYS,
        "focus": lambda c: c.seen or not day.last_week,
        "new": lambda c: not c.seen,
        "due": lambda c: c.due,
    }
    peers = [c for c in pool if queue[choice.reason.slot](c)]
    assert chosen in peers
    assert choice.reason.value == max(appraise(c, view, day.recent).value for c in peers)


@given(st.lists(st.tuples(shares, st.integers(0, 3)), min_size=1, max_size=10), st.floats(0.01, 1), st.floats(0, 0.99))
def test_with_one_common_concept_due_questions_come_lowest_recall_first(
    items: list[tuple[float, int]], weight: float, knows: float
) -> None:
    view = View(lambda _: ConceptNumbers(weight, knows, 0.0), lambda _: TrapNumbers(0, 0, 0))
    pool = [Candidate(f"q{i}", ("A",), (), True, r, True, late) for i, (r, late) in enumerate(items)]
    order = []
    while pool:
        choice = choose(pool, view, Day())
        assert choice is not None
        order.append(by_id(pool, choice).recall)
        pool = [c for c in pool if c.id != choice.question_id]
    # Two recalls so close that the value is the same number may come in either order.
    assert all(later >= earlier - 1e-12 for earlier, later in itertools.pairwise(order))


def flat(_: object) -> ConceptNumbers:
    return ConceptNumbers(0.1, 0.5, 0.0)


def no_trap(_: object) -> TrapNumbers:
    return TrapNumbers(0.0, 0.0, 0.0)


def simulate_day(pool: list[Candidate], quota: int, picks: int) -> list[str]:
    """Slots of a day in which every pick is answered."""
    slots: list[str] = []
    credit, new_today = 0.0, 0
    for number in range(picks):
        choice = choose(pool, View(flat, no_trap), Day(number, max(quota - new_today, 0), credit))
        if choice is None:
            break
        chosen = by_id(pool, choice)
        new_today += not chosen.seen
        carried = choice.reason.numbers["credit"]
        assert isinstance(carried, float)
        credit = carried
        slots.append(choice.reason.slot)
        pool = [c for c in pool if c.id != chosen.id]
    return slots


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 20), st.integers(1, 60))
def test_focus_takes_at_most_every_fourth_pick_and_new_keeps_its_quota(
    due: int, unseen: int, quota: int, picks: int
) -> None:
    pool = [Candidate(f"d{i:02d}", ("A",), (), True, 0.8, True, 0) for i in range(due)]
    pool += [Candidate(f"n{i:02d}", ("A",)) for i in range(unseen)]
    slots = simulate_day(pool, quota, picks)
    assert slots.count("focus") <= math.ceil(len(slots) / 4)
    assert len(slots) == min(picks, due + unseen)


def test_new_questions_are_spread_over_the_session_by_a_counter() -> None:
    pool = [Candidate(f"d{i:02d}", ("A",), (), True, 0.8, True, 0) for i in range(20)]
    pool += [Candidate(f"n{i:02d}", ("A",)) for i in range(20)]
    slots = [s for s in simulate_day(pool, 10, 24) if s != "focus"]
    assert slots[:6].count("new") in (1, 2, 3)
    assert slots[:6].count("due") >= 3


def test_nothing_due_and_nothing_new_shows_the_least_certain_question_ahead() -> None:
    pool = [Candidate("a", ("A",), (), True, 0.95), Candidate("b", ("A",), (), True, 0.91)]
    choice = choose(pool, View(flat, no_trap), Day())
    assert choice is not None
    assert (choice.question_id, choice.reason.slot) == ("b", "ahead")


def test_a_focus_slot_that_falls_on_an_aged_pick_is_lost() -> None:
    pool = [Candidate("old", ("A",), (), True, 0.4, True, 5), Candidate("new", ("A",))]
    choice = choose(pool, View(flat, no_trap), Day(pick_no=3))
    assert choice is not None
    assert choice.reason.slot == "overdue"
    after = choose(pool[1:], View(flat, no_trap), Day(pick_no=4, new_left=5))
    assert after is not None
    assert after.reason.slot == "new"


def test_of_several_traps_the_larger_term_counts() -> None:
    numbers = {("t", "A"): TrapNumbers(0.1, 0.2, 0.0), ("u", "B"): TrapNumbers(0.1, 0.9, 0.0)}
    reason = appraise(Candidate("q", ("A",), (("t", "A"), ("u", "B"))), View(flat, lambda k: numbers[k]))
    assert reason.numbers["k"] == "u"
    assert reason.about == "concept"


def test_the_trap_is_named_when_its_term_is_the_larger_one() -> None:
    view = View(lambda _: ConceptNumbers(0.01, 0.9, 5.0), lambda _: TrapNumbers(0.2, 0.8, 0.0))
    assert appraise(Candidate("q", ("A", "B"), (("t", "A"),)), view).about == "trap"


@pytest.mark.parametrize(
    ("recent", "expected"),
    [
        ([], 1.0),
        ([frozenset({("t", "B")})], 1.5),
        ([frozenset({("t", "B")}), frozenset({("t", "A")})], 1.0),
        ([frozenset({("t", "B")})] + [frozenset()] * 11, 1.5),
        ([frozenset({("t", "B")})] + [frozenset()] * 12, 1.0),
        ([frozenset({("u", "B")})], 1.0),
    ],
)
def test_the_contrast_bonus_needs_the_other_side_in_the_last_twelve_picks(
    recent: list[frozenset[TrapKey]], expected: float
) -> None:
    assert contrast_bonus(("t", "A"), recent) == expected


def test_half_known_concepts_are_worth_most_and_unknown_ones_are_not_worthless() -> None:
    worth = [need(ConceptNumbers(1.0, p, 0.0)) for p in (0.0, 0.35, 0.95)]
    assert worth[1] > worth[0] > 0
    assert worth[1] > worth[2]
    assert need(ConceptNumbers(1.0, 0.35, 1.0)) == pytest.approx(worth[1] / 2)


def test_the_share_of_new_questions() -> None:
    assert new_share(0, 10) == 0
    assert new_share(5, 0) == 1
    assert new_share(5, 15) == 0.25


def test_among_seen_questions_the_less_remembered_is_worth_more_and_a_new_one_pays_for_its_time() -> None:
    worth = [worth_of_minute(recall, True) for recall in (0.0, 0.5, 0.9, 1.0)]
    assert worth == sorted(worth, reverse=True)
    assert len(set(worth)) == 4
    assert worth[0] > worth_of_minute(0.0, False) > worth[-1] > 0


def test_of_two_alike_a_forgotten_question_goes_before_a_new_one_and_a_new_one_before_a_remembered_one() -> None:
    alike = [
        Candidate("forgotten", ("A",), (), True, 0.1, True),
        Candidate("new", ("A",)),
        Candidate("remembered", ("A",), (), True, 0.95, True),
    ]
    values = {c.id: appraise(c, View(flat, no_trap)).value for c in alike}
    assert values["forgotten"] > values["new"] > values["remembered"]
    focus = choose(alike, View(flat, no_trap), Day(pick_no=3))
    assert focus is not None
    assert focus.question_id == "forgotten"

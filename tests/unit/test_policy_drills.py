"""The choices beside the daily queues: the other side of a trap, and the rest of a case."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tutor.core.policy import (
    Candidate,
    ConceptNumbers,
    Day,
    TrapNumbers,
    View,
    choose,
    choose_contrast,
    value_of,
)

WANTED = ("t", "B")
VIEW = View(
    lambda c: ConceptNumbers(0.1 + 0.01 * len(c), 0.4, 0.5),
    lambda k: TrapNumbers(0.2, 0.5 if k[0] == "t" else 0.9, 0.3, taken=1, exposures=3),
)
TRAPS = st.lists(st.sampled_from([("t", "A"), ("t", "B"), ("u", "A")]), unique_by=lambda key: key[0], max_size=2)


@st.composite
def pools(draw: st.DrawFn) -> list[Candidate]:
    ids = draw(st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8))
    made = []
    for name in ids:
        seen = draw(st.booleans())
        made.append(
            Candidate(
                name,
                ("X",),
                tuple(draw(TRAPS)),
                seen,
                draw(st.floats(0.1, 1.0)) if seen else 0.0,
                seen and draw(st.booleans()),
                case=draw(st.sampled_from(["", "shop", "bank"])),
            )
        )
    return made


@given(pools(), st.sets(st.sampled_from("abcdefgh")), st.booleans())
def test_the_other_side_then_what_is_new_today_then_never_seen(
    pool: list[Candidate], answered: set[str], last_week: bool
) -> None:
    choice = choose_contrast(pool, VIEW, Day(last_week=last_week), WANTED, answered)
    side = [c for c in pool if WANTED in c.traps]
    trap = [c for c in pool if any(key[0] == "t" for key in c.traps)]
    if choice is None:
        assert not side
        assert all(c.id in answered for c in trap)
        return
    chosen = next(c for c in pool if c.id == choice.question_id)
    numbers = choice.reason.numbers
    assert (choice.reason.slot, choice.reason.about, numbers["k"]) == ("contrast", "trap", "t")
    assert abs(value_of(numbers) - choice.reason.value) < 1e-9
    assert numbers["opposite"] == int(chosen in side)
    assert (chosen in side) == bool(side)
    group = side or trap
    fresh = [c for c in group if c.id not in answered]
    assert (chosen.id not in answered) == bool(fresh)
    peers = fresh or group
    assert chosen.seen == last_week or all(c.seen != last_week for c in peers)
    assert choose_contrast(reversed(pool), VIEW, Day(last_week=last_week), WANTED, answered) == choice


@given(pools(), st.sampled_from(["", "shop", "bank"]), st.sampled_from("abcdefgh"), st.booleans())
def test_a_case_goes_on_with_what_is_new_or_due_in_order(
    pool: list[Candidate], case: str, last: str, last_week: bool
) -> None:
    day = Day(pick_no=3, new_left=2, last_week=last_week, case=case, last=last)
    choice = choose(pool, VIEW, day)
    rest = [c for c in pool if case and c.case == case and (c.due if c.seen else not last_week)]
    if not rest:
        assert choice is None or choice.reason.slot != "case"
        return
    assert choice is not None
    assert choice.reason.slot == "case"
    assert choice.question_id == min(rest, key=lambda c: (c.id <= last, c.id)).id
    assert abs(value_of(choice.reason.numbers) - choice.reason.value) < 1e-9
    assert choice.reason.numbers["credit"] == day.credit


def test_what_is_overdue_comes_before_the_rest_of_a_case() -> None:
    late = Candidate("z", ("X",), seen=True, recall=0.5, due=True, overdue=4)
    choice = choose([late, Candidate("a", ("X",), case="shop")], VIEW, Day(case="shop", last="b"))
    assert choice is not None
    assert (choice.question_id, choice.reason.slot) == ("z", "overdue")

"""Pages fit their width and lose no word."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tutor.tui.blocks import Block, Box, Gap, Hang, Head, Para, Rule, lay_out
from tutor.tui.content import safe
from tutor.tui.pages.common import interval_bar, time_bar

WORDS = st.text(alphabet="ab cd漢字é-", min_size=1, max_size=60)


def blocks_of(texts: list[str]) -> list[Block]:
    made: list[Block] = []
    for text in texts:
        body = safe(text)
        made += [Para(body, 2), Hang(safe("Label"), body, 8, 1), Head(body), Gap(), Rule()]
        made.append(Box(body, (Para(body), Hang(safe("A"), body, 3, keep=True))))
    return made


@given(st.lists(WORDS, min_size=1, max_size=3), st.integers(2, 120))
def test_no_line_is_wider_than_the_page(texts: list[str], width: int) -> None:
    assert all(line.cell_length <= width for line in lay_out(blocks_of(texts), width))


@given(WORDS, st.integers(4, 100))
def test_no_character_is_lost_on_any_width(text: str, width: int) -> None:
    for block in (Para(safe(text), 2), Hang(safe("L"), safe(text), 3, keep=True)):
        shown = "".join(line.plain for line in lay_out([block], width))
        assert [c for c in shown if not c.isspace() and c != "L"] == [c for c in text if not c.isspace()]


def test_a_box_is_closed_whatever_the_width_of_its_characters() -> None:
    lines = lay_out([Box(safe("漢字"), (Para(safe("データ parallel 漢字")),))], 24)
    assert {line.cell_length for line in lines} == {24}
    assert [line.plain[-1] for line in lines] == ["╮", "│", "╯"]


def test_bars_have_their_width_and_put_the_point_inside_the_interval() -> None:
    bar = interval_bar(0.41, 0.28, 0.56).plain
    assert len(bar) == 24
    assert bar.strip("·") == bar[6:14]
    assert bar[6:14].count("●") == 1
    assert interval_bar(0.0, 0.0, 0.0).plain[0] == interval_bar(1.0, 1.0, 1.0).plain[-1] == "●"
    assert time_bar(5, 0).plain == "─" * 24
    assert time_bar(50, 25).plain == "━" * 24

"""Text from anywhere is safe on a terminal, and widths are counted in cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.text import cell_width, clean, cut, hang, is_clean, pad, wrap

OSC52 = "\x1b]52;c;aGVsbG8=\x07"
CONTROLS = "".join(map(chr, [*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0)]))
INVISIBLE = "\u2028\u2029\u200e\u200f\u061c\u200b\ufeff" + "".join(
    map(chr, [*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
)
hostile = st.text(st.one_of(st.characters(), st.sampled_from("\x1b\x9b\x9d[]PX^_;mc\\\x07 0")))
harmless = st.text(st.characters(exclude_categories=("Cc", "Cs", "Cf", "Zl", "Zp"), include_characters="\n\t"))


def test_the_reference_vector_comes_out_as_agreed() -> None:
    vector = (
        f"AA{OSC52}BB\x1b]0;title\x1b\\CC\x1b[31mDD\x9b31mEE\x08\x7f\rFF\tGG\u202eHH\x00JJ\x1bcKK\x1b]0;no end\nrest"
    )
    assert clean(vector) == "AABBCCDDEEFF\tGGHHJJKK"


@pytest.mark.parametrize(
    ("sequence", "left"),
    [
        ("\x1bP1;2qdata\x1b\\", ""),
        ("\x1b_command\x1b\\", ""),
        ("\x1b^note\x1b\\", ""),
        ("\x1bXstring\x1b\\", ""),
        ("\x1b(B", ""),
        ("\x1b\x1b[1m", ""),
        ("\x1b[?1049h", ""),
        ("\x9d0;title\x07", "0;title"),
    ],
)
def test_a_sequence_leaves_nothing_that_a_terminal_would_obey(sequence: str, left: str) -> None:
    assert clean(f"a{sequence}b") == f"a{left}b"


@pytest.mark.parametrize("char", CONTROLS + INVISIBLE)
def test_every_control_and_invisible_separator_is_dropped(char: str) -> None:
    assert clean(f"a{char}\nb") == "a\nb"
    assert not is_clean(char)


def test_an_unterminated_title_takes_the_rest_as_a_terminal_would() -> None:
    assert clean("before\x1b]0;title\nafter") == "before"


def test_a_lone_surrogate_is_dropped_so_that_the_text_can_be_written() -> None:
    assert clean("a\udc80b").encode() == b"ab"


@given(hostile)
def test_the_result_holds_no_escape_no_c1_and_cannot_be_cleaned_further(text: str) -> None:
    result = clean(text)
    assert "\x1b" not in result
    assert not any("\x80" <= char <= "\x9f" for char in result)
    assert clean(result) == result
    assert is_clean(result)
    assert is_clean(text) == (result == text)


@given(harmless)
def test_text_without_controls_is_unchanged(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("text", "width"),
    [("abc", 3), ("日本", 4), ("e\u0301", 1), ("a\tb", 2), ("ｆｕｌｌ", 8), ("", 0), ("한국", 4), ("a\u200db", 2)],
)
def test_wide_characters_count_two_cells_and_combining_ones_none(text: str, width: int) -> None:
    assert cell_width(text) == width


@given(harmless, st.integers(1, 40))
def test_padding_fills_exactly_the_width(text: str, width: int) -> None:
    assert cell_width(pad(text, width)) == width


@given(harmless, st.integers(0, 40))
def test_cutting_never_exceeds_the_width_and_keeps_what_fits(text: str, width: int) -> None:
    short = cut(text, width)
    assert cell_width(short) <= width
    assert short == text or cell_width(text) > width


@given(harmless, st.integers(6, 60), st.sampled_from(["", "  ", "    "]))
def test_wrapping_keeps_every_word_and_no_line_is_too_wide(text: str, width: int, indent: str) -> None:
    lines = wrap(text, width, indent)
    assert all(cell_width(line) <= width for line in lines)
    assert all(line.startswith(indent) for line in lines if line)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_wrapping_breaks_at_blanks_and_keeps_paragraphs() -> None:
    assert wrap("one two three\n\nfour", 8) == ["one two", "three", "", "four"]
    assert wrap("  code here that", 9) == ["  code", "  here", "  that"]
    assert wrap("abcdefgh", 3) == ["abc", "def", "gh"]


def test_a_hanging_label_stands_before_the_first_line_only() -> None:
    assert hang("A. ", "one two three", 8) == ["A. one", "   two", "   three"]
    assert hang("- ", "", 8) == ["-"]

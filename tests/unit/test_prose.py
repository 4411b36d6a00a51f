"""Prose: links, marks and joined lines."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.core.question import Bank, Concept, Option, Question, Trap
from tutor.prose import plain, resolve, spans

QUESTION = Question(
    id="q-one",
    type="single",
    ask="Which one?",
    options=(
        Option(id="first", text="The *first* option"),
        Option(id="long", text="word " * 30, correct=True),
    ),
    concepts=("c.one",),
    key_hash="k",
    text_hash="t",
)
BANK = Bank(
    questions={QUESTION.id: QUESTION},
    concepts={"c.one": Concept(id="c.one", name="Concept one")},
    traps={"t-one": Trap(id="t-one", name="This or that", between=("c.one", "c.two"))},
)


def test_an_option_link_shows_the_letter_of_its_place_and_its_text() -> None:
    text = resolve("Only [[opt:first]] fits.", QUESTION, BANK, ("long", "first"))
    assert text == "Only B (The first option) fits."


def test_without_an_order_an_option_link_is_its_text_in_quotes() -> None:
    assert resolve("[[opt:first]]", QUESTION, BANK) == '"The first option"'


@pytest.mark.parametrize(("order", "cells"), [(("long", "first"), len("A ()") + 32), (None, len('""') + 60)])
def test_a_long_option_text_is_cut_between_words(order: tuple[str, ...] | None, cells: int) -> None:
    shown = resolve("[[opt:long]]", QUESTION, BANK, order)
    assert " word..." in shown
    assert len(shown) <= cells


def test_one_endless_word_is_cut_inside() -> None:
    endless = replace(QUESTION, options=(Option(id="x", text="y" * 200, correct=True),))
    assert resolve("[[opt:x]]", endless, BANK, ("x",)) == f"A ({'y' * 29}...)"


def test_concepts_traps_and_questions_are_named() -> None:
    text = "[[concept:c.one]], [[concept:c.none]], [[trap:t-one]], [[q:other-one]], [[opt:gone]]"
    assert resolve(text, QUESTION, BANK) == "Concept one, c.none, This or that, other-one, gone"


def test_shell_tests_are_no_links() -> None:
    text = "run `[[ -f x ]]` or [[ opt:first ]] or [[opt:FIRST]]"
    assert resolve(text, QUESTION, BANK) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*memory per GPU*, not speed", "memory per GPU, not speed"),
        ("**never** and *really* `x = 1`", "never and really x = 1"),
        ("***both***", "both"),
        ("2 * 3 * 4 and a*b*c", "2 * 3 * 4 and a*b*c"),
        ("call f(*args, **kwargs)", "call f(*args, **kwargs)"),
        ("`*.csv` and `**x**`", "*.csv and **x**"),
        ("*.csv and *.json", "*.csv and *.json"),
        ("snake_case_name and __init__", "snake_case_name and __init__"),
        (r"a \*literal\* star", "a *literal* star"),
        ("``a ` b``", "a ` b"),
        ("an open `tick and *star", "an open `tick and *star"),
        ("see [the guide](https://example.org/a)", "see the guide (https://example.org/a)"),
        ("[https://e.org](https://e.org)", "https://e.org"),
        ("x[0](y) stays", "x[0](y) stays"),
        ("![a plot](media/a.png)", "[image: a plot]"),
    ],
)
def test_marks_are_stripped_and_nothing_else(text: str, expected: str) -> None:
    assert plain(text) == expected


def test_hard_wraps_are_joined_and_paragraphs_and_lists_kept() -> None:
    text = "One line\nand its rest.\n\n\nSecond:\n- item one\n  goes on\n* item two\n1. numbered\n"
    assert plain(text) == "One line and its rest.\n\nSecond:\n- item one goes on\n- item two\n1. numbered"


def test_code_blocks_tables_and_hard_breaks_keep_their_lines() -> None:
    text = "Run:\n```python\nfor i in x:\n    print(*i)\n```\nthen\n| a | b |\n| 1 | 2 |\nend  \nlast"
    assert plain(text) == "Run:\nfor i in x:\n    print(*i)\nthen\n| a | b |\n| 1 | 2 |\nend\nlast"
    assert ("    print(*i)", frozenset({"code"})) in spans(text)


def test_spans_carry_nested_kinds() -> None:
    assert spans("a **b *c* `d`** e") == [
        ("a ", frozenset()),
        ("b ", frozenset({"strong"})),
        ("c", frozenset({"strong", "em"})),
        (" ", frozenset({"strong"})),
        ("d", frozenset({"strong", "code"})),
        (" e", frozenset()),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[/]",
        "[/",
        "[b",
        "use x[0] and [bold]y",
        "a[/red]b",
        "list[int] dict[str, list[int]]",
        "[@click=app.quit]x[/]",
        "[link=http://e]x",
        "$GPU ${x}",
        "[1, 2]",
    ],
)
def test_text_that_looks_like_screen_markup_is_left_alone(text: str) -> None:
    assert plain(text) == text


@given(st.text(alphabet="ab *`\\\n-|[]()!1.", max_size=80))
def test_any_text_gives_pieces_that_join_to_the_plain_text(text: str) -> None:
    pieces = spans(text)
    assert "".join(piece for piece, _ in pieces) == plain(text)
    assert all(piece for piece, _ in pieces)
    assert all(kinds <= {"em", "strong", "code"} for _, kinds in pieces)


@given(st.lists(st.text(alphabet="abcdefg ,.", min_size=1, max_size=20), max_size=6))
def test_words_without_marks_survive_whatever_the_line_breaks(lines: list[str]) -> None:
    assert plain("\n".join(lines)).split() == " ".join(lines).split()

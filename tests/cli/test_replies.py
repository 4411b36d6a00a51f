"""What a typed line means: positions on screen, never ids, and a clear word for every line that is no answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.make import question
from tutor.core.grading import normalise
from tutor.plain.replies import COMMANDS, Chosen, Reply, Unclear, Word, example, read_reply

ORDER = ("o3", "o1", "o4", "o2")
KINDS = ["single", "multiple", "ordering", "matching"]


def reply(line: str, kind: str = "single", order: tuple[str, ...] = ORDER) -> Reply:
    return read_reply(line, question(kind, len(order)), order)


@pytest.mark.parametrize("line", ["b", "B", "2", "  b \n", "b,"])
def test_a_letter_or_a_number_is_a_place_on_screen(line: str) -> None:
    assert reply(line) == Chosen(("o1",), None)


@pytest.mark.parametrize("line", ["a c", "c a", "1 3", "a,c", "A;C", "ac", "a 3"])
def test_several_options_in_any_spelling(line: str) -> None:
    got = reply(line, "multiple")
    assert isinstance(got, Chosen)
    assert set(got.ids) == {"o3", "o4"}


@pytest.mark.parametrize("line", ["4 2 1", "d b a", "dba"])
def test_an_order_is_kept_as_typed(line: str) -> None:
    assert reply(line, "ordering") == Chosen(("o2", "o1", "o3"), None)


@pytest.mark.parametrize("line", ["1b 2d", "2d 1b", "1=b,2=d", "1:b 2:d", "1 b 2 d", "1B2D", "1. b 2. d"])
def test_pairs_are_numbers_with_letters(line: str) -> None:
    assert reply(line, "matching") == Chosen(("p1=o1", "p2=o2"), None)


def test_one_letter_may_serve_two_numbers() -> None:
    assert reply("1a 2a", "matching") == Chosen(("p1=o3", "p2=o3"), None)


@pytest.mark.parametrize(
    ("line", "confidence"),
    [
        ("guess b", "guess"),
        ("b guess", "guess"),
        ("b g", "guess"),
        ("g b", "guess"),
        ("GUESSING b", "guess"),
        ("unsure b", "unsure"),
        ("b unsure", "unsure"),
        ("sure b", "sure"),
    ],
)
def test_a_word_says_how_sure_the_learner_is(line: str, confidence: str) -> None:
    assert reply(line) == Chosen(("o1",), confidence)  # type: ignore[arg-type]


def test_with_seven_options_g_is_an_option_and_the_word_still_means_guessing() -> None:
    order = tuple(f"o{n}" for n in range(1, 8))
    assert reply("g", order=order) == Chosen(("o7",), None)
    assert reply("a g", "multiple", order) == Chosen(("o1", "o7"), None)
    assert reply("guess g", order=order) == Chosen(("o7",), "guess")


@pytest.mark.parametrize("word", list(COMMANDS))
@pytest.mark.parametrize("kind", KINDS)
def test_commands_are_understood_on_every_type_of_question(word: str, kind: str) -> None:
    assert reply(f" {word.upper()} ", kind) == Word(COMMANDS[word])


def test_no_command_is_the_letter_of_an_option() -> None:
    assert not set(COMMANDS) & set("abcdefghij")


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        ("", "single", "Type an answer such as"),
        (" ", "matching", "such as 1b 2c"),
        ("e", "single", "There is no option E; they go from A to D."),
        ("0", "single", "There is no option 0"),
        ("9999999999999999999999", "single", "There is no option 9"),
        ("-1", "single", "'-1' is not understood"),
        ("b c", "single", "Choose 1 option, not 2"),
        ("a", "multiple", "Choose 2 options, not 1"),
        ("a a", "multiple", "Option A is named twice"),
        ("1 2", "ordering", "Choose 3 options, not 2"),
        ("model", "single", "'model' is not understood"),
        ("guess", "single", "Type an answer"),
        ("guess sure b", "single", "only one of"),
        ("1b", "matching", "Still without a letter: 2."),
        ("1b 1c 2a", "matching", "Number 1 is there twice"),
        ("1b 3a", "matching", "There is no number 3"),
        ("1b 2e", "matching", "There is no letter E"),
        ("b a", "matching", "'b a' is not understood"),
        ("²", "single", "not understood"),
        ("٣", "single", "not understood"),
        ("1b 2d foo", "matching", "'foo' is not understood"),
    ],
)
def test_a_line_that_is_no_answer_is_explained(line: str, kind: str, words: str) -> None:
    got = reply(line, kind)
    assert isinstance(got, Unclear)
    assert words in got.message


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("options", [3, 4, 7, 10])
def test_the_example_that_is_shown_is_understood(kind: str, options: int) -> None:
    order = tuple(f"o{n}" for n in range(options, 0, -1))
    shown = example(question(kind, options))
    got = reply(shown, kind, order)
    assert isinstance(got, Chosen), (shown, got)


@given(st.text(st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("abc123 =gu?;")), max_size=20))
def test_any_line_gets_a_reply_and_every_answer_is_complete(line: str) -> None:
    for kind in KINDS:
        item = question(kind)
        got = read_reply(line, item, ORDER)
        if isinstance(got, Chosen):
            assert normalise(item, got.ids)
        elif isinstance(got, Unclear):
            assert got.message

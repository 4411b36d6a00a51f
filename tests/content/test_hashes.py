"""What changes the two hashes of a question and what does not: stored answers hang on it."""

from __future__ import annotations

import random
import re
import tomllib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.content.make import EXAMPLE, needs_example, option, question
from tutor.content.hashes import key_hash, norm, similarity, text_hash
from tutor.content.parse import parse
from tutor.core.question import Option, Prompt, Question, QuestionType

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp", "Cs")), min_size=1, max_size=30)
KINDS: tuple[QuestionType, ...] = ("single", "multiple", "ordering", "matching")
IDS = st.lists(st.from_regex(r"[a-z]{2,8}", fullmatch=True), min_size=3, max_size=6, unique=True)


@st.composite
def questions(draw: st.DrawFn) -> Question:
    ids = draw(IDS)
    kind: QuestionType = draw(st.sampled_from(KINDS))
    options = [Option(option_id, draw(WORDS)) for option_id in ids]
    prompts: tuple[Prompt, ...] = ()
    if kind == "single":
        options[0] = replace(options[0], correct=True)
    elif kind == "multiple":
        options[:2] = [replace(option, correct=True) for option in options[:2]]
    elif kind == "ordering":
        options[:2] = [replace(option, position=place) for place, option in enumerate(options[:2], start=1)]
    else:
        prompts = tuple(Prompt(f"p{place}", draw(WORDS), ids[place]) for place in range(2))
    stem = " ".join(draw(st.lists(WORDS, min_size=2, max_size=6)))
    return question("q", kind, *options, prompts=prompts, stem=stem, ask=draw(WORDS))


def hashes(q: Question) -> tuple[str, str]:
    return key_hash(q.type, q.options, q.prompts), text_hash(q.stem, q.ask, q.options, q.prompts)


def with_options(q: Question, *options: Option) -> Question:
    return replace(q, options=options)


def example() -> Question:
    from tutor.content import build

    path = EXAMPLE / "questions/training/llm-exceeds-one-gpu.toml"
    parsed = parse("question", path.name, path.read_bytes())
    assert parsed.data is not None
    return build.question(parsed.data)


@needs_example
def test_the_example_of_the_format_has_its_published_hashes() -> None:
    q = example()
    assert (q.key_hash, q.text_hash) == ("9c80a27a926fb40d", "6979305206811d14")
    assert hashes(q) == (q.key_hash, q.text_hash)


@needs_example
def test_rewrapping_the_example_changes_nothing_and_one_word_changes_the_text_only() -> None:
    q = example()
    assert hashes(replace(q, stem=q.stem.replace(" ", "\n  "))) == hashes(q)
    key, text = hashes(replace(q, stem=q.stem.replace("eight", "16")))
    assert key == q.key_hash
    assert text != q.text_hash


@given(questions(), st.randoms(use_true_random=False))
def test_the_order_of_options_changes_neither_hash(q: Question, chance: random.Random) -> None:
    options = list(q.options)
    chance.shuffle(options)
    assert hashes(with_options(q, *options)) == hashes(q)


@given(questions(), WORDS)
def test_reasons_tags_exams_and_difficulty_change_neither_hash(q: Question, text: str) -> None:
    edited = replace(
        q,
        explanation=text,
        trap_note=text,
        tags=(text,),
        difficulty="hard",
        exams=(),
        options=tuple(replace(o, why=text, tempting=text, right_when=text, concept="x", pin="last") for o in q.options),
    )
    assert hashes(edited) == hashes(q)


@given(questions(), st.sampled_from(["\n", "\r\n", " \n  ", "\t", "   "]))
def test_another_line_break_changes_neither_hash(q: Question, space: str) -> None:
    plain = replace(q, stem=re.sub(" +", " ", q.stem))
    assert hashes(replace(plain, stem=f"  {plain.stem.replace(' ', space)}\n", ask=f"{q.ask} \n")) == hashes(plain)


@given(questions())
def test_a_new_paragraph_changes_the_text_hash_only(q: Question) -> None:
    key, text = hashes(replace(q, stem=f"{q.stem.strip()}x\n\nmore"))
    assert key == q.key_hash
    assert text != text_hash(f"{q.stem.strip()}x\nmore", q.ask, q.options, q.prompts)


@given(questions())
def test_another_word_changes_the_text_hash_only(q: Question) -> None:
    for edited in (replace(q, stem=f"{q.stem} x"), replace(q, ask=f"{q.ask} x")):
        key, text = hashes(edited)
        assert key == q.key_hash
        assert text != q.text_hash


@given(questions())
def test_another_key_changes_the_key_hash_only(q: Question) -> None:
    options = list(q.options)
    prompts = q.prompts
    if q.type == "matching":
        prompts = (replace(prompts[0], match=options[2].id), *prompts[1:])
    elif q.type == "ordering":
        options[0], options[1] = replace(options[0], position=2), replace(options[1], position=1)
    else:
        options[0], options[2] = replace(options[0], correct=False), replace(options[2], correct=True)
    key, text = hashes(replace(q, options=tuple(options), prompts=prompts))
    assert key != q.key_hash
    assert text == q.text_hash


@given(questions())
def test_a_distractor_added_removed_or_renamed_changes_the_text_hash_only(q: Question) -> None:
    *others, last = q.options
    for options in ([*q.options, option("brand-new")], others, [*others, replace(last, id="brand-new")]):
        if q.type == "matching" and last.id in {prompt.match for prompt in q.prompts}:
            continue
        key, text = hashes(with_options(q, *options))
        assert key == q.key_hash
        assert text != q.text_hash


@given(questions())
def test_another_type_changes_the_key_hash(q: Question) -> None:
    assert key_hash("other", q.options, q.prompts) != q.key_hash


@given(st.text())
def test_norm_is_stable(text: str) -> None:
    once = norm(text)
    assert norm(once) == norm(norm(once))
    assert "\n" not in once


def test_norm_composes_characters_and_keeps_paragraphs_apart() -> None:
    assert norm("cafe\u0301") == "café"
    assert norm(" a \t b\r\nc ") == "a b c"
    assert norm("a\n\nb") == "a  b"


@pytest.mark.parametrize(
    ("old", "new", "least", "most"),
    [
        ("the same", "the\n same", 1.0, 1.0),
        ("abc" * 100, "xyz" * 100, 0.0, 0.0),
        ("A stem of a few plain words. " * 12, "A stem of a few plain words. " * 12 + "One more.", 0.9, 0.999),
    ],
)
def test_similarity_is_high_for_small_edits_of_long_texts(old: str, new: str, least: float, most: float) -> None:
    assert least <= similarity(old, new) <= most


@needs_example
def test_the_example_loads_with_its_concepts_and_case_folded_exam_code() -> None:
    q = example()
    assert tomllib.loads((EXAMPLE / "questions/training/llm-exceeds-one-gpu.toml").read_text())["id"] == q.id
    assert [ref.code for ref in q.exams] == ["mla-c01"]

"""One file: what is wrong in it, on which line, and how it is mended."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.content.make import EXAM, MATCHING, ORDERING, SINGLE, TRAP, concept, only
from tutor.content.kinds import Kind
from tutor.content.parse import MODELS, Parsed, parse
from tutor.content.problem import Problem


def read(text: str, kind: Kind = "question") -> Parsed:
    return parse(kind, "questions/x.toml", text.encode("utf-8", "surrogatepass"))


def error(text: str, rule: str, kind: Kind = "question") -> Problem:
    parsed = read(text, kind)
    assert parsed.data is None
    return only(parsed.problems, rule)


def changed(old: str, new: str, text: str = SINGLE) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize("text", [SINGLE, ORDERING, MATCHING])
def test_a_good_question_has_no_problem(text: str) -> None:
    parsed = read(text)
    assert parsed.problems == ()
    assert parsed.data is not None


def test_a_file_with_windows_line_ends_and_a_byte_order_mark_is_read() -> None:
    parsed = parse("question", "questions/x.toml", b"\xef\xbb\xbf" + SINGLE.replace("\n", "\r\n").encode())
    assert parsed.problems == ()
    assert parsed.data == read(SINGLE).data


def test_outer_white_space_of_prose_is_stripped() -> None:
    data = read(changed('"It is round."', "'''\n  It is round.\n\n'''")).data
    assert data is not None
    assert data["option"][0]["why"] == "It is round."
    assert data["explanation"] == "The cue is the shape, so [[opt:apple]] fits."


def test_an_option_key_after_the_first_table_says_where_it_belongs() -> None:
    problem = error(SINGLE + 'related = ["another"]\n', "unknown-field")
    assert problem.line == SINGLE.count("\n") + 1
    assert problem.where == "option.pear.related"
    assert "Move it above the first [[option]]" in str(problem)


def test_a_misplaced_key_is_not_reported_as_missing_as_well() -> None:
    text = changed('ask = "Which fruit fits?"\n', "") + 'ask = "Which fruit fits?"\n'
    assert "Move it above the first [[option]]" in error(text, "unknown-field").mend


def test_a_key_below_references_is_moved_above_these() -> None:
    link = '[[references]]\ntitle = "Fruit"\nurl = "https://example.org"\nexplanation = "Round."\n\n[[option]]\n'
    text = changed("[[option]]\n", link, changed("explanation", "trap_note"))
    problem = error(text, "unknown-field")
    assert problem.mend == "Move it above the first [[references]]"
    assert problem.line == 18


def test_an_unknown_field_names_the_nearest_one() -> None:
    problem = error(changed("tempting =", "temptng ="), "unknown-field")
    assert problem.mend == "Did you mean `tempting`?"
    assert problem.line == 26


def test_an_unknown_field_without_a_near_one_lists_the_fields() -> None:
    assert (
        "id, text, match"
        in error(changed('match = "apple"', 'match = "apple"\nzzz = 1', MATCHING), "unknown-field").mend
    )


def test_a_missing_field_is_placed_at_its_table() -> None:
    problem = error(changed('text = "A green one"\n', ""), "missing-field")
    assert (problem.line, problem.where) == (22, "option.pear.text")


@pytest.mark.parametrize(
    ("old", "new", "line", "wanted"),
    [
        ('text = "A red one"', "text = 5", 17, "text in quotes"),
        ("correct = true", 'correct = "true"', 18, "true or false"),
        ("correct = true", "correct = 1", 18, "true or false"),
        ('concepts = ["apple", "pear"]', 'concepts = "apple"', 4, "a list"),
        ('concepts = ["apple", "pear"]', 'concepts = ["apple", 3]', 4, "text in quotes"),
        ('code = "test-1"', "code = 1", 7, "text in quotes"),
        ('task = "1.1"', "task = 1.1", 7, "text in quotes"),
        ('task = "1.1"', 'task = "1.1", weight = "1"', 7, "a number"),
        ('task = "1.1"', 'task = "1.1", weight = true', 7, "a number"),
        ('ask = "Which', 'facts_as_of = "2026-12-01"\nask = "Which', 10, "a date"),
        ('ask = "Which', 'facts_as_of = 2026-12-01T10:00:00Z\nask = "Which', 10, "a date"),
        ('concept = "apple"', 'concept = "apple"\nposition = true', 21, "a whole number"),
        ('concept = "apple"', 'concept = "apple"\nposition = 1.0', 21, "a whole number"),
        ('ask = "Which', 'source = "me"\nask = "Which', 10, "a table"),
    ],
)
def test_a_value_of_the_wrong_type_is_never_converted(old: str, new: str, line: int, wanted: str) -> None:
    problem = error(changed(old, new), "wrong-type")
    assert problem.line == line
    assert wanted in problem.message


def test_an_integer_weight_is_fine() -> None:
    data = read(changed('task = "1.1"', 'task = "1.1", weight = 2')).data
    assert data is not None
    assert data["exams"][0]["weight"] == 2


def test_a_toml_date_is_kept() -> None:
    data = read(changed('ask = "Which', 'facts_as_of = 2026-12-01\nask = "Which')).data
    assert data is not None
    assert data["facts_as_of"] == "2026-12-01"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('type = "single"', 'type = "essay"', 3),
        ('type = "single"', 'type = "single"\nstatus = "done"', 4),
        ('type = "single"', 'type = "single"\ndifficulty = "mean"', 4),
        ('concept = "apple"', 'concept = "apple"\npin = "middle"', 21),
        ('task = "1.1"', 'task = "1.1", weight = 0', 7),
        ('task = "1.1"', 'task = "1.1", weight = nan', 7),
        ('type = "single"', 'type = "single"\nlint_ok = [{ rule = "clue-word", why = "short" }]', 4),
        ('concepts = ["apple", "pear"]', "concepts = []", 4),
    ],
)
def test_a_value_outside_its_range_is_an_error(old: str, new: str, line: int) -> None:
    assert error(changed(old, new), "bad-value").line == line


@pytest.mark.parametrize("version", ["2", "true", '"1"', "1.0"])
def test_an_unknown_format_is_an_error_that_names_the_file(version: str) -> None:
    problem = error(changed("format = 1", f"format = {version}"), "format")
    assert (problem.path, problem.line) == ("questions/x.toml", 1)


def test_a_missing_format_is_an_error() -> None:
    assert "has no format" in error(changed("format = 1\n", ""), "format").message


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (changed('"A red one"', '"A red one'), 17),
        (changed('id = "apple"', 'id = "apple"\nid = "other"'), 17),
        (changed("[[option]]", "[[option]"), 15),
        (SINGLE + 'last = """never closed\n\n', 30),
        ("x = " + "[" * 5000, None),
        ("x = 2026-02-30", None),
    ],
)
def test_broken_toml_is_an_error_with_its_line(text: str, line: int | None) -> None:
    problem = error(text, "toml")
    assert line is None or problem.line == line


def test_a_file_that_is_not_utf8_names_the_line() -> None:
    parsed = parse("question", "questions/x.toml", SINGLE.encode() + b'\nlang = "\xe9"')
    assert only(parsed.problems, "encoding").line == SINGLE.count("\n") + 2


@pytest.mark.parametrize("character", ["\x1b[31m", "\u202e", "\u200b", "\x9b", "\u2028", "\x07"])
def test_text_that_is_not_clean_is_rejected_where_it_stands(character: str) -> None:
    assert error(changed("A red one", f"A {character}red one"), "unclean-text").line == 17
    assert error(changed("format = 1", f"# {character}\nformat = 1"), "unclean-text").line == 1


@pytest.mark.parametrize("escape", ["\\u001b[31m", "\\u202e", "\\u0000", "\\u000d"])
def test_text_that_an_escape_makes_unclean_is_rejected(escape: str) -> None:
    problem = error(changed("A red one", f"A {escape}red one"), "unclean-text")
    assert (problem.line, problem.where) == (17, "option.apple.text")


def test_an_error_prints_as_one_line_with_its_place_rule_and_mend() -> None:
    assert str(error(changed("correct = true", "correct = false"), "key-count")) == (
        "questions/x.toml:15: error [key-count] a single question needs exactly 1 option with correct = true, "
        "this one has 0. Mark one option, or make the type multiple."
    )


def test_several_errors_of_one_file_are_reported_together() -> None:
    text = changed("correct = true", "correct = false", changed("[[opt:apple]]", "[[opt:plum]]"))
    assert {problem.rule for problem in read(text).problems} == {"key-count", "unknown-id"}


@pytest.mark.parametrize(
    ("kind", "text", "rule", "line"),
    [
        ("concept", concept("apple", 'confusable_with = ["apple"]\n'), "dup-value", 4),
        ("concept", concept("apple", 'key_points = [""]\n'), "empty-text", 4),
        ("concept", concept("Apple"), "bad-id", 2),
        ("trap", TRAP.replace('"pear"]', '"apple"]'), "dup-value", 4),
        ("trap", TRAP.replace(', "pear"]', "]"), "bad-value", 4),
        ("trap", f"{TRAP}priority = 4\n", "bad-value", 5),
        ("case", 'format = 1\nid = "c"\ntitle = "T"\nscenario = " "\n', "empty-text", 4),
        ("exam", EXAM.replace("weight = 100", "weight = 90"), "bad-value", 5),
        ("exam", EXAM.replace('domain = "1"', 'domain = "2"'), "unknown-id", 11),
        ("exam", EXAM.replace('task = "1.1"\ntext = "V', 'task = "9"\ntext = "V'), "unknown-id", 19),
        ("exam", EXAM.replace('"1.1-K2"', '"1.1-K1"'), "dup-id", 18),
        ("exam", EXAM.replace('"1.1-K2"', '"1.1 K2"'), "bad-id", 18),
        ("exam", EXAM.replace("[[domain]]", "valid_until = 2025-01-01\n[[domain]]"), "bad-value", 5),
        ("exam", EXAM.replace("[[domain]]", "scale_max = 10\nscale_pass = 11\n[[domain]]"), "bad-value", 6),
        ("exam", EXAM.replace("[[domain]]", 'successor = "Test-1"\n[[domain]]'), "bad-value", 5),
        ("exam", EXAM.replace("[[domain]]", 'question_types = ["essay"]\n[[domain]]'), "bad-value", 5),
        ("lifecycle", "format = 1\n" + '[[service]]\nid = "a"\nservice = "A"\nchange = "gone"\n' * 2, "dup-id", 7),
        ("retired", 'format = 1\n[[retired]]\nid = "a"\ndate = 2026-01-01\n', "missing-field", 2),
        ("bank", 'format = 1\ntitle = ""\n', "empty-text", 2),
    ],
)
def test_the_other_files_have_rules_too(kind: Kind, text: str, rule: str, line: int) -> None:
    assert error(text, rule, kind).line == line


@given(st.sampled_from(sorted(MODELS)), st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_no_bytes_make_reading_fail(kind: Kind, raw: bytes) -> None:
    parsed = parse(kind, "x.toml", raw)
    assert (parsed.data is None) == bool(parsed.problems)


TOML = st.recursive(
    st.one_of(st.booleans(), st.integers(-5, 5), st.text(max_size=5), st.just("2026-12-01")),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["id", "text"]), inner)),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(sorted(MODELS["question"].model_fields)), TOML))
def test_no_values_of_wrong_shape_make_reading_fail(values: dict[str, object]) -> None:
    text = "\n".join(["format = 1", *(f"{name} = {toml(value)}" for name, value in values.items() if name != "format")])
    parsed = read(text)
    assert parsed.problems
    assert all(problem.rule not in ("toml", "format") for problem in parsed.problems)


def toml(value: object) -> str:
    """The value as inline TOML."""
    import json

    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=True) if value.isascii() and "\x7f" not in value else '"?"'
    return str(value).lower()

"""Lines of keys and tables in TOML text, whatever strings and comments stand between them."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.content.test_parse import toml
from tutor.content.locate import Lines, Way
from tutor.content.place import name_of, way_of

TEXT = (
    """# [[option]] in a comment
a = 1
b.c = "x # [[option]] \\" y"
"quoted key" = 'it"""
    + "'"
    + '''
list = [
  "one", # ]
  { code = "x", tasks = ["t"] },
  [1, [2,
    3]],
]
long = """
[[option]]
id = "no" \\""" still
"""""
raw = \'\'\'
[option]
'' x\'\'\'
date = 2026-12-01 # when

[table]
key = 1

[[option]]
id = "a"
[[option]]
id = "b.c"
text = "t"
[option.inner]
deep = true
'''
)


@pytest.mark.parametrize(
    ("way", "line"),
    [
        (("a",), 2),
        (("b", "c"), 3),
        (("b",), None),
        (("quoted key",), 4),
        (("list",), 5),
        (("list", 0), 6),
        (("list", 1), 7),
        (("list", 1, "code"), 7),
        (("list", 2, 1, 1), 9),
        (("long",), 11),
        (("raw",), 15),
        (("date",), 18),
        (("table", "key"), 21),
        (("option",), 23),
        (("option", 0, "id"), 24),
        (("option", 0, "text"), 23),
        (("option", 1), 25),
        (("option", 1, "text"), 27),
        (("option", 1, "inner", "deep"), 29),
        (("nothing",), None),
        ((), None),
    ],
)
def test_every_key_table_and_element_has_its_line(way: Way, line: int | None) -> None:
    text = TEXT.replace("it'", "it")
    text = text.replace("'it", "'it'") if "'it'" not in text else text
    tomllib.loads(text)
    assert Lines(text).find(way) == line
    assert Lines(text.replace("\n", "\r\n")).find(way) == line


def test_the_first_table_is_named() -> None:
    assert Lines("a = 1\n[[references]]\n[[option]]\n").first_table() == "references"
    assert Lines("a = 1\n").first_table() == ""


@pytest.mark.parametrize("text", ["a = ", "a", "[[x", '"', "a = {", "a = [1,", "= 1", "[a]\n]", "a = 'x"])
def test_text_that_is_not_toml_gives_what_stands_before_the_fault(text: str) -> None:
    assert Lines(f"good = 1\n{text}").find(("good",)) == 1


@given(st.text(alphabet="ab[]{}=\"'#.,\\ \n1", max_size=60))
def test_no_text_makes_it_fail(text: str) -> None:
    Lines(text).find(("a",))


VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["id", "x", "y"]), inner, max_size=3)
    ),
    max_leaves=8,
)
KEYS = st.lists(st.tuples(st.from_regex(r"[a-z]{1,6}", fullmatch=True), VALUES), unique_by=lambda pair: pair[0])


@given(KEYS, st.integers(0, 3))
def test_keys_are_found_where_they_were_written(pairs: list[tuple[str, object]], blank: int) -> None:
    lines: list[str] = []
    expected: dict[str, int] = {}
    for key, value in pairs:
        lines += ["# [x] = '''"] * blank
        lines.append(f"{key} = {toml(value)}")
        expected[key] = len(lines)
    text = "\n".join(lines)
    tomllib.loads(text)
    found = Lines(text)
    assert {key: found.find((key,)) for key in expected} == expected


@pytest.mark.parametrize(
    ("way", "name"),
    [
        (("option", 1, "why"), "option.b.c.why"),
        (("option", 0), "option.b"),
        (("option", 2, "why"), "option.#3.why"),
        (("exams", 0, "task"), "exams.#1.task"),
        (("stem",), "stem"),
        ((), ""),
    ],
)
def test_a_field_has_a_name_that_leads_back_to_it(way: Way, name: str) -> None:
    document = {
        "stem": "s",
        "exams": [{"code": "x", "task": "t"}],
        "option": [{"id": "b"}, {"id": "b.c", "why": "w"}, {"id": "a\nb", "why": "w"}],
    }
    assert name_of(way, document) == name
    assert way_of(name, document) == way

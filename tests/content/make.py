"""Bank files and questions for the tests of reading, checking and counting."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tutor.content.hashes import key_hash, text_hash
from tutor.content.load import LoadedBank, load_bank
from tutor.content.problem import Problem
from tutor.core.question import Bank, Option, Prompt, Question, QuestionType

EXAMPLE = Path(__file__).parents[3] / "shared" / "design" / "bank-example"
"""The published example of the format; it lies beside a checkout where there is one."""
needs_example = pytest.mark.skipif(not EXAMPLE.is_dir(), reason="the published example is not beside this checkout")

SINGLE = '''format = 1
id = "pick-a-fruit"
type = "single"
concepts = ["apple", "pear"]
traps = ["apple-vs-pear"]
exams = [
  { code = "test-1", task = "1.1", guide = ["1.1-K1"] },
]
stem = "A cook needs something round."
ask = "Which fruit fits?"
explanation = """
The cue is the shape, so [[opt:apple]] fits.
"""

[[option]]
id = "apple"
text = "A red one"
correct = true
why = "It is round."
concept = "apple"

[[option]]
id = "pear"
text = "A green one"
why = "It is not round."
tempting = "It is sweet."
right_when = "The shape does not matter."
concept = "pear"
trap = "apple-vs-pear"
'''
"""`[[option]]` apple starts on line 15, pear on line 22."""

ORDERING = """format = 1
id = "put-in-order"
type = "ordering"
concepts = ["apple"]
ask = "In which order?"
[[option]]
id = "one"
text = "First"
position = 1
[[option]]
id = "two"
text = "Second"
position = 2
[[option]]
id = "out"
text = "Stays out"
"""

MATCHING = """format = 1
id = "match-them"
type = "matching"
concepts = ["apple"]
ask = "Match each."
[[prompt]]
id = "red"
text = "Something red"
match = "apple"
[[prompt]]
id = "green"
text = "Something green"
match = "pear"
[[option]]
id = "apple"
text = "Apple"
[[option]]
id = "pear"
text = "Pear"
"""

EXAM = """format = 1
code = "TEST-1"
name = "Test exam"
valid_from = 2026-01-01
[[domain]]
id = "1"
name = "All"
weight = 100
[[task]]
id = "1.1"
domain = "1"
name = "First task"
[[bullet]]
id = "1.1-K1"
task = "1.1"
text = "Fruit"
[[bullet]]
id = "1.1-K2"
task = "1.1"
text = "Vegetables"
"""


def concept(concept_id: str, extra: str = "") -> str:
    """A concept file."""
    return f'format = 1\nid = "{concept_id}"\nname = "Concept {concept_id}"\n{extra}'


TRAP = 'format = 1\nid = "apple-vs-pear"\nname = "Apple or pear"\nbetween = ["apple", "pear"]\n'

FILES: Mapping[str, str] = {
    "bank.toml": 'format = 1\ntitle = "Fruit"\nlicence = "CC0-1.0"\nlanguage = "de"\n',
    "exams/test-1.toml": EXAM,
    "concepts/apple.toml": concept("apple"),
    "concepts/pear.toml": concept("pear"),
    "traps/apple-vs-pear.toml": TRAP,
    "questions/fruit/pick-a-fruit.toml": SINGLE,
}
QUESTION_PATH = "questions/fruit/pick-a-fruit.toml"


def write_bank(root: Path, **changes: str) -> Path:
    """The small bank under `root`; `changes` are further or other files, `__` in a name standing for `/`."""
    files = {**FILES, **{f"{name.replace('__', '/')}.toml": text for name, text in changes.items()}}
    for path, text in files.items():
        put(root, path, text)
    return root


def added(line: str, text: str = SINGLE) -> str:
    """A question with one more line in front of its `ask`, which is line 10 of SINGLE."""
    return text.replace("\nask =", f"\n{line}\nask =", 1)


def put(root: Path, path: str, text: str) -> None:
    """Write one file of a bank."""
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text.encode("utf-8", "surrogatepass"))


def load(root: Path, question: str = SINGLE) -> LoadedBank:
    """The small bank with another text of its question."""
    write_bank(root)
    put(root, QUESTION_PATH, question)
    return load_bank(root)


def only(problems: tuple[Problem, ...] | list[Problem], rule: str) -> Problem:
    """The one problem there is; the test fails when there is another one or none."""
    assert [problem.rule for problem in problems] == [rule], "\n".join(map(str, problems))
    return problems[0]


def option(option_id: str, text: str = "", **fields: Any) -> Option:
    """An option with all its prose."""
    prose = {"why": "Because.", "tempting": "", "right_when": ""}
    if not fields.get("correct"):
        prose |= {"tempting": "Looks good.", "right_when": "At another time."}
    return Option(option_id, text or f"Text of {option_id}", **{**prose, **fields})


def question(question_id: str = "q", kind: QuestionType = "single", *options: Option, **fields: Any) -> Question:
    """A question in which no item-writing rule finds anything, unless the fields say otherwise."""
    options = options or (
        option("right", "Green tiles", correct=True, concept="apple"),
        option("wrong", "Brown bread", concept="pear", trap="apple-vs-pear"),
        option("other", "Clear water", concept="pear"),
    )
    prompts: tuple[Prompt, ...] = fields.pop("prompts", ())
    fields = {
        "stem": "A cook looks around.",
        "ask": "Which thing fits?",
        "explanation": " ".join(f"[[opt:{o.id}]]" for o in options),
        "traps": tuple(dict.fromkeys(o.trap for o in options if o.trap)),
        "concepts": ("apple",),
        "path": f"questions/{question_id}.toml",
        "status": "reviewed",
        **fields,
    }
    return Question(
        id=question_id,
        type=kind,
        options=options,
        prompts=prompts,
        key_hash=key_hash(kind, options, prompts),
        text_hash=text_hash(fields["stem"], fields["ask"], options, prompts),
        **fields,
    )


def bank_of(*questions: Question, **fields: Any) -> Bank:
    """A bank of these questions."""
    return Bank({q.id: q for q in questions}, **fields)

"""Values for tests of the command line: questions of each type, estimates, confusions, and a small bank on disk."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from tutor.core.outcome import ConceptEstimate, Confusion
from tutor.core.question import Bank, Concept, Exam, Option, Prompt, Question, Trap

CONCEPT = """
format = 1
id = "{id}"
name = "{name}"
definition = "What {name} is."
memory_trick = "A trick for {name}."
"""

TRAP = """
format = 1
id = "data-vs-model"
name = "Data vs model parallelism"
between = ["data-parallel", "model-parallel"]
cue = "Does one copy fit?"
rule = "Does not fit: divide the model."
"""

EXAM = """
format = 1
code = "{code}"
name = "Test exam {code}"
notice = "{notice}"
question_types = ["single", "multiple", "ordering", "matching"]
scored = 50
[[domain]]
id = "1"
name = "Everything"
weight = 100
[[task]]
id = "1.1"
domain = "1"
name = "All of it"
"""

HEAD = """
format = 1
id = "{id}"
type = "{type}"
status = "reviewed"
concepts = [{concepts}]
traps = [{traps}]
exams = [{{ code = "exam-a", task = "1.1" }}]
shuffle = false
stem = '''A team trains *one* network
on `four` devices ({id}).'''
ask = "What should it do?"
explanation = "The cue is memory: see [[opt:{first}]]."
"""

SINGLE = """
[[references]]
title = "A guide"
url = "https://example.org/guide"
[[option]]
id = "wrong"
text = "Copy the network"
why = "No copy fits."
tempting = "It is the usual way."
right_when = "A copy fits."
concept = "data-parallel"
trap = "data-vs-model"
[[option]]
id = "right"
text = "Divide the network"
correct = true
why = "Each device holds a part."
concept = "model-parallel"
[[option]]
id = "other"
text = "Wait for larger devices"
why = "That solves nothing today."
"""

MULTIPLE = """
[[option]]
id = "one"
text = "First step"
correct = true
[[option]]
id = "two"
text = "Second step"
[[option]]
id = "three"
text = "Third step"
correct = true
[[option]]
id = "four"
text = "Fourth step"
"""

ORDERING = """
[[option]]
id = "fit"
text = "Fit the model"
position = 2
[[option]]
id = "split"
text = "Split the data"
position = 1
[[option]]
id = "test"
text = "Measure on held-out data"
position = 3
[[option]]
id = "stray"
text = "Measure on the training part"
"""

MATCHING = """
[[prompt]]
id = "full"
text = "A copy does not fit"
match = "model"
[[prompt]]
id = "slow"
text = "A copy fits and is slow"
match = "data"
[[option]]
id = "data"
text = "Data parallelism"
[[option]]
id = "model"
text = "Model parallelism"
"""

KINDS = {
    "single": (SINGLE, "right", '"model-parallel", "data-parallel"', '"data-vs-model"'),
    "multiple": (MULTIPLE, "one", '"steps"', ""),
    "ordering": (ORDERING, "split", '"steps"', ""),
    "matching": (MATCHING, "data", '"model-parallel"', ""),
}


def write_bank(root: Path, kinds: dict[str, str]) -> Path:
    """A bank with two exams and the given questions, id -> type. Returns its folder."""
    files = {"bank.toml": 'format = 1\ntitle = "Small"\nlicence = "Apache-2.0"\nlanguage = "en"\n'}
    names = {"data-parallel": "Data parallelism", "model-parallel": "Model parallelism", "steps": "Steps of a run"}
    files |= {f"concepts/{i}.toml": CONCEPT.format(id=i, name=name) for i, name in names.items()}
    files["traps/data-vs-model.toml"] = TRAP
    files["exams/exam-a.toml"] = EXAM.format(code="exam-a", notice="exam-b has replaced exam-a.")
    files["exams/exam-b.toml"] = EXAM.format(code="exam-b", notice="")
    for question, kind in kinds.items():
        body, first, concepts, traps = KINDS[kind]
        head = HEAD.format(id=question, type=kind, concepts=concepts, traps=traps, first=first)
        files[f"questions/{question}.toml"] = head + body
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


def question(kind: str, options: int = 4) -> Question:
    """A question of a type with options o1, o2, ...; the key is o1 (single), o1 and o2, o2 o1 o3, or o1 and o2."""
    ids = [f"o{n}" for n in range(1, options + 1)]
    if kind == "ordering":
        places: dict[str, int] = {"o2": 1, "o1": 2, "o3": 3}
        made = tuple(Option(i, f"Text {i}", position=places.get(i)) for i in ids)
    else:
        keys = {"single": {"o1"}, "multiple": {"o1", "o2"}}.get(kind, set())
        made = tuple(Option(i, f"Text {i}", i in keys) for i in ids)
    prompts = (Prompt("p1", "First", "o1"), Prompt("p2", "Second", "o2")) if kind == "matching" else ()
    return Question("q", kind, "Ask?", made, ("c",), "k", "t", prompts=prompts)  # type: ignore[arg-type]


def estimate(concept: str = "c", **values: object) -> ConceptEstimate:
    """An estimate from 12 answers, enough to be stated, as usual as its difficulty."""
    usual: dict[str, object] = {
        "accuracy": 0.62, "low": 0.45, "high": 0.78, "answers": 12, "questions": 7, "enough": True, "few": False,
        "deviation": -0.1, "deviation_low": -0.5, "deviation_high": 0.3, "rank_score": 0.4,
        "last_day": date(2026, 11, 30),
    }  # fmt: skip
    return ConceptEstimate(concept, **{**usual, **values})  # type: ignore[arg-type]


def confusion(**values: object) -> Confusion:
    """A confirmed confusion: data parallelism is taken where model parallelism is right."""
    usual: dict[str, object] = {
        "trap_id": "data-vs-model", "side": "model-parallel", "lure": "data-parallel", "taken": 5, "exposures": 14,
        "picks": 4.5, "expected": 1.1, "ratio": 2.1, "low": 1.2, "high": 3.4, "probability": 0.97,
        "status": "confirmed",
    }  # fmt: skip
    return Confusion(**{**usual, **values})  # type: ignore[arg-type]


def bank() -> Bank:
    """A bank that knows the names of `estimate` and `confusion`."""
    concepts = {i: Concept(i, f"Name of {i}") for i in ("c", "d", "e", "data-parallel", "model-parallel")}
    trap = Trap(
        "data-vs-model", "Data vs model", ("data-parallel", "model-parallel"), "The cue.", "The rule.", "", "Cue b."
    )
    return Bank({}, concepts, {trap.id: trap}, exams={"exam-a": Exam("exam-a", "Exam A", (), ())})

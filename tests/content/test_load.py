"""A bank folder becomes a bank; a broken file takes only itself out."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.content.make import (
    EXAM,
    EXAMPLE,
    FILES,
    QUESTION_PATH,
    SINGLE,
    TRAP,
    added,
    concept,
    load,
    needs_example,
    only,
    put,
    write_bank,
)
from tutor.content.load import load_bank
from tutor.errors import EXIT_DATA, DataError

STUBS = ("training.data-parallelism", "gpu.memory-limit", "tuning.hyperparameters", "automl.autopilot")


@pytest.fixture
def example(tmp_path: Path) -> Path:
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    return tmp_path


def complete(root: Path) -> None:
    """What the example names and does not bring."""
    for name in STUBS:
        put(root, f"concepts/{name}.toml", concept(name))
    put(root, "exams/mla-c01.toml", EXAM.replace("TEST-1", "mla-c01").replace('"1.1"', '"2.2"'))
    related = SINGLE.replace("pick-a-fruit", "ddp-oom-at-batch-size-one").replace('"apple-vs-pear"', '"fruit"')
    put(
        root, "questions/ddp-oom-at-batch-size-one.toml", related.replace("test-1", "mla-c01").replace('"1.1"', '"2.2"')
    )
    put(root, "traps/fruit.toml", TRAP.replace("apple-vs-pear", "fruit"))
    put(root, "concepts/apple.toml", concept("apple"))
    put(root, "concepts/pear.toml", concept("pear"))


@needs_example
def test_the_example_names_what_is_missing(example: Path) -> None:
    loaded = load_bank(example)
    assert not loaded.bank.questions
    assert {problem.rule for problem in loaded.problems} == {"unknown-id"}
    missing = " ".join(problem.message for problem in loaded.problems)
    assert all(f"'{name}'" in missing for name in (*STUBS, "mla-c01", "ddp-oom-at-batch-size-one"))


@needs_example
def test_the_example_loads_with_stubs_for_what_it_names(example: Path) -> None:
    complete(example)
    loaded = load_bank(example)
    assert loaded.problems == ()
    q = loaded.bank.questions["llm-exceeds-one-gpu"]
    assert q.key == ("model-parallel",)
    assert loaded.bank.side(q, "data-vs-model-parallel") == "training.model-parallelism"
    assert q.path == "questions/training/llm-exceeds-one-gpu.toml"


def test_the_small_bank_loads_whole(tmp_path: Path) -> None:
    loaded = load_bank(write_bank(tmp_path))
    assert loaded.problems == ()
    bank = loaded.bank
    assert (set(bank.questions), set(bank.concepts), set(bank.traps)) == (
        {"pick-a-fruit"},
        {"apple", "pear"},
        {"apple-vs-pear"},
    )
    assert bank.title == "Fruit"
    q = bank.questions["pick-a-fruit"]
    assert (q.lang, q.source.licence) == ("de", "CC0-1.0")
    assert [b.id for b in bank.exams["test-1"].bullets] == ["1.1-K1", "1.1-K2"]


def test_a_file_states_its_own_language_and_licence(tmp_path: Path) -> None:
    own = SINGLE.replace("type =", 'lang = "fr"\nsource = { licence = "MIT" }\ntype =', 1)
    q = load(tmp_path, own).bank.questions["pick-a-fruit"]
    assert (q.lang, q.source.licence) == ("fr", "MIT")


def test_without_bank_toml_the_language_is_english(tmp_path: Path) -> None:
    (write_bank(tmp_path) / "bank.toml").unlink()
    loaded = load_bank(tmp_path)
    assert loaded.problems == ()
    assert loaded.bank.questions["pick-a-fruit"].lang == "en"


def test_exam_codes_are_lower_case_however_they_are_written(tmp_path: Path) -> None:
    loaded = load(tmp_path, SINGLE.replace('"test-1"', '"Test-1"'))
    assert loaded.problems == ()
    assert set(loaded.bank.exams) == {"test-1"}
    assert loaded.bank.questions["pick-a-fruit"].exams[0].code == "test-1"


@pytest.mark.parametrize("broken", sorted(set(FILES) - {QUESTION_PATH}))
def test_a_broken_file_blocks_only_itself(tmp_path: Path, broken: str) -> None:
    write_bank(tmp_path)
    put(tmp_path, broken, "format = 1\nid = ")
    loaded = load_bank(tmp_path)
    assert only(loaded.problems, "toml").path == broken
    assert set(loaded.bank.questions) == {"pick-a-fruit"}


def test_a_broken_question_leaves_the_others_and_those_that_name_it(tmp_path: Path) -> None:
    write_bank(tmp_path, questions__b=added('related = ["c"]').replace("pick-a-fruit", "b"))
    put(tmp_path, "questions/c.toml", "format = 1\n\n????")
    loaded = load_bank(tmp_path)
    problem = only(loaded.problems, "toml")
    assert (problem.path, problem.line) == ("questions/c.toml", 3)
    assert set(loaded.bank.questions) == {"pick-a-fruit", "b"}


def test_a_missing_folder_is_a_data_error_with_a_hint(tmp_path: Path) -> None:
    for root in (tmp_path / "nowhere", Path(__file__)):
        with pytest.raises(DataError) as caught:
            load_bank(root)
        assert caught.value.exit_code == EXIT_DATA
        assert str(root) in caught.value.message
        assert caught.value.hint


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    assert only(load_bank(tmp_path).problems, "empty-bank").severity == "error"


def test_files_in_no_known_place_are_named_and_hidden_ones_are_not(tmp_path: Path) -> None:
    write_bank(tmp_path, question__x=SINGLE, concepts__deep__x=concept("x"), lifecycles="x")
    put(tmp_path, "questions/.#x.toml", "broken")
    put(tmp_path, "questions/x.toml~", "broken")
    put(tmp_path, "media/x.toml", "broken")
    loaded = load_bank(tmp_path)
    assert [(problem.rule, problem.path) for problem in loaded.problems] == [
        ("stray-file", "concepts/deep/x.toml"),
        ("stray-file", "lifecycles.toml"),
        ("stray-file", "question/x.toml"),
    ]
    assert {problem.severity for problem in loaded.problems} == {"warning"}


def test_a_linked_folder_that_leads_in_a_circle_is_not_followed(tmp_path: Path) -> None:
    os.symlink(write_bank(tmp_path), tmp_path / "questions" / "again")
    assert load_bank(tmp_path).problems == ()


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_bank(tmp_path)
    put(tmp_path, "questions/x.toml", SINGLE)
    plain = Path.read_bytes

    def refuse(self: Path) -> bytes:
        if self.name == "x.toml":
            raise PermissionError(13, "Permission denied")
        return plain(self)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    loaded = load_bank(tmp_path)
    assert "Permission denied" in only(loaded.problems, "unreadable").message
    assert set(loaded.bank.questions) == {"pick-a-fruit"}


def test_problems_come_in_the_order_of_files_and_lines(tmp_path: Path) -> None:
    write_bank(tmp_path, questions__a="x", concepts__z="x")
    text = SINGLE.replace("correct = true", "correct = false").replace("[[opt:apple]]", "[[opt:plum]]")
    put(tmp_path, QUESTION_PATH, text)
    places = [(problem.path, problem.line) for problem in load_bank(tmp_path).problems]
    assert places == sorted(places)
    assert len(places) == 4


def test_a_file_name_that_differs_from_the_id_is_a_warning(tmp_path: Path) -> None:
    write_bank(tmp_path)
    (tmp_path / QUESTION_PATH).rename(tmp_path / "questions/other.toml")
    loaded = load_bank(tmp_path)
    problem = only(loaded.problems, "file-name")
    assert (problem.severity, problem.line) == ("warning", 2)
    assert "pick-a-fruit" in loaded.bank.questions

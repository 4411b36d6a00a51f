"""The bank that ships with the program: every file loads."""

from __future__ import annotations

from itertools import combinations

import pytest

from tutor.content.lint import lint
from tutor.content.load import LoadedBank, load_bank
from tutor.core.question import SHARED_BY_TWINS
from tutor.paths import bank_dir


@pytest.fixture(scope="module")
def own() -> LoadedBank:
    return load_bank(bank_dir())


def test_no_file_has_an_error(own: LoadedBank) -> None:
    assert not own.errors, "\n".join(map(str, own.errors))


def test_every_file_is_read_and_named_after_its_id(own: LoadedBank) -> None:
    assert not own.problems, "\n".join(map(str, own.problems))
    files = {path.relative_to(bank_dir()).as_posix() for path in bank_dir().rglob("*.toml")}
    bank = own.bank
    groups = (bank.questions, bank.concepts, bank.traps, bank.cases, bank.exams)
    read = {thing.path for group in groups for thing in group.values()}
    assert files - read <= {"bank.toml", "lifecycle.toml", "retired.toml"}
    assert bank.questions


def test_no_habit_of_the_author_gives_keys_away(own: LoadedBank) -> None:
    rules = {"longest-rate", "key-position", "conflict", "near-duplicate"}
    found = [problem for problem in lint(own.bank) if problem.rule in rules]
    assert not found, "\n".join(map(str, found))


def test_every_option_that_is_wrong_teaches_the_learner_model_something(own: LoadedBank) -> None:
    bare = [q.id for q in own.bank.questions.values() if q.distractors and not any(o.concept for o in q.distractors)]
    assert not bare


def test_questions_that_share_their_options_name_each_other_so_that_they_keep_apart(own: LoadedBank) -> None:
    words = {q.id: {option.text for option in q.options} for q in own.bank.questions.values()}
    alike = [(a, b) for a, b in combinations(words, 2) if len(words[a] & words[b]) >= SHARED_BY_TWINS]
    assert alike
    assert not [(a, b) for a, b in alike if b not in own.bank.twins.get(a, ())]

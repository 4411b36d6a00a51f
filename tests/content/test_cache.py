"""The cache of parsed files: same bank with it as without it, and never the reason for a failure."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.content.make import QUESTION_PATH, SINGLE, only, put, write_bank
from tutor.content import cache as cache_module
from tutor.content import parse as parse_module
from tutor.content.kinds import Kind
from tutor.content.load import LoadedBank, load_bank
from tutor.content.parse import Parsed

BROKEN = SINGLE.replace("correct = true", "correct = false").replace("pick-a-fruit", "broken")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_bank(tmp_path / "bank", questions__broken=BROKEN)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "made" / "bank.db"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Paths of the files that were parsed and not taken from the cache."""
    paths: list[str] = []
    plain = parse_module.parse

    def note(kind: Kind, path: str, raw: bytes) -> Parsed:
        paths.append(path)
        return plain(kind, path, raw)

    monkeypatch.setattr(parse_module, "parse", note)
    return paths


def touch(path: Path, seconds: int = 10) -> None:
    state = path.stat()
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns + seconds * 10**9))


def test_a_warm_load_equals_a_cold_one_and_parses_nothing(root: Path, cache: Path, parsed: list[str]) -> None:
    without = load_bank(root)
    cold = load_bank(root, cache)
    parsed.clear()
    warm = load_bank(root, cache)
    assert parsed == []
    assert without == cold == warm
    assert only(warm.problems, "key-count").line == 15


def test_a_warm_load_imports_neither_pydantic_nor_a_toml_parser(root: Path, cache: Path) -> None:
    (root / "questions/broken.toml").unlink()
    load_bank(root, cache)
    script = (
        "import sys; from pathlib import Path; from tutor.content.load import load_bank\n"
        f"bank = load_bank(Path({str(root)!r}), Path({str(cache)!r})).bank\n"
        "assert len(bank.questions) == 1\n"
        "found = {'pydantic', 'tomllib', 'tutor.content.schema', 'difflib', 'fsrs', 'sqlalchemy'} & set(sys.modules)\n"
        "assert not found, found"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_a_file_with_a_new_time_and_the_same_bytes_is_not_parsed(root: Path, cache: Path, parsed: list[str]) -> None:
    load_bank(root, cache)
    touch(root / QUESTION_PATH)
    parsed.clear()
    before = load_bank(root, cache)
    assert parsed == []
    with sqlite3.connect(cache) as db:
        stored = db.execute("SELECT mtime FROM file WHERE path = ?", (QUESTION_PATH,)).fetchone()
    db.close()
    assert stored == ((root / QUESTION_PATH).stat().st_mtime_ns,)
    assert load_bank(root, cache) == before


def test_only_a_changed_file_is_parsed_again(root: Path, cache: Path, parsed: list[str]) -> None:
    load_bank(root, cache)
    put(root, QUESTION_PATH, SINGLE.replace("A red one", "A crimson one"))
    parsed.clear()
    loaded = load_bank(root, cache)
    assert parsed == [QUESTION_PATH]
    assert loaded.bank.questions["pick-a-fruit"].option("apple").text == "A crimson one"


def test_a_change_of_the_same_size_is_seen_by_its_time(root: Path, cache: Path) -> None:
    load_bank(root, cache)
    put(root, QUESTION_PATH, SINGLE.replace("A red one", "A new one"))
    touch(root / QUESTION_PATH)
    assert load_bank(root, cache).bank.questions["pick-a-fruit"].option("apple").text == "A new one"


def test_a_mended_file_comes_in_and_a_deleted_one_goes(root: Path, cache: Path) -> None:
    load_bank(root, cache)
    put(root, "questions/broken.toml", BROKEN.replace("correct = false", "correct = true"))
    mended = load_bank(root, cache)
    assert set(mended.bank.questions) == {"pick-a-fruit", "broken"}
    assert mended.problems == ()
    (root / "questions/broken.toml").unlink()
    assert set(load_bank(root, cache).bank.questions) == {"pick-a-fruit"}


def test_a_file_that_moves_is_found_at_its_new_place(root: Path, cache: Path) -> None:
    load_bank(root, cache)
    (root / QUESTION_PATH).rename(root / "questions/pick-a-fruit.toml")
    assert load_bank(root, cache).bank.questions["pick-a-fruit"].path == "questions/pick-a-fruit.toml"


def test_two_banks_share_one_cache_file(root: Path, tmp_path: Path, cache: Path) -> None:
    other = write_bank(tmp_path / "other")
    put(other, QUESTION_PATH, SINGLE.replace("A red one", "A new one"))
    state = (root / QUESTION_PATH).stat()
    os.utime(other / QUESTION_PATH, ns=(state.st_atime_ns, state.st_mtime_ns))
    first, second = load_bank(root, cache), load_bank(other, cache)
    assert first.bank.questions["pick-a-fruit"].option("apple").text == "A red one"
    assert second.bank.questions["pick-a-fruit"].option("apple").text == "A new one"
    assert load_bank(root, cache) == first


def test_bank_toml_reaches_questions_from_the_cache(root: Path, cache: Path) -> None:
    load_bank(root, cache)
    put(root, "bank.toml", 'format = 1\ntitle = "T"\nlanguage = "fr"\n')
    assert load_bank(root, cache).bank.questions["pick-a-fruit"].lang == "fr"


def test_links_are_checked_again_when_another_file_changes(root: Path, cache: Path) -> None:
    load_bank(root, cache)
    (root / "concepts/pear.toml").unlink()
    loaded = load_bank(root, cache)
    assert not loaded.bank.questions
    assert {problem.line for problem in loaded.problems if problem.path == QUESTION_PATH} == {4, 28}


def test_another_cache_version_makes_everything_new(
    root: Path, cache: Path, parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = load_bank(root, cache)
    parsed.clear()
    monkeypatch.setattr(cache_module, "STAMP", "another")
    assert load_bank(root, cache) == before
    assert QUESTION_PATH in parsed
    parsed.clear()
    load_bank(root, cache)
    assert parsed == []


def test_the_stamp_holds_cache_version_and_schema_format() -> None:
    from tutor.content.kinds import FORMAT

    assert cache_module.STAMP.startswith(f"{cache_module.CACHE_VERSION}/{FORMAT}/")


def plain(root: Path) -> LoadedBank:
    return load_bank(root)


@pytest.mark.parametrize("content", [b"", b"not a database at all, but long enough to look like one" * 40])
def test_a_file_that_is_no_cache_is_replaced(root: Path, cache: Path, parsed: list[str], content: bytes) -> None:
    cache.parent.mkdir()
    cache.write_bytes(content)
    assert load_bank(root, cache) == plain(root)
    parsed.clear()
    load_bank(root, cache)
    assert parsed == []


def test_a_damaged_cache_is_done_without(root: Path, cache: Path) -> None:
    expected = load_bank(root, cache)
    raw = bytearray(cache.read_bytes())
    for start in range(4096, len(raw), 4096):
        raw[start : start + 200] = b"\xff" * 200
    cache.write_bytes(bytes(raw))
    assert load_bank(root, cache) == expected
    assert load_bank(root, cache) == expected


@pytest.mark.parametrize(
    ("column", "value"), [("data", "{"), ("data", "[]"), ("data", "{}"), ("problems", "3"), ("problems", '[{"a": 1}]')]
)
def test_cached_data_of_another_shape_are_done_without(root: Path, cache: Path, column: str, value: str) -> None:
    expected = load_bank(root, cache)
    with sqlite3.connect(cache) as db:
        db.execute(f"UPDATE file SET {column} = ?", (value,))
    db.close()
    assert load_bank(root, cache) == expected


def test_a_cache_that_cannot_be_made_is_done_without(root: Path, tmp_path: Path) -> None:
    expected = load_bank(root)
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    assert load_bank(root, tmp_path / "file" / "bank.db") == expected
    assert load_bank(root, tmp_path / "folder") == expected
    assert (tmp_path / "file").read_text() == "x"


def test_a_cache_that_cannot_be_written_is_read(root: Path, cache: Path, parsed: list[str]) -> None:
    load_bank(root, cache)
    put(root, QUESTION_PATH, SINGLE.replace("A red one", "A crimson one"))
    parsed.clear()
    holder = sqlite3.connect(cache, isolation_level=None)
    try:
        holder.execute("BEGIN IMMEDIATE")
        loaded = load_bank(root, cache)
    finally:
        holder.close()
    assert parsed == [QUESTION_PATH]
    assert loaded.bank.questions["pick-a-fruit"].option("apple").text == "A crimson one"


def test_a_rename_that_forgets_the_alias_is_an_error_until_it_is_mended(root: Path, cache: Path) -> None:
    load_bank(root, cache)
    put(root, QUESTION_PATH, SINGLE.replace("pick-a-fruit", "choose-a-fruit"))
    for _ in range(2):
        loaded = load_bank(root, cache)
        problem = next(problem for problem in loaded.problems if problem.rule == "rename-without-alias")
        assert (problem.severity, problem.line) == ("error", 2)
        assert '"pick-a-fruit"' in problem.mend
        assert not loaded.bank.questions
    text = SINGLE.replace("pick-a-fruit", "choose-a-fruit").replace("\nask", '\naliases = ["pick-a-fruit"]\nask')
    put(root, QUESTION_PATH, text)
    loaded = load_bank(root, cache)
    assert loaded.bank.aliases == {"pick-a-fruit": "choose-a-fruit"}
    put(root, QUESTION_PATH, text.replace("choose-a-fruit", "take-a-fruit"))
    assert "rename-without-alias" in {problem.rule for problem in load_bank(root, cache).problems}


def test_a_question_that_breaks_has_not_vanished(root: Path, cache: Path) -> None:
    load_bank(root, cache)
    put(root, QUESTION_PATH, SINGLE.replace("correct = true", "correct = false"))
    put(root, "questions/copy.toml", SINGLE.replace("pick-a-fruit", "copy"))
    loaded = load_bank(root, cache)
    assert "copy" in loaded.bank.questions
    assert "rename-without-alias" not in {problem.rule for problem in loaded.problems}


def test_the_last_seen_text_of_a_question_is_kept(root: Path, cache: Path) -> None:
    q = load_bank(root, cache).bank.questions["pick-a-fruit"]
    (root / QUESTION_PATH).unlink()
    load_bank(root, cache)
    with sqlite3.connect(cache) as db:
        rows = db.execute("SELECT id, key_hash, text_hash, text FROM seen").fetchall()
    db.close()
    assert rows == [(q.id, q.key_hash, q.text_hash, q.text())]

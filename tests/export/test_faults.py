"""What a damaged file does: it is refused with every line at fault named, or taken in part when that is asked for; and
whatever stops an export or an import, nothing is left half done."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.export.conftest import MakeHome
from tests.export.homes import Home, state
from tests.export.test_round_trip import practised
from tests.store.strategies import few
from tutor.commands import import_
from tutor.core.log import Answer
from tutor.errors import EXIT_DATA, EXIT_FAILURE, EXIT_USAGE, DataError
from tutor.export.jsonl import SCHEMA, sealed
from tutor.export.jsonl_read import Problem, read
from tutor.store.merging import Merging
from tutor.store.reader import Reader

Lines = list[bytes]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def exported(make_home: MakeHome, tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The lines of the export of a home: header, settings, 4 texts, 14 answers, a practice exam, 2 marks, end."""
    home = practised(make_home(tmp_path_factory.mktemp("faults") / "first"))
    return home.export().read_bytes().splitlines(keepends=True)


@pytest.fixture
def empty(make_home: MakeHome, tmp_path: Path) -> Home:
    return make_home(tmp_path / "second")


def refused(home: Home, lines: Iterable[bytes], capsys: pytest.CaptureFixture[str]) -> str:
    """What the program says about a file that it must refuse, leaving every table alone."""
    file, before = home.path.with_name("faulty.jsonl"), state(home)
    file.write_bytes(b"".join(lines))
    home.run("import", file, code=EXIT_DATA)
    assert state(home) == before
    said = capsys.readouterr().err
    assert "othing was imported" in said or "update this one" in said
    return said.replace(str(file), "FILE")


def partly(home: Home, lines: Iterable[bytes], capsys: pytest.CaptureFixture[str]) -> tuple[str, int]:
    """What the program says about a file of which it takes a part, and how many answers it has then."""
    file = home.path.with_name("faulty.jsonl")
    file.write_bytes(b"".join(lines))
    home.run("import", file, "--partial", code=EXIT_DATA)
    home.run("doctor")  # what was taken is whole and everything derived from it fits
    with Reader.open(home.database) as reader:
        return capsys.readouterr().err.replace(str(file), "FILE"), reader.count(retracted=True)


def test_the_lines_are_what_the_tests_below_count_on(exported: Lines) -> None:
    kinds = [json.loads(line).get("type", "header") for line in exported]
    assert kinds == ["header", "settings", *["text"] * 4, *["answer"] * 14, "mock", *["mark"] * 2, "end"]
    assert json.loads(exported[-1])["lines"] == len(exported)


def test_a_file_that_was_cut_short_is_refused_wherever_it_ends(
    exported: Lines, empty: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    data = b"".join(exported)
    for end in (len(exported[0]), len(data) // 2, len(data) - len(exported[-1]), len(data) - 2):
        assert "it was cut short" in refused(empty, [data[:end]], capsys)
    said = refused(empty, [*exported[:9], exported[9][:50]], capsys)
    assert "FILE:10: this line is not JSON" in said
    assert "FILE:10: the file ends here" in said


@few
@given(end=st.integers(0, 10_000))
def test_no_beginning_of_an_export_passes_for_a_whole_one(exported: Lines, end: int) -> None:
    data = b"".join(exported)
    part = data[: end % (len(data) - 1)].splitlines(keepends=True)
    if not part or part[0].rstrip() != exported[0].rstrip():
        with pytest.raises(DataError):
            list(read(part, "FILE"))
    else:
        assert any(isinstance(item, Problem) for _, item in read(part, "FILE"))


def test_a_changed_line_is_named_and_no_checksum_helps(
    exported: Lines, empty: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    for line, edited in (
        (11, exported[10].replace(b'"duration_ms":2', b'"duration_ms":3')),
        (11, exported[10].replace(b',"sum"', b',"other"')),
        (1, exported[0].replace(b'"anonymous":false', b'"anonymous":true')),
        (24, exported[23].replace(b'"answers":14', b'"answers":13')),
    ):
        assert edited not in exported
        lines = [*exported]
        lines[line - 1] = edited
        assert f"FILE:{line}: " in refused(empty, lines, capsys)


@pytest.mark.parametrize("spell", [{"separators": (", ", ": ")}, {"ensure_ascii": False}])
def test_another_spelling_of_the_same_values_is_no_change(exported: Lines, empty: Home, spell: dict[str, Any]) -> None:
    file = empty.path.with_name("spelt.jsonl")
    file.write_text("".join(json.dumps(json.loads(line), **spell) + "\n" for line in exported), encoding="utf-8")
    empty.run("import", file)


def test_a_missing_a_doubled_and_a_foreign_line_are_noticed(
    exported: Lines, empty: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "24 lines and 14 answers, and this file has 23 and 13" in refused(
        empty, [*exported[:10], *exported[11:]], capsys
    )
    assert "and this file has 25 and 15" in refused(empty, [*exported[:10], exported[9], *exported[10:]], capsys)
    foreign = sealed({"type": "grade"}).encode()
    assert 'FILE:11: field `type` is "grade"' in refused(empty, [*exported[:10], foreign, *exported[10:]], capsys)
    assert "FILE:25: this line stands after the end" in refused(empty, [*exported, exported[9]], capsys)
    assert "FILE:25: this line stands after the end" in refused(empty, [*exported, *exported], capsys)


def test_a_file_of_a_newer_program_is_refused_even_in_part(
    exported: Lines, empty: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    header = {**json.loads(exported[0]), "schema": SCHEMA + 1, "version": "9.0"}
    assert "written by tutor 9.0" in refused(empty, [json.dumps(header).encode() + b"\n", *exported[1:]], capsys)
    file = empty.path.with_name("faulty.jsonl")
    empty.run("import", file, "--partial", code=EXIT_DATA)
    with Reader.open(empty.database) as reader:
        assert reader.count(retracted=True) == 0


def test_an_answer_that_is_here_with_other_content_is_a_fault(
    exported: Lines, empty: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    file = empty.path.with_name("whole.jsonl")
    file.write_bytes(b"".join(exported))
    empty.run("import", file)
    other = {**json.loads(exported[10]), "duration_ms": 1}
    del other["sum"]
    lines = [*exported]
    lines[10] = sealed(other).encode()
    assert f"FILE:11: answer {other['id']} is here already with other content" in refused(empty, lines, capsys)
    before = state(empty)
    said, count = partly(empty, lines, capsys)
    assert (count, state(empty)) == (14, before)
    assert "left out: FILE:11: " in said


def test_the_whole_lines_are_taken_when_that_is_asked_for_and_the_others_are_accounted_for(
    exported: Lines, empty: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [*exported[:9], b"{broken\n", exported[10].replace(b"20", b"21"), *exported[11:14]]
    assert "take the 11 lines that are whole with --partial" in refused(empty, lines, capsys)
    said, count = partly(empty, lines, capsys)
    assert count == 6  # lines 7 to 9 and 12 to 14
    for number in (10, 11, 14):
        assert f"left out: FILE:{number}: " in said
    file = empty.path.with_name("whole.jsonl")
    file.write_bytes(b"".join(exported))
    empty.run("import", file)  # the whole file completes it
    with Reader.open(empty.database) as reader:
        assert reader.count(retracted=True) == 14


def test_many_faults_are_counted_and_the_first_are_named(
    exported: Lines, empty: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(empty, [exported[0], *[b"{}\n"] * 50, exported[-1]], capsys)
    assert said.count("FILE:") == 21
    assert "and 31 more" in said


def test_an_export_of_schema_1_is_still_read(exported: Lines, empty: Home) -> None:
    lines = [{"format": "tutor-answers", "schema": 1, "version": "0.1.0"}]
    lines += [json.loads(line) for line in exported if json.loads(line).get("type") in ("answer", "mark")]
    for line in lines:
        line.pop("sum", None)
    file = empty.path.with_name("old.jsonl")
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    empty.run("import", file)
    with Reader.open(empty.database) as reader:
        assert reader.count(retracted=True) == 14


def test_a_failure_in_the_middle_of_an_import_leaves_everything_as_it_was(
    exported: Lines, empty: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty.give(0, True)
    before = state(empty)
    file = empty.path.with_name("whole.jsonl")
    file.write_bytes(b"".join(exported))

    def failing(*_: object) -> None:
        raise RuntimeError("no more")

    for name in ("answers", "mocks", "marks", "log", "replace_rows", "finish"):
        with monkeypatch.context() as patch:
            patch.setattr(Merging, name, failing)
            empty.run("import", file, code=EXIT_FAILURE)
        assert state(empty) == before


def test_an_interrupted_import_leaves_everything_as_it_was(
    exported: Lines, empty: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = state(empty)
    file = empty.path.with_name("whole.jsonl")
    file.write_bytes(b"".join(exported))
    real: Callable[..., Iterator[bytes]] = import_._lines

    def stopped(*arguments: Any) -> Iterator[bytes]:
        for number, line in enumerate(real(*arguments)):
            if number == 12:
                raise KeyboardInterrupt
            yield line

    monkeypatch.setattr(import_, "_lines", stopped)
    empty.run("import", file, code=130)
    assert state(empty) == before
    monkeypatch.setattr(import_, "_lines", real)
    empty.run("import", file)


KILLED = """
import os, signal, sys
from tutor.cli import main
from {module} import {owner}
real, left = {owner}.{name}, [{count}]
def die(*a, **k):
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*a, **k)
{owner}.{name} = die
sys.exit(main(sys.argv[1:]))
"""


def killed(home: Home, where: tuple[str, str, str], count: int, *words: object) -> None:
    """Run the program in a process that kills itself at the given call of a function."""
    module, owner, name = where
    code = KILLED.format(module=module, owner=owner, name=name, count=count)
    command = [sys.executable, "-c", code, *map(str, words), "--home", str(home.path)]
    done = subprocess.run(command, cwd=ROOT, env=dict(os.environ), capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.mark.parametrize("name", ["texts", "_batch", "mocks", "marks", "log", "replace_rows", "finish"])
def test_a_killed_import_leaves_the_state_before(exported: Lines, empty: Home, name: str) -> None:
    empty.give(0, True)
    before = state(empty)
    file = empty.path.with_name("whole.jsonl")
    file.write_bytes(b"".join(exported))
    killed(empty, ("tutor.store.merging", "Merging", name), 2 if name == "texts" else 1, "import", file)
    assert state(empty) == before
    empty.run("import", file)
    empty.run("doctor")


def test_a_killed_export_leaves_the_file_that_was_there(make_home: MakeHome, tmp_path: Path) -> None:
    home = practised(make_home(tmp_path / "first"))
    file = tmp_path / "answers.jsonl"
    file.write_text("what was there\n")
    where = ("tutor.export", "jsonl", "sealed")
    killed(home, where, 9, "export", "-o", file, "--force")
    assert file.read_text() == "what was there\n"
    killed(home, where, 9, "export", "-o", tmp_path / "new.jsonl")
    assert not (tmp_path / "new.jsonl").exists()


def test_an_export_that_fails_leaves_no_part_behind(
    make_home: MakeHome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = practised(make_home(tmp_path / "first"))
    folder = tmp_path / "out"
    folder.mkdir()

    def broken(answer: Answer, bank: object) -> dict[str, object]:
        raise KeyboardInterrupt

    monkeypatch.setattr("tutor.export.jsonl.columns", broken)
    home.run("export", "-o", folder / "answers.jsonl", code=130)
    assert list(folder.iterdir()) == []


def test_a_file_that_exists_is_replaced_only_by_force(
    make_home: MakeHome, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = make_home(tmp_path / "first")
    file = tmp_path / "there"
    file.write_text("mine")
    for form in ("jsonl", "csv", "xapi", "revlog", "anki", "ics"):
        home.run("export", "--format", form, "-o", file, code=EXIT_USAGE)
        assert "exists already" in capsys.readouterr().err
        assert file.read_text() == "mine"
    home.run("export", "-o", file, "--force")
    assert file.read_text().startswith('{"format"')

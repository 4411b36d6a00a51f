"""The program as a whole: which subcommand runs, exit codes, messages, help texts and what is imported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Program
from tests.cli.update_docs import DOCS, help_texts, text
from tutor import __version__
from tutor.cli import COMMANDS, choose
from tutor.commands import paths_
from tutor.errors import DataError

# Which subcommand runs


@pytest.mark.parametrize(
    ("words", "command", "rest"),
    [
        ([], "today", ["today"]),
        (["--no-color"], "today", ["today", "--no-color"]),
        (["--minutes", "10"], "review", ["review", "--minutes", "10"]),
        (["--plain", "--exam=x"], "review", ["review", "--plain", "--exam=x"]),
        (["--home", "due", "--plain"], "review", ["review", "--home", "due", "--plain"]),
        (["--profile", "ana"], "today", ["today", "--profile", "ana"]),
        (["--profile", "ana", "--limit=3"], "review", ["review", "--profile", "ana", "--limit=3"]),
        (["--home", "x", "due", "--json"], "due", ["--home", "x", "due", "--json"]),
        (["--home=x", "--no-color", "report"], "report", ["--home=x", "--no-color", "report"]),
        (["--help"], "", ["--help"]),
        (["--home", "x", "-h"], "", ["--home", "x", "-h"]),
        (["--version"], "", ["--version"]),
        (["--minutes", "5", "--help"], "review", ["review", "--minutes", "5", "--help"]),
        (["due", "--help"], "due", ["due", "--help"]),
    ],
)
def test_without_a_subcommand_options_of_the_review_lead_there_and_the_others_to_the_page_of_the_day(
    words: list[str], command: str, rest: list[str]
) -> None:
    assert choose(words) == (command, rest)


@pytest.mark.usefixtures("small_bank")
def test_common_options_stand_before_or_after_the_subcommand(tutor: Program, tmp_path: Path) -> None:
    other = str(tmp_path / "other")
    before = tutor("--home", other, "--profile", "ana", "paths").out
    after = tutor("paths", "--home", other, "--profile=ana").out
    assert before == after
    assert f"{other}/data/ana.db" in before
    assert tutor("--profile", "ana", "paths", "--profile", "ben").out.count("ben.db") == 1
    assert "ana.db" in tutor("--profile", "ana", "paths", "--home", other).out


@pytest.mark.parametrize("words", [("--no-color", "paths"), ("paths", "--no-color")])
def test_no_color_reaches_everything_that_asks_the_environment(
    tutor: Program, monkeypatch: pytest.MonkeyPatch, words: tuple[str, str]
) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    assert tutor(*words).code == 0
    assert os.environ["NO_COLOR"] == "1"


# Errors


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (("due", "--jsn"), "tutor due has no option --jsn.", "Did you mean --json?"),
        (("due", "--js"), "tutor due has no option --js.", "Did you mean --json?"),
        (("--minuts", "3"), "tutor review has no option --minuts.", "Did you mean --minutes?"),
        (("report", "--formt", "json"), "tutor report has no option --formt.", "Did you mean --format?"),
        (("export", "-q"), "tutor export has no option -q.", "See tutor export --help."),
        (("bank", "check", "--stric"), "tutor bank has no option --stric.", "Did you mean --strict?"),
        (("reprot",), "There is no command 'reprot'.", "Did you mean report?"),
        (("xyzzy",), "There is no command 'xyzzy'.", "tutor --help lists the commands."),
        (("due", "now"), "unrecognized arguments: now.", "See tutor --help."),
        (("review", "--minutes", "x"), "argument --minutes: 'x' is not a number.", "See tutor review --help."),
        (("review", "--minutes", "0"), "argument --minutes: 0 is not between 1 and 1440.", ""),
        (("review", "--minutes", "inf"), "argument --minutes: inf is not between 1 and 1440.", ""),
        (("review", "--limit", "0"), "argument --limit: 0 is not between 1 and 100000.", ""),
        (("review", "--seed", "-3"), "argument --seed: -3 is not 0 or more.", ""),
        (("export", "--since", "yesterday"), "argument --since: 'yesterday' is not a date such as 2026-12-31.", ""),
        (("import",), "the following arguments are required: FILE.", "See tutor import --help."),
        (("--profile", "No Slug", "paths"), "'No Slug' is not a profile name", "lower-case"),
    ],
)
def test_wrong_usage_is_one_message_with_the_nearest_word(
    tutor: Program, words: tuple[str, ...], message: str, hint: str
) -> None:
    outcome = tutor(*words)
    assert (outcome.code, outcome.out) == (2, "")
    first, second = outcome.err.splitlines()
    assert first == f"tutor: {message}"
    assert hint in second


@pytest.mark.usefixtures("small_bank")
@pytest.mark.parametrize("words", [("due",), ("report",), ("export",), ("review",)])
def test_a_wrong_clock_or_setting_ends_with_2_before_anything_is_shown(
    tutor: Program, home: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str]
) -> None:
    (home / "config" / "config.toml").write_text("exam_dat = 2026-12-24\n")
    outcome = tutor(*words)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"{home}/config/config.toml:1: there is no setting 'exam_dat'." in outcome.err
    assert "Did you mean exam_date?" in outcome.err
    (home / "config" / "config.toml").unlink()
    monkeypatch.setenv("TUTOR_NOW", "2026-12-01T09:00:00")
    outcome = tutor(*words)
    assert (outcome.code, outcome.out) == (2, "")
    assert "TUTOR_NOW" in outcome.err


def test_a_missing_bank_ends_with_3(tutor: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TUTOR_BANK", str(tmp_path / "none"))
    for words in (("due",), ("report",), ("review",)):
        outcome = tutor(*words)
        assert (outcome.code, outcome.out) == (3, "")
        assert "TUTOR_BANK" in outcome.err


def test_a_broken_file_of_the_bank_is_mentioned_and_the_rest_goes_on(tutor: Program, small_bank: Path) -> None:
    (small_bank / "questions" / "q-b.toml").write_text("format = 1\nid = 5\n")
    outcome = tutor("due", "--json")
    assert outcome.code == 0
    assert outcome.json["new"] == 1
    assert "1 file of the bank is left out" in outcome.err
    (small_bank / "questions" / "q-a.toml").unlink()
    assert tutor("due").code == 3


def test_an_expected_failure_gives_its_own_exit_code_and_a_clean_message(
    tutor: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> int:
        raise DataError("The file \x1b[31mx\x07 is damaged.", "Restore it:\ntutor restore")

    monkeypatch.setattr(paths_, "run", fail)
    outcome = tutor("paths")
    assert outcome.code == 3
    assert outcome.err == "tutor: The file x is damaged.\n  Restore it:\n  tutor restore\n"


def test_an_unexpected_error_is_one_line_and_says_how_to_see_more(
    tutor: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> int:
        raise ValueError("out of paper")

    monkeypatch.setattr(paths_, "run", fail)
    outcome = tutor("paths")
    assert outcome.code == 1
    assert outcome.err == (
        "tutor: unexpected error: ValueError: out of paper\n  Set TUTOR_DEBUG=1 to see where it comes from.\n"
    )
    monkeypatch.setenv("TUTOR_DEBUG", "1")
    with pytest.raises(ValueError, match="out of paper"):
        tutor("paths")


def test_an_interruption_ends_with_130(tutor: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(paths_, "run", interrupt)
    assert tutor("paths").code == 130


# Help


def test_the_help_of_every_command_is_in_the_documentation() -> None:
    assert DOCS.read_text(encoding="utf-8") == text(), "run `python -m tests.cli.update_docs`"


def test_every_help_has_examples_and_fits_80_columns() -> None:
    for name, said in help_texts().items():
        if len(name.split()) <= 2:
            assert "examples:" in said, name
    for name in ("", *(c for c in COMMANDS if c not in ("bank", "backup", "restore", "doctor"))):
        said = help_texts()[f"tutor {name}".strip()]
        assert max(map(len, said.splitlines())) <= 80, name


@pytest.mark.parametrize("name", list(COMMANDS))
def test_help_is_printed_on_standard_output(tutor: Program, name: str) -> None:
    outcome = tutor(name, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == help_texts()[f"tutor {name}"]
    assert COMMANDS[name][1] in tutor("--help").out


def test_the_version_is_printed(tutor: Program) -> None:
    assert tutor("--version").out == f"tutor {__version__}\n"


# The real process


def process(
    *words: str, code: str = "", stdin: bytes = b"", encoding: str = "utf-8"
) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", code, *words] if code else [sys.executable, "-m", "tutor", *words]
    return subprocess.run(
        command, input=stdin, capture_output=True, env={**os.environ, "PYTHONIOENCODING": encoding}, timeout=60
    )


MODULES = """
import json, sys
from tutor.cli import main
code = main(sys.argv[1:])
sys.stdout.flush()
print(json.dumps([code, sorted({name.partition(".")[0] for name in sys.modules})]), file=sys.stderr)
"""


def loaded(*words: str) -> set[str]:
    """Top-level packages that a call has imported; it must succeed."""
    code, names = json.loads(process(*words, code=MODULES).stderr.splitlines()[-1])
    assert code == 0
    return set(names)


@pytest.mark.usefixtures("home", "small_bank")
class TestProcess:
    def test_help_loads_nothing_heavy(self) -> None:
        heavy = {"textual", "rich", "sqlmodel", "sqlalchemy", "pydantic", "fsrs", "alembic", "numpy", "sklearn"}
        assert not heavy & loaded("--help")

    def test_due_loads_no_screen_and_no_learning_library(self) -> None:
        assert not {"textual", "rich", "sklearn", "numpy", "scipy"} & loaded("due", "--json")

    def test_the_plain_review_loads_no_screen(self) -> None:
        assert not {"textual", "rich", "sklearn", "numpy"} & loaded("review", "--plain")

    def test_json_alone_is_on_standard_output(self, small_bank: Path) -> None:
        (small_bank / "questions" / "q-b.toml").write_text("broken")
        for words, schema in ((("due", "--json"), 1), (("report", "--json"), 2)):
            done = process(*words)
            assert done.returncode == 0
            assert json.loads(done.stdout)["schema"] == schema
            assert b"left out" in done.stderr

    def test_a_closed_input_ends_the_review_cleanly(self) -> None:
        done = process("review", code="import os, sys\nos.close(0)\nfrom tutor.cli import main\nsys.exit(main())")
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"This session: 0 answers." in done.stdout

    def test_a_reader_that_leaves_is_no_error_message(self) -> None:
        command = [sys.executable, "-m", "tutor", "export"]
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, timeout=60)
        os.close(write)
        assert b"Error" not in done.stderr
        assert b"Broken" not in done.stderr
        assert done.returncode == 1

    def test_a_terminal_without_the_characters_shows_question_marks(self, small_bank: Path) -> None:
        file = small_bank / "questions" / "q-a.toml"
        file.write_text(file.read_text().replace("What should", "Was müßte"))
        done = process("review", stdin=b"b\n", encoding="ascii")
        assert done.returncode == 0
        assert b"Was m??te it do?" in done.stdout

    def test_data_is_utf8_whatever_the_terminal_says(self, small_bank: Path) -> None:
        file = small_bank / "concepts" / "model-parallel.toml"
        file.write_text(file.read_text().replace("Model parallelism", "Modèle"))
        done = process("report", "--json", encoding="ascii")
        assert "Modèle" in done.stdout.decode("utf-8")

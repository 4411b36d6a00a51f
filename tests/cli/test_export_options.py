"""What goes with what on the command line of `tutor export`, and the bar on a terminal."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Program
from tutor.commands.progress import Progress, bar, on_terminal

pytestmark = pytest.mark.usefixtures("small_bank")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--table", "concepts"), "--table means nothing with --format jsonl."),
        (("--bom", "--format", "xapi"), "--bom means nothing with --format xapi."),
        (("--exam", "exam-a"), "--exam means nothing with --format jsonl."),
        (("--format", "csv", "--exam", "exam-a"), "--exam means nothing with --format csv."),
        (("--format", "ics", "--since", "2026-11-01"), "--since means nothing with --format ics."),
        (
            ("--format", "csv", "--table", "traps", "--since", "2026-11-01"),
            "--since means nothing with --format csv --table traps.",
        ),
    ],
)
def test_options_that_mean_nothing_together_are_refused(tutor: Program, words: tuple[str, ...], said: str) -> None:
    outcome = tutor("export", *words)
    assert (outcome.code, outcome.out) == (2, "")
    assert said in outcome.err


@pytest.mark.parametrize("form", ["jsonl", "csv", "xapi", "revlog"])
def test_a_dash_is_standard_output(tutor: Program, form: str) -> None:
    tutor(stdin="a\n")
    assert tutor("export", "--format", form, "-o", "-").out == tutor("export", "--format", form).out != ""


def test_the_calendar_and_the_tables_of_an_empty_home_are_empty_and_no_database_is_made(
    tutor: Program, home: Path
) -> None:
    assert "VEVENT" not in tutor("export", "--format", "ics").out
    assert len(tutor("export", "--format", "csv", "--table", "traps").out.splitlines()) == 1
    assert not list((home / "data").glob("*"))


def test_without_genanki_the_message_names_the_extra(tutor: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genanki", None)
    outcome = tutor("export", "--format", "anki")
    assert (outcome.code, outcome.out) == (2, "")
    assert 'pip install "exam-tutor[anki]"' in outcome.err


def test_a_package_is_not_put_on_a_terminal(tutor: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    outcome = tutor("export", "--format", "anki")
    assert outcome.code == 2
    assert "-o questions.apkg" in outcome.err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def drawn(monkeypatch: pytest.MonkeyPatch, times: list[float], total: int, *, shown: bool = True) -> str:
    """What a bar writes when one item is done at each of these times, the work having begun at 0."""
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    clock = iter([0.0, *times])
    with Progress("exporting", total, shown=shown, clock=lambda: next(clock)) as progress:
        assert list(progress.watch(times)) == times
    return screen.getvalue()


def test_the_bar_comes_after_a_moment_and_goes_when_the_work_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(monkeypatch, [0.1, 0.2, 0.3], 3) == ""
    text = drawn(monkeypatch, [0.1, 0.6, 0.65, 0.8], 4)
    assert [text.count(share) for share in (" 25 %", " 50 %", " 75 %", "100 %")] == [0, 1, 0, 1]
    assert text.endswith("\r\x1b[K")
    assert drawn(monkeypatch, [0.6, 0.9], 2, shown=False) == ""


def test_the_bar_tells_a_share_or_a_count() -> None:
    assert bar("exporting", 5, 10) == "exporting [############------------]  50 %"
    assert bar("importing", 12_000, 0) == "importing 12,000"
    assert bar("exporting", 11, 10).endswith("100 %")


def test_a_bar_is_for_a_terminal_that_shows_no_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", io.StringIO())
    assert not on_terminal()
    monkeypatch.setattr("sys.stderr", Terminal())
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert on_terminal(data_on_stdout=True)
    monkeypatch.setattr("sys.stdout", Terminal())
    assert not on_terminal(data_on_stdout=True)
    assert on_terminal()
    monkeypatch.setenv("TERM", "dumb")
    assert not on_terminal()

"""`tutor backup`, `tutor restore` and `tutor doctor` on real databases, from the command line down."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.conftest import process
from tests.store.make import change, dump
from tests.unit.make import make_answer, make_bank, make_question
from tutor import cli
from tutor.commands import doctor
from tutor.core.knowledge import Knowledge
from tutor.core.question import Bank
from tutor.desk import load_prior
from tutor.errors import EXIT_DATA, EXIT_FAILURE, EXIT_OK, EXIT_USAGE
from tutor.store import backup
from tutor.store.repo import Store

BANK = make_bank([make_question(f"q.{n}") for n in range(5)])
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The database of the default profile below the home that `run` uses."""
    return tmp_path / "home" / "data" / "default.db"


@pytest.fixture
def run(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line; gives exit code, standard output and standard error."""
    monkeypatch.setenv("TUTOR_HOME", str(path.parent.parent))
    monkeypatch.setenv("TUTOR_NOW", "2026-05-04T09:00:00+00:00")
    monkeypatch.setattr(doctor, "open_bank", lambda context: BANK)

    def call(*words: object) -> tuple[int, str, str]:
        code = cli.main([str(word) for word in words])
        return (code, *capsys.readouterr())

    return call


def practise(path: Path, count: int, bank: Bank = BANK) -> None:
    """Give `count` answers as the session does, one transaction each."""
    with Store.open(path) as store:
        knowledge = Knowledge(bank, load_prior(), store.rows())
        for number in range(store.count(), store.count() + count):
            question = bank.questions[f"q.{number % 5}"]
            given = make_answer(question, ["key" if number % 3 else "b"], number=number)
            change = knowledge.apply(given)
            store.record_answer(
                given, change.before, change.after, None, seen_text="words", current_to_version=knowledge.version
            )


def test_a_backup_prints_where_it_is(run: Run, path: Path) -> None:
    practise(path, 3)
    code, out, err = run("backup")
    assert (code, err) == (EXIT_OK, "")
    [saved] = backup.backups(path)
    assert out == f"{saved}\n"
    assert dump(saved) == dump(path)


def test_a_backup_goes_to_the_file_or_folder_that_is_named(run: Run, path: Path, tmp_path: Path) -> None:
    practise(path, 3)
    assert run("backup", tmp_path / "copy.db") == (EXIT_OK, f"{tmp_path / 'copy.db'}\n", "")
    assert run("backup", tmp_path) == (EXIT_OK, f"{tmp_path / 'default-2026-05-04.db'}\n", "")
    code, out, err = run("backup", tmp_path / "copy.db")
    assert (code, out) == (EXIT_USAGE, "")
    assert "exists already" in err


def test_a_backup_without_a_database_says_so(run: Run, path: Path) -> None:
    code, out, err = run("backup")
    assert (code, out) == (EXIT_DATA, "")
    assert "no database" in err
    assert not path.parent.exists()


def test_what_was_backed_up_comes_back(run: Run, path: Path, tmp_path: Path) -> None:
    practise(path, 3)
    run("backup", tmp_path / "copy.db")
    practise(path, 2)
    code, out, err = run("restore", tmp_path / "copy.db")
    assert (code, err) == (EXIT_OK, "")
    [saved] = backup.backups(path)
    assert out.splitlines() == [
        f"restored {path} from {tmp_path / 'copy.db'}",
        f"what was there before is kept as {saved}",
    ]
    with Store.open(path) as store, Store.open(saved, read_only=True) as before:
        assert (store.count(), before.count()) == (3, 5)
    assert run("doctor")[0] == EXIT_OK


def test_a_profile_has_its_own_backups(run: Run, path: Path) -> None:
    practise(path.with_name("ana.db"), 2)
    code, out, _ = run("--profile", "ana", "backup")
    assert code == EXIT_OK
    assert "ana-2026" in out


def test_nothing_is_restored_while_a_review_is_running(run: Run, path: Path, tmp_path: Path) -> None:
    practise(path, 2)
    run("backup", tmp_path / "copy.db")
    with process(path, "hold") as child:
        code, out, err = run("restore", tmp_path / "copy.db")
        assert (code, out) == (EXIT_FAILURE, "")
        assert f"process {child.pid} on " in err
        assert run("doctor")[0] == EXIT_OK
        assert run("doctor", "--rebuild")[0] == EXIT_FAILURE


def test_a_file_that_is_no_copy_is_not_restored(run: Run, path: Path, tmp_path: Path) -> None:
    practise(path, 2)
    before = path.read_bytes()
    (tmp_path / "copy.db").write_text("not a database " * 100)
    code, _, err = run("restore", tmp_path / "copy.db")
    assert code == EXIT_DATA
    assert "damaged" in err
    assert path.read_bytes() == before


def test_a_whole_database_with_true_numbers_is_well(run: Run, path: Path) -> None:
    practise(path, 12)
    before = path.read_bytes()
    code, out, err = run("doctor")
    assert (code, err) == (EXIT_OK, "")
    assert out.splitlines() == [
        f"{path}: whole",
        "answers: 12, taken back: 0",
        "cached numbers: equal to a replay of the answers",
    ]
    assert path.read_bytes() == before


def test_without_a_database_there_is_nothing_to_check(run: Run, path: Path) -> None:
    for words in (("doctor",), ("doctor", "--rebuild")):
        code, out, _ = run(*words)
        assert code == EXIT_OK
        assert "no answers yet" in out
    assert not path.parent.exists()


def test_a_database_without_answers_is_well(run: Run, path: Path) -> None:
    practise(path, 0)
    assert run("doctor")[0] == EXIT_OK
    practise(path, 1)
    with Store.open(path) as store:
        step = store.undo_step()
        assert step is not None
        store.undo(step, step.answer.answered_at)
    code, out, _ = run("doctor")
    assert code == EXIT_OK
    assert "answers: 0, taken back: 1" in out


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE card SET stability = stability + 1e-6 WHERE question_id = 'q.1'", "card q.1: stability is"),
        ("UPDATE trap_state SET taken = taken + 1", "trap t / A: taken is"),
        ("UPDATE learner_state SET mean = 0.5", "learner: mean is 0.5"),
        ("DELETE FROM concept_state WHERE concept_id = 'A'", "concept A: only in"),
        ("UPDATE answer SET retracted_at = answered_at WHERE id = '00000003'", "card q.3: "),
    ],
)
def test_a_number_that_does_not_follow_from_the_answers_is_named_and_rebuilt(
    run: Run, path: Path, statement: str, named: str
) -> None:
    practise(path, 12)
    true_rows = dump(path)
    change(path, statement)
    code, out, err = run("doctor")
    assert (code, err) == (EXIT_DATA, "")
    assert named in out
    assert "tutor doctor --rebuild" in out
    wrong = dump(path)
    code, out, _ = run("doctor", "--rebuild")
    assert code == EXIT_OK
    assert "cached numbers: equal to a replay of the answers" in out
    [saved] = backup.backups(path)
    assert dump(saved) == wrong
    assert f"backup: {saved}" in out
    assert run("doctor")[0] == EXIT_OK
    if "answer" not in statement:
        rebuilt = dump(path)
        for table in ("card", "concept_state", "question_state", "trap_state", "learner_state", "answer", "meta"):
            assert rebuilt[table] == true_rows[table]


def test_many_differences_are_counted(run: Run, path: Path) -> None:
    practise(path, 12)
    change(path, "UPDATE card SET stability = 1, difficulty = 1")
    change(path, "UPDATE concept_state SET mean = 9, var = 9, hits = 9, weight = 9, stability = 1, difficulty = 1")
    change(path, "UPDATE question_state SET mean = 9, var = 9")
    lines = run("doctor")[1].splitlines()
    [count] = [int(line.split()[2]) for line in lines if line.startswith("cached numbers: ")]
    assert sum(": " in line and line.startswith("  ") for line in lines) == 20
    assert f"  and {count - 20} more" in lines


def test_numbers_of_another_bank_are_no_damage(run: Run, path: Path) -> None:
    practise(path, 12, make_bank([make_question(f"q.{n}", concepts=("A", "X")) for n in range(5)]))
    code, out, _ = run("doctor")
    assert code == EXIT_OK
    assert "another bank" in out
    assert run("doctor", "--rebuild")[0] == EXIT_OK
    assert "equal to a replay" in run("doctor")[1]


def test_a_damaged_file_is_named_and_not_touched(run: Run, path: Path) -> None:
    practise(path, 12)
    change(path, "DELETE FROM answer WHERE id = '00000011'")
    before = path.read_bytes()
    for words in (("doctor",), ("doctor", "--rebuild")):
        code, out, _ = run(*words)
        assert code == EXIT_DATA
        assert "damaged" in out
        assert "row 12 of undo_step points to a missing row of answer" in out
        assert "tutor restore FILE" in out
    assert path.read_bytes() == before
    path.write_bytes(before[:5000])
    code, _, err = run("doctor")
    assert code == EXIT_DATA
    assert "tutor restore FILE" in err

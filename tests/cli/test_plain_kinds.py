"""The plain review of every type of question, and what it makes of hostile text, seeds and a full disk."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Program, answers
from tests.cli.make import write_bank
from tutor.clocks import clock_from_env
from tutor.config import load_config
from tutor.content.load import load_bank
from tutor.errors import StoreError
from tutor.paths import bank_dir
from tutor.plain.loop import PlainReview
from tutor.session import Session
from tutor.store.repo import Store

QUESTION = """\
A team trains one network on four devices (q-a).

What should it do?

Select 1.
A. Copy the network
B. Divide the network
C. Wait for larger devices
"""


def use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setenv("TUTOR_BANK", str(write_bank(tmp_path / "own-bank", {"q": kind})))


def test_several_options_are_asked_for_by_number(
    tutor: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(tmp_path, monkeypatch, "multiple")
    outcome = tutor(stdin="a\nb d\nundo\nc a\n")
    outcome.in_order(
        "Select 2.",
        "Choose 2 options, not 1",
        "Wrong. Answer: - A. First step - C. Third step You chose: - B. Second step - D. Fourth step",
        "Taken back.",
        "Right. Answer: - A. First step - C. Third step",
    )


def test_an_order_is_typed_as_numbers(tutor: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(tmp_path, monkeypatch, "ordering")
    outcome = tutor(stdin="1 2 3\nundo\n2 1 3\n")
    outcome.in_order(
        "Put 3 of 4 in order, the first one first.",
        "Wrong. Answer: 1. B. Split the data 2. A. Fit the model 3. C. Measure on held-out data",
        "You chose: 1. A. Fit the model 2. B. Split the data 3. C. Measure on held-out data",
        "Right.",
    )


def test_pairs_are_typed_as_numbers_with_letters(
    tutor: Program, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(tmp_path, monkeypatch, "matching")
    outcome = tutor(stdin="1b\n1a 2a\nundo\n1b 2a\n")
    outcome.in_order(
        "1. A copy does not fit 2. A copy fits and is slow A. Data parallelism B. Model parallelism",
        "Still without a letter: 2.",
        "Wrong. Answer: 1. A copy does not fit: B. Model parallelism 2. A copy fits and is slow: A. Data parallelism",
        "You chose: 1. A copy does not fit: A. Data parallelism",
        "Right.",
    )
    assert answers(home)[-1].chosen == ("full=model", "slow=data")


def test_hostile_text_of_the_bank_reaches_no_terminal(
    tutor: Program, small_bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = small_bank / "questions" / "q-a.toml"
    file.write_text(file.read_text().replace("What should it do?", "What [/red] \\u009b31m should it do?"))
    outcome = tutor(stdin="b\n")
    assert "\x9b" not in outcome.out + outcome.err
    assert outcome.code == 0


def test_the_same_seed_gives_the_same_order_of_options(
    tutor: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_bank(tmp_path / "own-bank", {"q": "multiple"})
    file = root / "questions" / "q.toml"
    file.write_text(file.read_text().replace("shuffle = false\n", ""))
    monkeypatch.setenv("TUTOR_BANK", str(root))

    def shown(seed: int, profile: str) -> str:
        outcome = tutor("--seed", str(seed), "--profile", profile, stdin="")
        return outcome.out[outcome.out.index("Select") : outcome.out.index("Answer")]

    assert shown(1, "a") == shown(1, "b")
    assert len({shown(seed, f"p{seed}") for seed in range(6)}) > 1


@pytest.mark.usefixtures("small_bank")
def test_a_person_may_try_again_when_an_answer_cannot_be_saved(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record, tries = Store.record_answer, []

    def fail_once(store: Store, *args: Any, **kwargs: Any) -> None:
        tries.append(args[0].chosen)
        if len(tries) == 1:
            raise StoreError("The disk is full.", "Make room.")
        record(store, *args, **kwargs)

    monkeypatch.setattr(Store, "record_answer", fail_once)
    sink = io.StringIO()
    config, bank = load_config(home / "config" / "config.toml"), load_bank(bank_dir()).bank
    with Session.open(home / "data" / "default.db", bank, config, clock_from_env(os.environ)) as session:
        PlainReview(session, io.StringIO("b\nb\n"), sink, interactive=True).run()
    said = sink.getvalue()
    assert "Not saved: The disk is full. Make room. Type the answer again" in " ".join(said.split())
    assert said.count("Right.") == 1
    assert [a.chosen for a in answers(home)] == [("right",)]

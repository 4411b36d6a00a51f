"""The words of the plain review besides answers: contrast, notes, suspension, and how sure one is."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.session.conftest import HandClock
from tests.unit.make import make_bank, make_question
from tutor.config import Config
from tutor.plain.loop import PlainReview
from tutor.session import Session


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A learner whose every question is on the trap."""
    clock = HandClock(datetime(2026, 5, 4, 9, 0, tzinfo=UTC))
    questions = [make_question(f"a{n}") for n in range(3)]
    questions += [
        make_question(f"b{n}", concepts=("B", "A"), key_concept="B", lures={"b": ("t", "A")}) for n in range(3)
    ]
    config = Config(exam="test-1", explicit=frozenset({"exam"}), confidence=True)
    with Session.open(tmp_path / "learner.db", make_bank(questions), config, clock, seed=1) as opened:
        yield opened


def run(session: Session, *lines: str, interactive: bool = False) -> str:
    """What a review prints when these lines are typed."""
    sink = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    PlainReview(session, source, sink, interactive=interactive, width=100).run()
    return " ".join(sink.getvalue().split())


def letter_of(session: Session, lure: bool) -> str:
    """The letter of the lure of the trap, or of the key."""
    pick = session.next()
    assert pick is not None
    wanted = next(o.id for o in pick.question.options if (o.trap == "t" if lure else o.correct))
    return "abcdefgh"[pick.order.index(wanted)]


def last(session: Session) -> str | None:
    """How sure the learner was of the last answer."""
    return session._log[-1].confidence


def test_contrast_asks_the_other_side_next(session: Session) -> None:
    said = run(session, letter_of(session, lure=True), "contrast", "quit")
    assert "Type contrast to meet the other side of this trap next." in said
    pick = session.next()
    assert pick is not None
    assert pick.reason.slot == "contrast"
    assert said.count("Answer (such as") == 3


def test_contrast_after_a_right_answer_says_that_there_is_none(session: Session) -> None:
    assert "fell for no trap" in run(session, "contrast", letter_of(session, lure=False), "contrast", "quit")


def test_a_note_is_kept_shown_and_removed(session: Session) -> None:
    pick = session.next()
    assert pick is not None
    said = run(session, "note", "note Mind the CUE", "note", letter_of(session, lure=False), "quit")
    assert "There is no note on this question." in said
    assert said.count("Your note: Mind the CUE") == 2
    assert session.mark(pick.question.id).note == "Mind the CUE"
    session.undo()
    assert "The note is removed." in run(session, "note -", "quit")


def test_a_suspended_question_goes_and_comes_back(session: Session) -> None:
    pick = session.next()
    assert pick is not None
    said = run(session, "unsuspend", "suspend", "quit")
    assert "No question was suspended in this sitting." in said
    assert session.mark(pick.question.id).suspended
    assert "It is shown again when its time comes." in run(session, "suspend", "unsuspend", "quit")


def test_a_person_is_asked_how_sure_when_that_is_set(session: Session) -> None:
    right = letter_of(session, lure=False)
    said = run(session, right, "perhaps", "unsure", "quit", interactive=True)
    assert "Type sure, unsure or guess." in said
    assert last(session) == "unsure"
    run(session, f"guess {letter_of(session, lure=False)}", "quit", interactive=True)
    assert last(session) == "guess"
    run(session, letter_of(session, lure=False), "", "quit", interactive=True)
    assert last(session) is None


def test_a_pipe_is_never_asked(session: Session) -> None:
    run(session, letter_of(session, lure=False), "quit")
    assert last(session) is None

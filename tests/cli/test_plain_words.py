"""The words of the plain review besides answers: contrast, notes, suspension, and how sure one is."""

from __future__ import annotations

import io
import re
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


def test_a_contrast_says_what_it_is_and_is_offered_at_the_close(session: Session) -> None:
    session._limit = 1
    said = run(session, letter_of(session, lure=True), "contrast", "quit")
    close = said.index("The number of questions asked for is reached.")
    assert "contrast drills the trap" in said[close:]
    assert "Contrast drill. Question 2 today." in said[close:]


def test_without_another_question_on_the_trap_one_sentence_says_so(tmp_path: Path) -> None:
    clock = HandClock(datetime(2026, 5, 4, 9, 0, tzinfo=UTC))
    config = Config(exam="test-1", explicit=frozenset({"exam"}))
    bank = make_bank([make_question("a0"), make_question("c0", concepts=("C",), key_concept="C", lures={})])
    with Session.open(tmp_path / "alone.db", bank, config, clock, seed=1) as alone:
        while alone.next().question.id != "a0":  # type: ignore[union-attr]
            alone.skip(alone.next().id)  # type: ignore[union-attr]
        said = run(alone, letter_of(alone, lure=True), "contrast", "quit")
    assert "The bank has no other question on this trap for today." in said


def test_options_are_struck_out_and_the_question_is_shown_again_without_them(session: Session) -> None:
    said = run(session, "strike b", "- 3", "again", "strike z", "strike 2", "strike c", "quit")
    assert "Struck out: B. " in said
    assert "Struck out: B, C." in said
    assert "Nothing is struck out." in said
    assert "Type strike and the letter of an option" in said
    again = said[said.index("The question again.") : said.index("Type strike")]
    assert "A. Text" in again
    assert "B. Text" not in again


def test_the_time_on_a_question_is_told(session: Session) -> None:
    assert re.search(r"\d+ seconds? on this question", run(session, "time", "quit"))


def test_undo_brings_a_suspended_question_back(session: Session) -> None:
    pick = session.next()
    assert pick is not None
    said = run(session, "suspend", "undo", "quit")
    assert "Taken back. The question again:" in said
    assert session.next() == pick
    assert not session.mark(pick.question.id).suspended


def test_what_was_said_of_a_question_is_told_when_it_comes_again(session: Session) -> None:
    run(session, "flag", "note look twice", "quit")
    assert "This question is marked and with a note; type note to read it." in run(session, "quit")

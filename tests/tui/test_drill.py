"""Contrast drill, notes, suspension, how sure one is, and keys that come too soon."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from tests.tui.bank import MATCHING, MULTIPLE, ORDERING, SINGLE
from tests.tui.fake import FakeSession
from tests.tui.support import CONFIG, Now, check_golden, dump, eventually, press, running, settle
from tutor.core.question import Question
from tutor.errors import StoreError
from tutor.tui.screens.sitting import Sitting

OTHER = replace(SINGLE, id="other-side", ask="Which approach is faster here?")
SIZES = pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=lambda s: f"{s[0]}x{s[1]}")


def calls(session: FakeSession, name: str) -> list[object]:
    return [value for called, value in session.calls if called == name]


@SIZES
async def test_c_asks_the_other_side_of_the_trap_and_the_review_goes_on(size: tuple[int, int]) -> None:
    session = FakeSession(questions=[SINGLE, ORDERING])
    session.contrasts = [OTHER]
    async with running(session, size) as (app, pilot):
        await press(app, pilot, "a", "enter")
        shown = [dump(app)]
        await press(app, pilot, "c")
        shown.append(dump(app))
        check_golden(f"contrast_{size[0]}x{size[1]}", "\n".join(shown))
        assert app.review.pick is not None
        assert app.review.pick.question is OTHER
        await press(app, pilot, "d", "enter", "n")
        assert app.review.pick.question is ORDERING
    assert calls(session, "contrast") == ["answer-0"]
    assert [value[0] for value in calls(session, "answer")] == ["pick-0", "pick-1-contrast"]  # type: ignore[index]


@pytest.mark.parametrize("keys", [("d", "enter", "c"), ("b", "enter", "c")])
async def test_without_a_lure_taken_there_is_no_contrast(keys: tuple[str, ...]) -> None:
    session = FakeSession()
    session.contrasts = [OTHER]
    async with running(session) as (app, pilot):
        await press(app, pilot, *keys)
        assert "Contrast" not in dump(app)
    assert calls(session, "contrast") == []


async def test_it_says_so_when_the_bank_has_none_or_only_the_same_side() -> None:
    session = FakeSession(questions=[SINGLE, SINGLE])
    async with running(session, (100, 24)) as (app, pilot):
        await press(app, pilot, "a", "enter", "c")
        assert "no other question on this trap" in dump(app)
        session.contrasts, session.opposite = [OTHER], 0
        await press(app, pilot, "c")
        assert "no question on the other side" in dump(app)
        assert "Which approach is faster here?" in dump(app)


async def test_a_contrast_that_cannot_be_stored_can_be_tried_again_and_undo_goes_back_over_it() -> None:
    session = FakeSession(questions=[SINGLE, ORDERING])
    session.contrasts = [OTHER]
    session.fail["contrast"] = [StoreError("The disk is full.")]
    async with running(session) as (app, pilot):
        await press(app, pilot, "a", "enter", "c")
        assert "That did not work" in dump(app)
        await press(app, pilot, "r")
        assert "Contrast drill" in dump(app)
        await press(app, pilot, "d", "enter", "u")
        assert "Which approach is faster here?" in dump(app)


@SIZES
async def test_a_note_is_written_saved_shown_and_taken_off(size: tuple[int, int]) -> None:
    session = FakeSession(questions=[SINGLE, SINGLE])
    async with running(session, size) as (app, pilot):
        await press(app, pilot, "a", "enter", "e", *"mem first?")
        check_golden(f"note_{size[0]}x{size[1]}", dump(app))
        await press(app, pilot, "enter")
        assert calls(session, "note") == [(SINGLE.id, "mem first?")]
        await pilot.resize_terminal(80, 60)
        await settle(app, pilot)
        assert "Your note" in dump(app)
        assert "mem first?" in dump(app)
        await press(app, pilot, "n")
        assert "has your note" in dump(app)
        assert "mem first?" not in dump(app)
        await press(app, pilot, "N")
        assert "mem first?" in dump(app)
        await press(app, pilot, *["backspace"] * 10, "ctrl+s", "b", "enter")
        assert "Your note" not in dump(app)
    assert calls(session, "note")[-1] == (SINGLE.id, "")


async def test_escape_leaves_the_note_and_what_was_written_is_there_again() -> None:
    session = FakeSession()
    async with running(session) as (app, pilot):
        await press(app, pilot, "N", *"draft q", "escape")
        await eventually(pilot, lambda: "Not saved" in dump(app))
        assert calls(session, "note") == []
        await press(app, pilot, "N")
        assert "draft q" in dump(app)
        await press(app, pilot, "enter", "N", "escape")
    assert calls(session, "note") == [(SINGLE.id, "draft q")]


@pytest.mark.parametrize("question", [SINGLE, MULTIPLE, ORDERING, MATCHING], ids=lambda q: q.type)
async def test_an_open_question_is_suspended_and_undo_brings_it_back(question: Question) -> None:
    session = FakeSession(questions=[question, OTHER])
    async with running(session) as (app, pilot):
        await press(app, pilot, "z")
        assert "Which approach is faster here?" in dump(app)
        await eventually(pilot, lambda: "Undo brings it back" in " ".join(dump(app).split()))
        await press(app, pilot, "u")
        assert app.review.pick is not None
        assert app.review.pick.question is question
    assert calls(session, "suspend") == [question.id]


async def test_an_answered_question_is_suspended_and_brought_back_with_the_same_key() -> None:
    session = FakeSession(questions=[SINGLE, ORDERING])
    async with running(session) as (app, pilot):
        await press(app, pilot, "a", "enter", "z")
        assert "suspended" in dump(app)
        await eventually(pilot, lambda: "The same key brings it back." in " ".join(dump(app).split()))
        await press(app, pilot, "z")
        assert ", suspended" not in dump(app)
    assert calls(session, "suspend") == calls(session, "unsuspend") == [SINGLE.id]


async def test_the_last_question_put_away_leads_to_the_close_and_back() -> None:
    session = FakeSession(questions=[SINGLE])
    async with running(session) as (app, pilot):
        await press(app, pilot, "z")
        assert "Nothing is left for today." in dump(app)
        await press(app, pilot, "u")
        assert "Which approach to distributed training" in dump(app)


async def test_guess_and_unsure_take_turns_and_can_be_taken_back() -> None:
    session = FakeSession(questions=[SINGLE, SINGLE, SINGLE])
    async with running(session) as (app, pilot):
        await press(app, pilot, "d", "g", "i")
        assert "marked as unsure" in dump(app)
        assert "marked as a guess" not in dump(app)
        await press(app, pilot, "enter", "n")
        assert "marked as" not in dump(app)
        await press(app, pilot, "d", "i", "g")
        assert "marked as a guess" in dump(app)
        await press(app, pilot, "enter", "n", "d", "g", "g", "enter")
    assert [value[2] for value in calls(session, "answer")] == ["unsure", "guess", None]  # type: ignore[index]


async def test_with_the_setting_enter_asks_how_sure_once() -> None:
    session = FakeSession(questions=[SINGLE, SINGLE, SINGLE])
    async with running(session, config=replace(CONFIG, confidence=True)) as (app, pilot):
        await press(app, pilot, "d", "enter")
        assert "How sure are you?" in dump(app)
        assert calls(session, "answer") == []
        await press(app, pilot, "enter", "n", "d", "enter", "i", "enter", "n", "d", "g", "enter")
    assert [value[2] for value in calls(session, "answer")] == ["sure", "unsure", "guess"]  # type: ignore[index]


async def test_a_held_enter_neither_skips_the_feedback_nor_answers_the_next_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Sitting, "HOLD", 0.3)
    session, now = FakeSession(questions=[SINGLE, ORDERING, MATCHING, MULTIPLE]), Now()
    async with running(session, now=now) as (app, pilot):
        now.seconds += 1
        await press(app, pilot, "a", *["enter"] * 5)
        assert "✗ Wrong." in dump(app)
        now.seconds += 0.4
        for place in ("ordering", "matching", "question"):
            await press(app, pilot, *["enter"] * 5)
            assert app.review.place == place
            now.seconds += 0.4
            await press(app, pilot, *["enter"] * 5)
            assert app.review.place == place
            now.seconds += 0.4
            await press(app, pilot, "b", "a", "c", "enter")
            now.seconds += 0.4
    assert [value[0] for value in calls(session, "answer")][:3] == ["pick-0", "pick-1", "pick-2"]  # type: ignore[index]


async def test_a_held_skip_or_suspend_takes_one_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sitting, "HOLD", 0.3)
    session, now = FakeSession(questions=[SINGLE, ORDERING, MATCHING, MULTIPLE]), Now()
    async with running(session, now=now) as (app, pilot):
        now.seconds += 1
        await press(app, pilot, *"ssss")
        now.seconds += 1
        await press(app, pilot, *"zzzz")
    assert len(calls(session, "skip")) == len(calls(session, "suspend")) == 1


async def test_keys_that_wait_while_the_next_question_is_fetched_do_not_reach_it() -> None:
    session = FakeSession(questions=[SINGLE, SINGLE])
    async with running(session) as (app, pilot):
        await press(app, pilot, "a", "enter")
        session.gate = threading.Event()
        await pilot.press("n", "d", "enter", "enter", "n", "enter")
        session.gate.set()
        await settle(app, pilot)
        assert app.review.place == "question"
        assert "●" not in dump(app)
    assert len(calls(session, "answer")) == 1

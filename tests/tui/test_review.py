"""The review on the screen, key by key."""

from __future__ import annotations

import threading
from dataclasses import replace

from tests.tui.bank import MULTIPLE, ORDERING, SINGLE
from tests.tui.fake import FakeSession
from tests.tui.support import CONFIG, Now, check_golden, dump, press, running, settle
from tutor.errors import StoreError
from tutor.tui.widgets.options import Row


def calls(session: FakeSession, name: str) -> list[object]:
    return [value for called, value in session.calls if called == name]


async def test_a_question_with_notices_and_progress() -> None:
    session = FakeSession(notices=["The clock went back."])
    async with running(session) as (app, _):
        check_golden("question-80x24", dump(app))


async def test_a_closed_service_is_named_only_after_the_answer() -> None:
    session = FakeSession(badges=["Canvas: closed (2026-07-30)."])
    async with running(session, (80, 60)) as (app, pilot):
        assert "2026-07-30" not in dump(app)
        await press(app, pilot, "1", "enter")
        assert "! Canvas: closed (2026-07-30)." in dump(app)


async def test_the_chosen_distractor_comes_first_in_the_feedback() -> None:
    session = FakeSession()
    async with running(session, (80, 60)) as (app, pilot):
        await press(app, pilot, "1", "enter")
        text = dump(app)
        check_golden("feedback-80x60", text)
        order = ["✗ Wrong. You chose A; the answer is D.", "Tempting", "Fails here", "Right when", "The right answer",
                 "Explanation", "Trap: Data vs model", "Taken 3 of 5 times", "Comes back", "Chosen now"]  # fmt: skip
        places = [text.index(words) for words in order]
        assert places == sorted(places)
    assert calls(session, "answer") == [("pick-0", ("data-parallel",), None, 0)]


async def test_the_feedback_starts_at_the_choice_and_the_question_is_above() -> None:
    async with running(FakeSession()) as (app, pilot):
        await press(app, pilot, "d", "enter")
        assert "✓ Right." in dump(app)
        assert "Which approach" not in dump(app)
        await press(app, pilot, "home")
        assert "Which approach" in dump(app)
        await press(app, pilot, "end")
        assert "Comes back in 4 days" in dump(app)


async def test_a_wide_screen_shows_what_is_known_only_after_the_answer() -> None:
    async with running(FakeSession(), (120, 40)) as (app, pilot):
        assert "Today" in dump(app)
        assert "Taken" not in dump(app)
        assert "Concepts" not in dump(app)
        await press(app, pilot, "1", "enter")
        check_golden("feedback-120x40", dump(app))
        await press(app, pilot, "n")
        assert "Taken" not in dump(app)


async def test_enter_without_a_choice_stores_nothing_and_says_what_to_do() -> None:
    session = FakeSession()
    async with running(session) as (app, pilot):
        await press(app, pilot, "enter")
        assert "Choose an option first" in dump(app)
    assert calls(session, "answer") == []


async def test_several_options_are_toggled_and_enter_waits_for_the_right_number() -> None:
    session = FakeSession(questions=[MULTIPLE])
    async with running(session) as (app, pilot):
        await press(app, pilot, "1", "2", "2", "enter")
        assert "1 of 2 chosen: choose 1 more." in dump(app)
        assert calls(session, "answer") == []
        await press(app, pilot, "c", "enter")
        assert "✓ Right." in dump(app)
    assert calls(session, "answer") == [("pick-0", ("interface-endpoint", "policy"), None, 0)]


async def test_arrows_strike_out_click_and_guess() -> None:
    session = FakeSession()
    async with running(session) as (app, pilot):
        await press(app, pilot, "down", "minus", "j")
        assert "– A  Data parallelism" in dump(app)
        assert "› ● B  Hyperparameter tuning" in dump(app)
        await pilot.click(list(app.screen.query(Row))[3])
        assert "› ● D  Model parallelism" in dump(app)
        await press(app, pilot, "g")
        assert "marked as a guess" in dump(app)
        await press(app, pilot, "enter")
        assert "It was a guess, so it comes back sooner." in dump(app)
    assert calls(session, "answer") == [("pick-0", ("model-parallel",), "guess", 0)]


async def test_the_time_on_a_question_is_stored_and_can_be_hidden() -> None:
    session, now = FakeSession(), Now()
    async with running(session, now=now) as (app, pilot):
        now.seconds += 65.5
        await press(app, pilot, "t", "t")
        assert "1:05" in dump(app)
        await press(app, pilot, "t")
        assert "1:05" not in dump(app)
        await press(app, pilot, "1", "enter")
    assert calls(session, "answer") == [("pick-0", ("data-parallel",), None, 65_500)]


async def test_keys_pressed_while_an_answer_is_stored_do_nothing() -> None:
    session = FakeSession()
    async with running(session) as (app, pilot):
        session.gate = threading.Event()
        await pilot.press("1", "enter", "enter", "2", "enter", "u", "s")
        session.gate.set()
        await settle(app, pilot)
        assert "✗ Wrong. You chose A" in dump(app)
    assert len(calls(session, "answer")) == 1
    assert calls(session, "undo") == calls(session, "skip") == []


async def test_slow_work_is_mentioned_only_when_it_is_slow() -> None:
    session = FakeSession()
    async with running(session) as (app, pilot):
        session.gate = threading.Event()
        await pilot.press("1", "enter")
        await pilot.pause()
        assert "One moment" not in dump(app)
        app.review._say_slow()
        await pilot.pause()
        assert "One moment" in dump(app)
        session.gate.set()
        await settle(app, pilot)
        assert "One moment" not in dump(app)


async def test_a_failed_save_keeps_the_choice_paints_no_feedback_and_can_be_tried_again() -> None:
    session = FakeSession()
    session.fail["answer"] = [StoreError("The disk is full.", "Make room."), StoreError("The disk is full.")]
    async with running(session) as (app, pilot):
        await press(app, pilot, "2", "enter")
        text = dump(app)
        assert "Your answer is not stored" in text
        assert "The disk is full." in text
        assert "Make room." in text
        await press(app, pilot, "escape")
        assert "› ● B  Hyperparameter tuning" in dump(app)
        assert "Wrong" not in dump(app)
        await press(app, pilot, "enter")
        assert "Your answer is not stored" in dump(app)
        await press(app, pilot, "r")
        assert "✗ Wrong. You chose B" in dump(app)
    assert len(calls(session, "answer")) == 3


async def test_going_back_from_a_failure_never_leaves_an_empty_screen() -> None:
    session = FakeSession(questions=[SINGLE])
    session.fail["next"] = [StoreError("The disk is gone.")]
    session.fail["undo"] = [StoreError("The disk is gone.")]
    async with running(session) as (app, pilot):
        await press(app, pilot, "escape")
        assert "could not be read" in dump(app)
    async with running(session) as (app, pilot):
        await press(app, pilot, "1", "enter", "n", "u")
        assert "That did not work" in dump(app)
        await press(app, pilot, "escape")
        assert "Nothing is left for today." in dump(app)


async def test_feedback_is_not_lost_when_only_the_counting_after_it_fails() -> None:
    session = FakeSession()
    async with running(session) as (app, pilot):
        session.fail["progress"] = [StoreError("The disk is gone.")]
        await press(app, pilot, "4", "enter", "enter")
        assert "✓ Right." in dump(app)
    assert len(calls(session, "answer")) == 1


async def test_skip_undo_and_nothing_to_undo() -> None:
    session = FakeSession(questions=[SINGLE, ORDERING])
    async with running(session) as (app, pilot):
        await press(app, pilot, "u")
        assert "There is no answer to take back." in dump(app)
        await press(app, pilot, "1", "enter", "u")
        assert "Taken back" in dump(app)
        assert "○ A  Data parallelism" in dump(app)
        await press(app, pilot, "s")
        assert "In which order" in dump(app)
    assert calls(session, "skip") == ["pick-0"]


async def test_the_summary_and_what_follows_from_it() -> None:
    session = FakeSession(questions=[SINGLE])
    async with running(session) as (app, pilot):
        await press(app, pilot, "1", "enter", "n")
        check_golden("summary-80x24", dump(app))
        await press(app, pilot, "u")
        assert "Which approach" in dump(app)
        await press(app, pilot, "4", "enter", "space")
        assert "1 of 1 right" in dump(app)
        await press(app, pilot, "plus")
        assert "Which approach" in dump(app)
        assert calls(session, "more") == [10.0]


async def test_a_day_with_nothing_to_do_ends_in_the_summary_and_undo_there_says_so() -> None:
    async with running(FakeSession(questions=[])) as (app, pilot):
        assert "Nothing is left for today." in dump(app)
        await press(app, pilot, "u")
        assert "There is no answer to take back." in dump(app)
        await pilot.press("q")
    assert app.return_code == 0


async def test_flag_why_sources_concept_options_and_copy() -> None:
    session = FakeSession()
    async with running(session, (100, 40)) as (app, pilot):
        await press(app, pilot, "m")
        assert "flagged" in dump(app)
        await press(app, pilot, "m", "w")
        assert "value 0.0310" in dump(app)
        await press(app, pilot, "q", "y")
        assert app.clipboard.endswith("D. Model parallelism")
        assert "Sent to the terminal's clipboard." in dump(app)
        await press(app, pilot, "1", "enter", "d")
        assert "Memory trick" in dump(app)
        await press(app, pilot, "escape", "o")
        assert "https://docs.aws.amazon.com/sagemaker/latest/dg/model-parallel-v2.html" in dump(app)
        await press(app, pilot, "q", "x")
        assert "It promises to run training from end to end" in dump(app)
    assert calls(session, "flag") == [SINGLE.id, SINGLE.id]


async def test_help_and_palette_show_live_keys_and_the_palette_acts() -> None:
    session = FakeSession()
    async with running(session, (80, 60), replace(CONFIG, keys={"skip": "f2"})) as (app, pilot):
        assert "F2 Skip" in dump(app)
        await press(app, pilot, "question_mark")
        text = dump(app)
        assert "F2            Leave this question for later; nothing is stored.  [skip]" in text
        assert "[next]" not in text
        await press(app, pilot, "escape", "s")
        assert calls(session, "skip") == []
        await press(app, pilot, "ctrl+p", *"flag", "enter")
        await app.workers.wait_for_complete()
        await settle(app, pilot)
    assert calls(session, "flag") == [SINGLE.id]

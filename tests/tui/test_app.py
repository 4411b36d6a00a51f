"""The program around the review: first picture, sizes, threads, and the ways out."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest

from tests.tui.bank import MATCHING, MULTIPLE, ORDERING, SINGLE
from tests.tui.fake import FakeSession, with_text
from tests.tui.support import Now, dump, eventually, make_app, press, running, settle
from tutor.config import Config
from tutor.errors import BusyError, UsageError

LONG = " ".join(["A long stem that goes on and on about a company and its data."] * 60)


async def test_the_frame_is_painted_before_the_session_is_opened() -> None:
    session, gate = FakeSession(), threading.Event()

    def opener() -> FakeSession:
        gate.wait(5)
        return session

    app = make_app(session)
    app.session._open_session = opener  # type: ignore[assignment]
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Preparing today's review..." in dump(app)
        assert "? Help" in dump(app)
        assert "Answer" not in dump(app)
        gate.set()
        await settle(app, pilot)
        assert "Which approach to distributed training" in dump(app)
    app.session.close()
    assert session.closed


@pytest.mark.parametrize("key", ["q", "ctrl+q"])
async def test_leaving(key: str) -> None:
    session = FakeSession()
    async with running(session) as (app, pilot):
        if key == "ctrl+q":
            await press(app, pilot, "question_mark")
        await pilot.press(key)
    assert app.return_code == 0
    assert session.closed


async def test_a_second_interrupt_within_two_seconds_leaves() -> None:
    now = Now()
    async with running(FakeSession(), now=now) as (app, pilot):
        await press(app, pilot, "ctrl+c")
        await eventually(pilot, lambda: "Press ctrl+c again" in dump(app))
        now.seconds += 3
        await press(app, pilot, "ctrl+c")
        assert app.return_code is None
        await pilot.press("ctrl+c")
    assert app.return_code == 130


async def test_the_options_stay_on_the_screen_under_a_long_stem() -> None:
    session = FakeSession(questions=[replace(MULTIPLE, stem=LONG)])
    async with running(session) as (app, pilot):
        rows = dump(app).split("\n")
        for label in "ABCDE":
            assert any(f"[ ] {label}  " in row for row in rows)
        assert "Select 2" in dump(app)
        assert "Which combination of steps" in dump(app)
        before = dump(app)
        await press(app, pilot, "pagedown")
        assert dump(app) != before


@pytest.mark.parametrize("size", [(40, 12), (1, 1)])
async def test_tiny_screens_do_not_crash(size: tuple[int, int]) -> None:
    session = FakeSession(questions=[with_text(SINGLE, "漢字 wide"), MULTIPLE, ORDERING, MATCHING])
    async with running(session, size) as (app, pilot):
        await press(app, pilot, "1", "enter", "d", "q", "n", "1", "3", "enter", "n")
        await press(app, pilot, *"213", "enter", "n", *"ba", "enter", "question_mark", "q", "n")
        await pilot.resize_terminal(100, 30)
        await settle(app, pilot)
        assert "Nothing is left for today." in dump(app)


async def test_every_call_is_made_in_one_thread_that_is_not_the_screens() -> None:
    session = FakeSession()
    async with running(session) as (app, pilot):
        await press(app, pilot, "1", "enter", "u", "s", "w", "q", "m")
    assert len(session.threads) == 1
    assert threading.get_ident() not in session.threads


async def test_a_session_that_cannot_be_opened_ends_the_program_with_its_error() -> None:
    def opener() -> FakeSession:
        raise BusyError("Another copy is running.")

    app = make_app(FakeSession())
    app.session._open_session = opener  # type: ignore[assignment]
    async with app.run_test() as pilot:
        await eventually(pilot, lambda: app.failure is not None)
    app.session.close()
    assert isinstance(app.failure, BusyError)
    assert app.return_code == 1


async def test_a_fault_in_the_session_ends_the_program_instead_of_being_hidden() -> None:
    session = FakeSession()
    session.fail["answer"] = [KeyError("a fault")]
    async with running(session) as (app, pilot):
        await pilot.press("1", "enter")
        last = app.session.last
        assert last is not None
        await asyncio.wrap_future(last)
    assert isinstance(app.failure, KeyError)


def test_an_unknown_theme_or_action_is_refused_before_anything_is_painted() -> None:
    with pytest.raises(UsageError, match="Did you mean tutor-dark"):
        make_app(FakeSession(), theme="tutor-drak")
    with pytest.raises(UsageError, match="no theme 'x'"):
        make_app(FakeSession(), Config(theme="x"))
    with pytest.raises(UsageError, match="Did you mean skip"):
        make_app(FakeSession(), Config(keys={"skp": "z"}))

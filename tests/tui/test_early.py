"""The first question stands on the screen before the session is there; it is marked early and answered in time."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from tests.tui.bank import BANK, SINGLE
from tests.tui.fake import DAY, FakeSession
from tests.tui.support import CONFIG, Now, dump, eventually, settle
from tutor.core.pick import Pick, Reason
from tutor.tui.app import TutorApp
from tutor.tui.messages import Early, Picked


def early(session: FakeSession, pick_id: str) -> Early:
    pick = Pick(pick_id, SINGLE, SINGLE.option_ids, Reason("due", "concept"))
    return Early(BANK, session.exam, DAY, Picked(pick, session.progress()))


def app_with(session: FakeSession, gate: threading.Event, look_ahead: Callable[[], Early | None]) -> TutorApp:
    def opened() -> FakeSession:
        gate.wait(10)
        return session

    return TutorApp(opened, CONFIG, no_color=False, now=Now(), look_ahead=look_ahead)  # type: ignore[arg-type]


@pytest.mark.parametrize(("pick_id", "kept"), [("pick-0", True), ("another", False)])
async def test_marks_made_early_stay_with_the_same_question_only(pick_id: str, kept: bool) -> None:
    session, gate = FakeSession(BANK, [SINGLE]), threading.Event()
    app = app_with(session, gate, lambda: early(session, pick_id))
    async with app.run_test(size=(80, 24)) as pilot:
        await eventually(pilot, lambda: "Which approach" in dump(app))
        await pilot.press("b")
        await pilot.press("enter")
        assert not [call for call in session.calls if call[0] == "answer"]
        assert app.review.marks is not None
        assert app.review.marks.missing == ""
        gate.set()
        await settle(app, pilot)
        assert app.review.marks is not None
        assert (app.review.marks.missing == "") is kept
        await pilot.press("b")
        await pilot.press("enter")
        await settle(app, pilot)
        assert "Wrong." in dump(app) or "Right." in dump(app)
    app.session.close()


async def test_a_look_ahead_that_fails_is_as_if_there_were_none() -> None:
    def broken() -> Early:
        raise ValueError("a damaged file")

    session, gate = FakeSession(BANK, [SINGLE]), threading.Event()
    gate.set()
    app = app_with(session, gate, broken)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        assert "Which approach" in dump(app)
        assert app.return_code is None
    app.session.close()

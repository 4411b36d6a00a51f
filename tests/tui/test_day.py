"""A whole day through the screens and through the plain review: both leave the same log."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

from tests.session.conftest import SET, HandClock
from tests.session.day import NOTE, QUESTIONS, Intent, day_bank, log, marks, plan, wrong
from tests.tui.support import Now, dump, press, settle
from tutor.config import Config
from tutor.core.knowledge import Knowledge, compare
from tutor.core.pick import Pick
from tutor.desk import load_prior
from tutor.plain.loop import PlainReview
from tutor.session import Session
from tutor.store.repo import Store
from tutor.tui.app import TutorApp

CONFIG = Config(exam="test-1", explicit=SET, new_per_day=30)
HALF = 10


def opened(database: Path, clock: HandClock) -> Session:
    return Session.open(database, day_bank(), CONFIG, clock, minutes=600, seed=5)


class Ticking(HandClock):
    """Goes on a little with every look at it, so that the log has one order."""

    def now(self) -> datetime:
        self.forward(milliseconds=1)
        return super().now()


def clock() -> HandClock:
    return Ticking(datetime(2026, 5, 4, 9, tzinfo=UTC))


def keys(intent: Intent, pick: Pick) -> list[str]:
    """The keys that say an intent on the screen."""
    if intent.what != "answer":
        return {"flag": ["m"], "note": ["N", *NOTE, "enter"], "skip": ["s"], "suspend": ["z"], "undo": ["u"],
                "contrast": ["c"]}[intent.what]  # fmt: skip
    places = {option: "abcdef"[place] for place, option in enumerate(pick.order)}
    feeling = {"guess": ["g"], "unsure": ["i"]}.get(str(intent.confidence), [])
    return [*(places[part.partition("=")[2] or part] for part in intent.chosen), *feeling, "enter"]


async def on_screens(database: Path, time: HandClock, first: int, last: int) -> None:
    app = TutorApp(lambda: opened(database, time), CONFIG, no_color=False, now=Now())
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await settle(app, pilot)

        def pick() -> Pick | None:
            return app.review.pick

        for intent in plan(pick, first=first, last=last):
            shown = pick()
            assert shown is not None
            await press(app, pilot, *keys(intent, shown))
            if intent.what != "answer":
                continue
            assert app.review.place == "feedback", dump(app)
            assert ("✓ Right." in dump(app)) == (intent.chosen == shown.question.key)
            if not intent.stays:
                await press(app, pilot, "n")
    app.session.close()


class Lines(io.StringIO):
    """Standard input that answers what is asked just now."""

    def __init__(self, session: Session, first: int, last: int) -> None:
        super().__init__()
        self._session = session
        self._plan = plan(lambda: session._pick, first=first, last=last)

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        intent = next(self._plan, None)
        pick = self._session._pick
        if intent is None or pick is None:
            return ""
        if intent.what != "answer":
            return f"note {NOTE}\n" if intent.what == "note" else f"{intent.what}\n"
        letters = {option: "abcdef"[place] for place, option in enumerate(pick.order)}
        if pick.question.type == "matching":
            numbers = {prompt.id: str(place) for place, prompt in enumerate(pick.question.prompts, start=1)}
            words = [numbers[p] + letters[o] for p, _, o in (pair.partition("=") for pair in intent.chosen)]
        else:
            words = [letters[option] for option in intent.chosen]
        return f"{' '.join(words)} {intent.confidence or ''}\n"


def in_plain(database: Path, time: HandClock, first: int, last: int) -> str:
    sink = io.StringIO()
    with opened(database, time) as session:
        PlainReview(session, Lines(session, first, last), sink, interactive=False).run()
    return sink.getvalue()


async def test_a_day_of_twenty_questions_with_all_there_is_to_do_and_a_break(tmp_path: Path) -> None:
    screens, plain = tmp_path / "screens.db", tmp_path / "plain.db"
    time = clock()
    await on_screens(screens, time, 0, HALF)
    await on_screens(screens, time, HALF, QUESTIONS)
    time = clock()
    said = in_plain(plain, time, 0, HALF) + in_plain(plain, time, HALF, QUESTIONS)
    entries = log(screens)
    assert entries == log(plain)
    assert marks(screens) == marks(plain)
    kinds = {day_bank().questions[str(entry[0])].type for entry in entries}
    assert kinds == {"single", "multiple", "ordering", "matching"}
    assert {"drill", "review"} == {entry[1] for entry in entries}
    assert {"contrast", "case", "focus", "new"} <= {entry[2] for entry in entries}
    assert {"guess", "unsure", None} == {entry[6] for entry in entries}
    assert {mark[1:] for mark in marks(screens)} == {(True, False, ""), (False, False, NOTE), (False, False, "")}
    assert "Taken back." in said
    with Store.open(screens, read_only=True) as store:
        counted = store.answers()
        assert len(counted) == QUESTIONS
        assert len(store.answers(retracted=True)) == QUESTIONS + 1
        replayed = Knowledge.replay(day_bank(), load_prior(), counted)
        assert compare(store.rows(), replayed.rows(), 1e-9) == []


async def test_a_day_that_ends_while_the_program_is_open(tmp_path: Path) -> None:
    """The question on the screen stays and counts to the new day; what comes next is chosen anew."""
    time = clock()
    app = TutorApp(lambda: opened(tmp_path / "day.db", time), CONFIG, no_color=False, now=Now())
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(app, pilot)
        missed = app.review.pick
        assert missed is not None
        await press(app, pilot, *keys(Intent("answer", wrong(missed.question)), missed), "n")
        shown = app.review.pick
        assert shown is not None
        await press(app, pilot, *keys(Intent("answer", shown.question.key), shown)[:-1])
        time.forward(days=1)
        assert "1 done" in dump(app)
        await press(app, pilot, "enter")
        assert "✓ Right." in dump(app)
        assert "1 done" in dump(app)
        await press(app, pilot, "n")
        assert "A new study day has begun: 2026-05-05." in dump(app)
        assert app.review.pick is not None
        assert app.review.pick.question == missed.question
        assert app.review.pick.reason.slot == "due"
    app.session.close()
    assert [entry[0] for entry in log(tmp_path / "day.db")] == [missed.question.id, shown.question.id]

"""Draw the pictures of the README from the real program: `python -m tests.tui.picture`.

Opens a real session in a temporary home, answers the shown question with its lure, and exports what Textual drew; then
the page of the day and the confusion map of a month of answers (`tests.tui.home`).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
from datetime import UTC, date, datetime
from pathlib import Path
from typing import cast

from tests.tui import home
from tests.tui.support import press, settle
from tutor.clocks import StartedClock
from tutor.commands import today
from tutor.commands.context import surroundings
from tutor.config import Config
from tutor.content.load import load_bank
from tutor.core.pick import Pick
from tutor.paths import bank_dir
from tutor.session import Session
from tutor.tui.app import TutorApp
from tutor.tui.screens.view import Doors, Wish

OUT = Path(__file__).parents[2] / "docs"
QUESTION = "ddp-oom-at-batch-one"
QUESTION_SIZE, FEEDBACK_SIZE, MONTH_SIZE = (100, 24), (100, 40), (100, 24)


async def draw(database: Path) -> None:
    """Write review.svg (the question) and feedback.svg (the answer)."""
    bank = load_bank(bank_dir()).bank
    config = Config(exam_date=date(2027, 1, 14), explicit=frozenset({"exam", "exam_date"}))
    clock = StartedClock(datetime(2026, 12, 1, 18, 30, tzinfo=UTC))

    shown: list[Pick] = []

    def opened() -> Session:
        session = Session.open(database, bank, config, clock, seed=4)
        while (pick := session.next()) is not None and pick.question.id != QUESTION:
            session.skip(pick.id)
        shown.append(cast("Pick", pick))
        return session

    app = TutorApp(opened, config, no_color=False, now=lambda: 0.0)
    async with app.run_test(size=QUESTION_SIZE) as pilot:
        await settle(app, pilot)
        lure = bank.questions[QUESTION].distractors[0].id
        await press(app, pilot, str(shown[0].order.index(lure) + 1))
        save(app, "review.svg")
        await pilot.resize_terminal(*FEEDBACK_SIZE)
        await press(app, pilot, "enter")
        save(app, "feedback.svg")
    app.session.close()


async def draw_month(folder: Path) -> None:
    """Write today.svg and confusions.svg."""
    home.make(folder)
    os.environ["TUTOR_NOW"] = home.NOW
    context = surroundings(argparse.Namespace(home=str(folder), profile="default"))
    place = today._Home(context, [])
    doors = Doors(
        place.open_session,
        place.look_ahead,
        place.look,
        place.mark,
        place.config,
        context.paths.config_file,
        lambda: False,
    )
    app = TutorApp(lambda: place.open_session(Wish()), context.config, no_color=False, doors=doors)
    async with app.run_test(size=MONTH_SIZE) as pilot:
        for name, key in (("today.svg", ""), ("confusions.svg", "c")):
            if key:
                await pilot.press(key)
            await pilot.pause(0)
            await app.workers.wait_for_complete()
            await pilot.pause(0.5)
            save(app, name)


def save(app: TutorApp, name: str) -> None:
    """The screen as SVG, without the addresses of web fonts: the picture asks nothing from the network."""
    svg = app.export_screenshot(title="tutor")
    svg = re.sub(r"@font-face\s*\{.*?\}", "", svg, flags=re.DOTALL)
    (OUT / name).write_text("\n".join(line.rstrip() for line in svg.splitlines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(draw(Path(folder) / "learner.db"))
        asyncio.run(draw_month(Path(folder) / "home"))
    sys.exit(0)

"""Every action of the review does something at each size, has a line of help and can be reached from the palette."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tui.bank import MATCHING, MULTIPLE, ORDERING, SINGLE
from tests.tui.fake import FakeSession
from tests.tui.support import check_golden, dump, press, running, settle
from tutor.core.question import Question
from tutor.tui.action import ASKING, Place
from tutor.tui.actions_review import ON_QUESTIONS
from tutor.tui.palette import HIDDEN
from tutor.tui.screens.base import ActionScreen
from tutor.tui.screens.help import help_blocks
from tutor.tui.widgets.keybar import KeyBar

OTHER = replace(SINGLE, id="other-side", ask="Which approach is faster here?")
QUESTION: dict[Place, Question] = {"question": SINGLE, "ordering": ORDERING, "matching": MATCHING, "feedback": SINGLE}
BEFORE: dict[tuple[str, Place], tuple[str, ...]] = {
    **{("answer", place): ("a", "b", "c") if place != "question" else ("b",) for place in ASKING},
    **{("mark", place): ("j",) for place in ASKING},
    **{("strike", place): ("j",) for place in ASKING},
    ("mark", "question"): ("j", "minus"),
    ("up", "question"): ("j", "j"),
    ("up", "ordering"): ("j", "j"),
    ("up", "matching"): ("j", "j"),
    ("move_up", "ordering"): ("j",),
    ("move_down", "ordering"): ("a", "b", "k"),
    **{("undo", place): () for place in ASKING},
}


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("place", [*ASKING, "feedback"])
async def test_each_key_of_the_review_changes_what_is_shown(place: Place, size: tuple[int, int]) -> None:
    shown: list[str] = []
    for action in ON_QUESTIONS:
        if place not in action.where or action.id == "timer":
            continue
        session = FakeSession(questions=[QUESTION[place], MULTIPLE])
        session.contrasts = [OTHER]
        async with running(session, size) as (app, pilot):
            await press(app, pilot, *(("a", "enter") if place == "feedback" else BEFORE.get((action.id, place), ())))
            before, clipboard = dump(app), app.clipboard
            await press(app, pilot, action.keys[0])
            after = dump(app)
            assert after != before or app.clipboard != clipboard, action.id
            shown.append(f"-- {action.id}\n{after}")
    check_golden(f"actions_{place}_{size[0]}x{size[1]}", "\n".join(shown))


@pytest.mark.parametrize("place", [*ASKING, "feedback"])
async def test_every_action_has_a_key_a_help_line_and_a_palette_entry(place: Place) -> None:
    session = FakeSession(questions=[QUESTION[place], MULTIPLE])
    async with running(session) as (app, pilot):
        if place == "feedback":
            await press(app, pilot, "a", "enter")
        screen = app.screen
        assert isinstance(screen, ActionScreen)
        assert screen.place == place
        live = {action.id: key for action, key in screen.live()}
        wanted = {action.id for action in ON_QUESTIONS if place in action.where}
        assert wanted <= set(live)
        assert all(live[name] for name in wanted)
        assert not wanted & (set(HIDDEN) - {"choose"})
        page = repr(help_blocks(screen.actions, place))
        assert all(f"[{name}]" in page for name in wanted)


async def test_the_footer_is_clickable_in_every_place() -> None:
    session = FakeSession(questions=[ORDERING, SINGLE])
    async with running(session) as (app, pilot):
        await press(app, pilot, "b", "a", "c")
        await pilot.click(KeyBar, offset=(2, 0))
        await settle(app, pilot)
        assert "✓ Right." in dump(app)
        await pilot.click(KeyBar, offset=(2, 0))
        await settle(app, pilot)
        assert app.review.place == "question"

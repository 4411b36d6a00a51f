"""The tour: three steps with the keys as they are set, skipped at any time, readable on a small screen."""

from __future__ import annotations

import pytest

from tests.tui.bank import BANK, SINGLE
from tests.tui.fake import FakeSession
from tests.tui.support import check_golden, dump, press, running, settle
from tutor.tui.actions import ACTIONS, remapped
from tutor.tui.screens.base import bound
from tutor.tui.screens.tour import TourScreen


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=lambda s: f"{s[0]}x{s[1]}")
async def test_each_step_looks_as_it_should_and_the_last_one_ends(size: tuple[int, int]) -> None:
    async with running(FakeSession(BANK, [SINGLE]), size) as (app, pilot):
        app.push_screen(bound(TourScreen, ACTIONS)())
        await settle(app, pilot)
        pages = [dump(app)]
        for key in ("enter", "n"):
            await press(app, pilot, key)
            pages.append(dump(app))
        check_golden(f"tour_{size[0]}x{size[1]}", "\n".join(pages))
        await press(app, pilot, "enter")
        assert not isinstance(app.screen, TourScreen)


async def test_it_goes_back_and_is_skipped() -> None:
    async with running(FakeSession(BANK, [SINGLE])) as (app, pilot):
        app.push_screen(bound(TourScreen, ACTIONS)())
        await settle(app, pilot)
        first = dump(app)
        assert "Back" not in first
        await press(app, pilot, "enter", "b")
        assert dump(app) == first
        await press(app, pilot, "escape")
        assert not isinstance(app.screen, TourScreen)
        assert app.return_code is None


async def test_it_shows_the_keys_as_they_are_set() -> None:
    actions = remapped({"guess": "f6"})
    async with running(FakeSession(BANK, [SINGLE])) as (app, pilot):
        app.push_screen(bound(TourScreen, actions)())
        await settle(app, pilot)
        await press(app, pilot, "enter")
        assert "F6" in dump(app)


async def test_one_cell_does_not_break_it() -> None:
    async with running(FakeSession(BANK, [SINGLE]), (1, 1)) as (app, pilot):
        app.push_screen(bound(TourScreen, ACTIONS)())
        await press(app, pilot, "enter", "enter", "enter")
        assert app.return_code is None

"""The keys of the pages around the review: each has a line of help and a place in the palette."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from textual.content import Content

from tests.report import history
from tests.tui.support import dump, eventually
from tests.tui.views import Home, opened, press, quiet
from tutor.overview import Overview
from tutor.tui.action import PLACES, Place
from tutor.tui.actions import ACTIONS, key_label
from tutor.tui.blocks import lay_out
from tutor.tui.palette import HIDDEN, Commands
from tutor.tui.screens.base import ActionScreen
from tutor.tui.screens.browse import BrowseScreen
from tutor.tui.screens.help import help_blocks
from tutor.tui.screens.view import Wish
from tutor.tui.widgets.listing import Listing

SIZES = [(80, 24), (40, 12)]
PAGES: dict[Place, tuple[str, ...]] = {
    "today": (),
    "list": ("w",),
    "shelf": ("b",),
    "filtering": ("slash",),
    "detail": ("c", "enter"),
    "preview": ("b", "enter"),
}
"""The keys from the first page to each place."""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path, history.bank())


@pytest.mark.parametrize("place", PLACES)
def test_every_action_has_a_key_and_a_line_of_help_where_it_works(place: Place) -> None:
    words = " ".join(line.plain for line in lay_out(help_blocks(ACTIONS, place), 200))
    for action in ACTIONS:
        if place in action.where:
            assert action.keys
            assert action.help in words, action.id
            assert any(key_label(key) in words for key in action.keys), action.id


@pytest.mark.parametrize("place", PAGES)
async def test_every_live_action_is_in_the_palette(home: Home, place: Place) -> None:
    async with opened(home) as (app, pilot):
        await press(app, pilot, *PAGES[place])
        screen = app.screen
        assert isinstance(screen, ActionScreen)
        assert screen.place == place
        live = {action.label for action, _ in screen.live() if action.id not in HIDDEN}
        found = [hit async for hit in Commands(screen).discover()]
        assert {hit.text for hit in found} == live
        assert all(isinstance(hit.display, Content) for hit in found)  # type: ignore[union-attr]
        for label in live:
            assert label in [hit.text async for hit in Commands(screen).search(label)]


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_every_key_of_every_page_is_pressed(home: Home, size: tuple[int, int]) -> None:
    pressed = set()
    async with opened(home, size) as (app, pilot):
        for place, way in PAGES.items():
            for action in ACTIONS:
                if place not in action.where or action.id in ("quit", "quit_now", "interrupt"):
                    continue
                if app.screen is app.home:
                    await press(app, pilot, *way)
                assert isinstance(app.screen, ActionScreen)
                assert app.screen.place == place
                start = app.screen
                await press(app, pilot, action.keys[-1])
                pressed.add((place, action.id))
                while app.screen not in (app.home, start):
                    await press(app, pilot, "q" if app.screen is app.review else "escape")
                if start.place != place:
                    await press(app, pilot, "slash" if place == "filtering" else "escape")
            while app.screen is not app.home:
                await press(app, pilot, "escape")
        assert app.return_code is None
    assert {place for place, _ in pressed} == set(PAGES)


async def test_a_key_that_is_held_down_begins_one_sitting(home: Home) -> None:
    async with opened(home) as (app, pilot):
        for _ in range(3):
            app.simulate_key("enter")
        await eventually(pilot, lambda: app.screen is app.review)
        await quiet(app, pilot)
        assert home.sittings == [Wish()]
        assert len(app.screen_stack) == 2


async def test_the_slash_opens_the_questions_with_the_filter_ready(home: Home) -> None:
    async with opened(home) as (app, pilot):
        await press(app, pilot, "slash", *"tensors q")
        assert "tensors q" in dump(app)
        assert "type:multiple" in dump(app)
        await press(app, pilot, "enter", "q")
        assert app.screen is app.home


async def test_a_long_read_is_mentioned_and_replaced_by_what_was_read(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    gate.set()
    monkeypatch.setattr("tutor.tui.screens.view.SLOW", 0.01)
    look = home.look

    def slow(read: Any) -> Any:
        gate.wait(60)
        return look(read)

    home.look = slow  # type: ignore[method-assign]
    async with opened(home) as (app, pilot):
        gate.clear()
        app.simulate_key("w")
        await eventually(pilot, lambda: "One moment..." in dump(app), pause=0.01)
        gate.set()
        await quiet(app, pilot)
        assert "One moment..." not in dump(app)
        assert "Tensors & shapes" in dump(app)


async def test_a_page_can_be_left_while_it_still_reads(home: Home) -> None:
    gate = threading.Event()
    gate.set()
    look = home.look

    def slow(read: Any) -> Any:
        gate.wait(60)
        return look(read)

    home.look = slow  # type: ignore[method-assign]
    async with opened(home) as (app, pilot):
        gate.clear()
        app.simulate_key("p")
        await eventually(pilot, lambda: app.screen is not app.home)
        app.simulate_key("q")
        await eventually(pilot, lambda: app.screen is app.home)
        gate.set()
        await quiet(app, pilot)
        assert "Where you stand" in dump(app)


async def test_a_hundred_thousand_rows_are_made_only_when_they_are_seen(home: Home) -> None:
    made: list[int] = []

    def row(place: int) -> Content:
        made.append(place)
        return Content(f"row {place}")

    async with opened(home) as (app, pilot):
        await press(app, pilot, "b")
        listing = app.screen.query_one(Listing)
        listing.show(row, 100_000)
        await quiet(app, pilot)
        await press(app, pilot, "end", "pageup")
        assert listing.cursor == 99_999 - (listing.size.height - 1)
        assert "row 99999" in dump(app)
        assert len(made) < 40 * listing.size.height


async def test_only_the_last_of_several_searches_is_shown(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(home) as (app, pilot):
        await press(app, pilot, "b", "slash")
        for key in "endpoints":
            app.simulate_key(key)
        await quiet(app, pilot)
        screen = app.screen
        assert isinstance(screen, BrowseScreen)
        assert "15 questions of 60" in dump(app)
        assert screen.listing.count == 15


@pytest.mark.parametrize("keys", PAGES.values())
async def test_without_colour_no_page_has_any(home: Home, keys: tuple[str, ...]) -> None:
    async with opened(home, (120, 40), no_color=True) as (app, pilot):
        await press(app, pilot, *keys)
        strips = app.screen._compositor.render_strips()
        styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
        colours = {colour for style in styles for colour in (style.color, style.bgcolor) if colour is not None}
        assert all(colour.is_default for colour in colours)


async def test_the_day_is_read_again_after_the_last_question_too(tmp_path: Path) -> None:
    home = Home(tmp_path, history.bank(), empty=True)
    home.config_file.write_text("new_per_day = 2\n", encoding="utf-8")

    def answered(look: Overview) -> int:
        return len(look.answers())

    async with opened(home, (80, 40)) as (app, pilot):
        assert "Welcome." in dump(app)
        await press(app, pilot, "enter")
        for _ in range(100):
            if app.screen is not app.review:
                break
            await press(app, pilot, "a", "enter", "enter")
        assert app.screen is not app.review
        await press(app, pilot, "q")
        assert app.screen is app.home
        assert home.look(answered) > 0
        assert f"of {home.look(answered)} right today" in dump(app)
        assert "Welcome." not in dump(app)

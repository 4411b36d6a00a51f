"""The settings screen and the list of keys: every change is in config.toml at once, a wrong one changes nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tests.tui.bank import BANK, SINGLE
from tests.tui.fake import FakeSession
from tests.tui.support import check_golden, dump, press, running, settle
from tutor.config import Config, load_config
from tutor.settings import SETTINGS
from tutor.tui.actions import ACTIONS
from tutor.tui.app import TutorApp
from tutor.tui.screens.base import bound
from tutor.tui.screens.keys import CHANGEABLE, KeysScreen
from tutor.tui.screens.settings import SettingsScreen
from tutor.tui.widgets.listing import Listing

EXAMS = {"mla-c01": "AWS Machine Learning Engineer", "mla-c02": "Its successor"}
PLACES = {setting.name: place for place, setting in enumerate(SETTINGS)}


@asynccontextmanager
async def opened(
    file: Path, size: tuple[int, int] = (80, 24), exams: dict[str, str] | None = None
) -> AsyncIterator[tuple[TutorApp, Pilot[None]]]:
    """The settings over a review."""
    async with running(FakeSession(BANK, [SINGLE]), size) as (app, pilot):
        screen = bound(SettingsScreen, ACTIONS)
        app.push_screen(screen(file, load_config(file), EXAMS if exams is None else exams))
        await settle(app, pilot)
        yield app, pilot


async def at(app: TutorApp, pilot: Pilot[None], name: str) -> None:
    app.screen.query_one(Listing).go(PLACES[name])
    await settle(app, pilot)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text("# mine\nminutes = 30  # evenings\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (120, 40)], ids=lambda s: f"{s[0]}x{s[1]}")
async def test_the_settings_look_as_they_should(file: Path, size: tuple[int, int]) -> None:
    async with opened(file, size) as (app, _):
        check_golden(f"settings_{size[0]}x{size[1]}", dump(app))


async def test_numbers_and_flags_change_by_a_key_and_are_written_with_comments_kept(file: Path) -> None:
    async with opened(file) as (app, pilot):
        await at(app, pilot, "minutes")
        await press(app, pilot, "l", "right", "h")
        await at(app, pilot, "confidence")
        await press(app, pilot, "enter")
        await at(app, pilot, "retention")
        await press(app, pilot, "h")
        assert "Saved: retention is 0.89." in dump(app)
    assert file.read_text(encoding="utf-8") == (
        "# mine\nminutes = 35  # evenings\nconfidence = true\nretention = 0.89\n"
    )


async def test_a_value_is_typed_and_saved(file: Path) -> None:
    async with opened(file) as (app, pilot):
        await at(app, pilot, "exam_date")
        await press(app, pilot, "enter", *"2027-03-31", "enter")
        assert not app.screen.query_one(Input).has_class("-open")
        assert load_config(file).exam_date is not None
        await press(app, pilot, "x")
        assert "Saved: exam_date is not set." in dump(app)
        assert load_config(file).exam_date is None


async def test_a_wrong_value_stays_on_the_line_with_the_reason_and_nothing_is_written(file: Path) -> None:
    before = file.read_text(encoding="utf-8")
    async with opened(file) as (app, pilot):
        await at(app, pilot, "minutes")
        await press(app, pilot, "enter", "3", "enter")
        assert "minutes must be a whole number from 5 to 240" in " ".join(dump(app).split())
        assert app.screen.query_one(Input).has_class("-open")
        await press(app, pilot, "escape")
        assert not app.screen.query_one(Input).has_class("-open")
    assert file.read_text(encoding="utf-8") == before


async def test_only_exams_of_the_bank_are_chosen(file: Path) -> None:
    async with opened(file) as (app, pilot):
        await at(app, pilot, "exam")
        await press(app, pilot, "l")
        assert load_config(file).exam == "mla-c01"
        await press(app, pilot, "l", "enter", *"mla-c09", "enter")
        assert "There is no exam mla-c09." in dump(app)
        assert load_config(file).exam == "mla-c02"


async def test_a_theme_holds_at_once(file: Path) -> None:
    async with opened(file) as (app, pilot):
        await at(app, pilot, "theme")
        before = app.theme
        await press(app, pilot, "l")
        assert load_config(file).theme == app.theme != before
        await press(app, pilot, "x")
        assert app.theme == before


async def test_leaving_hands_back_the_settings_as_they_are_now(file: Path) -> None:
    async with opened(file) as (app, pilot):
        got: list[Config | None] = []
        app.push_screen(bound(SettingsScreen, ACTIONS)(file, load_config(file), EXAMS), got.append)
        await settle(app, pilot)
        await at(app, pilot, "minutes")
        await press(app, pilot, "l", "q")
        assert got[0] is not None
        assert got[0].minutes == 35


async def test_a_click_moves_and_a_second_click_changes(file: Path) -> None:
    async with opened(file) as (app, pilot):
        place = PLACES["show_timer"]
        await pilot.click(Listing, offset=(3, place))
        await settle(app, pilot)
        assert app.screen.query_one(Listing).cursor == place
        await pilot.click(Listing, offset=(3, place))
        await settle(app, pilot)
        assert load_config(file).show_timer is False


async def test_keys_are_changed_by_pressing_them(file: Path) -> None:
    async with opened(file) as (app, pilot):
        await press(app, pilot, "e")
        assert isinstance(app.screen, KeysScreen)
        check_golden("keys_80x24", dump(app))
        listing = app.screen.query_one(Listing)
        listing.go([action.id for action in CHANGEABLE].index("skip"))
        await settle(app, pilot)
        await press(app, pilot, "enter", "f5")
        assert load_config(file).keys == {"skip": "f5"}
        assert "Saved: Skip is on F5 from the next start on." in dump(app)
        await press(app, pilot, "enter", "g")
        assert "'g' would be both" in " ".join(dump(app).split())
        assert load_config(file).keys == {"skip": "f5"}
        await press(app, pilot, "enter", "escape")
        assert isinstance(app.screen, KeysScreen)
        await press(app, pilot, "x")
        assert load_config(file).keys == {}
        await press(app, pilot, "q")
        assert app.screen.place == "settings"


@pytest.mark.parametrize("key", ["q", "j", "enter", "minus"])
async def test_an_awaited_key_does_nothing_else(file: Path, key: str) -> None:
    async with opened(file) as (app, pilot):
        await press(app, pilot, "e")
        before = app.screen.query_one(Listing).cursor
        await press(app, pilot, "enter", key)
        assert isinstance(app.screen, KeysScreen)
        assert app.screen.query_one(Listing).cursor == before


async def test_every_line_is_reached_and_the_ends_hold(file: Path) -> None:
    async with opened(file, (40, 12)) as (app, pilot):
        listing = app.screen.query_one(Listing)
        await press(app, pilot, "end")
        assert listing.cursor == len(SETTINGS) - 1
        await press(app, pilot, "j")
        assert listing.cursor == len(SETTINGS) - 1
        await press(app, pilot, "home", "k")
        assert listing.cursor == 0
        await press(app, pilot, "pagedown", "pageup")
        assert listing.cursor == 0


@pytest.mark.parametrize("text", ["[/] $GPU", "[@click=app.quit]x[/]", "a[/red]b \x1b]52;c;eA\x07"])
async def test_hostile_names_are_shown_as_written(file: Path, text: str) -> None:
    async with opened(file, (100, 30), {"mla-c01": text}) as (app, pilot):
        await at(app, pilot, "exam")
        shown = dump(app)
        assert "\x1b" not in shown
        assert text.split(" \x1b")[0] in shown
        assert app.return_code is None


async def test_one_cell_does_not_break_it(file: Path) -> None:
    async with opened(file, (1, 1)) as (app, pilot):
        await press(app, pilot, "j", "l", "e", "q", "q")
        assert app.return_code is None

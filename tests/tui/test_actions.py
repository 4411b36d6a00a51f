"""The registry: keys that arrive, never two meanings in one place, and a method behind every action."""

from __future__ import annotations

import re

import pytest

from tutor.errors import UsageError
from tutor.tui.action import ASKING, OPTION_KEYS, OPTION_LETTERS, PLACES, Place
from tutor.tui.actions import ACTIONS, BY_ID, key_label, remapped
from tutor.tui.screens.browse import BrowseScreen
from tutor.tui.screens.confusions import ConfusionsScreen
from tutor.tui.screens.dialog import DialogScreen
from tutor.tui.screens.keys import KeysScreen
from tutor.tui.screens.note import NoteScreen
from tutor.tui.screens.preview import PreviewScreen
from tutor.tui.screens.progress import ProgressScreen
from tutor.tui.screens.reader import ReaderScreen
from tutor.tui.screens.review import ReviewScreen
from tutor.tui.screens.settings import SettingsScreen
from tutor.tui.screens.summary import SummaryScreen
from tutor.tui.screens.today import TodayScreen
from tutor.tui.screens.tour import TourScreen
from tutor.tui.screens.view import DetailScreen
from tutor.tui.screens.weakness import WeaknessScreen

SCREENS = (ReviewScreen, NoteScreen, SummaryScreen, ReaderScreen, DialogScreen, SettingsScreen, KeysScreen, TourScreen,
           TodayScreen, WeaknessScreen, ConfusionsScreen, ProgressScreen, BrowseScreen, DetailScreen,
           PreviewScreen)  # fmt: skip


def test_commands_and_option_keys_never_meet_while_a_question_is_open() -> None:
    commands = {key for a in ACTIONS if set(ASKING) & set(a.where) and a.id != "choose" for key in a.keys}
    assert commands.isdisjoint({*OPTION_KEYS, *OPTION_LETTERS})
    assert {"g", "s", "u", "m", "w", "y", "t", "q", "j", "k", "minus"} <= commands


def test_the_keys_of_the_registry_do_not_clash_in_any_place() -> None:
    for place in PLACES:
        keys = [key for action in ACTIONS if place in action.where for key in action.keys]
        assert len(keys) == len(set(keys)), place
    assert remapped({}) == ACTIONS


def test_every_key_is_one_that_terminals_send() -> None:
    good = re.compile(
        r"[a-zA-Z0-9]|minus|plus|question_mark|f1|ctrl\+[a-z]|enter|space|escape|tab|(shift\+)?(up|down|left|right)|home|end|page\w+|delete|slash"
    )
    assert all(good.fullmatch(key) for action in ACTIONS for key in action.keys)


def test_every_action_has_a_method_in_each_of_its_places() -> None:
    places: dict[Place, type] = {place: screen for screen in SCREENS for place in screen.PLACES}
    missing = [
        (action.id, place)
        for action in ACTIONS
        for place in action.where
        if not callable(getattr(places[place], f"action_{action.id}", None))
    ]
    assert missing == []


def test_every_action_says_what_it_does() -> None:
    assert all(action.label and action.help.endswith(".") and len(action.label) <= 18 for action in ACTIONS)
    assert len(BY_ID) == len(ACTIONS)


def test_keys_are_remapped_by_the_id_of_the_action() -> None:
    actions = {action.id: action for action in remapped({"skip": "f2, -", "strike": "S"})}
    assert actions["skip"].keys == ("f2", "minus")
    assert actions["strike"].keys == ("S",)
    assert [key_label(key) for key in actions["skip"].keys] == ["F2", "-"]


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"skipp": "z"}, "Did you mean skip?"),
        ({"skip": "g"}, "'g' would be both 'guess' and 'skip'"),
        ({"skip": "a"}, "'a' would be both 'choose' and 'skip'"),
        ({"choose": "z"}, "are fixed"),
        ({"skip": "ctrl+enter"}, "not a key that every terminal sends"),
    ],
)
def test_a_mapping_that_cannot_work_is_refused_with_the_reason(keys: dict[str, str], words: str) -> None:
    with pytest.raises(UsageError, match=re.escape(words)):
        remapped(keys)

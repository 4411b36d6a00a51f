"""The pages around the review, on the fixed history of six weeks: what they show, where their keys lead, and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.report import history
from tests.tui.support import check_golden, dump
from tests.tui.views import Home, opened, press, quiet
from tutor.config import load_config
from tutor.errors import DataError
from tutor.store.repo import Store
from tutor.tui.screens.view import Wish

SIZES = [(80, 24), (40, 12), (120, 40)]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path, history.bank())


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("today", ()),
        ("weakness", ("w",)),
        ("concept", ("w", "enter")),
        ("confusions", ("c",)),
        ("trap", ("c", "enter")),
        ("progress", ("p",)),
        ("questions", ("b",)),
        ("question", ("b", "enter")),
    ],
)
async def test_each_page_looks_as_it_should(
    home: Home, size: tuple[int, int], name: str, keys: tuple[str, ...]
) -> None:
    async with opened(home, size) as (app, pilot):
        await press(app, pilot, *keys)
        check_golden(f"{name}_{size[0]}x{size[1]}", dump(app))


async def test_the_first_day_invites_and_states_nothing(tmp_path: Path) -> None:
    home = Home(tmp_path, history.bank(), empty=True)
    async with opened(home) as (app, pilot):
        check_golden("today_first_80x24", dump(app))
        await press(app, pilot, "w")
        assert "not tried yet" in dump(app)
        await press(app, pilot, "q", "c")
        assert "No trap has been met yet." in dump(app)
        await press(app, pilot, "q", "p")
        assert "Nothing has been answered yet" in dump(app)
        assert not home.database.exists()


async def test_a_review_begins_and_leads_back_to_renewed_numbers(home: Home) -> None:
    async with opened(home) as (app, pilot):
        before = home.look(lambda look: len(look.answers()))
        await press(app, pilot, "enter")
        assert app.screen is app.review
        await press(app, pilot, "a", "enter")
        assert "Right." in dump(app) or "Wrong." in dump(app)
        await press(app, pilot, "q")
        assert app.screen is app.home
        assert home.look(lambda look: len(look.answers())) == before + 1
        assert "of 1 right today" in dump(app)
        with Store.open(home.database):
            pass  # the lock is free again
        await press(app, pilot, "q")
        assert app.return_code == 0


async def test_a_review_begun_from_the_page_shows_the_stored_question_early(home: Home) -> None:
    async with opened(home) as (app, pilot):
        await press(app, pilot, "enter", "a", "enter", "q")
        await press(app, pilot, "enter")
        assert home.early is not None
        assert app.review.pick == home.early.picked.pick


async def test_a_second_sitting_begins_after_the_first(home: Home) -> None:
    async with opened(home) as (app, pilot):
        for _ in range(2):
            await press(app, pilot, "enter", "a", "enter", "q")
        assert home.sittings == [Wish(), Wish()]
        assert "of 2 right today" in dump(app)


@pytest.mark.parametrize(
    ("keys", "wish"),
    [
        (("w", "d"), Wish(concept="tensors")),
        (("w", "enter", "d"), Wish(concept="tensors")),
        (("c", "d"), Wish(trap="data-vs-model")),
        (("c", "enter", "d"), Wish(trap="data-vs-model")),
    ],
)
async def test_a_drill_starts_from_a_list_and_from_a_page(home: Home, keys: tuple[str, ...], wish: Wish) -> None:
    async with opened(home) as (app, pilot):
        await press(app, pilot, *keys)
        assert home.sittings == [wish]
        assert app.screen is app.review
        assert app.review.pick is not None
        assert app.review.pick.mode == "drill"
        await press(app, pilot, "q")
        assert app.screen is app.home


async def test_a_review_that_cannot_be_opened_says_why_and_the_day_goes_on(home: Home) -> None:
    async with opened(home) as (app, pilot):
        home.fail = DataError("learner.db is open in another tutor", "Close it there.")
        await press(app, pilot, "enter")
        assert "learner.db is open in another tutor" in dump(app)
        assert "Close it there." in dump(app)
        home.fail = None
        await press(app, pilot, "escape")
        assert app.screen is app.home
        await press(app, pilot, "enter")
        assert app.screen is app.review


async def test_a_page_that_cannot_be_read_says_why(home: Home) -> None:
    async with opened(home) as (app, pilot):
        home.fail = DataError("learner.db is damaged", "Bring back a copy.")
        await press(app, pilot, "w")
        assert "learner.db is damaged" in dump(app)
        assert "Bring back a copy." in dump(app)


async def test_concepts_are_narrowed_to_a_domain_and_back(home: Home) -> None:
    async with opened(home) as (app, pilot):
        await press(app, pilot, "w")
        assert "all domains" in dump(app)
        await press(app, pilot, "n", "n")
        assert "2 Serving" in dump(app)
        assert "Tensors" not in dump(app)
        await press(app, pilot, "n")
        assert "Tensors" in dump(app)


async def test_questions_are_filtered_as_the_words_are_typed(home: Home) -> None:
    async with opened(home) as (app, pilot):
        await press(app, pilot, "b")
        assert "60 questions of 60" in dump(app)
        await press(app, pilot, "slash", *"task:1.2 wrong", "enter")
        shown = dump(app)
        assert "8 questions of 60" in shown
        assert "1.1" not in "".join(line[:12] for line in shown.splitlines()[3:-3])
        await press(app, pilot, "slash", *" tusk:1", "escape")
        assert "did you mean task:?" in dump(app)


async def test_reserve_questions_are_nowhere(home: Home) -> None:
    async with opened(home, (120, 40)) as (app, pilot):
        await press(app, pilot, "b", "slash", *"reserve", "escape")
        assert "0 questions of 60" in dump(app)
        entries = [entry.question for entry in app.screen.data.entries]  # type: ignore[attr-defined]
        assert not any(question.reserve for question in entries)


async def test_a_question_is_flagged_and_suspended_from_the_list(home: Home) -> None:
    async with opened(home) as (app, pilot):
        await press(app, pilot, "b", "m", "z")
        marks = home.look(lambda look: look.marks())
        (mark,) = marks.values()
        assert (mark.flagged, mark.suspended) == (True, True)
        assert "suspended." in dump(app)
        await press(app, pilot, "slash", *"suspended flagged", "enter")
        assert "1 question of 60" in dump(app)
        await press(app, pilot, "z")
        assert not next(iter(home.look(lambda look: look.marks()).values())).suspended
        await press(app, pilot, "enter", "m")
        assert "the flag is off" in dump(app)
        assert not next(iter(home.look(lambda look: look.marks()).values())).flagged


async def test_a_mark_that_cannot_be_stored_now_says_who_holds_the_store(home: Home) -> None:
    async with opened(home, (120, 40)) as (app, pilot):
        await press(app, pilot, "b")
        with Store.open(home.database):
            for key in ("m", "z"):
                await press(app, pilot, key)
                assert "open in another copy of tutor" in " ".join(dump(app).split())
            await press(app, pilot, "enter", "m")
            assert "open in another copy of tutor" in " ".join(dump(app).split())
        assert home.look(lambda look: look.marks()) == {}
        await press(app, pilot, "m")
        assert "flagged" in dump(app)


async def test_a_question_never_asked_keeps_its_words_to_itself(tmp_path: Path) -> None:
    home = Home(tmp_path, history.bank(), without="tensors-03")
    async with opened(home) as (app, pilot):
        await press(app, pilot, "b", "slash", *"id:tensors-03", "enter", "enter")
        assert "Not asked yet" in dump(app)
        assert "What about" not in dump(app)
        await press(app, pilot, "v")
        assert "What about" in dump(app)
        assert "Show" not in dump(app).splitlines()[-1]


async def test_settings_changed_on_their_page_hold_for_the_next_sitting(home: Home) -> None:
    async with opened(home) as (app, pilot):
        await press(app, pilot, "s", "j", "j", "l", "q")
        assert load_config(home.config_file).minutes == 30
        assert app.screen is app.home


async def test_the_tour_is_shown_once_on_the_first_start(home: Home) -> None:
    home.first = True
    async with opened(home) as (app, pilot):
        assert "1 of 3" in dump(app)
        home.first = False
        await press(app, pilot, "escape", "w", "q")
        assert "1 of 3" not in dump(app)


async def test_every_line_is_reached_with_keys_and_mouse(home: Home) -> None:
    async with opened(home, (80, 12)) as (app, pilot):
        await press(app, pilot, "b", "end")
        listing = app.screen.listing  # type: ignore[attr-defined]
        assert listing.cursor == 59
        await press(app, pilot, "home", "j", "j", "k", "pagedown", "pageup")
        assert listing.cursor == 1
        await press(app, pilot, "home", "j")
        await pilot.click("Listing", offset=(5, 0))
        await quiet(app, pilot)
        assert listing.cursor == 0
        await pilot.click("Listing", offset=(5, 0))
        await quiet(app, pilot)
        assert app.screen.place == "preview"  # type: ignore[attr-defined]


async def test_one_cell_breaks_no_page(home: Home) -> None:
    async with opened(home, (1, 1)) as (app, pilot):
        for page in ("w", "c", "p", "b"):
            await press(app, pilot, page, "enter", "j", "escape", "escape")
            for _ in range(5):
                if app.screen is not app.home:
                    await press(app, pilot, "escape")
            assert app.screen is app.home
        assert app.return_code is None


@pytest.mark.parametrize("words", ["[/] $GPU", "a[/red]b [b", "[@click=app.quit]x[/]", "A\x1b]52;c;eA==\x07B\u202eC"])
async def test_hostile_names_are_shown_as_written_on_every_page(tmp_path: Path, words: str) -> None:
    bank = history.bank()
    bank = replace(
        bank,
        questions={k: replace(q, ask=words, stem=words, explanation=words) for k, q in bank.questions.items()},
        concepts={k: replace(c, name=words, definition=words) for k, c in bank.concepts.items()},
        traps={k: replace(t, name=words, rule=words, cue_a=words, cue_b=words) for k, t in bank.traps.items()},
        exams={k: replace(e, name=words, notice=words) for k, e in bank.exams.items()},
    )
    home = Home(tmp_path, bank)
    expected = "ABC" if "\x1b" in words else words
    async with opened(home, (120, 40)) as (app, pilot):
        for keys in ((), ("w",), ("enter",), ("q", "q", "c"), ("enter",), ("q", "q", "b"), ("enter",)):
            await press(app, pilot, *keys)
            shown = dump(app)
            assert expected in shown
            assert not {"\x1b", "\u202e", "\x07"} & set(shown)
        assert app.return_code is None

"""Steps in order, pairs, and the scenario of a case: with keys, with the mouse, and over a change of the size."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tui.bank import BANK, MATCHING, MULTIPLE, ORDERING
from tests.tui.fake import FakeSession
from tests.tui.support import check_golden, dump, press, running, settle
from tutor.core.question import Case
from tutor.tui.widgets.matching import OptionLine, PromptLine
from tutor.tui.widgets.ordering import Step

SIZES = pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=lambda s: f"{s[0]}x{s[1]}")
LONG = "\n\n".join(f"Paragraph {n} of the case tells what the company does and what it must not do." for n in range(9))
CASES = replace(BANK, cases={"fraud-platform": Case("fraud-platform", "A fraud platform", LONG)})


def answers(session: FakeSession) -> list[object]:
    return [value for called, value in session.calls if called == "answer"]


@SIZES
async def test_steps_are_placed_with_letters_and_digits_and_moved_with_keys(size: tuple[int, int]) -> None:
    session = FakeSession(questions=[ORDERING])
    name = f"ordering_{size[0]}x{size[1]}"
    async with running(session, size) as (app, pilot):
        shown = [dump(app)]
        await press(app, pilot, "enter")
        assert "0 of 3 placed" in dump(app)
        await press(app, pilot, "a", "3", "b", "K")
        shown.append(dump(app))
        await press(app, pilot, "K", "shift+down", "shift+up", "minus", "b", "K", "K", "g")
        shown.append(dump(app))
        check_golden(name, "\n".join(shown))
        await press(app, pilot, "enter")
        assert "✓ Right." in dump(app)
    assert answers(session) == [("pick-0", ("split", "fit", "test"), "guess", 0)]


async def test_a_step_that_stays_out_is_moved_out_and_a_wrong_order_says_what_you_had() -> None:
    session = FakeSession(questions=[ORDERING])
    async with running(session, (80, 40)) as (app, pilot):
        await press(app, pilot, "J")
        assert "Go to a step first" in dump(app)
        await press(app, pilot, "d", "b", "c", "a", "enter")
        assert "4 placed, 3 wanted: take 1 out." in dump(app)
        await press(app, pilot, "k", "k", "k", "J", "J", "J", "J", "enter")
        assert "✗ Wrong. 1 of 3 in place." in dump(app)
        assert "you had C" in dump(app)
        assert "stays out" in dump(app)
    assert answers(session) == [("pick-0", ("split", "test", "fit"), None, 0)]


async def test_steps_are_placed_by_clicks_and_dragged_to_another_place() -> None:
    session = FakeSession(questions=[ORDERING])
    async with running(session) as (app, pilot):

        def step(letter: str) -> Step:
            return next(line for line in app.screen.query(Step) if line.place == "abcd".index(letter))

        for letter in "abc":
            await pilot.click(step(letter))
        assert "1st  A" in dump(app)
        await pilot.mouse_down(step("b"))
        await pilot.mouse_up(step("a"))
        await settle(app, pilot)
        assert "1st  B  Split the data" in dump(app)
        await pilot.click(step("c"))
        await settle(app, pilot)
        assert "2 placed" in dump(app)
        await pilot.click(step("c"))
        await press(app, pilot, "enter")
    assert answers(session) == [("pick-0", ("split", "fit", "test"), None, 0)]


@SIZES
async def test_prompts_are_matched_one_after_the_other_and_can_be_changed(size: tuple[int, int]) -> None:
    session = FakeSession(questions=[MATCHING])
    async with running(session, size) as (app, pilot):
        shown = [dump(app)]
        await press(app, pilot, "c", "enter")
        assert "still open 2" in dump(app)
        shown.append(dump(app))
        await press(app, pilot, "1", "left", "b")
        shown.append(dump(app))
        check_golden(f"matching_{size[0]}x{size[1]}", "\n".join(shown))
        await press(app, pilot, "enter")
        assert "✓ Right." in dump(app)
    assert answers(session) == [("pick-0", ("does-not-fit=model-parallel", "fits-but-slow=data-parallel"), None, 0)]


async def test_pairs_are_made_with_the_cursor_and_with_the_mouse() -> None:
    session = FakeSession(questions=[MATCHING, MATCHING])
    async with running(session) as (app, pilot):
        await press(app, pilot, "space")
        assert "Move to an option first" in dump(app)
        await press(app, pilot, "j", "j", "space", "k", "space", "l", "h", "tab", "enter")
        assert "✓ Right." in dump(app)
        await press(app, pilot, "n")
        options, prompts = list(app.screen.query(OptionLine)), list(app.screen.query(PromptLine))
        await pilot.click(prompts[1])
        await pilot.click(options[0])
        await pilot.click(options[1])
        await press(app, pilot, "enter")
        assert "✓ Right." in dump(app)


@pytest.mark.parametrize("question", [ORDERING, MATCHING, MULTIPLE], ids=lambda q: q.type)
async def test_a_change_of_the_size_keeps_what_was_marked(question: object) -> None:
    session = FakeSession(questions=[question])  # type: ignore[list-item]
    async with running(session) as (app, pilot):
        await press(app, pilot, "b", "a", "i")
        before = app.review.marks
        assert before is not None
        marked, word = before.answer, before.word
        for size in ((120, 40), (40, 12), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(app, pilot)
        assert app.review.marks is before
        assert before.answer == marked
        assert word in dump(app)
        assert "marked as unsure" in dump(app)


async def test_what_was_marked_survives_a_failed_save() -> None:
    from tutor.errors import StoreError

    session = FakeSession(questions=[ORDERING])
    session.fail["answer"] = [StoreError("The disk is full.")]
    async with running(session) as (app, pilot):
        await press(app, pilot, "b", "a", "c", "enter", "escape")
        assert "1st  B  Split the data" in dump(app)
        await press(app, pilot, "enter")
        assert "✓ Right." in dump(app)


@SIZES
async def test_the_scenario_of_a_case_scrolls_above_its_question(size: tuple[int, int]) -> None:
    second = replace(
        MULTIPLE, id="private-endpoint-2", stem="The company grows.", ask="What now?", options=MULTIPLE.options[:3]
    )
    session = FakeSession(CASES, [second, replace(second, id="private-endpoint-3", ask="And then?")])
    async with running(session, size) as (app, pilot):
        check_golden(f"case_{size[0]}x{size[1]}", dump(app))
        await press(app, pilot, "pagedown")
        scrolled = dump(app)
        assert "Paragraph 0" not in scrolled
        if size == (80, 24):
            assert "The company grows." in scrolled
            assert "What now?" in scrolled
            top = scrolled.split("\n")[2]
            await press(app, pilot, "1", "c", "enter", "n")
            assert "And then?" in dump(app)
            assert dump(app).split("\n")[2] == top
        assert "[ ] A" in scrolled

"""Out of one home and into another: every table comes back, in either order, over a change of the clock."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.export.conftest import MakeHome
from tests.export.homes import Home, state
from tests.store.strategies import few
from tutor.config import load_config
from tutor.core.question import Bank
from tutor.export.jsonl import sealed
from tutor.store.reader import Reader
from tutor.tuned import Tuned, settings_file, write

steps = st.lists(
    st.one_of(
        st.tuples(
            st.just("give"),
            st.integers(0, 3),
            st.booleans(),
            st.sampled_from([None, "guess", "unsure", "sure"]),
            st.sampled_from(["review", "drill", "mock", "cram"]),
            st.sampled_from([-300, 0, 60, 330]),
        ),
        st.tuples(st.just("undo")),
        st.tuples(
            st.just("mark"), st.sampled_from(["q-a", "q-b"]), st.sampled_from(["", "=note", 'é\n,"']), st.integers(0, 3)
        ),
        st.tuples(st.just("mock"), st.integers(0, 1), st.booleans()),
    ),
    max_size=7,
)
Steps = list[tuple[Any, ...]]


def live(home: Home, steps: Steps) -> None:
    """Do what the steps say."""
    for what, *more in steps:
        if what == "give":
            number, right, confidence, mode, offset = more
            right = right or number >= 2  # only single choice has a lure to take
            home.give(number, right, confidence=confidence, mode=mode, offset=offset)
        elif what == "undo":
            home.undo()
        elif what == "mark":
            home.mark(*more)
        else:
            with Reader.open(home.database) as reader:
                mocks = [a.id for a in reader.iter_answers(retracted=True) if a.mode == "mock"]
            own = [name for name in mocks if name.startswith(home.device)]
            home.mock(f"{home.device}-exam-{more[0]}", own[more[0] :: 2], over=more[1])


@few
@given(steps=steps)
def test_export_import_and_rebuild_give_back_every_table(
    tmp_path_factory: pytest.TempPathFactory, make_home: MakeHome, steps: Steps
) -> None:
    folder = tmp_path_factory.mktemp("identity")
    first, second = make_home(folder / "first"), make_home(folder / "second")
    live(first, steps)
    second.run("import", first.export())
    for home in (first, second):
        home.run("doctor", "--rebuild")
    assert state(second) == state(first)


@few
@given(shared=steps, here=steps, there=steps)
def test_two_homes_that_went_different_ways_come_to_one_state_in_either_order(
    tmp_path_factory: pytest.TempPathFactory, make_home: MakeHome, shared: Steps, here: Steps, there: Steps
) -> None:
    folder = tmp_path_factory.mktemp("merge")
    one = make_home(folder / "one")
    live(one, shared)
    two = one.copy(folder / "two", "two")
    live(one, here)
    live(two, there)
    from_one, from_two = one.export(), two.export()
    one.run("import", from_two)
    two.run("import", from_one)
    assert state(one) == state(two)
    before = state(one)
    one.run("import", from_one)
    one.run("import", from_two)
    assert state(one) == before


def practised(home: Home) -> Home:
    """A home with everything that an export must carry."""
    for number in range(12):
        home.give(number, number % 3 > 0 or number % 4 >= 2, confidence="guess" if number % 5 == 0 else None)
    home.undo()
    taken = [home.give(number, True, mode="mock").id for number in (0, 1)]
    home.mock("exam-1", taken)
    home.mark("q-b", "see the guide", 3)
    home.mark("q-c", "", 4, suspended=True)
    model = Tuned("", {"gamma": 0.25}, {"log_loss": 0.5}, {"answers": 300}, "abc", "2026-11-30")
    write(settings_file(home.database), model)
    return home


@pytest.mark.parametrize("kind", ["weakness", "readiness", "progress"])
def test_an_empty_home_gives_the_same_reports_byte_by_byte(make_home: MakeHome, tmp_path: Path, kind: str) -> None:
    first = practised(make_home(tmp_path / "first"))
    second = Home(tmp_path / "other", first.bank)
    second.run("import", first.export())
    for form in ("text", "json", "md", "html"):
        ours, theirs = first.report(kind, form), second.report(kind, form)
        if form == "text":  # its lines wrap inside the name of the home, which stands in the commands
            ours, theirs = b"".join(ours.split()), b"".join(theirs.split())
        assert theirs == ours.replace(b"/first", b"/other")
    assert state(second) == state(first)
    assert 'exam = "exam-a"' in second.config.read_text()
    assert settings_file(second.database).read_text() == settings_file(first.database).read_text()


def test_a_question_that_was_reworded_since_is_reworded_in_the_other_home_too(
    make_home: MakeHome, small_bank: Bank, tmp_path: Path
) -> None:
    first, second = make_home(tmp_path / "first"), make_home(tmp_path / "second")
    first.give(0, True)
    second.run("import", first.export())
    with Reader.open(second.database) as reader:
        question = small_bank.questions["q-a"]
        assert reader.text(question.text_hash) == question.text()


@pytest.mark.parametrize("change", ["2026-10-25", "2026-03-29", "2026-11-01", "2026-03-08"])
def test_answers_around_a_change_of_the_clock_in_two_zones_come_back(
    make_home: MakeHome, tmp_path: Path, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = make_home(tmp_path / "first"), make_home(tmp_path / "second")
    given_answers = []
    for number, hour in enumerate((0, 1, 2, 3, 5, 6, 7, 8, 12, 23)):
        for zone in ("Europe/Berlin", "America/New_York"):
            at = datetime.fromisoformat(f"{change}T{hour:02d}:30:00").replace(tzinfo=UTC)
            minutes = int(at.astimezone(ZoneInfo(zone)).utcoffset().total_seconds() // 60)  # type: ignore[union-attr]
            given_answers.append(first.give(number, True, at=at, offset=minutes))
    offsets = {a.utc_offset for a in given_answers}
    assert len(offsets) == 3  # one of the zones has both its offsets on that day
    monkeypatch.setenv("TUTOR_NOW", "2026-12-01T13:30:00+05:30")
    second.run("import", first.export())
    assert state(second) == state(first)
    with Reader.open(second.database) as reader:
        assert {a.id: a.study_day for a in reader.answers()} == {a.id: a.study_day for a in given_answers}
    assert len({a.study_day for a in given_answers}) >= 2


def test_since_takes_only_what_belongs_to_the_later_answers(make_home: MakeHome, tmp_path: Path) -> None:
    first, second = make_home(tmp_path / "first"), make_home(tmp_path / "second")
    for number in (0, 1):
        first.mock(
            f"exam-{number}",
            [first.give(number, True, mode="mock", at=datetime(2026, 11, 1 + number, 9, tzinfo=UTC)).id],
        )
    second.run("import", first.export("--since", "2026-11-02"))
    with Reader.open(second.database) as reader:
        assert [a.study_day for a in reader.answers()] == [date(2026, 11, 2)]
        assert [mock.id for mock in reader.iter_mocks()] == ["exam-1"]
        assert [text.text_hash for text in reader.iter_texts()] == [first.bank.questions["q-b"].text_hash]


def test_an_anonymous_export_holds_no_note_and_no_device(make_home: MakeHome, tmp_path: Path) -> None:
    first, second = practised(make_home(tmp_path / "first")), make_home(tmp_path / "second")
    text = first.export("--anonymous").read_text()
    assert "see the guide" not in text
    assert '"device":"first"' not in text
    second.run("import", first.export("--anonymous"))
    first.run("import", first.export("--anonymous"))  # takes neither note nor device away
    with Reader.open(first.database) as one, Reader.open(second.database) as two:
        assert one.marks()["q-b"].note == "see the guide"
        assert {a.device for a in one.answers()} == {"first"}
        assert {a.device for a in two.answers()} == {""}
        assert one.rows() == two.rows()


def test_settings_stay_unless_they_are_asked_for(
    make_home: MakeHome, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = practised(make_home(tmp_path / "first")), make_home(tmp_path / "second")
    second.config.write_text('exam = "exam-b"  # mine\nminutes = 10\n')
    file = first.export()
    second.run("import", file)
    assert second.config.read_text() == 'exam = "exam-b"  # mine\nminutes = 10\n'
    assert "--settings takes those of the file" in capsys.readouterr().err
    second.run("import", file, "--settings")
    kept = second.config.read_text()
    assert 'exam = "exam-a"  # mine' in kept
    assert "exam_date = 2027-01-20" in kept
    assert "minutes = 10" in kept


def test_of_two_tuned_models_the_later_wins_on_both_machines(make_home: MakeHome, tmp_path: Path) -> None:
    one, two = make_home(tmp_path / "one"), make_home(tmp_path / "two")
    for home, day in ((one, "2026-11-30"), (two, "2026-11-29")):
        home.give(0, True)
        write(settings_file(home.database), Tuned("", {"gamma": int(day[-1]) / 10}, made_on=day))
    from_one, from_two = one.export(), two.export()
    one.run("import", from_two)
    two.run("import", from_one)
    assert settings_file(one.database).read_text() == settings_file(two.database).read_text()
    assert state(one) == state(two)


def test_every_kind_of_setting_travels_to_a_home_that_has_none(make_home: MakeHome, tmp_path: Path) -> None:
    first = make_home(tmp_path / "first")
    with first.config.open("a") as file:
        file.write('retention = 0.92\ntrain = false\nestimates = "model"\n[keys]\nundo = "z"\n')
    second = Home(tmp_path / "other", first.bank)
    second.run("import", first.export())
    assert load_config(second.config) == load_config(first.config)


def test_settings_that_are_not_understood_are_left_aside_and_the_answers_are_taken(
    make_home: MakeHome, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = make_home(tmp_path / "first")
    first.give(0, True)
    lines = first.export().read_text().splitlines(keepends=True)
    strange = {"type": "settings", "config": {"minutes": 9_999}, "model": {"numbers": {"gamma": 7}}}
    lines[1] = sealed(strange)
    file = tmp_path / "strange.jsonl"
    file.write_text("".join(lines))
    second = Home(tmp_path / "other", first.bank)
    second.run("import", file)
    said = capsys.readouterr().err
    assert "the tuned settings in the file are left aside" in said
    assert "minutes must be a whole number" in said
    assert not second.config.exists()
    assert not settings_file(second.database).exists()
    assert state(second) == state(first)

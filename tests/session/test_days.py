"""What changes between answers: the day, the clock, the bank, the exam date; and the caches that follow the log."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.session.conftest import HandClock, Opener, small_bank
from tests.session.test_review import current, give
from tests.unit.make import make_bank
from tutor.config import Config
from tutor.core.knowledge import Knowledge, compare
from tutor.core.question import Bank
from tutor.desk import load_prior
from tutor.overview import Overview
from tutor.store.repo import Store


def changed(bank: Bank, question_id: str, **fields: object) -> Bank:
    questions = [replace(q, **fields) if q.id == question_id else q for q in bank.questions.values()]  # type: ignore[arg-type]
    return make_bank(questions, list(bank.traps.values()))


def test_midnight_keeps_the_question_on_screen_and_grades_it_with_the_new_day(start: Opener, clock: HandClock) -> None:
    session = start()
    give(session)
    pick = current(session)
    clock.forward(days=1)
    assert current(session) is pick
    assert any("new study day" in line for line in session.notices())
    feedback = give(session)
    assert feedback.answer.study_day == date(2026, 5, 5)
    assert session.progress().done == 1


def test_a_clock_set_back_goes_on_with_the_last_study_day_and_says_so_once(start: Opener, clock: HandClock) -> None:
    session = start()
    first = give(session)
    session.close()
    clock.forward(days=-3)
    session = start()
    second = give(session)
    assert second.answer.study_day == first.answer.study_day
    assert second.answer.answered_at > first.answer.answered_at
    lines = session.notices()
    assert sum("clock" in line for line in lines) == 1
    give(session)
    assert session.notices() == []


def test_study_day_and_offset_are_stored_and_never_worked_out_again(
    start: Opener, clock: HandClock, database: Path
) -> None:
    from datetime import datetime

    clock.at = datetime.fromisoformat("2026-05-05T02:30:00+05:30")
    session = start()
    give(session)
    session.close()
    with Store.open(database) as store:
        answer = store.answers()[0]
    assert answer.study_day == date(2026, 5, 4)
    assert (answer.utc_offset, answer.rollover) == (330, 4)
    assert answer.answered_at.utcoffset() is not None
    assert answer.answered_at == clock.at


def test_the_stored_rows_equal_a_replay_of_the_log(start: Opener, clock: HandClock, database: Path, bank: Bank) -> None:
    for day in range(5):
        session = start()
        for number in range(6):
            if session.next() is None:
                break
            give(session, right=(day + number) % 3 != 0, confidence="guess" if number == 2 else None)
        session.undo()
        session.close()
        clock.forward(days=1)
    with Store.open(database) as store:
        replayed = Knowledge.replay(bank, load_prior(), store.answers())
        assert compare(store.rows(), replayed.rows()) == []
        assert store.current()[1] == replayed.version


def test_a_corrected_key_resets_the_card_and_keeps_the_log(start: Opener, bank: Bank, database: Path) -> None:
    session = start()
    question = give(session, right=False).pick.question
    session.close()
    session = start(with_bank=changed(bank, question.id, key_hash="corrected"))
    assert any("worked out again" in line for line in session.notices())
    assert session.progress().due == 0
    session.close()
    with Store.open(database) as store:
        assert len(store.answers()) == 1
        assert store.rows().cards == {}


def test_a_rebuild_happens_once(start: Opener, bank: Bank) -> None:
    session = start()
    question = give(session).pick.question
    session.close()
    other = changed(bank, question.id, difficulty="hard")
    assert any("worked out again" in line for line in start_and_close(start, other))
    assert not any("worked out again" in line for line in start_and_close(start, other))


def start_and_close(start: Opener, bank: Bank) -> list[str]:
    session = start(with_bank=bank)
    lines = session.notices()
    session.close()
    return lines


def test_a_large_rewording_brings_the_question_back_today_and_a_comma_does_not(
    start: Opener, bank: Bank, clock: HandClock
) -> None:
    session = start(limit=1)
    question = give(session).pick.question
    session.close()
    clock.forward(days=1)
    comma = changed(bank, question.id, ask=question.ask + ",", text_hash="comma")
    session = start(with_bank=comma)
    assert session.progress().due == 0
    session.close()
    words = "A wholly different story about trains, timetables and what to do with forty tonnes of late freight."
    rewritten = changed(bank, question.id, stem=words, text_hash="rewritten")
    session = start(with_bank=rewritten, settings={"new_per_day": 0})
    assert session.progress().due == 1
    assert give(session).pick.question.id == question.id
    assert session.progress().due == 0


def test_a_question_that_left_the_bank_is_not_due_and_its_log_stays(
    start: Opener, bank: Bank, clock: HandClock, database: Path
) -> None:
    session = start(limit=1)
    gone = give(session, right=False).pick.question.id
    session.close()
    clock.forward(days=2)
    rest = make_bank([q for q in bank.questions.values() if q.id != gone], list(bank.traps.values()))
    session = start(with_bank=rest)
    assert session.progress().due == 0
    session.close()
    session = start()
    assert session.progress().due == 1
    session.close()
    with Store.open(database) as store:
        assert store.count() == 1


def test_seven_missed_days_put_the_aged_questions_first(start: Opener, clock: HandClock) -> None:
    session = start(minutes=600)
    for _ in range(6):
        give(session, right=False)
    session.close()
    clock.forward(days=7)
    session = start(minutes=600)
    assert session.progress().overdue == 6
    slots = [give(session).pick.reason.slot for _ in range(7)]
    assert slots[:6] == ["overdue"] * 6
    assert slots[6] != "overdue"


def test_in_the_last_week_nothing_is_new_and_what_is_weak_comes_back(start: Opener, clock: HandClock) -> None:
    exam = {"exam_date": date(2026, 5, 12), "retention": 0.87}
    session = start(settings=exam, minutes=600, limit=4)
    for _ in range(4):
        give(session)
    session.close()
    clock.forward(days=2)
    session = start(settings=exam, minutes=600)
    slots = set()
    while (pick := session.next()) is not None:
        slots.add(pick.reason.slot)
        feedback = session.answer(pick.id, pick.question.key)
        assert feedback is not None
        assert feedback.answer.card_before is not None
        assert feedback.answer.retention == 0.95
    assert slots <= {"due", "focus", "ahead"}


def test_what_is_left_counts_only_what_may_still_be_shown(start: Opener, clock: HandClock) -> None:
    session = start(limit=2)
    give(session)
    assert session.progress().left == 1
    give(session)
    session.close()
    clock.forward(days=1)
    session = start(settings={"exam_date": date(2026, 5, 5)}, minutes=600)
    assert session.progress().left == 2
    while (pick := session.next()) is not None:
        session.answer(pick.id, pick.question.key)
    assert session.progress().left == 0


def test_after_the_exam_the_review_goes_on_without_a_date_and_says_so(start: Opener, clock: HandClock) -> None:
    session = start(settings={"exam_date": date(2026, 5, 3), "retention": 0.87})
    assert any("is over" in line for line in session.notices())
    assert give(session).answer.retention == 0.90


def test_the_notice_of_the_exam_comes_on_the_first_run_while_none_was_chosen(start: Opener, bank: Bank) -> None:
    exam = replace(bank.exams["test-1"], notice="Candidates now sit test-2: tutor --exam test-2.")
    noted = replace(bank, exams={"test-1": exam})
    free = {"explicit": frozenset[str]()}
    session = start(with_bank=noted, settings=free)
    assert exam.notice in session.notices()
    give(session)
    session.close()
    session = start(with_bank=noted, settings=free)
    assert exam.notice not in session.notices()
    session.close()
    assert exam.notice not in start(with_bank=noted).notices()


def test_an_overview_reads_beside_a_running_review_and_shows_the_same_numbers(
    start: Opener, bank: Bank, database: Path, clock: HandClock
) -> None:
    session = start()
    for right in (True, False, False):
        give(session, right=right)
    config = Config(exam="test-1")
    with Overview.open(database, bank, config, clock) as look:
        assert look.concepts() == session.concepts()
        assert look.confusions() == session.confusions()
        assert look.waiting() == session.waiting()
        assert len(look.answers()) == 3


def test_an_overview_of_a_new_learner_is_empty(bank: Bank, database: Path, clock: HandClock) -> None:
    with Overview.open(database, bank, Config(exam="test-1"), clock) as look:
        assert look.answers() == []
        assert look.waiting().due == 0
        assert not any(c.enough for c in look.concepts())
    assert not database.exists()


@pytest.mark.parametrize("estimates", ["evidence", "model"])
def test_both_kinds_of_estimates_choose_reproducibly(tmp_path: Path, clock: HandClock, estimates: str) -> None:
    from tutor.session import Session

    def run(name: str) -> list[tuple[str, float]]:
        config = Config(exam="test-1", estimates=estimates)  # type: ignore[arg-type]
        out = []
        with Session.open(tmp_path / name, small_bank(15), config, clock, minutes=600, seed=7) as session:
            while (pick := session.next()) is not None:
                out.append((pick.question.id, pick.reason.value))
                session.answer(pick.id, pick.question.key)
        return out

    first = run("one.db")
    assert first == run("two.db")
    assert len(first) == 15

"""What may be asked on a study day: questions that share their options keep apart."""

from __future__ import annotations

from datetime import date, timedelta

from tests.unit.make import EXAM, START, make_answer, make_bank, make_question
from tutor.core.agenda import Agenda, Settings
from tutor.core.knowledge import Knowledge
from tutor.core.log import Answer
from tutor.core.policy import AGED_DAYS
from tutor.core.prior import Prior

FIRST = make_question("first")
TWIN = make_question("twin", related=("first",))
STRANGER = make_question("stranger")
FRIEND = make_question("friend", others=("e", "f"), related=("first",))
BANK = make_bank([FIRST, TWIN, STRANGER, FRIEND])


def ids(day: date, today: list[Answer], log: list[Answer]) -> set[str]:
    knowledge = Knowledge.replay(BANK, Prior(), log)
    agenda = Agenda(knowledge, EXAM, list(BANK.questions.values()), Settings(), day, today)
    return {candidate.id for candidate in agenda.candidates}


def test_twins_are_related_and_share_their_options_in_both_directions() -> None:
    assert BANK.twins == {"first": {"twin"}, "twin": {"first"}}


def test_a_twin_waits_for_another_day() -> None:
    answer = make_answer(FIRST, ["key"])
    assert ids(START, [answer], [answer]) == {"stranger", "friend"}
    assert ids(START + timedelta(days=1), [], [answer]) == {"first", "twin", "stranger", "friend"}


def test_a_twin_that_is_long_overdue_does_not_wait() -> None:
    seen = make_answer(TWIN, ["b"], number=1)
    due = Knowledge.replay(BANK, Prior(), [seen]).cards["twin"].due_day
    day = due + timedelta(days=AGED_DAYS)
    answer = make_answer(FIRST, ["key"], number=2, day=day)
    assert "twin" in ids(day, [answer], [seen, answer])
    early = make_answer(FIRST, ["key"], number=2, day=due)
    assert "twin" not in ids(due, [early], [seen, early])

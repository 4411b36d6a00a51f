"""From the policy's choice to a question on the table, and back from a stored pick: order of the options, id, scenario.

Also remembers what was put off and how often each question was shown in this sitting. Stores nothing and knows no
screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from tutor.content.order import option_order
from tutor.core import policy
from tutor.core.agenda import Agenda
from tutor.core.ids import uuid7
from tutor.core.log import Answer, Mode
from tutor.core.pick import Pick, Reason
from tutor.core.question import Question
from tutor.desk import Desk, case_scenario, lifecycle_notices
from tutor.store.values import StoredPick

Dealt = tuple[Pick | None, StoredPick | None]
"""A pick and the form in which it is stored; both None when nothing is left to show."""


class Dealer:
    """Makes the picks of one sitting."""

    def __init__(self, desk: Desk, seed: str) -> None:
        self._desk = desk
        self._seed = seed
        self._skipped: set[str] = set()
        self._shown: dict[str, int] = {}

    def choose(self, agenda: Agenda, log: Sequence[Answer], now: datetime) -> Dealt:
        """The policy's next pick. What was put off comes again when nothing else is left."""
        choose = policy.choose if self._desk.mode == "review" else policy.choose_for_drill
        choice = choose([c for c in agenda.candidates if c.id not in self._skipped], agenda.view, agenda.state)
        if choice is None and self._skipped:
            self._skipped.clear()
            choice = choose(agenda.candidates, agenda.view, agenda.state)
        return (None, None) if choice is None else self._deal(choice, self._desk.mode, agenda.day, log, now)

    def contrast(
        self, agenda: Agenda, answer: Answer, planned: StoredPick | None, log: Sequence[Answer], now: datetime
    ) -> Dealt:
        """The other side of a trap that an answer fell for. `agenda`: over all questions of the exam. The question that
        is `planned` next is taken only when no other one of that side is left today."""
        bank = self._desk.bank
        others = [c for c in agenda.everything if c.id != bank.aliases.get(answer.question_id, answer.question_id)]
        spared = [c for c in others if planned is None or c.id != planned.question_id]
        best: policy.Choice | None = None
        for trap, side in self._desk.lures_of(answer):
            pair = bank.traps[trap].between
            if side not in pair:
                continue
            wanted = (trap, bank.traps[trap].other(side))
            for pool in (spared, others):
                choice = policy.choose_contrast(pool, agenda.view, agenda.state, wanted, agenda.answered)
                if choice is not None and (best is None or _rank(choice, agenda) > _rank(best, agenda)):
                    best = choice
                if best is not None and _rank(best, agenda) >= (1, 1):
                    break
        return (None, None) if best is None else self._deal(best, "drill", agenda.day, log, now)

    def _deal(self, choice: policy.Choice, mode: Mode, day: date, log: Sequence[Answer], now: datetime) -> Dealt:
        question = self._desk.bank.questions[choice.question_id]
        shown = sum(1 for a in log if a.question_id == question.id) + self._shown.get(question.id, 0)
        record = StoredPick(
            uuid7(now),
            question.id,
            question.key_hash,
            question.text_hash,
            option_order(question, self._seed, shown),
            choice.reason.to_json(),
            mode,
            day,
            now,
        )
        return self._present(record, question), record

    def resume(self, stored: StoredPick | None, agenda: Agenda) -> Pick | None:
        """A stored pick of this study day, if it still fits bank, exam and mode."""
        if stored is None or stored.study_day != agenda.day:
            return None
        if is_contrast(stored):
            # Asked for by the learner: whatever the drill or the day holds, as long as the exam has the question.
            fits = stored.question_id in {q.id for q in self._desk.practice(whole=True)}
        else:
            fits = stored.mode == self._desk.mode and stored.question_id in {c.id for c in agenda.candidates}
        return self.restore(stored) if fits else None

    def restore(self, stored: StoredPick) -> Pick | None:
        """A stored pick as it was shown; None when the bank has other words, keys or options by now."""
        question = self._desk.bank.find(stored.question_id)
        if question is None or (question.key_hash, question.text_hash) != (stored.key_hash, stored.text_hash):
            return None
        return self._present(stored, question) if set(stored.order) == set(question.option_ids) else None

    def _present(self, stored: StoredPick, question: Question) -> Pick:
        bank = self._desk.bank
        reason = Reason.from_json(stored.reason)
        scenario, notices = case_scenario(bank, question), lifecycle_notices(bank, question)
        return Pick(stored.id, question, stored.order, reason, stored.mode, scenario, notices)

    def put_off(self, pick: Pick) -> None:
        """Leave a question to the end of the sitting."""
        self._skipped.add(pick.question.id)

    def was_shown(self, pick: Pick) -> None:
        """A question was shown and not answered: the next time its options stand in another order."""
        self._shown[pick.question.id] = self._shown.get(pick.question.id, 0) + 1

    def new_day(self) -> None:
        """Nothing is put off any more."""
        self._skipped.clear()


def is_contrast(stored: StoredPick) -> bool:
    """Whether the learner asked for this pick as the other side of a trap."""
    return stored.reason.get("slot") == "contrast"


def behind(record: StoredPick, waiting: StoredPick | None) -> StoredPick:
    """A contrast with the pick that comes back after it; of two contrasts in a row the first one's."""
    while waiting is not None and is_contrast(waiting):
        waiting = waiting.after
    return replace(record, after=waiting)


def _rank(choice: policy.Choice, agenda: Agenda) -> tuple[int, int]:
    """The other side before the same one, what was not answered today before what was."""
    opposite = choice.reason.numbers.get("opposite") == 1
    return int(opposite), int(choice.question_id not in agenda.answered)

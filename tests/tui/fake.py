"""A session without a store: real values of the core, a fixed list of questions, failures on demand."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, cast

from tests.tui.bank import BANK, QUESTIONS
from tutor.core.grading import Confidence, is_correct, normalise, rate
from tutor.core.log import Answer
from tutor.core.outcome import ConceptEstimate, Confusion, Feedback, Progress, Summary, Waiting
from tutor.core.pick import Pick, Reason
from tutor.core.question import Bank, Exam, Question
from tutor.tui.messages import Said

if TYPE_CHECKING:
    from tutor.session import Session

DAY = date(2026, 10, 5)


class FakeSession:
    """Offers what `Session` offers. `fail` holds errors raised by the next calls of a method, by its name."""

    def __init__(
        self,
        bank: Bank = BANK,
        questions: Sequence[Question] = QUESTIONS,
        *,
        notices: Sequence[str] = (),
        badges: Sequence[str] = (),
    ) -> None:
        self.bank = bank
        self.exam: Exam = next(iter(bank.exams.values()))
        self.day = DAY
        self.ended = ""
        self.questions = list(questions)
        self.calls: list[tuple[str, object]] = []
        self.fail: dict[str, list[Exception]] = {}
        self.closed = False
        self.threads: set[int] = set()
        self.gate: threading.Event | None = None
        self.reason = "Focus: parallel training. 3.1 % of the exam; your estimate 0.46 from 7 answers."
        self._notices = list(notices)
        self._badges = tuple(badges)
        self.contrasts: list[Question] = []
        """What `contrast` offers, one after the other."""
        self.opposite = 1
        self._given: list[Answer] = []
        self._extra = 0
        self._marks: dict[str, Said] = {}
        self._drill: Question | None = None
        self._away: list[Question] = []

    def _call(self, name: str, value: object = None) -> None:
        self.threads.add(threading.get_ident())
        self.calls.append((name, value))
        if self.gate is not None:
            self.gate.wait(5)
        if self.fail.get(name):
            raise self.fail[name].pop(0)

    def _pick(self) -> Pick | None:
        if self._drill is None and len(self._given) >= len(self.questions):
            return None
        question = self._drill or self.questions[len(self._given)]
        case = self.bank.cases.get(question.case)
        return Pick(
            id=f"pick-{len(self._given)}" + ("-contrast" if self._drill else ""),
            question=question,
            order=question.option_ids,
            reason=Reason("contrast" if self._drill else "focus", "concept", numbers={"opposite": self.opposite}),
            mode="drill" if self._drill else "review",
            scenario=case.scenario if case else "",
            notices=self._badges,
        )

    def notices(self) -> list[str]:
        lines, self._notices = self._notices, []
        return lines

    def next(self) -> Pick | None:
        self._call("next")
        pick = self._pick()
        self.ended = "" if pick else "nothing"
        return pick

    def more(self, minutes: float) -> None:
        self._call("more", minutes)
        self.questions.append(QUESTIONS[0])

    def answer(
        self, pick_id: str, chosen: Sequence[str], confidence: Confidence | None = None, duration_ms: int = 0
    ) -> Feedback | None:
        self._call("answer", (pick_id, tuple(chosen), confidence, duration_ms))
        pick = self._pick()
        if pick is None or pick.id != pick_id:
            return None
        question = pick.question
        form, correct = normalise(question, chosen), is_correct(question, chosen)
        answer = Answer(
            id=f"answer-{len(self._given)}",
            pick_id=pick_id,
            question_id=question.id,
            key_hash=question.key_hash,
            text_hash=question.text_hash,
            mode="review",
            reason={},
            shown=pick.order,
            chosen=form,
            correct=correct,
            confidence=confidence,
            rating=rate(correct, confidence),
            retention=0.9,
            answered_at=datetime(2026, 10, 5, 18, 0, tzinfo=UTC),
            utc_offset=0,
            rollover=4,
            study_day=DAY,
            duration_ms=duration_ms,
        )
        self._given.append(answer)
        if self._drill is not None:
            # The drill stands in the list like any question that was answered.
            self.questions.insert(len(self._given) - 1, self._drill)
            self._drill = None
        taken = tuple(o.trap for o in question.distractors if o.trap and o.id in form)
        days = 4 if correct else 1
        return Feedback(
            pick=pick,
            answer=answer,
            correct=correct,
            key=question.key,
            chosen=form,
            confusions=tuple(confusion(trap, self.bank) for trap in question.traps),
            lures_taken=taken,
            due_day=date(2026, 10, 5 + days),
            days=days,
        )

    def undo(self) -> Pick | None:
        self._call("undo")
        if self._away:
            back = self._away.pop()
            self._marks[back.id] = replace(self.mark(back.id), suspended=False)
            self.questions.insert(len(self._given), back)
            return self._pick()
        if not self._given:
            return None
        self._given.pop()
        return self._pick()

    def skip(self, pick_id: str) -> None:
        self._call("skip", pick_id)
        place = len(self._given)
        self.questions.append(self.questions.pop(place))

    def contrast(self, feedback: Feedback) -> Pick | None:
        self._call("contrast", feedback.answer.id)
        if not self.contrasts:
            return None
        self._drill = self.contrasts.pop(0)
        return self._pick()

    def mark(self, question_id: str) -> Said:
        return self._marks.get(question_id, Said())

    def flag(self, question_id: str) -> bool:
        self._call("flag", question_id)
        mark = self.mark(question_id)
        self._marks[question_id] = replace(mark, flagged=not mark.flagged)
        return not mark.flagged

    def note(self, question_id: str, text: str) -> str:
        self._call("note", (question_id, text))
        self._marks[question_id] = replace(self.mark(question_id), note=text.strip())
        return text.strip()

    def suspend(self, question_id: str) -> None:
        self._call("suspend", question_id)
        self._marks[question_id] = replace(self.mark(question_id), suspended=True)
        place = len(self._given)
        if place < len(self.questions) and self.questions[place].id == question_id:
            self._away.append(self.questions.pop(place))

    def unsuspend(self, question_id: str) -> None:
        self._call("unsuspend", question_id)
        self._marks[question_id] = replace(self.mark(question_id), suspended=False)

    def progress(self) -> Progress:
        self._call("progress")
        done = len(self._given)
        right = sum(1 for a in self._given if a.correct)
        return Progress(done, right, len(self.questions) - done, 9 - done, 2, 4, 1.5 * done, 25.0)

    def summary(self) -> Summary:
        self._call("summary")
        right = sum(1 for a in self._given if a.correct)
        met = tuple(confusion(trap, self.bank) for trap in sorted(self.bank.traps)) if self._given else ()
        tomorrow = Waiting(date(2026, 10, 6), 12, 3, 3, 8, 21.0, 0, 25.0, 2)
        return Summary(len(self._given), right, 1.5 * len(self._given), met, tuple(self.concepts()), tomorrow, DAY)

    def explain(self, reason: Reason) -> str:
        return self.reason

    def why(self, pick: Pick) -> list[str]:
        self._call("why")
        return [self.reason, "value 0.0310 = weight 0.031 x gain 0.77", "estimate 0.46 from 7 answers"]

    def concepts(self) -> list[ConceptEstimate]:
        self._call("concepts")
        return [estimate(concept, place) for place, concept in enumerate(sorted(self.bank.concepts))]

    def close(self) -> None:
        self.threads.add(threading.get_ident())
        self.closed = True

    def __enter__(self) -> FakeSession:
        return self

    def opener(self) -> Callable[[], Session]:
        """What the app is given."""
        return lambda: cast("Session", self)


def confusion(trap_id: str, bank: Bank) -> Confusion:
    """A record on a trap, in its second direction."""
    lure, side = bank.traps[trap_id].between
    return Confusion(trap_id, side, lure, 3, 5, 2.8, 1.1, 1.9, 1.1, 3.2, 0.93, "suspected")


def estimate(concept_id: str, place: int) -> ConceptEstimate:
    """An estimate of a concept: the first two stated, the others without enough answers."""
    accuracy = 0.41 + 0.2 * place
    enough = place < 2
    return ConceptEstimate(
        concept_id=concept_id,
        accuracy=min(accuracy, 0.95),
        low=max(min(accuracy, 0.95) - 0.13, 0.0),
        high=min(accuracy + 0.15, 1.0),
        answers=12 - 5 * place if enough else 1,
        questions=9,
        enough=enough,
        few=place == 1,
        deviation=-0.4,
        deviation_low=-0.9,
        deviation_high=-0.1,
        rank_score=float(place),
        last_day=DAY,
    )


def with_text(question: Question, text: str) -> Question:
    """The question with every word of it replaced by a text."""
    options = tuple(
        replace(o, text=f"{text} {place}", why=text, tempting=text, right_when=text)
        for place, o in enumerate(question.options)
    )
    return replace(
        question,
        stem=text,
        ask=text,
        explanation=text,
        trap_note=text,
        options=options,
        prompts=tuple(replace(p, text=text) for p in question.prompts),
        references=tuple(replace(r, title=text, url=text) for r in question.references),
        source=replace(question.source, note=text),
    )

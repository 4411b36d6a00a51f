"""Everything that is known of one learner, as a function of the answer log: apply an answer, or replay them all.

The same `apply` serves the running session and a rebuild, so both give the same numbers. It changes rows only; the
store writes them. Answers whose key was corrected since, and modes that do not count, change nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from typing import TypeVar

from tutor.core import confusion, evidence, learner
from tutor.core.grading import Rating
from tutor.core.learner import Estimate, Gaussian, States
from tutor.core.log import SCHEDULED, Answer
from tutor.core.memory import Memory, MemoryState
from tutor.core.prior import Prior
from tutor.core.question import Bank, Question
from tutor.core.rows import CardRow, ConceptRow, LearnerRow, QuestionRow, Rows, TrapKey, TrapRow

_Key = TypeVar("_Key")
_Row = TypeVar("_Row")
RULES_VERSION = "2"
"""Raise it when the same log would give other rows: every cache is then rebuilt once."""


@dataclass(frozen=True, slots=True)
class Change:
    """The touched rows before and after an answer; a row that did not exist is None."""

    before: Rows
    after: Rows


class Knowledge:
    """The rows of one learner over one bank. Not shared between threads."""

    def __init__(self, bank: Bank, prior: Prior, rows: Rows | None = None) -> None:
        self.bank = bank
        self.prior = prior
        self.version = version(bank, prior)
        self._memories: dict[float, Memory] = {}
        self._shadow = Memory()
        self.cards: dict[str, CardRow] = {}
        self.concepts: dict[str, ConceptRow] = {}
        self.questions: dict[str, QuestionRow] = {}
        self.traps: dict[TrapKey, TrapRow] = {}
        self.learner = _fresh_learner(prior)
        self._topics = learner.topics(((q.difficulty, q.concepts) for q in bank.questions.values()), prior)
        if rows is not None:
            self.put(rows)

    @classmethod
    def replay(cls, bank: Bank, prior: Prior, answers: Iterable[Answer]) -> Knowledge:
        """The state after a log in order of (answered_at, id); retracted answers must be left out by the caller."""
        knowledge = cls(bank, prior)
        for answer in answers:
            knowledge.apply(answer)
        return knowledge

    def put(self, rows: Rows) -> None:
        """Take over rows as they are; None removes a row. This is how an undo restores the state before an answer."""
        if rows.learner is not None:
            self.learner = rows.learner
        _put(self.cards, rows.cards)
        _put(self.concepts, rows.concepts)
        _put(self.questions, rows.questions)
        _put(self.traps, rows.traps)

    def rows(self) -> Rows:
        """Every row, as it is stored."""
        return Rows(self.learner, dict(self.cards), dict(self.concepts), dict(self.questions), dict(self.traps))

    def memory(self, retention: float) -> Memory:
        if retention not in self._memories:
            self._memories[retention] = Memory(retention)
        return self._memories[retention]

    # Reading

    def recall(self, question_id: str, day: date) -> float:
        """Recall of a question on a study day; 0 for one never answered."""
        card = self.cards.get(question_id)
        return 0.0 if card is None else self._shadow.recall(_memory_state(card), day)

    def concept_recall(self, question: Question, day: date) -> float | None:
        """Mean recall over those concepts of a question that were answered before; None when none was."""
        recalls = [
            self._shadow.recall(MemoryState(row.stability, row.difficulty, row.day, row.day), day)
            for concept in question.concepts
            if (row := self.concepts.get(concept)) is not None
        ]
        return sum(recalls) / len(recalls) if recalls else None

    def states(self, question: Question) -> States:
        own = self.questions.get(question.id)
        return States(
            Gaussian(self.learner.mean, self.learner.var, self.learner.n),
            tuple(self.concept_state(c) for c in question.concepts),
            None if own is None else Gaussian(own.mean, own.var, own.n),
            Gaussian(self.learner.form_mean, self.learner.form_var),
            self.slope(),
        )

    def slope(self) -> Gaussian:
        """How much more, or less, the difficulty labels mean for this learner."""
        return Gaussian(self.learner.slope_mean, self.learner.slope_var)

    def topic(self, question: Question) -> float:
        """How much easier the labels of a question's concepts are than those of the whole bank, in logits."""
        found = [self._topics[c] for c in question.concepts if c in self._topics]
        return sum(found) / len(found) if found else 0.0

    def offset(self, question: Question) -> float:
        """Logit of the share right expected of a question by its label and topic."""
        return learner.difficulty_offset(question.difficulty, self.prior, self.topic(question))

    def read_concept(self, concept_id: str, questions: Iterable[Question]) -> learner.ConceptReading:
        """Expected share right on a concept over its active questions; ValueError without any."""
        row, state = self.learner, self.concept_state(concept_id)
        return learner.read_concept(
            Gaussian(row.mean, row.var, row.n),
            state,
            [self.offset(q) for q in questions],
            learner.practice_of_concept(state.n, self.prior),
            self.slope(),
            self.prior.offset("medium"),
        )

    def concept_state(self, concept_id: str) -> Gaussian:
        row = self.concepts.get(concept_id)
        return learner.fresh_concept(self.prior) if row is None else Gaussian(row.mean, row.var, row.n)

    def predict(self, question: Question, day: date) -> Estimate:
        """Chance of a right answer on a study day, before it is given."""
        recall = self.concept_recall(question, day)
        return learner.predict(self.states(question), question.difficulty, self.prior, recall, self.topic(question))

    # Changing

    def apply(self, answer: Answer) -> Change:
        """Take an answer in and return what it changed. The answer's own correctness, rating and study day are used;
        nothing is judged again."""
        question = self.bank.find(answer.question_id)
        if question is None or answer.mode not in SCHEDULED or question.key_hash != answer.key_hash:
            return Change(Rows(), Rows())
        after = Rows(cards={question.id: self._review(question, answer)})
        if _known_options(question, answer):
            after = self._learn(question, answer, after)
        before = Rows(
            self.learner if after.learner is not None else None,
            {key: self.cards.get(key) for key in after.cards},
            {key: self.concepts.get(key) for key in after.concepts},
            {key: self.questions.get(key) for key in after.questions},
            {key: self.traps.get(key) for key in after.traps},
        )
        self.put(after)
        return Change(before, after)

    def _review(self, question: Question, answer: Answer) -> CardRow:
        card = self.cards.get(question.id)
        state = None if card is None else _memory_state(card)
        new = self.memory(answer.retention).review(state, answer.rating, answer.study_day)
        return CardRow(question.id, new.stability, new.difficulty, new.last_day, new.due_day, answer.text_hash)

    def _learn(self, question: Question, answer: Answer, after: Rows) -> Rows:
        day = answer.study_day
        recall = self.concept_recall(question, day)
        states = self.states(question)
        topic = self.topic(question)
        p = learner.predict(states, question.difficulty, self.prior, recall, topic).p
        new = learner.update(states, answer.correct, question.difficulty, self.prior, recall, topic)
        assert new.question is not None
        assert new.form is not None
        assert new.slope is not None
        repeat = question.id in self.questions
        taken = {o.trap for o in question.distractors if o.trap and o.id in answer.chosen}
        concepts = self._concepts(question, answer, new.concepts, repeat, bool(taken))
        traps = self._traps(question, answer, p, repeat, taken)
        weight = evidence.answer_weight(repeat, bool(taken))
        row = self.learner
        shares = [1.0, evidence.SECOND_SHARE][: len(question.concepts)]
        gains = [
            (evidence.trap_weight(answer.correct, t in taken, answer.confidence, repeat), t in taken) for t, _ in traps
        ]
        row = LearnerRow(
            new.general.mean,
            new.general.var,
            new.general.n,
            new.form.mean,
            new.form.var,
            new.slope.mean,
            new.slope.var,
            row.hits + sum(s * weight * evidence.success(answer.correct, answer.confidence) for s in shares),
            row.weight + sum(s * weight for s in shares),
            row.lures + sum(g for g, lure in gains if lure),
            row.exposures + sum(g for g, _ in gains),
        )
        own = QuestionRow(question.id, new.question.mean, new.question.var, new.question.n)
        return Rows(row, after.cards, concepts, {question.id: own}, traps)

    def _concepts(
        self, question: Question, answer: Answer, states: tuple[Gaussian, ...], repeat: bool, lure: bool
    ) -> dict[str, ConceptRow | None]:
        rows: dict[str, ConceptRow | None] = {}
        rating = Rating.GOOD if answer.correct else Rating.AGAIN
        weight = evidence.answer_weight(repeat, lure)
        y = evidence.success(answer.correct, answer.confidence)
        for place, (concept, state) in enumerate(zip(question.concepts, states, strict=True)):
            old = self.concepts.get(concept)
            day = max(answer.study_day, old.day) if old is not None else answer.study_day
            counts = evidence.concept_counts(old, day)
            share = (1.0, evidence.SECOND_SHARE)[place] if place < 2 else 0.0
            card = None if old is None else MemoryState(old.stability, old.difficulty, old.day, old.day)
            memory = self._shadow.review(card, rating, day)
            rows[concept] = ConceptRow(
                concept,
                state.mean,
                state.var,
                state.n,
                counts.hits + share * weight * y,
                counts.weight + share * weight,
                counts.recency + share,
                day,
                memory.stability,
                memory.difficulty,
            )
        return rows

    def _traps(
        self, question: Question, answer: Answer, p: float, repeat: bool, taken: set[str]
    ) -> dict[TrapKey, TrapRow | None]:
        rows: dict[TrapKey, TrapRow | None] = {}
        shares = confusion.popularity(question, self.prior)
        for key in trap_keys(self.bank, question):
            lures = [o for o in confusion.lure_options(question, key[0]) if o in answer.shown]
            if not lures:
                continue
            old = self.traps.get(key) or TrapRow(*key, 0.0, 0.0, 0, 0, "unknown", 0.0, 0.0, 0.0, answer.study_day)
            day = max(answer.study_day, old.day)
            chose = key[0] in taken
            counts = evidence.trap_counts(old, day)
            gain = evidence.trap_weight(answer.correct, chose, answer.confidence, repeat)
            row = replace(
                old,
                lures=counts.hits + (gain if chose else 0.0),
                weight=counts.weight + gain,
                recency=counts.recency + 1.0,
                day=day,
            )
            if question.type == "single":
                # Option probabilities were measured for single choice only, so other types add no rate evidence.
                rate = confusion.Rate(old.picks, old.expected, old.exposures, old.status)
                expected = (1.0 - p) * sum(shares[o] for o in lures)
                rate = confusion.expose(rate, expected, chose, self.prior.confusion)
                row = replace(
                    row,
                    picks=rate.picks,
                    expected=rate.expected,
                    exposures=rate.exposures,
                    taken=old.taken + int(chose),
                    status=rate.status,
                )
            rows[key] = row
        return rows


def trap_keys(bank: Bank, question: Question) -> list[TrapKey]:
    """The directions of traps that a question tests, in the order of its `traps`; traps without a side are left out."""
    return [(trap, side) for trap in question.traps if (side := bank.side(question, trap))]


def version(bank: Bank, prior: Prior) -> str:
    """Fingerprint of all that the rows depend on besides the log: rules, prior, and the fields of the bank that count
    (keys, concepts, labels, traps). Wording and exam mapping are not in it."""
    items = [
        [q.id, q.key_hash, q.type, q.difficulty, q.concepts, q.traps, [(o.id, o.concept, o.trap) for o in q.options]]
        for _, q in sorted(bank.questions.items())
    ]
    pairs = [[t.id, t.between] for _, t in sorted(bank.traps.items())]
    text = json.dumps([RULES_VERSION, asdict(prior), items, pairs, sorted(bank.aliases.items())], sort_keys=True)
    return f"{RULES_VERSION}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def compare(first: Rows, second: Rows, tolerance: float = 1e-9) -> list[str]:
    """Differences between two sets of rows beyond a tolerance, one line each, at most one per field."""
    return list(_differences(first, second, tolerance))


def _differences(first: Rows, second: Rows, tolerance: float) -> Iterator[str]:
    yield from _differ("learner", first.learner, second.learner, tolerance)
    for name in ("cards", "concepts", "questions", "traps"):
        left, right = getattr(first, name), getattr(second, name)
        for key in sorted(set(left) | set(right), key=str):
            label = " / ".join(key) if isinstance(key, tuple) else key
            yield from _differ(f"{name[:-1]} {label}", left.get(key), right.get(key), tolerance)


def _differ(label: str, left: object, right: object, tolerance: float) -> Iterator[str]:
    if left is None or right is None:
        if left is not right:
            yield f"{label}: only in the {'second' if left is None else 'first'}"
        return
    for field in fields(left):  # type: ignore[arg-type]
        a, b = getattr(left, field.name), getattr(right, field.name)
        same = abs(a - b) <= tolerance if isinstance(a, float) and isinstance(b, float) else a == b
        if not same:
            yield f"{label}: {field.name} is {a!r} and {b!r}"


def _fresh_learner(prior: Prior) -> LearnerRow:
    general = learner.fresh(prior)
    form, slope = learner.fresh_form(prior), learner.fresh_slope(prior)
    return LearnerRow(
        general.mean,
        general.var,
        0,
        form.mean,
        form.var,
        slope.mean,
        slope.var,
        evidence.START_HITS,
        evidence.START_WEIGHT,
        evidence.START_LURES,
        evidence.START_EXPOSURES,
    )


def _memory_state(card: CardRow) -> MemoryState:
    return MemoryState(card.stability, card.difficulty, card.last_day, card.due_day)


def _known_options(question: Question, answer: Answer) -> bool:
    """False when a chosen option no longer exists: such an answer tells nothing about today's question."""
    ids = (
        {part.partition("=")[2] or part for part in answer.chosen}
        if question.type == "matching"
        else set(answer.chosen)
    )
    return ids <= set(question.option_ids)


def _put(target: dict[_Key, _Row], rows: Mapping[_Key, _Row | None]) -> None:
    for key, row in rows.items():
        if row is None:
            target.pop(key, None)
        else:
            target[key] = row

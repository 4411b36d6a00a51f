"""A home with a history of any length, made by a seeded script: the same number of answers is always the same history.

The learner answers DAILY questions of the shipped bank a day, three in four of them right, and the last day is a fixed
one, so that a longer history begins earlier. The database is what the program itself would have: answers with cards
before them, the words that were seen, marks, and every cached row.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from random import Random
from uuid import UUID

from tutor.content.load import load_bank
from tutor.core.blueprint import practice_questions
from tutor.core.grading import Confidence, rate
from tutor.core.knowledge import Knowledge
from tutor.core.log import Answer
from tutor.core.question import Bank, Question
from tutor.desk import load_prior
from tutor.paths import bank_dir
from tutor.store.repo import Store
from tutor.store.values import Mark, SeenWords

EXAM = "mla-c01"
DAILY = 270
LAST_DAY = date(2026, 11, 30)
_OFFSET = 60
_RIGHT = 0.75


def make(home: Path, count: int) -> Path:
    """Make the home with `count` answers. Returns its database."""
    bank = load_bank(bank_dir()).bank
    questions = practice_questions(bank.questions.values(), EXAM)
    database = home / "data" / "default.db"
    knowledge = Knowledge(bank, load_prior())
    with Store.open(database) as store, store.merging() as merging:
        merging.answers(answers(bank, questions, knowledge, count))
        merging.texts(SeenWords(question.text_hash, question.text()) for question in questions)
        at = datetime.combine(LAST_DAY, time(12), tzinfo=UTC)
        merging.marks(Mark(q.id, True, False, "look again", at) for q in questions[::20])
        merging.replace_rows(knowledge.rows(), knowledge.version)
    return database


def answers(bank: Bank, questions: Sequence[Question], knowledge: Knowledge, count: int) -> Iterator[Answer]:
    """The log from its first day on; each answer is applied to `knowledge`."""
    random = Random(count)
    days = -(-count // DAILY)
    for number in range(count):
        ago, place = divmod(number, DAILY)
        day = LAST_DAY - timedelta(days=days - 1 - ago)
        at = datetime.combine(day, time(7), tzinfo=UTC) + timedelta(seconds=60 * place + random.random())
        question = random.choice(questions)
        right = random.random() < _RIGHT
        confidence: Confidence | None = random.choice((None, None, None, "guess"))
        milliseconds = round(at.timestamp() * 1000)
        answer = Answer(
            id=str(UUID(int=milliseconds << 80 | 7 << 76 | 2 << 62 | random.getrandbits(60))),
            pick_id=str(UUID(int=random.getrandbits(128))),
            question_id=question.id,
            key_hash=question.key_hash,
            text_hash=question.text_hash,
            mode="review",
            reason={
                "slot": "focus",
                "about": "concept",
                "value": random.random(),
                "concept": question.concepts[0],
                "weight": random.random(),
                "knows": random.random(),
                "recency": random.random(),
                "credit": 0.25,
            },
            shown=tuple(random.sample(question.option_ids, len(question.option_ids))),
            chosen=question.key if right else _wrong(question, random),
            correct=right,
            confidence=confidence,
            rating=rate(right, confidence),
            retention=0.9,
            answered_at=at,
            utc_offset=_OFFSET,
            rollover=4,
            study_day=day,
            duration_ms=random.randrange(5_000, 90_000),
            device="5d41402abc4b2a76b9719d911017c592",
            card_before=knowledge.cards.get(question.id),
        )
        knowledge.apply(answer)
        yield answer


def _wrong(question: Question, random: Random) -> tuple[str, ...]:
    """An answer that is not the key, in stored form."""
    if question.type == "ordering":
        return question.key[::-1]
    if question.type == "matching":
        prompts, options = zip(*(pair.split("=") for pair in question.key), strict=True)
        moved = (*options[1:], options[0])
        return tuple(f"{prompt}={option}" for prompt, option in zip(prompts, moved, strict=True))
    chosen = random.choice(question.distractors).id
    return tuple(sorted((chosen, *question.key[1:])))


if __name__ == "__main__":
    make(Path(sys.argv[1]), int(sys.argv[2]))

"""Item-writing rules about a whole bank: habits of its author that give keys away, and gaps. Advice only."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from tutor.content.pairs import duplicates, enemies
from tutor.content.problem import Problem
from tutor.content.words import folded
from tutor.core.question import Bank, Question

MIN_QUESTIONS = 40
"""Shares of fewer questions say nothing."""
LONGEST_RATE = 0.35
BLUEPRINT_POINTS = 5.0
MULTI_MIN = 8
_CHI_SQUARE_999 = (10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322, 26.125, 27.877)
"""Values that chi-square with 1 to 9 degrees of freedom exceeds with probability 0.001."""


def key_position(questions: Sequence[Question]) -> Iterator[Problem]:
    """Where questions are not shuffled, the key stands in some places far more often than in others."""
    fixed = [q for q in questions if q.type == "single" and not q.shuffle]
    if len(fixed) < MIN_QUESTIONS:
        return
    seen: Counter[int] = Counter()
    expected: dict[int, float] = defaultdict(float)
    for q in fixed:
        seen[q.option_ids.index(q.key[0])] += 1
        for place in range(len(q.options)):
            expected[place] += 1 / len(q.options)
    chi_square = sum((seen[place] - share) ** 2 / share for place, share in expected.items())
    if chi_square > _CHI_SQUARE_999[len(expected) - 2]:
        shown = ", ".join(f"{seen[place]} at {place + 1}" for place in sorted(expected))
        message = f"in {len(fixed)} unshuffled questions the key is not spread evenly: {shown}"
        yield _bank_problem("key-position", message, "Move keys, or let the options be shuffled")


def longest_rate(questions: Sequence[Question]) -> Iterator[Problem]:
    """The key is the longest option more often than chance allows."""
    single = [q for q in questions if q.type == "single"]
    if len(single) < MIN_QUESTIONS:
        return
    rate = sum(longest_share(q) for q in single) / len(single)
    chances = [1 / len(q.options) for q in single]
    chance = sum(chances) / len(chances)
    error = math.sqrt(sum(p * (1 - p) for p in chances)) / len(chances)
    if rate > chance + 3 * error and rate > LONGEST_RATE:
        message = f"the key is the longest option in {rate:.0%} of {len(single)} questions; chance is {chance:.0%}"
        yield _bank_problem("longest-rate", message, "Lengthen wrong options or shorten keys")


def longest_share(q: Question) -> float:
    """1 when the key of a single question is its longest option, 1/k when it shares that place with others, else 0."""
    lengths = {option.id: len(folded(option.text)) for option in q.options}
    longest = [option_id for option_id, length in lengths.items() if length == max(lengths.values())]
    return 1 / len(longest) if q.key[0] in longest else 0.0


def multi_cue(questions: Sequence[Question]) -> Iterator[Problem]:
    """Every multiple-response question has two keys, so the number needs no reading."""
    multiple = [q for q in questions if q.type == "multiple"]
    if len(questions) >= MIN_QUESTIONS and len(multiple) >= MULTI_MIN and {len(q.key) for q in multiple} == {2}:
        message = f"all {len(multiple)} multiple-response questions have exactly 2 keys"
        yield _bank_problem("multi-cue", message, "Write some with 3")


def blueprint(questions: Sequence[Question], bank: Bank) -> Iterator[Problem]:
    """The share of questions in a domain is far from its weight in the exam."""
    for exam in bank.exams.values():
        domains = [exam.domain_of(ref.task) for q in questions for ref in q.exams if ref.code == exam.code]
        counts = Counter(domain.id for domain in domains if domain is not None)
        total = sum(counts.values())
        if total < MIN_QUESTIONS:
            continue
        for domain in exam.domains:
            share = 100 * counts[domain.id] / total
            if abs(share - domain.weight) > BLUEPRINT_POINTS:
                message = (
                    f"domain {domain.id} has {share:.0f}% of {total} questions; the exam gives it {domain.weight:g}%"
                )
                where = f"domain.{domain.id}.weight"
                mend = "Write questions where they are missing"
                yield Problem("warning", "blueprint", exam.path, None, where, message, mend, exam.code)


def orphan_concept(questions: Sequence[Question], bank: Bank) -> Iterator[Problem]:
    """A concept card that no question, option or trap uses."""
    used = {concept for q in questions for concept in q.concepts}
    used |= {option.concept for q in questions for option in q.options}
    used |= {concept for trap in bank.traps.values() for concept in trap.between}
    for concept in bank.concepts.values():
        if concept.id not in used:
            message = f"no question, option or trap uses the concept {concept.id!r}"
            mend = "Write a question about it, or take the card out"
            yield Problem("warning", "orphan-concept", concept.path, None, "id", message, mend, concept.id)


def orphan_trap(questions: Sequence[Question], bank: Bank) -> Iterator[Problem]:
    """A trap that no question tests."""
    used = {trap for q in questions for trap in q.traps} | {o.trap for q in questions for o in q.options}
    for trap in bank.traps.values():
        if trap.id not in used:
            message, mend = f"no question tests the trap {trap.id!r}", "Write one for each side"
            yield Problem("warning", "orphan-trap", trap.path, None, "id", message, mend, trap.id)


def trap_one_sided(questions: Sequence[Question], bank: Bank) -> Iterator[Problem]:
    """A trap that is tested in one direction only can be answered by habit."""
    for trap in bank.traps.values():
        sides = {bank.side(q, trap.id) for q in questions if trap.id in q.traps} - {""}
        if len(sides) == 1:
            (side,) = sides
            other = trap.other(side)
            message = f"the trap {trap.id!r} is tested only where {side!r} is right"
            mend = f"Write a question in which {other!r} is right and the other side is the lure"
            yield Problem("warning", "trap-one-sided", trap.path, None, "between", message, mend, trap.id)


def duplicate(questions: Sequence[Question]) -> Iterator[tuple[Problem, tuple[Question, ...]]]:
    """`near-duplicate` and `conflict`, each with the questions whose `lint_ok` can silence it together."""
    for pair in duplicates(questions):
        about = f"the options of {pair.first.id!r} ({pair.first.path}) and a stem {pair.likeness:.0%} like it"
        if pair.kind == "conflict":
            message = (
                f"has {about}, but another key: {', '.join(pair.second.key)} here, {', '.join(pair.first.key)} there"
            )
            mend = "Correct one key, change the stem, or name the rule in lint_ok of both"
        else:
            message, mend = f"has {about}, and the same key", "Keep one of the two"
        yield _about(pair.kind, pair.second, message, mend), (pair.first, pair.second)


def enemy(bank: Bank) -> Iterator[tuple[Problem, tuple[Question, ...]]]:
    """The stem of one question answers another one."""
    for teller, told in enemies(bank):
        message = f"the stem names the key of {told.id!r} ({told.path})"
        yield _about("enemy", teller, message, "Describe the thing in other words"), (teller,)


NAMES = frozenset(
    (
        "key-position",
        "longest-rate",
        "multi-cue",
        "blueprint",
        "orphan-concept",
        "orphan-trap",
        "trap-one-sided",
        "near-duplicate",
        "conflict",
        "enemy",
    )
)


def _about(rule: str, q: Question, message: str, mend: str) -> Problem:
    return Problem("warning", rule, q.path, None, "stem" if q.stem else "ask", message, mend, q.id)


def _bank_problem(rule: str, message: str, mend: str) -> Problem:
    return Problem("warning", rule, "questions", None, "", message, mend)

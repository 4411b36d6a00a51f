"""Runs one arm with one family of learners through all study days and measures it.

Every arm has the same minutes. A session ends when the minutes are used, after at most 70 picks, or when nothing is
left to show; the last question may run over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.policy.banks import Banks, Floats
from benchmarks.policy.family import MAX_PICKS, SESSION_START, Learners, luck
from benchmarks.policy.tutors import Start, Tutor
from benchmarks.policy.worlds import DAYS, World

READY = 0.70
DAY_SECONDS = 86_400.0
Arm = Callable[[Start, Learners], Tutor]


@dataclass(frozen=True)
class Run:
    """Results by learner, each (N)."""

    exam: Floats
    """Expected share right on the unseen exam questions at the exam."""
    open_pairs: Floats
    starved: Floats
    minutes_to_ready: Floats
    """Minutes until the first day end with 70 %; infinite when never."""
    seen_recall: Floats
    bank_seen: Floats
    answers: Floats
    right: Floats
    new: Floats
    active_days: Floats
    minutes: Floats


def run(world: World, banks: Banks, learners: Learners, arm: Arm, seed: int) -> Run:
    n = len(learners.minutes)
    tutor = arm(Start(banks.tags, seed, world.confidence), learners)
    answers, right, new, active_days, minutes = (np.zeros(n) for _ in range(5))
    ready = np.full(n, np.inf)
    for day in range(DAYS):
        chance = luck(seed, day, n)
        learners.start_session(day)
        tutor.start_day(day)
        rows = np.flatnonzero(learners.wants_to_study(day, chance.skip))
        active_days[rows] += 1
        used = np.zeros(n)
        for number in range(MAX_PICKS):
            if not len(rows):
                break
            q = tutor.pick(rows, number, chance.policy[number, rows])
            rows, q = rows[q >= 0], q[q >= 0]
            t = day + SESSION_START + used[rows] / DAY_SECONDS
            replies = learners.answer(rows, q, t, chance.uniform[number, rows], chance.normal[number, rows])
            new[rows] += ~tutor.cards.seen[rows, q]
            tutor.observe(rows, q, replies)
            used[rows] += replies.seconds
            answers[rows] += 1
            right[rows] += replies.correct
            rows = rows[used[rows] < 60.0 * learners.minutes[rows]]
        minutes += used / 60.0
        score = learners.exam(float(day + 1))
        ready = np.where((score >= READY) & np.isinf(ready), minutes, ready)
    seen = tutor.cards.seen
    end = float(DAYS)
    return Run(
        exam=learners.exam(end),
        open_pairs=learners.open_pairs(end),
        starved=tutor.starved(DAYS),
        minutes_to_ready=ready,
        seen_recall=learners.seen_recall(seen, end),
        bank_seen=seen.mean(axis=1),
        answers=answers,
        right=right,
        new=new,
        active_days=active_days,
        minutes=minutes,
    )

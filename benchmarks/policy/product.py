"""The product's policy for many learners at once: two queues by value, a focus slot, an age guard, a last week.

A second writing of `tutor.core.policy`, `tutor.core.agenda` and `tutor.core.evidence`. That it picks the same questions
as the real code is a test; `real.py` runs the real code itself. The fields of `Rule` switch parts off for ablations and
mutation checks.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.policy.banks import CONCEPTS, PAIRS, Floats, Ints
from benchmarks.policy.counts import RECENCY_HALF_LIFE, Counts, exam_weights
from benchmarks.policy.family import UNSURE, Bools, Replies
from benchmarks.policy.tutors import Start, Tutor, best
from tutor.config import RETENTION_FOR_EXAM, Config

LAST_WEEK_RETENTION = 0.95
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Rule:
    """Settings of the policy; the defaults are the product as shipped, with an exam date."""

    retention: float = RETENTION_FOR_EXAM
    quota: int = Config().new_per_day
    last_week: int = 7
    """Days before the exam without new questions; 0 for no last-week rule."""
    aged_days: int = 4
    """Overdue days from which a question goes first; a large number switches the guard off."""
    focus_every: int = 4
    weakness: bool = True
    """False: every concept counts as equally well known."""
    trap_weight: float = 0.5
    recency: bool = True
    """False: only today's answers count, with exponent 0.7."""
    recency_half_life: float = RECENCY_HALF_LIFE
    recall_discount: float = 0.4
    unseen_factor: float = 0.8


class Product(Tutor):
    """The policy of the product on tags, counts and FSRS states."""

    def __init__(self, start: Start, rule: Rule | None = None) -> None:
        super().__init__(start)
        self.rule = Rule() if rule is None else rule
        self.retention = self.rule.retention
        self.counts = Counts(self.n, self.rule.recency_half_life if self.rule.recency else 0.0)
        self.w_concept, self.w_pair = exam_weights(self.tags)
        self.credit = np.zeros(self.n)
        self.last_met = np.full((self.n, PAIRS, 2), -1000)
        flat = np.arange(self.n)[:, None]
        second = np.where(self.tags.second < 0, CONCEPTS, self.tags.second)
        pair = np.where(self.tags.pair < 0, 2 * PAIRS, 2 * self.tags.pair + self.tags.side)
        # Flat places in the tables of terms; the last column of a table holds the zeros of absent terms.
        self.at_first = flat * (CONCEPTS + 1) + self.tags.first
        self.at_second = flat * (CONCEPTS + 1) + second
        self.at_pair = flat * (2 * PAIRS + 1) + pair
        self.share = np.where(self.tags.second < 0, 1.0, 0.7)
        self.number = 0

    @property
    def is_last_week(self) -> bool:
        return self.start.days - self.day <= self.rule.last_week

    def retention_today(self) -> float:
        return LAST_WEEK_RETENTION if self.is_last_week else self.rule.retention

    def start_day(self, day: int) -> None:
        super().start_day(day)
        self.counts.start_day(day)
        self.credit[:] = 0.0
        self.last_met[:] = -1000
        self.late = np.where(self.cards.seen, day - self.cards.due, -1)
        by_day = self.recall <= LAST_WEEK_RETENTION if self.is_last_week else self.late >= 0
        self.is_due = self.cards.seen & (by_day | (self.late >= self.rule.aged_days))
        self.is_aged = self.is_due & (self.late >= self.rule.aged_days)
        seen_part = 1.0 - self.rule.recall_discount * self.recall
        self.fresh = np.where(self.cards.seen, seen_part, self.rule.unseen_factor)

    def knows(self) -> Floats:
        return self.counts.knows()

    def falls(self) -> Floats:
        return self.counts.falls()

    def terms(self) -> tuple[Floats, Floats]:
        """Worth of each concept (N, K) and of each side of each pair (N, P, 2)."""
        recent, recent_pair = 1.0 + self.counts.recent, 1.0 + self.counts.recent_pair
        if not self.rule.recency:
            recent, recent_pair = recent**0.7, recent_pair**0.7
        if self.rule.weakness:
            p = self.knows()
            need = self.w_concept * (1.0 - p) * (0.35 + 1.3 * p).clip(0.0, 1.0) / recent
        else:
            need = self.w_concept * 0.4 / recent
        recently = self.number - self.last_met <= 12
        bonus = np.where(recently[:, :, ::-1] & ~recently, 1.5, 1.0)
        trap = self.w_pair[:, :, None] * self.falls() / recent_pair[:, :, None] * bonus
        return need, trap

    def values(self, rows: Ints) -> Floats:
        """Value of every question, (rows, Q)."""
        need, trap = self.terms()
        need = np.concatenate([need, np.zeros((self.n, 1))], axis=1).ravel()
        trap = np.concatenate([trap.reshape(self.n, -1), np.zeros((self.n, 1))], axis=1).ravel()
        if len(rows) == self.n:
            rows = slice(None)  # type: ignore[assignment]
        part = self.share[rows] * need[self.at_first[rows]] + 0.4 * need[self.at_second[rows]]
        if self.rule.trap_weight:
            part += self.rule.trap_weight * trap[self.at_pair[rows]]
        return np.asarray(self.fresh[rows] * part)

    def pick(self, rows: Ints, number: int, u: Floats) -> Ints:
        self.number = number
        value = self.values(rows)
        open_, seen = ~self.done[rows], self.cards.seen[rows]
        due, aged = open_ & self.is_due[rows], open_ & self.is_aged[rows]
        unseen = open_ & ~seen & (not self.is_last_week)
        any_aged: Bools = np.asarray(aged.any(axis=1))
        n_due, n_unseen = due.sum(axis=1), unseen.sum(axis=1)
        slot = number % self.rule.focus_every == self.rule.focus_every - 1
        focus: Bools = ~any_aged if slot else np.zeros_like(any_aged)
        left = np.minimum(np.maximum(self.rule.quota - self.new_today[rows], 0), n_unseen)
        share = np.where(left > 0, left / np.maximum(left + n_due, 1), 0.0)
        counted = ~any_aged & ~focus
        credit = self.credit[rows] + np.where(counted, share, 0.0)
        by_quota = counted & (credit >= 1.0 - _ROUNDING) & (n_unseen > 0) & (share > 0)
        self.credit[rows] = credit - by_quota
        take_new: Bools = np.asarray(by_quota | (counted & (n_due == 0) & (n_unseen > 0)))
        group = np.where(take_new[:, None], unseen, due)
        if focus.any():
            group = np.where(focus[:, None], open_ & (seen if self.is_last_week else True), group)
        if any_aged.any():
            group = np.where(any_aged[:, None], aged, group)
        at, some = best(value, group)
        if not some.all():
            ahead, any_seen = best(-self.recall[rows], open_ & seen)
            at = np.where(some, at, np.where(any_seen, ahead, -1))
        return at

    def observe(self, rows: Ints, q: Ints, replies: Replies) -> None:
        confidence = replies.confidence if self.start.confidence else np.full(len(rows), UNSURE)
        repeat = self.cards.seen[rows, q]
        self.counts.observe(self.tags, rows, q, replies.correct, replies.lure, confidence, repeat)
        pair = self.tags.pair[rows, q]
        has: Bools = pair >= 0
        self.last_met[rows[has], pair[has], self.tags.side[rows, q][has]] = self.number
        super().observe(rows, q, replies)

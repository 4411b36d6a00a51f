"""Second family of learners: chunks with base-level activation, conjunctive skills, misconceptions as automata.

Written from other literature than the first family, and with other equations in every part, so that a policy that is
good for both is not good by the choice of equations:

- memory: `activation.py`; a question and each concept are chunks. Recall is 1/(1 + exp((threshold - m)/noise)), latency
  is F exp(-m) (Anderson and Lebiere, The Atomic Components of Thought (1998));
- solving: both concepts are needed, with slip and guess (noisy AND: Junker and Sijtsma, Applied Psychological
  Measurement 25 (2001)); the second one is needed half of the time;
- misconceptions: `misconceptions.py`.

Levels (thresholds, weights, times) are assumptions, set so that a learner with default FSRS starts near 45 % and ends
near 70 %. Knows nothing of the tutor. The world's plain memory is decay that does not depend on activation.
"""

from __future__ import annotations

import numpy as np

from benchmarks.policy.activation import Chunks
from benchmarks.policy.banks import CONCEPTS, PAIRS, Banks, Floats, Ints, Questions
from benchmarks.policy.family import GUESS, SURE, UNSURE, Bools, Replies
from benchmarks.policy.misconceptions import LEARN, LURE_GUESSING, LURE_KNOWING, SAFE, STRENGTHEN, TOLD, Misconceptions
from benchmarks.policy.worlds import DAYS, World

ITEM_THRESHOLD, ITEM_NOISE, ITEM_WEIGHT = -0.704, 0.255, 2.1
SKILL_THRESHOLD, SKILL_NOISE, SKILL_WEIGHT = -0.92, 0.38, 0.26
SECOND_SHARE, SECOND_NEEDED = 0.4, 0.5
SLIP, LUCKY = 0.04, 0.25
DAY_ON_CLOCK = 0.025 * 86_400.0
ITEM_ROOM, SKILL_ROOM = 36, 128
READ_RIGHT, READ_WRONG, FIRST_SIGHT = 12.0, 35.0, 15.0
SPREAD = 0.30
OPEN_ABOVE = 0.20


class ActivationLearners:
    """The second family; see `benchmarks.policy.family.Learners` for the methods."""

    def __init__(self, world: World, banks: Banks, learners: int, seed: int) -> None:
        rng = np.random.default_rng([seed, 6])
        n, questions = learners, banks.bank.first.shape[1]
        self.world, self.banks = world, banks
        self.ability = rng.normal(0.0, 0.35, n)
        self.speed = world.speed * np.exp(rng.normal(0.0, 0.3, n))
        self.rate = np.exp(rng.normal(0.0, 0.25, n))
        permanent = np.exp(rng.normal(-1.15, 0.55, (n, CONCEPTS)) + rng.normal(0.0, 0.15, (n, 1)))
        self.skills = Chunks(permanent, SKILL_ROOM, world.plain_memory)
        self.items = Chunks(np.zeros((n, questions)), ITEM_ROOM, world.plain_memory)
        self.traps = Misconceptions(rng, n, world.confused, self.speed)
        self.minutes = rng.uniform(20.0, 30.0, n)
        self.over = rng.normal(0.0, 0.4, n)
        self.spent = np.zeros(n)
        self.seen = np.zeros((n, questions), dtype=bool)
        self.accuracy = np.full(n, 0.7)
        self._correct, self._given = np.zeros(n), np.zeros(n)
        self.met = np.full((n, PAIRS, 2), -1000)
        self.count = np.zeros(n, dtype=np.int64)
        self._items_today: Floats | None = None

    def wants_to_study(self, day: int, skip: Floats) -> Bools:
        chance = self.world.skip + self.world.fragile * (0.65 - self.accuracy).clip(0.0, 1.0)
        missed = self.world.missed is not None and self.world.missed[0] <= day <= self.world.missed[1]
        return (skip >= chance) & (not missed)

    def start_session(self, day: int) -> None:
        active = self._given > 0
        self.accuracy = np.where(active, self._correct / np.maximum(self._given, 1), self.accuracy)
        self._correct[:], self._given[:] = 0.0, 0.0
        self.met[:], self.count[:] = -1000, 0
        self._items_today = None

    def _clock(self, rows: Ints, t: Floats) -> Floats:
        return np.asarray(self.spent[rows] + DAY_ON_CLOCK * self.speed[rows] * t)

    def _all_clocks(self, t: float) -> Floats:
        return np.asarray(self.spent + DAY_ON_CLOCK * self.speed * t)

    def answer(self, rows: Ints, q: Ints, t: Floats, uniform: Floats, normal: Floats) -> Replies:
        bank, u = self.banks.bank, uniform.T
        pair, side = bank.pair[rows, q], bank.side[rows, q]
        trapped, k = pair >= 0, np.maximum(pair, 0)
        clock = self._clock(rows, t)
        item = np.log(self.items.strength_at(rows, q, clock))
        memory = logistic((item - ITEM_THRESHOLD) / ITEM_NOISE)
        know, ease = self._know_at(rows, q, clock)
        state = self.traps.refresh(rows[trapped], k[trapped], t[trapped], u[6][trapped])
        meaning = np.full(len(rows), SAFE)
        meaning[trapped] = self.traps.meaning(state, side[trapped])
        recalled = u[0] < memory
        known = ~recalled & (u[1] < know)
        guessing = ~recalled & ~known
        lure = trapped & ((known & (u[2] < LURE_KNOWING[meaning])) | (guessing & (u[2] < LURE_GUESSING[meaning])))
        lucky = np.where(trapped, (1.0 - LURE_GUESSING[meaning]) / 3.0, LUCKY)
        right_guess = guessing & ~lure & (u[2] > 1.0 - lucky)
        correct = ((recalled | (known & ~lure)) & (u[3] >= SLIP)) | right_guess
        confidence = self._confidence(rows, recalled, known, ease, u[5])
        solving = np.where(known, 16.0 + 8.0 * np.exp(-np.minimum(np.maximum(ease, -1.5), 3.0)), 30.0)
        thinking = np.where(recalled, 3.0 * np.exp(-item.clip(-2.0, 2.0)), solving)
        latency = (12.0 + thinking) * np.exp(SPREAD * normal) + np.where(self.seen[rows, q], 0.0, FIRST_SIGHT)
        seconds = latency + np.where(correct, READ_RIGHT, READ_WRONG)
        sure_error = lure & (confidence == SURE)
        self._learn(rows, q, t, clock + latency, memory, np.where(sure_error, 1.4, np.where(lure, 1.15, 1.0)), u[4])
        self.spent[rows] += seconds
        self.seen[rows, q] = True
        self._correct[rows] += correct
        self._given[rows] += 1
        return Replies(correct, lure, confidence, latency, seconds)

    def _know_at(self, rows: Ints, q: Ints, clock: Floats) -> tuple[Floats, Floats]:
        """Chance to solve, and the activation above threshold of the first concept."""
        bank = self.banks.bank
        second = bank.second[rows, q]
        shift = self.ability[rows] - bank.difficulty[rows, q]
        ease = np.log(self.skills.strength_at(rows, bank.first[rows, q], clock)) - SKILL_THRESHOLD
        other = np.log(self.skills.strength_at(rows, np.maximum(second, 0), clock)) - SKILL_THRESHOLD
        return conjunction(ease / SKILL_NOISE + shift, other / SKILL_NOISE + shift, second >= 0), ease

    def _confidence(self, rows: Ints, recalled: Bools, known: Bools, ease: Floats, u: Floats) -> Ints:
        """A recalled answer and a firm skill feel sure, also when the skill leads into a trap."""
        felt = np.where(recalled, 1.4, np.where(known, 0.4 + ease, -2.4)) + self.over[rows]
        sure = logistic(felt)
        guess = np.where(recalled, 0.03, np.where(known, 0.08, 0.62)) * (1.0 - 0.5 * np.tanh(self.over[rows]))
        return np.where(u < sure, SURE, np.where(u > 1.0 - guess, GUESS, UNSURE))

    def _learn(
        self, rows: Ints, q: Ints, t: Floats, clock: Floats, memory: Floats, correction: Floats, u: Floats
    ) -> None:
        bank = self.banks.bank
        news = 1.0 - self.world.remembered * memory
        weight = SKILL_WEIGHT * self.world.concept_gain * self.rate[rows] * news
        self.skills.present(rows, bank.first[rows, q], clock, weight)
        second = bank.second[rows, q]
        both = second >= 0
        self.skills.present(rows[both], second[both], clock[both], SECOND_SHARE * weight[both])
        self.items.present(rows, q, clock, np.full(len(rows), ITEM_WEIGHT))
        has = bank.pair[rows, q] >= 0
        r, k, s = rows[has], bank.pair[rows, q][has], bank.side[rows, q][has]
        close = self.count[r] - self.met[r, k, 1 - s] <= 12
        chance = LEARN * self.world.pair_gain * self.rate[r] * news[has] * correction[has]
        chance = (chance * np.where(close, self.world.contrast, 1.0)).clip(0.0, 0.6)
        self.traps.learn(r, k, s, t[has], chance, u[has])
        self.met[r, k, s] = self.count[r]
        self.count[rows] += 1

    # Reading

    def _skill(self, t: float) -> Floats:
        return np.asarray((np.log(self.skills.strength(self._all_clocks(t))) - SKILL_THRESHOLD) / SKILL_NOISE)

    def _know(self, questions: Questions, skill: Floats) -> Floats:
        n = np.arange(len(skill))[:, None]
        shift = self.ability[:, None] - questions.difficulty
        first, second = skill[n, questions.first], skill[n, np.maximum(questions.second, 0)]
        return conjunction(first + shift, second + shift, questions.second >= 0)

    def _right(self, questions: Questions, t: float, know: Floats) -> Floats:
        """Chance of a right answer without recall of the question."""
        n, k = np.arange(len(know))[:, None], np.maximum(questions.pair, 0)
        trapped = questions.pair >= 0
        knowing = np.where(trapped, self.traps.lure(t, LURE_KNOWING)[n, k, questions.side], 0.0)
        guessing = np.where(trapped, self.traps.lure(t, LURE_GUESSING)[n, k, questions.side], LUCKY)
        return know * (1.0 - knowing) * (1.0 - SLIP) + (1.0 - know) * (1.0 - guessing) / 3.0

    def exam(self, t: float) -> Floats:
        exam = self.banks.exam
        return np.asarray(self._right(exam, t, self._know(exam, self._skill(t))).mean(axis=1))

    def open_pairs(self, t: float) -> Floats:
        mean = self.traps.lure(t, LURE_KNOWING).mean(axis=2)
        return np.asarray((mean > OPEN_ABOVE).sum(axis=1).astype(float))

    def _memory(self, t: float) -> Floats:
        strength = self.items.strength(self._all_clocks(t))
        return np.asarray(logistic((np.log(strength) - ITEM_THRESHOLD) / ITEM_NOISE))

    def seen_recall(self, seen: Bools, t: float) -> Floats:
        bank, memory = self.banks.bank, self._memory(t)
        right = memory * (1.0 - SLIP) + (1.0 - memory) * self._right(bank, t, self._know(bank, self._skill(t)))
        return np.asarray((right * seen).sum(axis=1) / np.maximum(seen.sum(axis=1), 1))

    def truth(self, t: float) -> tuple[Floats, Floats]:
        return logistic(self._skill(t) + self.ability[:, None]), self.traps.lure(t, LURE_KNOWING)

    def worth(self, t: float, exam: Questions) -> Floats:
        """Gain in the exam score, as far as it is left at the exam, per expected second. Recall of the questions is
        that of the start of the day, which is exact for all that may still be picked today but for the hours."""
        bank, n = self.banks.bank, np.arange(len(self.minutes))[:, None]
        if self._items_today is None:
            self._items_today = self._memory(t)
        memory = self._items_today
        now, end = self._all_clocks(t), self._all_clocks(float(DAYS))
        strength, final = self.skills.strength(now), self.skills.strength(end)
        skill = (np.log(final) - SKILL_THRESHOLD) / SKILL_NOISE
        slope = self._skill_slope(exam, skill, t) / (SKILL_NOISE * final)
        kept = np.exp(-self.skills.decay_of(strength) * np.log(np.maximum(end - now, 1.0))[:, None])
        news = (1.0 - self.world.remembered * memory) * self.rate[:, None]
        per_concept = slope * kept * SKILL_WEIGHT * self.world.concept_gain
        value = per_concept[n, bank.first]
        value = value + np.where(bank.second >= 0, SECOND_SHARE * per_concept[n, np.maximum(bank.second, 0)], 0.0)
        know_exam = self._know(exam, skill)
        stake = np.zeros((len(memory), PAIRS, 2))
        trapped = exam.pair >= 0
        rows = np.broadcast_to(n, exam.pair.shape)
        np.add.at(
            stake, (rows[trapped], exam.pair[trapped], exam.side[trapped]), know_exam[trapped] / exam.pair.shape[1]
        )
        loss = (stake * (self.traps.lure(t, LURE_KNOWING) - LURE_KNOWING[SAFE])).sum(axis=2)
        stays = np.exp(-RELAPSE_TYPICAL * (DAYS - t))
        k = np.maximum(bank.pair, 0)
        learn = np.where(bank.side == 0, self.traps.learning(0)[n, k], self.traps.learning(1)[n, k])
        close = self.count[:, None] - self.met[n, k, 1 - bank.side] <= 12
        chance = LEARN * self.world.pair_gain * learn * np.where(close, self.world.contrast, 1.0)
        told = (self.traps.state == TOLD)[n, k]
        gain = np.where(told, self._firmer(t, stake)[n, k], chance * stays * loss[n, k])
        value = value + np.where(bank.pair >= 0, gain, 0.0)
        know = self._know(bank, (np.log(strength) - SKILL_THRESHOLD) / SKILL_NOISE)
        right = memory + (1.0 - memory) * (know + (1.0 - know) * LUCKY)
        latency = 12.0 + memory * 4.0 + (1.0 - memory) * (know * 24.0 + (1.0 - know) * 30.0)
        seconds = latency + FIRST_SIGHT * ~self.seen + READ_RIGHT * right + READ_WRONG * (1.0 - right)
        return np.asarray(news * value / seconds)

    def _firmer(self, t: float, stake: Floats) -> Floats:
        """Gain of one more example for a pair told apart: it holds longer until the exam, (N, P)."""
        traps = self.traps
        before = np.exp(-traps.relapse * (DAYS - traps.since))
        after = np.exp(-traps.relapse * (t - traps.since) - STRENGTHEN * traps.relapse * (DAYS - t))
        excess = [
            LURE_KNOWING[traps.meaning(traps.origin, np.full_like(traps.origin, side))] - LURE_KNOWING[SAFE]
            for side in (0, 1)
        ]
        return np.asarray((stake * np.stack(excess, axis=2)).sum(axis=2) * (after - before))

    def _skill_slope(self, exam: Questions, skill: Floats, t: float) -> Floats:
        """Derivative of the exam score by the scaled activation of each concept, (N, K)."""
        n = np.arange(len(skill))[:, None]
        shift = self.ability[:, None] - exam.difficulty
        first = logistic(skill[n, exam.first] + shift)
        second = logistic(skill[n, np.maximum(exam.second, 0)] + shift)
        both, k = exam.second >= 0, np.maximum(exam.pair, 0)
        lure = np.where(exam.pair >= 0, self.traps.lure(t, LURE_KNOWING)[n, k, exam.side], 0.0)
        worth = ((1.0 - lure) * (1.0 - SLIP) - LUCKY) / exam.first.shape[1]
        need = np.where(both, SECOND_NEEDED * second + 1.0 - SECOND_NEEDED, 1.0)
        out = np.zeros_like(skill)
        rows = np.broadcast_to(n, exam.first.shape)
        np.add.at(out, (rows, exam.first), worth * first * (1.0 - first) * need)
        np.add.at(out, (rows[both], exam.second[both]), (worth * first * SECOND_NEEDED * second * (1.0 - second))[both])
        return out


RELAPSE_TYPICAL = 0.03
"""Chance a day to fall back after one strengthening, for the oracle's look ahead."""


def conjunction(first: Floats, second: Floats, both: Bools) -> Floats:
    """Noisy AND of one or two skills given as logits."""
    need = np.where(both, SECOND_NEEDED * logistic(second) + 1.0 - SECOND_NEEDED, 1.0)
    return np.asarray(logistic(first) * need)


def logistic(x: Floats) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(x, -60.0, 60.0))))

"""Misconceptions of the second family: an automaton per pair of concepts with all-or-none transitions.

States: the pair is not told apart (NAIVE), one concept is taken for both (FIRST, SECOND), or the pair is TOLD apart.
Learning is a jump with a probability per example, as in knowledge tracing (Corbett and Anderson, Knowledge tracing,
User Modeling and User-Adapted Interaction 4 (1995)). Wrong rules are stable in some learners and drift in others, also
into another wrong rule (VanLehn, Mind Bugs (1990); Payne and Squibb, Algebra mal-rules, Cognitive Science 14 (1990)).
A counter-example moves a wrong rule, an example in line with it hardly does. An error made with confidence is corrected
more often (Butterfield and Metcalfe, Errors committed with high confidence are hypercorrected, JEP:LMC 27 (2001)), and
a corrected one comes back with time (Butler, Fazio and Marsh, Psychonomic Bulletin & Review 18 (2011)).
The directions are from these sources; the probabilities are assumptions.
"""

from __future__ import annotations

import numpy as np

from benchmarks.policy.banks import PAIRS, Floats, Ints

NAIVE, FIRST, SECOND, TOLD = range(4)
AWAY, UNDECIDED, TOWARDS, SAFE = range(4)
"""What the state means for the lure of a question: the rule speaks against it, nothing, for it, or the pair is told."""
LURE_KNOWING: Floats = np.array([0.04, 0.35, 0.75, 0.03])
LURE_GUESSING: Floats = np.array([0.12, 0.30, 0.50, 0.15])
LEARN, DRIFT, IN_LINE = 0.15, 0.05, 0.25
RELAPSE, STRENGTHEN = 0.06, 0.6


class Misconceptions:
    """The automata of N learners; times in days."""

    def __init__(self, rng: np.random.Generator, learners: int, confused: float, speed: Floats) -> None:
        shape = (learners, PAIRS)
        u = rng.random(shape)
        wrong = np.where(u < 0.35, NAIVE, np.where(u < 0.675, FIRST, SECOND))
        self.state = np.where(rng.random(shape) < confused, wrong, TOLD)
        self.origin = wrong
        self.relapse = np.zeros(shape)
        """Chance a day to fall back; 0 for a pair that was told apart from the start."""
        self.since = np.zeros(shape)
        self.speed = speed

    def meaning(self, state: Ints, side: Ints) -> Ints:
        """What a state means for the lure when `side` is right."""
        towards = np.where(state == FIRST, side == 1, side == 0)
        return np.where(state == NAIVE, UNDECIDED, np.where(state == TOLD, SAFE, np.where(towards, TOWARDS, AWAY)))

    def refresh(self, rows: Ints, pair: Ints, t: Floats, u: Floats) -> Ints:
        """The state at an encounter, after a possible relapse since the last one."""
        back = (self.state[rows, pair] == TOLD) & (u < 1.0 - self.held(rows, pair, t))
        self.state[rows, pair] = np.where(back, self.origin[rows, pair], self.state[rows, pair])
        return np.asarray(self.state[rows, pair])

    def held(self, rows: Ints, pair: Ints, t: Floats) -> Floats:
        """Chance that a pair told apart still is."""
        return np.asarray(np.exp(-self.relapse[rows, pair] * (t - self.since[rows, pair])))

    def learn(self, rows: Ints, pair: Ints, side: Ints, t: Floats, chance: Floats, u: Floats) -> None:
        """Feedback on one question per row; `chance` is that of learning from a plain example."""
        state = self.state[rows, pair]
        meaning = self.meaning(state, side)
        told = np.select(
            [meaning == UNDECIDED, meaning == TOWARDS, meaning == AWAY], [chance, 0.7 * chance, IN_LINE * chance], 0.0
        )
        loosened = told + np.where(meaning == TOWARDS, 0.7 * chance, 0.0)
        drifted = loosened + np.where((meaning == UNDECIDED) | (meaning == TOWARDS), DRIFT, 0.0)
        rule = np.where(side == 0, FIRST, SECOND)
        after = np.select([u < told, u < loosened, u < drifted], [TOLD, NAIVE, rule], state)
        gained = (state != TOLD) & (after == TOLD)
        self.origin[rows, pair] = np.where(gained, state, self.origin[rows, pair])
        start = RELAPSE * self.speed[rows]
        kept = np.where(state == TOLD, STRENGTHEN * self.relapse[rows, pair], self.relapse[rows, pair])
        self.relapse[rows, pair] = np.where(gained, start, kept)
        self.state[rows, pair] = after
        self.since[rows, pair] = t

    def lure(self, t: float, table: Floats) -> Floats:
        """Expected chance of the lure, (N, P, 2 sides), from a table by meaning; relapses are counted."""
        held = np.exp(-self.relapse * (t - self.since))
        out = []
        for side in (0, 1):
            sides = np.full_like(self.state, side)
            now, before = table[self.meaning(self.state, sides)], table[self.meaning(self.origin, sides)]
            out.append(np.where(self.state == TOLD, held * now + (1.0 - held) * before, now))
        return np.stack(out, axis=2)

    def learning(self, side: int) -> Floats:
        """Part of the chance to tell a pair apart that an example with this side right has, (N, P)."""
        meaning = self.meaning(self.state, np.full_like(self.state, side))
        return np.asarray(np.array([IN_LINE, 1.0, 0.7 + 0.35, 0.0])[meaning])

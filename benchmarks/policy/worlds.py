"""The worlds learners live in: what is changed against the base world, for either family of learners.

Numbers only. Each family reads the fields that have a meaning for it and says in its docstring which these are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

DAYS = 35
"""Study days before the exam, numbered 0 to 34; the exam is at time 35.0."""


@dataclass(frozen=True, slots=True)
class World:
    """One set of assumptions about learners, bank and tags."""

    name: str = "base"
    remembered: float = 0.70
    """How much less a remembered question teaches about its concept (rho), 0 to 1."""
    concept_gain: float = 1.0
    """Factor on what an answer teaches about a concept."""
    pair_gain: float = 1.0
    """Factor on what an answer teaches about telling a pair apart."""
    contrast: float = 1.5
    """Factor on the latter when the other side was answered among the last 12 answers of the session."""
    confused: float = 0.55
    """Share of pairs a learner mixes up at the start."""
    trap_rate: float = 0.55
    speed: float = 1.0
    """Factor on forgetting."""
    skip: float = 0.05
    """Chance that a day is skipped."""
    fragile: float = 0.0
    """Added chance to skip a day for each point of accuracy below 65 % on the last active day."""
    tag_noise: float = 0.0
    """Chance that a tag the tutor sees is wrong or missing."""
    questions: int = 450
    missed: tuple[int, int] | None = None
    """First and last day of a break."""
    confidence: bool = True
    """False: the learner never marks a guess."""
    plain_memory: bool = False
    """The simpler memory of the family: half-life (first) or fixed decay (second)."""


BASE = World()
WORLDS: dict[str, World] = {
    w.name: w
    for w in (
        BASE,
        replace(BASE, name="weaktransfer", remembered=0.95, concept_gain=0.28 / 0.36),
        replace(BASE, name="strongtransfer", remembered=0.40),
        replace(BASE, name="fast", speed=1.8),
        replace(BASE, name="slow", speed=0.55),
        replace(BASE, name="halflife", plain_memory=True),
        replace(BASE, name="manyconf", confused=0.80, trap_rate=0.62),
        replace(BASE, name="fewconf", confused=0.25, trap_rate=0.30),
        replace(BASE, name="tagnoise", tag_noise=0.25),
        replace(BASE, name="smallbank", questions=200),
        replace(BASE, name="bigbank", questions=900),
        replace(BASE, name="noconf", confidence=False),
        replace(BASE, name="fragile", fragile=1.0),
        replace(BASE, name="nocontrast", contrast=1.0),
        replace(BASE, name="miss7", missed=(14, 20)),
    )
}
RANDOM_TAGS = replace(BASE, name="randomtags", tag_noise=1.0)
"""Mutation check: no tag says anything."""

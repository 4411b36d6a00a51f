"""The numbers of the learner model, read from JSON: what is believed before the first answer.

Only values are kept here; `models/default/CARD.md` says where each comes from. An unknown key or a newer format is
refused, so that a file of another version never works by accident.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from tutor.core.question import Difficulty
from tutor.errors import DataError

FORMAT = 1


@dataclass(frozen=True, slots=True)
class ConfusionPrior:
    """Gamma-Poisson rate of a confusion and the thresholds of its states."""

    shape: float = 3.0
    rate: float = 3.0
    half_life: float = 30.0
    """Exposures after which evidence counts half."""
    confirm: float = 0.90
    confirm_exposures: int = 10
    suspect: float = 0.75
    release: float = 0.60


@dataclass(frozen=True, slots=True)
class Prior:
    """Hyper-parameters of the learner model; standard deviations and drifts are in logits."""

    difficulty: Mapping[str, float] = field(default_factory=lambda: {"easy": 0.82, "medium": 0.65, "hard": 0.45})
    """Expected share right by the author's label."""
    topic_weight: float = 0.6
    """How far the mean label of its concepts moves a question's own expectation."""
    topic_questions: float = 3.0
    """Questions of average label that a concept's mean label is shrunk with."""
    s_global: float = 1.0
    s_tag: float = 0.5
    s_item: float = 1.0
    s_form: float = 0.5
    form_keep: float = 0.8
    """Share of the form that is left after one answer."""
    s_slope: float = 0.4
    practice_gain: float = 0.4
    concept_practice: float = 0.6
    """Logits gained by many answers to a concept, right or wrong."""
    concept_practice_half: float = 2.0
    """Answers that bring half of it."""
    drift_global: float = 0.005
    """Variance added to the general ability per answer."""
    drift_tag: float = 0.001
    gamma: float = 0.1
    """Weight of the recall of a question's concepts."""
    lure_mass: float = 0.45
    """Share of the wrong answers that the author's lures are expected to draw."""
    popularity_weight: float = 4.0
    """Answers of other learners that the author's expectation is worth."""
    confusion: ConfusionPrior = field(default_factory=ConfusionPrior)
    model_version: str = "2"

    def offset(self, label: Difficulty) -> float:
        """Logit of the expected share right for a difficulty label."""
        share = self.difficulty[label]
        return math.log(share / (1 - share))


_NOTES = {"format", "model", "trained_on", "metrics", "data_hash"}


def prior_from_json(text: str, name: str = "prior.json") -> Prior:
    """The prior in a JSON text. Raises DataError that names the file and the key for anything not understood."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise DataError(f"{name} is not JSON: {error}", "Restore the file from the installation.") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise DataError(f"{name}: format {data.get('format') if isinstance(data, dict) else None!r} is not {FORMAT}")
    values = {key: value for key, value in data.items() if key not in _NOTES}
    known = {f.name for f in fields(Prior)}
    for key in values:
        if key not in known:
            raise DataError(f"{name}: unknown key {key!r}", f"Known keys: {', '.join(sorted(known))}.")
    confusion = values.pop("confusion", {})
    unknown = set(confusion) - {f.name for f in fields(ConfusionPrior)}
    if unknown:
        raise DataError(f"{name}: unknown key 'confusion.{sorted(unknown)[0]}'")
    prior = Prior(**values, confusion=ConfusionPrior(**confusion))
    _check(prior, name)
    return prior


def _check(prior: Prior, name: str) -> None:
    positive = {
        "s_global": prior.s_global,
        "s_tag": prior.s_tag,
        "s_item": prior.s_item,
        "s_form": prior.s_form,
        "s_slope": prior.s_slope,
        "topic_questions": prior.topic_questions,
        "concept_practice_half": prior.concept_practice_half,
        "confusion.shape": prior.confusion.shape,
        "confusion.rate": prior.confusion.rate,
        "confusion.half_life": prior.confusion.half_life,
        "popularity_weight": prior.popularity_weight,
    }
    for key, value in positive.items():
        if not value > 0:
            raise DataError(f"{name}: {key} = {value!r} must be greater than 0")
    at_least_zero = {
        "drift_global": prior.drift_global,
        "drift_tag": prior.drift_tag,
        "topic_weight": prior.topic_weight,
        "concept_practice": prior.concept_practice,
    }
    for key, value in at_least_zero.items():
        if not value >= 0:
            raise DataError(f"{name}: {key} = {value!r} must not be negative")
    if set(prior.difficulty) != {"easy", "medium", "hard"} or not all(0 < p < 1 for p in prior.difficulty.values()):
        raise DataError(f"{name}: difficulty needs easy, medium and hard, each between 0 and 1")
    if not 0 <= prior.form_keep < 1:
        raise DataError(f"{name}: form_keep = {prior.form_keep!r} must lie between 0 and 1")
    if not 0 < prior.lure_mass < 1:
        raise DataError(f"{name}: lure_mass = {prior.lure_mass!r} must lie between 0 and 1")

"""Replays one learner's log, tries other settings of the model on it, and keeps those that win out of sample.

Settings are chosen on the answers before the newest 200 and judged on these 200, always by predictions made before each
answer. They are adopted when their mean log-loss on the 200 is lower by at least its standard error. Reads the database
only; the one file it writes is replaced in one step at the end, so a run that fails or is killed changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.model_selection import ParameterGrid

from tutor.core.log import Answer
from tutor.core.prior import Prior
from tutor.core.quality import Calibration, Quality, calibration, log_losses, quality
from tutor.core.question import Bank
from tutor.core.trials import Trial, trials
from tutor.desk import load_prior
from tutor.store.reader import Reader
from tutor.train import challengers
from tutor.train.challengers import Score, score
from tutor.train.launch import note_finished
from tutor.train.limits import NEEDED, NEEDED_FOR_CHALLENGERS, TEST_ANSWERS
from tutor.train.replay import CoreModel, Memories
from tutor.tuned import Tuned, numbers_of, overlaid, read, settings_file, write

Outcome = Literal["too few answers", "no better", "improved"]
GAMMAS: tuple[float, ...] = (0.0, 0.03, 0.1, 0.2, 0.35)
DRIFTS: tuple[tuple[float, float], ...] = ((0.0, 0.0), (0.002, 0.0005), (0.005, 0.001), (0.01, 0.003), (0.03, 0.01))
"""Variance added an answer to the general state and to a concept; they are varied together."""
S_TAGS: tuple[float, ...] = (0.3, 0.5, 0.8)


@dataclass(frozen=True, slots=True)
class Trained:
    """What a run found. From too few answers all that is measured is None or empty."""

    outcome: Outcome
    answers: int
    """That count for the model."""
    needed: int
    tested: int
    chosen_on: int
    """Answers before the tested ones."""
    candidates: int
    before: float | None
    """Log-loss of the present settings on the tested answers."""
    best: float | None
    """The same of the settings that did best on the answers before these."""
    gain_error: float | None
    """Standard error of the difference of the two."""
    present: dict[str, float]
    tried: dict[str, float]
    """The settings that did best; adopted when the outcome is `improved`."""
    score: Score | None
    """Of the settings in force after the run, as the calibration."""
    calibration: Calibration | None
    rivals: Quality
    """Present settings beside the learner's average and the label."""
    challengers: dict[str, Score]
    model_version: str
    data_hash: str


def run(database: Path, bank: Bank, record: Path) -> Trained:
    """Train on the log of one learner and store what won. `record`: where the end of the run is noted for `launch`.

    Raises DataError for a settings file that is not understood (it is left alone) and for a damaged database,
    StoreError when a file cannot be read or written."""
    shipped, file = load_prior(), settings_file(database)
    old = read(file)
    present = overlaid(shipped, old)
    with Reader.open(database) as store:
        answers = store.answers()
    result = tune(bank, answers, present, shipped)
    day = answers[-1].study_day.isoformat() if answers else ""
    if result.outcome == "improved":
        write(file, _tuned(result, shipped, day))
    elif old is not None and old.model_version != shipped.model_version and result.outcome == "no better":
        # Numbers of another version of the model are in force nowhere; without them nothing has to be said of them.
        write(file, Tuned(shipped.model_version, {}, made_on=day))
    note_finished(record, day, len(answers), result.outcome)
    return result


def tune(bank: Bank, answers: Sequence[Answer], present: Prior, shipped: Prior, *, needed: int = NEEDED) -> Trained:
    """Compare settings on the log of one learner, in order of (answered_at, id), without retracted answers. Writes
    nothing."""
    log = trials(bank, present, answers)
    rivals = quality(log, present, window=TEST_ANSWERS)
    if len(log) < max(needed, TEST_ANSWERS + 1):
        return _unmeasured(log, present, needed, rivals)
    right = np.array([t.correct for t in log])
    first = len(log) - TEST_ANSWERS
    base, memories = CoreModel(prior=present), Memories()
    grid = candidates(present, shipped)
    found = [clone(base).set_params(**numbers).prequential(bank, answers, memories) for numbers in grid]
    losses = [np.array(log_losses(p.tolist(), right.tolist())) for p in found]
    winner = min(range(len(grid)), key=lambda k: (losses[k][:first].mean(), k))
    gains = losses[0][first:] - losses[winner][first:]
    error = float(gains.std(ddof=1) / math.sqrt(len(gains)))
    improved = winner != 0 and gains.mean() > 0 and gains.mean() >= error
    in_force = found[winner if improved else 0][first:]
    return Trained(
        "improved" if improved else "no better",
        len(log),
        needed,
        TEST_ANSWERS,
        first,
        len(grid),
        float(losses[0][first:].mean()),
        float(losses[winner][first:].mean()),
        error,
        numbers_of(present),
        grid[winner],
        score(in_force, right[first:]),
        calibration(in_force.tolist(), right[first:].tolist()),
        rivals,
        _challenge(log, present, right),
        present.model_version,
        data_hash(log),
    )


def candidates(present: Prior, shipped: Prior) -> list[dict[str, float]]:
    """The settings that are tried: the present ones first, then the shipped ones and the grid, each once."""
    spaces = [{key: [value] for key, value in numbers_of(prior).items()} for prior in (present, shipped)]
    spaces += [
        {"gamma": list(GAMMAS), "drift_global": [drift], "drift_tag": [drift_tag], "s_tag": list(S_TAGS)}
        for drift, drift_tag in DRIFTS
    ]
    found: list[dict[str, float]] = []
    for numbers in ParameterGrid(spaces):
        if numbers not in found:
            found.append(dict(numbers))
    return found


def data_hash(log: Sequence[Trial]) -> str:
    """SHA-256 of what the answers say: which question, which options, right or wrong, in order."""
    rows = [[t.answer_id, t.question.id, t.question.key_hash, list(t.chosen), t.correct] for t in log]
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def _challenge(log: Sequence[Trial], prior: Prior, right: NDArray[np.bool_]) -> dict[str, Score]:
    if len(log) < NEEDED_FOR_CHALLENGERS:
        return {}
    predicted = challengers.predictions(log, prior, TEST_ANSWERS)
    return {name: score(p, right[-TEST_ANSWERS:]) for name, p in predicted.items()}


def _unmeasured(log: Sequence[Trial], present: Prior, needed: int, rivals: Quality) -> Trained:
    return Trained(
        "too few answers",
        len(log),
        needed,
        0,
        0,
        0,
        None,
        None,
        None,
        numbers_of(present),
        numbers_of(present),
        None,
        None,
        rivals,
        {},
        present.model_version,
        data_hash(log),
    )


def _tuned(result: Trained, shipped: Prior, day: str) -> Tuned:
    usual = numbers_of(shipped)
    return Tuned(
        result.model_version,
        {key: value for key, value in result.tried.items() if value != usual[key]},
        {
            "log_loss_before": result.before,
            "log_loss": result.best,
            "gain_error": result.gain_error,
            "log_loss_average": result.rivals.average,
            "log_loss_label": result.rivals.label,
            "score": None if result.score is None else asdict(result.score),
            "challengers": {name: asdict(each) for name, each in result.challengers.items()},
        },
        {"answers": result.answers, "tested": result.tested, "chosen_on": result.chosen_on},
        result.data_hash,
        day,
    )

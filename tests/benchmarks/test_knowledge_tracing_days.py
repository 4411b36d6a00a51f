"""Drift by days: it adds nothing when it is off, and a state never grows less sure than its prior."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.knowledge_tracing import core_runs, days
from tests.benchmarks.invented import invented_log
from tutor.core.learner import Gaussian
from tutor.core.prior import Prior

LOG = invented_log()
LEVEL = (np.arange(len(LOG.y)) % 3).astype(np.int64)


def test_without_drift_the_model_is_the_shipped_one() -> None:
    prior = Prior(gamma=0.0)
    same = core_runs.run(LOG, LEVEL, core_runs.SHIPPED).p
    assert days.predictions(LOG, LEVEL, days.Drift(), prior).tolist() == same.tolist()
    for drift in days.DRIFTS[1:]:
        assert not np.allclose(days.predictions(LOG, LEVEL, drift, prior), same)


def test_a_state_widens_or_falls_back_but_never_past_its_prior() -> None:
    state = Gaussian(0.4, 0.10, 7)
    assert days.after(state, 0.05, 0.01, 0.0, 0.25) is state
    wider = days.after(state, 5.0, 0.01, 0.0, 0.25)
    assert (wider.mean, wider.n) == (0.4, 7)
    assert wider.var == pytest.approx(0.15)
    assert days.after(state, 1000.0, 0.01, 0.0, 0.25).var == 0.25
    faded = days.after(state, 10.0, 0.0, 10.0, 0.25)
    assert faded.mean == pytest.approx(0.4 * np.exp(-1))
    assert 0.10 < faded.var < 0.25

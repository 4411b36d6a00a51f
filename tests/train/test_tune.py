"""How settings are chosen: three outcomes, each with its message; only what wins out of sample is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sklearn.calibration import calibration_curve
from sklearn.metrics import log_loss

from tests.train.make import bank_of, jumpy, log_of, steady
from tutor.commands.train import outcome_text
from tutor.core.quality import calibration, mean_log_loss
from tutor.core.trials import trials
from tutor.desk import load_prior
from tutor.train.challengers import BLEND
from tutor.train.limits import NEEDED, TEST_ANSWERS
from tutor.train.tune import Trained, candidates, tune
from tutor.tuned import numbers_of

BANK = bank_of()
QUESTIONS = sorted(BANK.questions.values(), key=lambda q: q.id)
pytestmark = pytest.mark.usefixtures("few_candidates")


@pytest.fixture(scope="module")
def wandering(few_candidates: None) -> Trained:
    """A learner whose ability jumps, so that a larger drift predicts better."""
    return tune(BANK, log_of(QUESTIONS, 420, jumpy()), load_prior(), load_prior())


# What is chosen


def test_below_the_needed_answers_nothing_is_tuned() -> None:
    found = tune(BANK, log_of(QUESTIONS, NEEDED - 1, steady()), load_prior(), load_prior())
    assert (found.outcome, found.answers, found.candidates, found.before) == ("too few answers", NEEDED - 1, 0, None)
    assert outcome_text(found).startswith("Too few answers: 299 of the 300 that are needed. Nothing was changed")


def test_a_learner_that_the_settings_miss_gets_better_ones(wandering: Trained) -> None:
    assert wandering.outcome == "improved"
    assert wandering.tried["drift_global"] == 0.03
    assert wandering.before is not None
    assert wandering.best is not None
    assert wandering.gain_error is not None
    assert wandering.before - wandering.best > wandering.gain_error > 0
    said = outcome_text(wandering)
    assert f"Improved: log-loss {wandering.before:.4f} -> {wandering.best:.4f} on your last 200 answers" in said
    assert "on the 220 before" in said
    assert "drift_global 0.005 -> 0.03" in said


def test_both_losses_are_on_the_last_200_by_predictions_made_before(wandering: Trained) -> None:
    log = log_of(QUESTIONS, 420, jumpy())
    better = replace(load_prior(), **wandering.tried)  # type: ignore[arg-type]
    for prior, loss in ((load_prior(), wandering.before), (better, wandering.best)):
        last = trials(BANK, prior, log)[-TEST_ANSWERS:]
        assert loss == pytest.approx(log_loss([t.correct for t in last], [t.predicted for t in last]), abs=1e-9)


def test_settings_that_are_the_best_already_stay(wandering: Trained) -> None:
    best = replace(load_prior(), **wandering.tried)  # type: ignore[arg-type]
    again = tune(BANK, log_of(QUESTIONS, 420, jumpy()), best, load_prior())
    assert again.outcome == "no better"
    assert again.tried == again.present == wandering.tried
    assert again.before == again.best == pytest.approx(wandering.best)
    assert "No better than now: log-loss" in outcome_text(again)
    assert "Nothing was changed." in outcome_text(again)


def test_what_wins_before_the_last_200_and_loses_on_them_is_not_kept() -> None:
    """The ability jumps only in the answers that settings are chosen on."""
    log = log_of(QUESTIONS, 420, lambda q, n: jumpy(40)(q, n) if n < 220 else steady(0.3)(q, n))
    found = tune(BANK, log, load_prior(), load_prior())
    assert found.tried["drift_global"] == 0.03
    assert found.outcome == "no better"
    assert found.before is not None
    assert found.best is not None
    assert f"{found.best:.4f}, and a gain must exceed its standard error" in outcome_text(found)


def test_candidates_are_the_present_the_shipped_and_the_grid_each_once() -> None:
    present = replace(load_prior(), gamma=0.07)
    found = candidates(present, load_prior())
    assert found[0] == numbers_of(present)
    assert numbers_of(load_prior()) in found
    assert len(found) == 2 + 4
    assert len(candidates(load_prior(), load_prior())) == 1 + 4


def test_challengers_compete_from_400_answers_on(wandering: Trained) -> None:
    assert set(wandering.challengers) == {"logistic regression", "gradient boosting", BLEND}
    for each in wandering.challengers.values():
        assert 0 < each.log_loss < 1
        assert each.auc is not None
    fewer = tune(BANK, log_of(QUESTIONS, 399, jumpy()), load_prior(), load_prior())
    assert fewer.challengers == {}


def test_a_run_is_a_function_of_the_log(wandering: Trained) -> None:
    log = log_of(QUESTIONS, 420, jumpy())
    assert tune(BANK, log, load_prior(), load_prior()) == wandering
    other = [*log[:-1], replace(log[-1], correct=not log[-1].correct)]
    assert tune(BANK, other, load_prior(), load_prior(), needed=500).data_hash != wandering.data_hash


def test_a_learner_who_is_always_right_breaks_nothing() -> None:
    found = tune(BANK, log_of(QUESTIONS, 420, lambda *_: 1.0), load_prior(), load_prior())
    assert found.score is not None
    assert found.score.auc is None
    assert found.challengers == {}


def test_the_core_measures_as_scikit_learn_does() -> None:
    last = trials(BANK, load_prior(), log_of(QUESTIONS, 300, steady()))
    predicted, right = [t.predicted for t in last], [t.correct for t in last]
    assert mean_log_loss(predicted, right) == pytest.approx(log_loss(right, predicted), abs=1e-12)
    shares, means = calibration_curve(right, predicted, n_bins=10)
    bins = [b for b in calibration(predicted, right).bins if b.answers]
    assert [b.right for b in bins] == pytest.approx(shares.tolist())
    assert [b.predicted for b in bins] == pytest.approx(means.tolist())

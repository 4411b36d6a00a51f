"""The benchmark of the learner model: what it computes from an invented log, and that nothing looks ahead."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from sklearn.metrics import roc_auc_score

from benchmarks.knowledge_tracing import batch, bkt, cold, core_runs, difficulty, filters, groups, history, twins
from benchmarks.knowledge_tracing import rich as best
from benchmarks.knowledge_tracing.data import Log, head, some_learners
from benchmarks.knowledge_tracing.metrics import auc_interval, score
from tests.benchmarks.invented import invented_log

LOG = invented_log()


def flipped(log: Log, row: int) -> Log:
    """The log with every answer from a row on turned round."""
    y = log.y.copy()
    y[row:] = 1 - y[row:]
    return replace(log, y=y)


def test_running_statistics_count_earlier_rows_of_the_group_only() -> None:
    group, value = np.array([1, 0, 1, 1, 0]), np.array([5.0, 1.0, 7.0, 9.0, 3.0])
    assert groups.occurrence(group).tolist() == [0, 0, 1, 2, 1]
    assert groups.before(group, value).tolist() == [0, 0, 5, 12, 1]
    assert groups.previous(group, value, -1.0).tolist() == [-1, -1, 5, 7, 1]
    assert groups.previous(group, value, -1.0, lag=2).tolist() == [-1, -1, -1, 5, -1]
    assert groups.averages(group, value, (0.5,), 1.0)[:, 0].tolist() == [1, 1, 3, 5, 1]


@pytest.mark.parametrize("row", [40, 41, 300])
def test_a_row_knows_nothing_of_itself_or_of_what_follows(row: int) -> None:
    item, tags = difficulty.crossfitted(LOG)
    other = flipped(LOG, row)
    columns = []
    for log in (LOG, other):
        past = history.history(log)
        task = batch.Task(log, past, item, tags)
        filtered = filters.bayes(log, item, core_runs.SHIPPED.prior)
        elo = filters.elo(log, item, 0.8, 0.1)
        columns.append(np.column_stack([task.dense(), best.extra(task, filtered), filtered.p, elo]))
        assert past.windows is not None
    same = np.isclose(columns[0][: row + 1], columns[1][: row + 1], rtol=0, atol=1e-9, equal_nan=True)
    assert same.all()
    assert not np.allclose(columns[0][row + 1 :], columns[1][row + 1 :], equal_nan=True)


def test_windows_in_time_hold_only_answers_inside_them() -> None:
    past = history.history(LOG)
    assert past.windows is not None
    pairs = past.pairs
    for entry in range(0, len(pairs.row), 97):
        row = pairs.row[entry]
        rows = pairs.row[(pairs.group == pairs.group[entry]) & (pairs.row < row)]
        for place, window in enumerate(history.WINDOWS):
            inside = rows[LOG.time[rows] >= LOG.time[row] - window]
            assert past.windows[entry, 2 * place] == len(inside)
            assert past.windows[entry, 2 * place + 1] == LOG.y[inside].sum()


def test_the_difficulty_of_a_train_row_does_not_hold_its_own_fold() -> None:
    fold = difficulty.folds_of(LOG)
    before = difficulty.crossfitted(LOG)[0]
    own = fold == 2
    after = difficulty.crossfitted(replace(LOG, y=np.where(own, 1 - LOG.y, LOG.y)))[0]
    assert np.array_equal(before[own], after[own])
    assert not np.allclose(before[fold == 1], after[fold == 1])


def test_no_answer_of_a_test_learner_reaches_the_difficulty() -> None:
    turned = replace(LOG, y=np.where(LOG.test, 1 - LOG.y, LOG.y))
    for a, b in zip(difficulty.crossfitted(LOG), difficulty.crossfitted(turned), strict=True):
        assert np.array_equal(a, b)


def test_labels_follow_the_terciles_and_random_ones_change_whole_items() -> None:
    item = difficulty.crossfitted(LOG)[0]
    level = difficulty.labels(LOG, item)
    assert set(level.tolist()) == {0, 1, 2}
    assert item[level == 0].max() <= item[level == 2].min()
    mixed = difficulty.labels(LOG, item, random_share=1.0)
    assert all(len(set(mixed[LOG.item == i].tolist())) == 1 for i in np.unique(LOG.item))


@pytest.mark.parametrize("variant", [core_runs.VARIANT_A, core_runs.VARIANT_B, core_runs.SHIPPED])
def test_the_filter_on_arrays_is_the_shipped_model(variant: core_runs.Variant) -> None:
    level = difficulty.labels(LOG, difficulty.crossfitted(LOG)[0])
    prior = variant.prior
    topic = core_runs.topic_of_items(LOG, level, prior)[LOG.item]
    offset = np.array(difficulty.LABEL_LOGITS)[level] + prior.topic_weight * topic
    ours = core_runs.run(LOG, level, variant).p
    arrays = filters.bayes(LOG, offset, prior, variant.question, variant.extended).p
    assert np.abs(ours - arrays).max() < 1e-9


def test_the_gradient_of_bkt_is_that_of_its_loss() -> None:
    generator = np.random.default_rng(0)
    group = np.repeat(np.arange(6), [9, 4, 9, 6, 2, 30])
    right, reach = bkt.sequences(group, (generator.random(len(group)) < 0.6).astype(float))
    assert right.shape == (30, 6)
    assert reach.sum() == len(group)
    x = np.array([0.4, 0.1, 0.1, 0.25])
    numeric = approx_fprime(x, lambda v: bkt.loss(v, right, reach)[0], 1e-7)
    assert bkt.loss(x, right, reach)[1] == pytest.approx(numeric, abs=1e-5)


def test_bkt_stays_finite_when_nearly_all_is_right() -> None:
    right, reach = bkt.sequences(np.zeros(200, np.int64), np.array([1.0] * 150 + [0.0] * 50))
    values = np.array([0.9, 0.001, 0.01, 0.05])
    loss, gradient = bkt.loss(values, right, reach)
    assert np.isfinite(loss)
    assert np.isfinite(gradient).all()
    p = bkt.trace(values, np.zeros(200, np.int64), right[:, 0].astype(float))
    assert ((p > 0) & (p < 1)).all()


def test_the_scores_are_those_of_their_definitions() -> None:
    y, p = np.array([1.0, 0.0, 1.0, 1.0]), np.array([0.9, 0.2, 0.6, 0.6])
    done = score(y, p)
    assert done.auc == roc_auc_score(y, p)
    assert done.log_loss == pytest.approx(-np.log([0.9, 0.8, 0.6, 0.6]).mean())
    assert done.brier == pytest.approx(np.mean([0.01, 0.04, 0.16, 0.16]))
    assert done.ece == pytest.approx((0.1 + 0.2 + 0.8) / 4)


def test_the_interval_of_the_auc_holds_it_and_narrows_with_learners() -> None:
    generator = np.random.default_rng(1)

    def width(learners: int) -> tuple[float, float, float]:
        y = (generator.random(learners * 20) < 0.6).astype(float)
        p = np.clip(0.3 * y + generator.random(len(y)) * 0.7, 0, 1)
        low, high = auc_interval(y, p, np.repeat(np.arange(learners), 20))
        return low, float(roc_auc_score(y, p)), high

    few, many = width(10), width(400)
    for low, middle, high in (few, many):
        assert low < middle < high
    assert many[2] - many[0] < few[2] - few[0]


def twin_log() -> Log:
    """The invented log with a copy of the first test learner among the train learners, two answers changed."""
    who = int(LOG.learner[LOG.test][0])
    rows = np.flatnonzero(LOG.learner == who)
    y = LOG.y[rows].copy()
    y[:2] = 1 - y[:2]
    return Log(
        LOG.name,
        np.concatenate([LOG.learner, np.full(len(rows), LOG.learners)]),
        np.concatenate([LOG.item, LOG.item[rows]]),
        np.concatenate([LOG.time, LOG.time[rows]]),
        np.concatenate([LOG.y, y]),
        np.concatenate([LOG.test, np.zeros(len(rows), bool)]),
        LOG.tags,
    )


def test_a_learner_in_both_splits_is_found_and_others_are_not() -> None:
    assert len(twins.twins(LOG)) == 0
    log = twin_log()
    assert twins.twins(log).tolist() == [LOG.learners]
    assert twins.held_out_with_a_twin(log).tolist() == [int(LOG.learner[LOG.test][0])]


def test_the_head_keeps_the_first_rows_of_each_learner() -> None:
    short = head(LOG, 7)
    assert (np.bincount(short.learner) == 7).all()
    assert np.array_equal(short.y[:7], LOG.y[:7])


def test_a_share_of_the_learners_keeps_their_rows_and_their_items() -> None:
    part = some_learners(LOG, 0.1)
    kept = np.isin(LOG.learner, part.learner)
    assert len(np.unique(part.learner)) == 6
    assert part.test.any()
    assert part.train.any()
    assert np.array_equal(part.y, LOG.y[kept])
    assert np.array_equal(part.tags[part.item], LOG.tags[LOG.item[kept]])
    assert part.items <= LOG.items


def test_what_knows_the_world_beats_what_does_not() -> None:
    done = cold.cold_start(LOG)
    auc = {arm.name: score(done.y if arm.rows is None else done.y[arm.rows], arm.p).auc for arm in done.arms}
    assert auc["ours shipped"] > auc["label only"] + 0.02
    assert auc["ours shipped"] > auc["running mean"] + 0.02
    assert auc["ours shipped"] > auc["ours shipped, no labels"] + 0.02
    assert auc["item prior + shipped"] > auc["item prior only"] + 0.02


def test_a_missing_folder_is_said_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from benchmarks.knowledge_tracing.__main__ import main

    with pytest.raises(SystemExit):
        main(["--data", str(tmp_path), "--dataset", "statics"])
    assert "does not hold statics" in capsys.readouterr().err

"""Runs every part of the benchmark and turns it into rows. Progress goes to standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.knowledge_tracing import published
from benchmarks.knowledge_tracing.batch import CLASSICAL, Fitted, Task, mean_logit, task_of
from benchmarks.knowledge_tracing.bkt import bkt
from benchmarks.knowledge_tracing.cold import cold_start
from benchmarks.knowledge_tracing.core_runs import SHIPPED, VARIANT_B
from benchmarks.knowledge_tracing.cost import costs
from benchmarks.knowledge_tracing.data import LOGS, Floats, Ints, Log, load_log, load_options, some_learners
from benchmarks.knowledge_tracing.metrics import BUCKETS, auc_interval, score
from benchmarks.knowledge_tracing.options import all_options, track
from benchmarks.knowledge_tracing.plot import NEW_LEARNER, bucket
from benchmarks.knowledge_tracing.ranking import rank
from benchmarks.knowledge_tracing.rich import rich
from benchmarks.knowledge_tracing.tendency import ROUNDS
from benchmarks.knowledge_tracing.twins import held_out_with_a_twin, twins
from benchmarks.result import Row

QUICK_SHARE = 0.1
QUICK_ROUNDS = 3
LEAST_ROWS = 50
"""Rows of a bucket below which no AUC is printed."""


@dataclass(frozen=True, slots=True)
class Settings:
    quick: bool = False


def measure(folder: Path, chosen: Sequence[str], settings: Settings) -> list[Row]:
    """All rows of the chosen data sets, and the costs of the model."""
    rows: list[Row] = []
    for name in chosen:
        start = time.perf_counter()
        if name in LOGS:
            log = load_log(folder, name)
            rows += of_log(some_learners(log, QUICK_SHARE) if settings.quick else log, settings)
        else:
            rows += of_options(folder, name, settings)
        print(f"{name}: {time.perf_counter() - start:.0f} s", file=sys.stderr)
    for name, (middle, low, high) in costs().items():
        rows.append(Row("cost", "ours shipped", name, middle, low, high))
    return rows


def of_log(log: Log, settings: Settings) -> list[Row]:
    return [*batch_rows(log, settings), *cold_rows(log, settings), *concept_rows(log)]


def batch_rows(log: Log, settings: Settings) -> Iterator[Row]:
    """Models that know other learners, on the whole log; published figures; the same without twin logs."""
    case = f"{log.name}: other learners known"
    task = task_of(log)
    fitted = fit_all(task, slow=not settings.quick)
    y, learner = log.y[log.test], log.learner[log.test]
    for name, done in fitted.items():
        yield from _scores(case, name, y, done.p, learner)
        yield Row(case, name, "fit, s", done.seconds)
        yield Row(case, name, "prediction, us", done.micros)
        known = published.AUC.get(log.name, {}).get(name)
        if known is not None:
            yield Row(case, name, "published AUC", known)
    for name, value in published.AUC.get(log.name, {}).items():
        if name not in fitted:
            yield Row(case, f"{name} (not run)", "published AUC", value)
    double = twins(log)
    if len(double) and not settings.quick:
        case = f"{log.name}: without train learners that are in the test split too"
        share = float(np.isin(learner, held_out_with_a_twin(log)).mean())
        yield Row(case, "the log", "train learners left out", len(double))
        yield Row(case, "the log", "share of test answers concerned", share)
        fitted = fit_all(task_of(log.keep(~np.isin(log.learner, double))), slow=False)
        for name, done in fitted.items():
            yield from _scores(case, name, y, done.p, learner)


def fit_all(task: Task, slow: bool) -> dict[str, Fitted]:
    windows = task.log.timed and slow
    fitted = {
        name: model(task)
        for name, model in CLASSICAL.items()
        if windows or ("window" not in name and "DAS3H" not in name)
    }
    if slow:
        fitted["BKT"] = bkt(task)
    fitted["blend: HGB dense 16, Best-LR + recency"] = mean_logit(fitted["HGB dense 16"], fitted["Best-LR + recency"])
    fitted["rich blend"] = rich(task)
    return fitted


def cold_rows(log: Log, settings: Settings) -> Iterator[Row]:
    """One new learner from the first answer on; AUC also by answers already given."""
    case = f"{log.name}: {NEW_LEARNER}"
    done = cold_start(log, slow=not settings.quick)
    for arm in done.arms:
        mask = np.ones(len(done.y), bool) if arm.rows is None else arm.rows
        y, learner, given = done.y[mask], done.learner[mask], done.given[mask]
        yield Row(case, arm.name, "knows others", float(arm.population))
        yield from _scores(case, arm.name, y, arm.p, learner)
        for low, high in BUCKETS:
            own = (given >= low) & (given < high)
            if own.sum() >= LEAST_ROWS and 0 < y[own].sum() < own.sum():
                yield Row(case, arm.name, bucket(low, high), score(y[own], arm.p[own]).auc)
        if arm.micros is not None:
            yield Row(case, arm.name, "per answer, us", arm.micros)


def concept_rows(log: Log) -> Iterator[Row]:
    case = f"{log.name}: concepts of one learner, later answers"
    for name, variant in (("ours B", VARIANT_B), ("ours shipped", SHIPPED)):
        done = rank(log, variant)
        yield Row(case, name, "rank correlation, labels alone", done.labels_only)
        yield Row(case, name, "rank correlation", done.ours)
        yield Row(case, name, "80 % interval: coverage", done.coverage)
        yield Row(case, name, "coverage, ties half", done.coverage_ties_half)
        yield Row(case, name, "mean width", done.width)
        yield Row(case, name, "concepts", done.concepts)


def of_options(folder: Path, name: str, settings: Settings) -> Iterator[Row]:
    """Which wrong option, and all options; natural-log loss."""
    table = load_options(folder, name)
    case = f"{name}: which wrong option"
    done = track(table, QUICK_ROUNDS if settings.quick else ROUNDS)
    base = done.losses["popularity"]
    for arm, value in sorted(done.losses.items(), key=lambda entry: -entry[1]):
        yield Row(case, arm, "log-loss", value)
        yield Row(case, arm, "log-loss against popularity", value - base)
    if not settings.quick:
        for arm, value in all_options(table).items():
            yield Row(f"{name}: all options", arm, "log-loss", value)


def _scores(case: str, arm: str, y: Floats, p: Floats, learner: Ints) -> Iterator[Row]:
    done = score(y, p)
    low, high = auc_interval(y, p, learner)
    yield Row(case, arm, "AUC", done.auc, low, high)
    yield Row(case, arm, "log-loss", done.log_loss)
    yield Row(case, arm, "ECE", done.ece)
    yield Row(case, arm, "Brier loss", done.brier)

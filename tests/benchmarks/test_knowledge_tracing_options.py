"""The option part and the print-outs of the learner model's benchmark."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from benchmarks.knowledge_tracing import options, tendency
from benchmarks.knowledge_tracing.__main__ import VARIABLE, main
from benchmarks.knowledge_tracing.data import load_log, load_options
from benchmarks.knowledge_tracing.plot import NEW_LEARNER, svg_plot, text_plot
from benchmarks.knowledge_tracing.tables import tables
from benchmarks.result import Row
from tests.benchmarks.invented import invented_log, invented_options, write_log

ROWS = [
    Row(f"statics: {NEW_LEARNER}", "ours shipped", "AUC 0-5", 0.71),
    Row(f"statics: {NEW_LEARNER}", "ours shipped", "AUC 5-10", 0.81234),
    Row(f"statics: {NEW_LEARNER}", "running mean", "AUC 0-5", 0.52),
    Row("statics: other learners known", "HGB <16>", "fit, s", 123.4),
]


def test_leanings_that_exist_are_found() -> None:
    losses = options.track(invented_options(1.2), rounds=10).losses
    for arm in ("leanings by tag", "rate, strength tuned", "ours shipped"):
        assert losses[arm] < losses["popularity"] - 0.02
    assert losses["popularity"] < losses["uniform"]


def test_leanings_that_do_not_exist_cost_little() -> None:
    losses = options.track(invented_options(0.0), rounds=30).losses
    assert abs(losses["leanings by tag"] - losses["popularity"]) < 0.01
    assert abs(losses["rate, strength tuned"] - losses["popularity"]) < 0.005


def test_a_chosen_option_does_not_change_its_own_prediction() -> None:
    table = invented_options(1.0)
    paper = options.paper(table, np.arange(200), True)
    prior = tendency.learn(table.chosen[:200], tendency.orders(200, 24, 0), paper, 2)
    order = np.tile(np.arange(24), (200, 1))
    changed = table.chosen[200:].copy()
    changed[:, 23] = np.where(changed[:, 23] == 3, 2, 3)
    first, second = (tendency.trace(c, order, paper, prior) for c in (table.chosen[200:], changed))
    assert np.array_equal(first.right[:, :23], second.right[:, :23])
    assert np.array_equal(first.log_p[:, :23], second.log_p[:, :23], equal_nan=True)
    assert np.array_equal(first.right[:, 23], second.right[:, 23])


def test_wrong_shares_sum_to_one_without_the_key() -> None:
    table = invented_options(0.5)
    shares = options.wrong_shares(table, np.arange(100))
    assert shares.sum(1) == pytest.approx(1)
    assert (shares[:, 0] == 0).all()


def test_what_knows_ability_beats_popularity_over_all_options() -> None:
    losses = options.all_options(invented_options(0.8))
    assert losses["IRT ability x popularity"] < losses["popularity"] - 0.02


def test_a_log_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    log = invented_log()
    write_log(log, tmp_path)
    read = load_log(tmp_path, "invented")
    for name in ("learner", "item", "y", "test"):
        assert np.array_equal(getattr(read, name), getattr(log, name))
    assert [sorted(row) for row in read.tags.tolist()] == [sorted(row) for row in log.tags.tolist()]


def test_the_table_has_a_line_per_model_and_a_column_per_metric() -> None:
    first, second = tables(ROWS).split("\n\n")
    lines = first.splitlines()
    assert lines[0].split()[-4:] == ["AUC", "0-5", "AUC", "5-10"]
    assert lines[1].split()[-2:] == ["0.7100", "0.8123"]
    assert lines[2].split()[-1] == "0.5200"
    assert "123" in second


def test_the_curve_is_a_drawing_with_one_line_per_model() -> None:
    root = ElementTree.fromstring(svg_plot(ROWS))
    lines = [e for e in root.iter("{http://www.w3.org/2000/svg}path") if e.get("fill") == "none"]
    assert len(lines) == 2
    assert "nan" not in svg_plot(ROWS)
    text = text_plot(ROWS)
    assert text.splitlines()[1].index("S") > text.splitlines()[1].index("m")


needs_data = pytest.mark.skipif(VARIABLE not in os.environ, reason=f"{VARIABLE} does not name the folder of logs")


@needs_data
def test_one_real_set_of_options_gives_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--dataset", "hci", "--json", "--quick"]) == 0
    document = json.loads(capsys.readouterr().out)
    arms = {row["arm"] for row in document["rows"]}
    assert {"popularity", "uniform", "ours shipped"} <= arms


@needs_data
def test_the_key_of_a_real_set_is_as_often_right_as_its_description_says() -> None:
    table = load_options(Path(os.environ[VARIABLE]), "hci")
    assert int((table.chosen == table.key).sum()) == 7950

"""What the policy benchmark prints: one JSON object, tables, a plot."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from benchmarks.policy.__main__ import CHECK_SEED, REPORT_SEED, main, plan
from benchmarks.policy.arms import ARMS, fsrs
from benchmarks.policy.plot import svg
from benchmarks.policy.table import GAIN, to_markdown
from benchmarks.policy.tuning import DEVELOPMENT_SEEDS, lines
from benchmarks.policy.worlds import WORLDS
from benchmarks.result import Row

ROWS = [
    Row("logistic/base/1", "fsrs13", "exam %", 70.0, 69.0, 71.0),
    Row("logistic/base/1", "product", "exam %", 72.0, 71.0, 73.0),
    Row("logistic/base/1", "product", GAIN, 2.0, 1.8, 2.2),
    Row("activation/base/1", "product", GAIN, -0.5, -0.9, -0.1),
]


def test_json_holds_one_object_with_rows_for_every_arm(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--quick", "--json", "--learners", "3", "--family", "logistic", "--world", "miss7", "--seed", "5"]
    assert main(command) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == 1
    assert {row["case"] for row in found["rows"]} == {"logistic/miss7/5"}
    assert {row["arm"] for row in found["rows"]} == set(ARMS) - {"oracle", "blind_oracle"}
    gain = next(row for row in found["rows"] if row["arm"] == "product" and row["metric"] == GAIN)
    assert gain["low"] < gain["value"] < gain["high"]


def test_the_table_has_one_line_for_each_arm_and_says_what_was_not_reached() -> None:
    lines = to_markdown(ROWS).splitlines()
    assert "**logistic/base/1**" in lines
    line = next(x for x in lines if x.startswith("| product |"))
    assert "| 72.0 | +2.00 ±0.20 |" in line
    assert "not by half" in line


def test_the_plot_is_well_formed_and_has_a_dot_for_every_gain() -> None:
    root = ElementTree.fromstring(svg(ROWS, "product"))
    dots = [e for e in root.iter("{http://www.w3.org/2000/svg}circle") if e.get("r") == "4"]
    assert len(dots) == 2
    assert float(dots[0].get("cx", "0")) > float(dots[1].get("cx", "0"))


def test_a_plot_of_an_arm_without_numbers_is_refused() -> None:
    with pytest.raises(ValueError, match="no gain of 'oracle'"):
        svg(ROWS, "oracle")


def test_a_full_run_visits_every_world_and_a_quick_one_two() -> None:
    assert {world.name for world, _, _ in plan(False, 11)} == {*WORLDS, "randomtags"}
    assert len({world.name for world, _, _ in plan(True, 11)}) == 2


def test_settings_are_compared_on_seeds_that_the_report_does_not_use() -> None:
    assert not {REPORT_SEED, CHECK_SEED} & set(DEVELOPMENT_SEEDS)
    table = list(lines(fsrs(0.9, 13), {"the same": fsrs(0.9, 13)}, 2))
    assert table[2:] == ["| the same | +0.00 ±0.00 | +0.00 ±0.00 | +0.00 |"]

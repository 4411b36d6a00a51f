"""The histories that exports are measured on: always the same, whole, and as long as asked for."""

from __future__ import annotations

from pathlib import Path

from benchmarks.exports import history
from benchmarks.exports.__main__ import BASE, IMPORT, METRICS, absolute, ratios
from benchmarks.exports.measure import Cost, run
from tutor.content.load import load_bank
from tutor.core.knowledge import Knowledge, compare
from tutor.desk import load_prior
from tutor.paths import bank_dir
from tutor.store.reader import Reader


def test_a_history_is_whole_and_always_the_same(tmp_path: Path) -> None:
    logs = []
    for name in ("one", "two"):
        with Reader.open(history.make(tmp_path / name, 600)) as reader:
            logs.append(reader.answers())
            knowledge = Knowledge.replay(load_bank(bank_dir()).bank, load_prior(), logs[-1])
            assert compare(reader.rows(), knowledge.rows()) == []
            assert reader.current() == (logs[-1][-1].id, knowledge.version)
            assert reader.marks()
    assert logs[0] == logs[1]
    assert len(logs[0]) == len({answer.id for answer in logs[0]}) == 600
    assert [answer.id for answer in logs[0]] == sorted(answer.id for answer in logs[0])
    assert len({answer.study_day for answer in logs[0]}) == 3
    assert 0.6 < sum(answer.correct for answer in logs[0]) / 600 < 0.9
    questions = load_bank(bank_dir()).bank.questions
    assert all(a.correct == (a.chosen == questions[a.question_id].key) for a in logs[0])


def test_a_call_tells_its_own_memory_and_what_it_wrote(tmp_path: Path) -> None:
    small = run(["-c", "print('x' * 9)"], tmp_path / "small", {})
    large = run(["-c", "x = bytearray(64 * 2**20); x[::4096] = b'1' * 16384"], tmp_path / "large", {})
    assert (small.written, large.written) == (10, 0)
    assert large.mebibytes - small.mebibytes >= 0
    assert large.mebibytes > 64


def test_growth_is_told_from_each_size_to_the_next() -> None:
    costs = {
        name: {BASE: Cost(1, 1.0 * size, 10, 1), IMPORT: Cost(1, 2.0 * size, 10 + size, 1)}
        for name, size in (("a", 1), ("b", 10))
    }
    grown = {(row.case, row.arm, row.metric): row.value for row in ratios(costs)}
    assert grown["b / a", IMPORT, "processor time, ratio"] == 10
    assert grown["b / a", IMPORT, "peak memory, ratio"] == 20 / 11
    beside = [row.value for row in absolute(costs) if row.arm == f"{IMPORT} / {BASE}"]
    assert beside == [2, 2]
    assert len(list(absolute(costs))) == 2 * (2 * len(METRICS) + 1)

"""A killed review loses no answer whose feedback was shown, and duplicates none."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.session.conftest import small_bank
from tutor.core.knowledge import Knowledge, compare
from tutor.desk import load_prior
from tutor.store.repo import Store

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")


def test_fifty_kills_lose_and_duplicate_nothing(tmp_path: Path) -> None:
    database = tmp_path / "learner.db"
    done = subprocess.run(
        [sys.executable, "-m", "tests.session.kill_driver", str(database), "50", "20260504"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["killed"] >= 40
    announced = result["announced"]
    assert len(announced) > 100
    with Store.open(database) as store:
        log = store.answers(retracted=True)
        assert store.integrity() == []
        stored = store.rows()
    ids = [a.id for a in log]
    assert set(announced) <= set(ids)
    assert len(ids) == len(set(ids))
    assert len(ids) - len(announced) <= result["killed"]
    assert set(Counter(a.pick_id for a in log).values()) == {1}
    assert set(Counter((a.study_day, a.question_id) for a in log).values()) == {1}
    assert compare(stored, Knowledge.replay(small_bank(60), load_prior(), log).rows()) == []


def test_a_killed_plain_review_resumes_with_the_next_question(tmp_path: Path) -> None:
    import os

    env = {**os.environ, "TUTOR_HOME": str(tmp_path), "TUTOR_NOW": "2026-12-01T09:00:00+01:00"}
    command = [sys.executable, "-m", "tutor", "review", "--plain"]
    shown = 0
    for _ in range(3):
        process = subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdin is not None
        assert process.stdout is not None
        # "1" answers a single question; anything else is explained and put off.
        process.stdin.write("1\nskip\n" * 3)
        process.stdin.flush()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            line = process.stdout.readline()
            if line.startswith("Comes back"):
                shown += 1
                break
        process.send_signal(signal.SIGKILL)
        rest = process.communicate()[0]
        shown += sum(1 for line in rest.splitlines() if line.startswith("Comes back"))
    with Store.open(tmp_path / "data" / "default.db") as store:
        log = store.answers()
    assert shown >= 3
    assert shown <= len(log) <= shown + 3
    assert set(Counter(a.question_id for a in log).values()) == {1}

"""Starts the training after a review, as a process of its own that outlives it. Loads nothing heavy.

At most once a study day, and only when enough new answers have come since the last run. A small record in the state
folder keeps both; it may be deleted at any time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tutor.paths import Paths
from tutor.store.reader import Reader
from tutor.train.limits import NEEDED, NEW_ANSWERS
from tutor.tuned import replace_file

SWITCH = "TUTOR_TRAIN"
"""Environment variable; `0` starts no training by itself."""
NICENESS = 10
_PACKAGE = Path(__file__).resolve().parents[2]
_started: list[subprocess.Popen[bytes]] = []
"""Held for as long as this process lives: nobody waits for them."""


def record_file(paths: Paths, profile: str) -> Path:
    """Where is kept when the training of a profile was last started and how far it came."""
    return paths.state / f"{profile}.train.json"


def start_after_session(paths: Paths, profile: str) -> subprocess.Popen[bytes] | None:
    """Start the training of a profile if it is worth it; returns at once. None when it is not started: too few answers
    or too few new ones, a run on the same study day, or switched off.

    Call it when the session is closed. Raises what a database or a folder that cannot be used raises; a front end
    should let none of it reach the learner."""
    if os.environ.get(SWITCH, "") == "0":
        return None
    database = paths.database(profile)
    if not database.exists():
        return None
    with Reader.open(database) as store:
        count, last = store.count(), store.last_answer()
    record = record_file(paths, profile)
    known = _read(record)
    trained_on = known.get("answers", 0)
    new = count - (trained_on if isinstance(trained_on, int) else 0)
    if last is None or count < NEEDED or new < NEW_ANSWERS:
        return None
    day = last.study_day.isoformat()
    if day in (known.get("started"), known.get("day")):
        return None
    replace_file(record, _text({**known, "started": day}))
    command = [sys.executable, "-m", "tutor.train", "--profile", profile]
    if paths.home is not None:
        command += ["--home", str(paths.home)]
    path = os.pathsep.join(filter(None, [str(_PACKAGE), os.environ.get("PYTHONPATH", "")]))
    with record.with_suffix(".log").open("wb") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=paths.state,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,
        )
    _started.append(process)
    return process


def note_finished(record: Path, day: str, answers: int, outcome: str) -> None:
    """Note that a run came to its end with so many answers in the log, on the study day of the last. Raises StoreError
    when it cannot be written."""
    replace_file(record, _text({**_read(record), "day": day, "answers": answers, "outcome": outcome}))


def lower_priority() -> None:
    """Step back behind whatever the learner is doing: lowest sensible priority, one core."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    if hasattr(os, "nice"):
        os.nice(max(0, NICENESS - os.nice(0)))


def _read(record: Path) -> dict[str, object]:
    try:
        found = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _text(record: dict[str, object]) -> str:
    return json.dumps(record, indent=2) + "\n"

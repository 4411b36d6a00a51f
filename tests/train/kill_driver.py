"""Training runs in child processes that are killed at all moments; prints what became of the settings.

A process of its own with one thread, so that it can fork: `python -m tests.train.kill_driver FOLDER KILLS`.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from unittest import mock

from tests.train.make import jumpy, write_home
from tutor import tuned
from tutor.core.question import Bank
from tutor.desk import load_prior
from tutor.train import tune
from tutor.tuned import Tuned, settings_file


def child(database: Path, bank: Bank, *, at_rename: bool = False) -> int:
    """Fork a run; the process id. `at_rename`: it dies by itself when all but the rename is done."""
    pid = os.fork()
    if pid == 0:
        with mock.patch("os.replace", _die if at_rename else os.replace):
            tune.run(database, bank, database.parent / "record.json")
        os._exit(0)
    return pid


def _die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    folder, kills = Path(sys.argv[1]), int(sys.argv[2])
    tune.GAMMAS, tune.S_TAGS = (0.0, 0.2), (0.5,)  # the same steps in a fraction of the time
    home, bank = write_home(folder, 320, jumpy())
    database = home / "data" / "default.db"
    file = settings_file(database)
    tuned.write(file, Tuned(load_prior().model_version, {"gamma": 0.05}))
    old, log = file.read_bytes(), database.read_bytes()
    started = time.monotonic()
    os.waitpid(child(database, bank), 0)
    whole = time.monotonic() - started
    new = file.read_bytes()
    killed = kept = done = 0
    for n in range(kills + 1):
        file.write_bytes(old)
        pid = child(database, bank, at_rename=n == kills)
        if n < kills:
            time.sleep(whole * n / kills)
            os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        if os.WIFSIGNALED(status):
            killed += 1
            kept += file.read_bytes() == old
            done += file.read_bytes() == new
    result = {"changed": new != old, "killed": killed, "kept": kept, "done": done, "log": database.read_bytes() == log}
    print(json.dumps({**result, "readable": load_prior(database).gamma == 0.05}))


if __name__ == "__main__":
    main()

"""Reviews in child processes that are killed at random moments; prints what had been shown.

A process of its own, so that it can fork: `python -m tests.session.kill_driver DATABASE ROUNDS SEED`. Each child opens
the real session, answers, and announces an answer's id only after its feedback exists, as a screen would.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from tests.session.conftest import HandClock, small_bank
from tutor.config import Config
from tutor.session import Session

ANSWERS_BEFORE = 6
"""At most so many announced answers before the kill; with none, it falls into the opening of the session."""
MOMENTS = 0.03
"""Longest further delay in seconds, so that the kill falls anywhere within an answer."""


def child(database: Path, pipe: int, round_number: int) -> None:
    """Answer as fast as possible until killed."""
    from datetime import UTC, datetime, timedelta

    clock = HandClock(datetime(2026, 5, 4, 9, tzinfo=UTC) + timedelta(days=round_number))
    config = Config(exam="test-1", new_per_day=200)
    with Session.open(database, small_bank(60), config, clock, minutes=10_000) as session:
        while (pick := session.next()) is not None:
            clock.forward(seconds=1)
            feedback = session.answer(pick.id, pick.question.key)
            assert feedback is not None
            os.write(pipe, f"{feedback.answer.id}\n".encode())
    os.write(pipe, b"done\n")


def main() -> None:
    database, rounds, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    generator = random.Random(seed)
    announced: list[str] = []
    killed = 0
    for number in range(rounds):
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            child(database, writing, number)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as lines:
            for _ in range(generator.randint(0, ANSWERS_BEFORE)):
                announced.append(lines.readline().strip())
            time.sleep(generator.uniform(0, MOMENTS))
            os.kill(pid, signal.SIGKILL)
            _, status = os.waitpid(pid, 0)
            killed += os.WIFSIGNALED(status)
            announced += [line.strip() for line in lines]
    announced = [line for line in announced if line not in ("", "done")]
    print(json.dumps({"announced": announced, "killed": killed}))


if __name__ == "__main__":
    main()

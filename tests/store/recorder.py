"""A second process for the tests: opens a store and says "open"; then holds it, or gives answers until it is killed.

Arguments: the database, `hold` or `record`, and for `record` the statement, counted from the end of the third answer,
at which it kills itself.
"""

from __future__ import annotations

import os
import signal
import sys
from itertools import count
from pathlib import Path

from sqlalchemy import Engine, event

from tests.store.make import pick, record
from tutor.store.repo import Store


def main(path: Path, what: str, kill_at: int | None) -> None:
    statements = count(1)

    def die(*_: object) -> None:
        if next(statements) == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    store = Store.open(path)
    print("open", flush=True)
    if what == "hold":
        sys.stdin.read()
        return
    store.set_pick(pick(0))
    for number in count():
        if number == 3:
            event.listen(Engine, "before_cursor_execute", die)
            event.listen(Engine, "commit", die)
        record(store, number)
        print(number, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else None)

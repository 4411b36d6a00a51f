"""`python -m tutor.train.shipped`: makes the shipped settings in `models/` from the code, and their checksums.

For whoever changes the defaults of `core.prior`; a learner never needs it. With `--check` it writes nothing and fails
when something differs. Loads nothing heavy.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from tutor.core.prior import FORMAT, Prior, prior_from_json
from tutor.errors import DataError
from tutor.paths import models_dir
from tutor.tuned import MODEL, replace_file

NUMBERS, SUMS = "prior.json", "SHA256SUMS"


def problems(folder: Path) -> list[str]:
    """What differs from the code or from the checksums, one line each."""
    found = []
    try:
        if prior_from_json((folder / NUMBERS).read_text(encoding="utf-8"), NUMBERS) != Prior():
            found.append(f"{NUMBERS} holds other numbers than tutor/core/prior.py")
    except (OSError, DataError) as error:
        found.append(f"{NUMBERS} cannot be read: {error}")
    try:
        told = (folder / SUMS).read_text(encoding="utf-8")
    except OSError:
        told = ""
    if told != checksums(folder):
        found.append(f"{SUMS} does not fit the files beside it")
    return found


def checksums(folder: Path) -> str:
    """The text that `sha256sum -c` reads, for every other file of a folder."""
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name != SUMS)
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)


def make(folder: Path) -> None:
    """Write the numbers of the code, unless they are there already, and the checksums. Raises StoreError."""
    file = folder / NUMBERS
    try:
        same = prior_from_json(file.read_text(encoding="utf-8"), NUMBERS) == Prior()
    except (OSError, DataError):
        same = False
    if not same:
        values = asdict(Prior())
        version = values.pop("model_version")
        head = {"format": FORMAT, "model": MODEL, "model_version": version, "trained_on": "fixed a priori"}
        replace_file(file, json.dumps({**head, **values}, indent=2) + "\n")
        file.chmod(0o644)
    replace_file(folder / SUMS, checksums(folder))
    (folder / SUMS).chmod(0o644)


def main(arguments: Sequence[str], folder: Path | None = None) -> int:
    """Exit code: 1 when `--check` finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m tutor.train.shipped", description="Make models/default.")
    parser.add_argument("--check", action="store_true", help="only compare")
    checking = parser.parse_args(arguments).check
    folder = folder if folder is not None else models_dir() / "default"
    if not checking:
        make(folder)
    found = problems(folder)
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

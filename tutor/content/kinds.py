"""Which files a bank folder holds and what each is."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Kind = Literal["question", "concept", "trap", "case", "exam", "lifecycle", "retired", "bank"]

FORMAT = 1
"""Version of the file format, the `format` key of every file."""

FOLDERS: dict[str, Kind] = {
    "questions": "question",
    "concepts": "concept",
    "traps": "trap",
    "cases": "case",
    "exams": "exam",
}
FILES: dict[str, Kind] = {"lifecycle.toml": "lifecycle", "retired.toml": "retired", "bank.toml": "bank"}
MEDIA = "media"


def kind_of(path: str) -> Kind | None:
    """The kind of a file by its path relative to the bank (with `/`); None for one that is not read."""
    folder, _, rest = path.partition("/")
    if not rest:
        return FILES.get(path)
    kind = FOLDERS.get(folder)
    return kind if kind == "question" or "/" not in rest else None


@dataclass(frozen=True, slots=True)
class Tree:
    """What is on disk below a bank folder."""

    files: list[tuple[str, os.stat_result]]
    """Path and state of every `.toml` file, in path order."""
    unreadable: list[tuple[str, str]]
    """Path and reason of every folder that cannot be listed."""


def walk(root: Path) -> Tree:
    """Every `.toml` file below the folder. Hidden names are left out, linked folders are not followed.

    Raises OSError when the folder itself cannot be listed.
    """
    tree = Tree([], [])
    _walk(str(root), "", tree)
    tree.files.sort(key=lambda entry: entry[0])
    return tree


def _walk(folder: str, prefix: str, tree: Tree) -> None:
    with os.scandir(folder) as entries:
        for entry in entries:
            path = prefix + entry.name
            if entry.name.startswith("."):
                continue
            try:
                if entry.is_dir(follow_symlinks=False):
                    _walk(entry.path, f"{path}/", tree)
                elif entry.name.endswith(".toml") and entry.is_file():
                    tree.files.append((path, entry.stat()))
            except OSError as error:
                tree.unreadable.append((path, error.strerror or str(error)))

"""Where the output of a subcommand goes: standard output, or a file that is replaced in one step."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from tutor.errors import StoreError, UsageError


def write(text: str, target: str | None) -> None:
    """Write data as UTF-8 with LF to a file, or to standard output when `target` is None or `-`.

    A file is written beside its place and then renamed, so that it is never half there. Raises UsageError for a folder
    and StoreError when the file cannot be written.
    """
    data = text.encode()
    if target is None or target == "-":
        if sys.stdout is not None:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        return
    path = Path(target).expanduser()
    if path.is_dir():
        raise UsageError(f"{path} is a folder.", "Name a file in it.")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a device or a pipe: there is nothing to replace
        else:
            _replace(path.resolve(), data)
    except OSError as error:
        raise StoreError(
            f"{path} cannot be written: {error.strerror or error}.", "Nothing was changed there."
        ) from error


def write_text(text: str, target: str | None) -> None:
    """`write` for words that a person reads: standard output gets them in the terminal's own encoding."""
    if target is None or target == "-":
        print(text, end="")
    else:
        write(text, target)


def write_json(value: Mapping[str, object], target: str | None = None) -> None:
    """One JSON object, indented, with a newline at the end."""
    write(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n", target)


def _replace(path: Path, data: bytes) -> None:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            part.chmod(path.stat().st_mode & 0o7777)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)

"""Where the output of a subcommand goes: standard output, or a file that is replaced in one step."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from tutor.errors import StoreError, UsageError


def write(text: str, target: str | None) -> None:
    """Write data as UTF-8 with LF to a file, or to standard output when `target` is None or `-`.

    A file is written beside its place and then renamed, so that it is never half there. Raises UsageError for a folder
    and StoreError when the file cannot be written.
    """
    write_chunks([text.encode()], target)


def write_chunks(chunks: Iterable[bytes], target: str | None, *, replace: bool = True) -> None:
    """`write` for data that are made bit by bit; a file appears when the last bit is on the disk, and whatever stops
    that leaves the one that was there. Without `replace` one that exists is refused with UsageError."""
    if to_stdout(target):
        if sys.stdout is not None:
            sys.stdout.flush()
            for chunk in chunks:
                sys.stdout.buffer.write(chunk)
            sys.stdout.buffer.flush()
        return
    assert target is not None
    path = Path(target).expanduser()
    check_target(target, replace=replace)
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:  # a device or a pipe: there is nothing to replace
                file.writelines(chunks)
        else:
            _replace(path.resolve(), chunks, replace)
    except OSError as error:
        raise StoreError(
            f"{path} cannot be written: {error.strerror or error}.", "Nothing was changed there."
        ) from error


def check_target(target: str | None, *, replace: bool) -> None:
    """Raises UsageError for an output that is a folder or, without `replace`, a file that exists; for a caller with
    much to do before the first bit is written."""
    if to_stdout(target) or target is None:
        return
    path = Path(target).expanduser()
    if path.is_dir():
        raise UsageError(f"{path} is a folder.", "Name a file in it.")
    if not replace and path.is_file():
        raise UsageError(f"{path} exists already.", "Choose another name, or replace it with --force.")


def to_stdout(target: str | None) -> bool:
    """Whether an output goes to standard output."""
    return target is None or target == "-"


def write_text(text: str, target: str | None) -> None:
    """`write` for words that a person reads: standard output gets them in the terminal's own encoding."""
    if target is None or target == "-":
        print(text, end="")
    else:
        write(text, target)


def write_json(value: Mapping[str, object], target: str | None = None) -> None:
    """One JSON object, indented, with a newline at the end."""
    write(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n", target)


def _replace(path: Path, chunks: Iterable[bytes], replace: bool) -> None:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            check_target(str(path), replace=replace)  # it may have come while this one was made
            part.chmod(path.stat().st_mode & 0o7777)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)

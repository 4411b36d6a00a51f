"""One call of a program in a process of its own: wall time, processor time and the most memory it held."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.result import ROOT


@dataclass(frozen=True, slots=True)
class Cost:
    """What a call took."""

    seconds: float
    """From start to end."""
    cpu: float
    """Processor time, in seconds."""
    mebibytes: float
    """The most resident memory at any moment, in MiB."""
    written: int
    """Bytes on standard output."""


def run(words: Sequence[str], out: Path, env: Mapping[str, str]) -> Cost:
    """Run Python with these words, standard output into a file. Raises RuntimeError when it fails."""
    begin = time.perf_counter()
    with out.open("wb") as file, out.with_suffix(".err").open("w+b") as said:
        child = subprocess.Popen(
            [sys.executable, *words], cwd=ROOT, env={**os.environ, **env}, stdout=file, stderr=said
        )
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - begin
        if child.returncode != 0:
            said.seek(0)
            raise RuntimeError(f"{words}: exit code {child.returncode}: {said.read().decode()[-800:]}")
    kilobytes = usage.ru_maxrss / 1024 if sys.platform == "darwin" else usage.ru_maxrss
    return Cost(seconds, usage.ru_utime + usage.ru_stime, kilobytes / 1024, out.stat().st_size)

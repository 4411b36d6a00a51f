"""docs/cli.md as the help of every command: `python -m tests.cli.update_docs` writes it, a test compares it."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from unittest.mock import patch

from tutor.cli import COMMANDS, build
from tutor.commands.parser import descendants

DOCS = Path(__file__).resolve().parents[2] / "docs" / "cli.md"
_HEAD = """\
# Command line

What `--help` prints for every command. This file is written by `python -m tests.cli.update_docs` and compared with the
program by a test.
"""


def help_texts() -> dict[str, str]:
    """Command with its words, such as `tutor bank check` -> its help, 80 columns wide."""
    with patch.dict(os.environ, {"COLUMNS": "80"}):
        parsers: list[argparse.ArgumentParser] = [build()[0]]
        for name in COMMANDS:
            subparsers = build(name)[0]
            parsers += [p for p in descendants(subparsers) if p.prog.split()[1:2] == [name]]
        return {parser.prog: parser.format_help() for parser in parsers}


def text() -> str:
    """The whole file."""
    parts = [f"\n## {name}\n\n```text\n{said}```\n" for name, said in help_texts().items()]
    return _HEAD + "".join(parts)


if __name__ == "__main__":
    DOCS.write_text(text(), encoding="utf-8")

"""The shipped settings follow from the code, by a command that anybody can repeat."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tutor.core.prior import Prior, prior_from_json
from tutor.paths import models_dir
from tutor.train.shipped import main, problems


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of what is shipped."""
    made = Path(shutil.copytree(models_dir() / "default", tmp_path / "default"))
    assert main([], made) == 0
    return made


def test_what_is_shipped_is_what_the_command_makes() -> None:
    assert problems(models_dir() / "default") == [], "run `python -m tutor.train.shipped`"


def test_making_it_again_changes_nothing(folder: Path) -> None:
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert main([], folder) == 0
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


@pytest.mark.parametrize("text", ["", None, '{"format": 1, "gamma": 0.3}'])
def test_a_lost_or_changed_file_is_made_again(
    folder: Path, text: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "prior.json"
    file.unlink() if text is None else file.write_text(text)
    assert main(["--check"], folder) == 1
    assert "prior.json" in capsys.readouterr().err
    assert main([], folder) == 0
    assert prior_from_json(file.read_text()) == Prior()
    assert json.loads(file.read_text())["trained_on"] == "fixed a priori"


def test_a_changed_card_does_not_fit_its_checksum(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "CARD.md").write_text("Other words.\n")
    assert main(["--check"], folder) == 1
    assert "SHA256SUMS does not fit" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="no sha256sum")
def test_the_usual_tool_reads_the_checksums(folder: Path) -> None:
    assert (
        subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=folder, capture_output=True, check=False).returncode == 0
    )

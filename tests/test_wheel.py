"""What is shipped: the wheel holds bank and models, and runs away from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def tracked(folder: str) -> set[str]:
    """Files of a folder that belong to the project."""
    found = (p for p in (ROOT / folder).rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    return {p.relative_to(ROOT).as_posix() for p in found}


def test_every_file_of_bank_and_models_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    data = {name.removeprefix("tutor/_data/") for name in names if name.startswith("tutor/_data/")}
    assert data == tracked("bank") | tracked("models")


def test_nothing_else_lies_beside_the_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"tutor"}


def test_no_pickle_is_shipped(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        endings = {Path(name).suffix for name in archive.namelist()}
    assert endings.isdisjoint({".pkl", ".pickle", ".joblib", ".skops", ".npy"})


def run(installed: Path, home: Path, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    env = {k: v for k, v in os.environ.items() if k not in ("TUTOR_BANK", "PYTHONPATH")}
    env |= {"PYTHONPATH": str(installed), "TUTOR_HOME": str(home)}
    command = [sys.executable, "-P", "-m", "tutor", *arguments]
    return subprocess.run(command, cwd=home, env=env, input=text, capture_output=True, text=True, check=False)


def test_the_installed_program_reviews_away_from_the_checkout(installed: Path, tmp_path: Path) -> None:
    paths = run(installed, tmp_path, "paths")
    assert paths.returncode == 0, paths.stderr
    assert str(installed / "tutor" / "_data" / "bank") in paths.stdout
    review = run(installed, tmp_path, "review", "--plain", text="a\nquit\n")
    assert review.returncode == 0, review.stderr
    assert "Question 1 today" in review.stdout
    due = run(installed, tmp_path, "due", "--json")
    assert due.returncode == 0, due.stderr

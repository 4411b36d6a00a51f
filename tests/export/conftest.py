"""A small bank, a clock that stands, and homes made from one database that has its tables."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.make import write_bank
from tests.export.homes import Home
from tutor.content.load import load_bank
from tutor.core.question import Bank
from tutor.store.repo import Store

MakeHome = Callable[[Path], Home]


@pytest.fixture(scope="module")
def small_bank(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bank]:
    """Three questions with one trap; the program finds them as its bank, in the exam `exam-a`."""
    root = write_bank(
        tmp_path_factory.mktemp("bank"), {"q-a": "single", "q-b": "single", "q-c": "multiple", "q-d": "ordering"}
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TUTOR_BANK", str(root))
        patch.setenv("TUTOR_NOW", "2026-12-01T09:00:00+01:00")
        patch.delenv("TUTOR_HOME", raising=False)
        yield load_bank(root).bank


@pytest.fixture(scope="module")
def make_home(small_bank: Bank, tmp_path_factory: pytest.TempPathFactory) -> MakeHome:
    """A home in a folder that does not exist yet, with empty tables."""
    template = tmp_path_factory.mktemp("template") / "default.db"
    Store.open(template).close()

    def make(path: Path) -> Home:
        home = Home(path, small_bank, path.name)
        home.database.parent.mkdir(parents=True)
        shutil.copy(template, home.database)
        home.config.parent.mkdir()
        home.config.write_text('exam = "exam-a"  # a comment\nexam_date = 2027-01-20\n')
        return home

    return make

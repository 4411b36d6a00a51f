"""The program as a function, and a grid of settings small enough for tests."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

# As in the program: threads that wait for each other on busy cores cost more than they bring.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from tests.cli.conftest import home, small_bank, tutor
from tutor.train import tune
from tutor.train.launch import SWITCH

__all__ = ["home", "small_bank", "tutor"]


@pytest.fixture(autouse=True)
def nothing_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    """No review starts a training, unless a test asks for it."""
    monkeypatch.setenv(SWITCH, "0")


@pytest.fixture(scope="module")
def few_candidates() -> Iterator[None]:
    """The same code in a fraction of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tune, "GAMMAS", (0.0, 0.2))
        patch.setattr(tune, "DRIFTS", ((0.0, 0.0), (0.03, 0.01)))
        patch.setattr(tune, "S_TAGS", (0.5,))
        yield

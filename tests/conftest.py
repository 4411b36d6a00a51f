"""For every test: no training in the background, which would outlive the test and change what it sees."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True, scope="session")
def _no_training_in_the_background() -> None:
    os.environ["TUTOR_TRAIN"] = "0"

"""Under test keys follow one another faster than a hand can: only the tests of echoes look at the time between them."""

from __future__ import annotations

import pytest

from tutor.tui.screens.sitting import Sitting


@pytest.fixture(autouse=True)
def _no_echo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sitting, "HOLD", 0.0)

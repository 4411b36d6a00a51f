"""Every report in every format on one fixed history, compared with what was looked at and found good.

After a wanted change: `UPDATE_GOLDEN=1 pytest tests/report/test_golden.py`, then read the difference.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.report.history import look
from tutor.overview import Overview
from tutor.report import make

GOLDEN = Path(__file__).parent / "golden"
KINDS = ("weakness", "readiness", "progress", "question")


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Overview]:
    with look(tmp_path_factory.mktemp("history")) as opened:
        yield opened


def made(history: Overview, kind: str) -> make.Report:
    if kind == "question":
        return make.make_question(history, "model-parallelism-04")
    if kind == "weakness":
        return make.make_weakness(history, "tutor review")
    return make.make_readiness(history) if kind == "readiness" else make.make_progress(history)


def rendered(report: make.Report, form: str) -> str:
    if form == "json":
        return json.dumps(make.to_json(report), indent=1, ensure_ascii=False) + "\n"
    return make.RENDER[form](make.document(report), 80)


@pytest.mark.parametrize("form", make.FORMATS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_report_is_what_was_found_good(history: Overview, kind: str, form: str) -> None:
    file = GOLDEN / f"{kind}.{'txt' if form == 'text' else form}"
    text = rendered(made(history, kind), form)
    if os.environ.get("UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_text_fits_eighty_columns(history: Overview, kind: str) -> None:
    assert max(map(len, rendered(made(history, kind), "text").splitlines())) <= 80


def test_the_numbers_do_not_depend_on_the_order_of_bank_or_log(history: Overview, tmp_path: Path) -> None:
    """Cached rows and a replay give the same report, to the last letter."""
    with look(tmp_path) as again:
        for kind in KINDS:
            assert rendered(made(again, kind), "json") == rendered(made(history, kind), "json")

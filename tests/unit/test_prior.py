"""The shipped prior, and what is refused."""

from __future__ import annotations

import json
import math

import pytest

from tutor.core.prior import Prior, prior_from_json
from tutor.desk import load_prior
from tutor.errors import DataError


def test_the_shipped_file_holds_the_defaults_of_the_code() -> None:
    assert load_prior() == Prior()


def test_the_offset_is_the_logit_of_the_label() -> None:
    prior = Prior()
    assert prior.offset("easy") == pytest.approx(1.516347, abs=1e-6)
    assert prior.offset("medium") == pytest.approx(0.619039, abs=1e-6)
    assert prior.offset("hard") == pytest.approx(-0.200671, abs=1e-6)
    assert math.isclose(1 / (1 + math.exp(-prior.offset("hard"))), 0.45)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 2}, "format 2"),
        ({"colour": 1}, "unknown key 'colour'"),
        ({"confusion": {"speed": 1}}, "confusion.speed"),
        ({"s_tag": 0}, "s_tag"),
        ({"drift_tag": -0.1}, "drift_tag"),
        ({"form_keep": 1.0}, "form_keep"),
        ({"concept_practice_half": 0}, "concept_practice_half"),
        ({"topic_weight": -1}, "topic_weight"),
        ({"difficulty": {"easy": 0.8, "medium": 0.6}}, "difficulty"),
        ({"lure_mass": 1.0}, "lure_mass"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(change: dict[str, object], message: str) -> None:
    with pytest.raises(DataError, match=message):
        prior_from_json(json.dumps({"format": 1} | change))


@pytest.mark.parametrize("text", ["", "[]", "{"])
def test_what_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(DataError, match=r"prior\.json"):
        prior_from_json(text)

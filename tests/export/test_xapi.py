"""The answers as xAPI statements: by the rules of 1.0.3, for each type of question, and saying nobody's name."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tests.export.questions import BANK, LOG, SINGLE, given
from tests.export.xapi_rules import faults
from tests.unit.make import START, make_answer, make_bank
from tutor.content.load import load_bank
from tutor.export import xapi
from tutor.paths import bank_dir

Statement = dict[str, Any]


def statements() -> list[Statement]:
    return [json.loads(line) for line in xapi.write(LOG, BANK, "device-1")]


def test_every_statement_keeps_the_rules_and_has_an_id_of_its_own() -> None:
    made = statements()
    assert [faults(statement) for statement in made] == [[]] * 6
    assert len({statement["id"] for statement in made}) == 6
    assert statements() == made


def test_statements_about_every_question_of_the_bank_keep_the_rules() -> None:
    bank = load_bank(bank_dir()).bank
    log = [
        replace(
            make_answer(SINGLE, ["key"], number=number, day=START + timedelta(days=number)),
            question_id=question.id,
            key_hash=question.key_hash,
            text_hash=question.text_hash,
            chosen=question.key,
            utc_offset=(-570, -300, 0, 330, 765)[number % 5],
            duration_ms=number * 997,
        )
        for number, question in enumerate(bank.questions.values())
    ]
    made = [json.loads(line) for line in xapi.write(log, bank, "device")]
    assert {statement["object"]["definition"]["interactionType"] for statement in made} == {
        "choice",
        "sequencing",
        "matching",
    }
    assert {fault for statement in made for fault in faults(statement)} == set()


@pytest.mark.parametrize(
    ("place", "edit", "words"),
    [
        (0, lambda s: s.update(version="1.0.3"), "version is not expected"),
        (0, lambda s: s["actor"].update(mbox="mailto:a@example.org"), "mbox is not expected"),
        (0, lambda s: s.update(timestamp="2026-05-04T09:00:00"), "timestamp"),
        (0, lambda s: s["result"].update(response="nowhere"), "no list of choices"),
        (0, lambda s: s["result"].update(duration="20 s"), "duration"),
        (2, lambda s: s["object"]["definition"]["choices"].append({"id": "x", "description": {}}), "an id twice"),
        (3, lambda s: s["object"]["definition"].update(scale=[]), "scale is not expected"),
        (4, lambda s: s["result"].update(response="p[.]nowhere"), "pairs"),
        (4, lambda s: s["object"].update(id="question/1"), "no absolute IRI"),
        (4, lambda s: s["context"].update(revision=None), "null"),
    ],
)
def test_the_rules_find_what_breaks_them(place: int, edit: Callable[[Statement], object], words: str) -> None:
    statement = copy.deepcopy(statements()[place])
    edit(statement)
    assert any(words in fault for fault in faults(statement))


@pytest.mark.parametrize(
    ("place", "kind", "right", "response"),
    [
        (0, "choice", "key", "key"),
        (1, "choice", "key", "b"),
        (2, "choice", "x[,]y", "x[,]y"),
        (3, "sequencing", "b[,]a", "b[,]a"),
        (4, "matching", "p[.]r[,]q[.]l", "p[.]l[,]q[.]l"),
    ],
)
def test_interactions_follow_the_response_grammar(place: int, kind: str, right: str, response: str) -> None:
    statement = statements()[place]
    definition = statement["object"]["definition"]
    assert definition["interactionType"] == kind
    assert definition["correctResponsesPattern"] == [right]
    assert statement["result"]["response"] == response


def test_the_time_zone_of_the_answer_and_an_unknown_duration_are_kept_honest() -> None:
    made = statements()
    assert made[3]["timestamp"].endswith("+05:30")
    assert made[0]["result"]["duration"] == "PT20.00S"
    assert "duration" not in made[4]["result"]


def test_the_learner_is_a_salted_account() -> None:
    first, second = (json.loads(next(xapi.write(LOG, BANK, name)))["actor"]["account"] for name in ("one", "two"))
    assert first["name"] != second["name"]
    assert "one" not in first["name"]


def test_a_question_that_is_gone_or_has_a_new_key_carries_no_definition() -> None:
    assert "definition" not in json.loads(next(xapi.write(LOG[:1], None, "d")))["object"]
    changed = make_bank([replace(SINGLE, key_hash="other")])
    assert "definition" not in json.loads(next(xapi.write(LOG[:1], changed, "d")))["object"]


def test_another_key_makes_another_activity() -> None:
    before, after = given(SINGLE, ("key",), 0), given(SINGLE, ("key",), 1, key_hash="other")
    ids = [json.loads(line)["object"]["id"] for line in xapi.write([before, after], BANK, "d")]
    assert len(set(ids)) == 2

"""The weakness report: nothing is stated from too little, both renderings hold the same numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date

import pytest

from tests.cli.make import bank, confusion, estimate, question
from tutor.core.outcome import ConceptEstimate, Confusion
from tutor.core.prior import Prior
from tutor.core.quality import quality
from tutor.core.trials import Trial
from tutor.report.render import to_json, to_text
from tutor.report.weakness import Weakness, weakness
from tutor.text import cell_width

DAY = date(2026, 12, 1)


def report(concepts: Sequence[ConceptEstimate] = (), confusions: Sequence[Confusion] = ()) -> Weakness:
    return weakness(DAY, bank().exams["exam-a"], bank(), 20, concepts, confusions)


def text(concepts: Sequence[ConceptEstimate] = (), confusions: Sequence[Confusion] = ()) -> str:
    return " ".join(to_text(report(concepts, confusions)).split())


def test_an_estimate_stands_with_its_interval_its_answers_and_the_number_of_questions() -> None:
    said = text([estimate(weight=0.05)])
    assert "62 % expected right (80 % interval 45 to 78 %), 12 answers, 7 questions in the bank" in said
    assert "Name of c: costs 1.90 of 100 exam questions (1.10 to 2.75)" in said


def test_concepts_are_ranked_by_what_they_cost_on_the_exam_not_by_how_weak_they_are() -> None:
    light, heavy = estimate("d", accuracy=0.4, weight=0.01), estimate("c", weight=0.05)
    said = text([light, heavy, estimate("e", accuracy=0.9, weight=0.02)])
    assert said.index("Name of c") < said.index("Name of d") < said.index("Name of e")


def test_a_concept_without_an_estimate_costs_nothing_that_could_be_stated() -> None:
    thin = estimate("d", answers=2, enough=False, weight=0.5)
    made = report([thin, estimate(weight=0.01)])
    assert [line.concept for line in made.concepts] == ["c", "d"]
    assert (made.concepts[1].loss, made.concepts[1].loss_text, made.concepts[1].weight) == (None, "", 0.5)


def test_the_trend_is_said_only_where_both_ends_may_be_stated() -> None:
    now = [estimate("c"), estimate("d"), estimate("e")]
    then = [estimate("c", accuracy=0.4, answers=5), estimate("d", answers=2, enough=False)]
    made = weakness(DAY, bank().exams["exam-a"], bank(), 20, now, [], before=then)
    lines = {line.concept: line for line in made.concepts}
    assert (lines["c"].before, lines["c"].answers_since) == (0.4, 7)
    assert lines["c"].trend_text == "14 days ago 40 %, 7 answers since"
    assert (lines["d"].before, lines["d"].trend_text) == (None, "")
    assert (lines["e"].before, lines["e"].answers_since) == (None, 12)


def test_what_to_do_next_names_confusions_first_and_at_most_three_drills() -> None:
    concepts = [estimate(f"c{i}", weight=0.01 * i) for i in range(1, 5)]
    suspected = confusion(status="suspected")
    made = report(concepts, [confusion(), suspected, confusion(status="unknown")])
    assert [drill.command for drill in made.drills] == [
        f"tutor review --trap {suspected.trap_id}",
        "tutor review --concept c4",
        "tutor review --concept c3",
    ]
    assert report().drills == ()


@pytest.mark.parametrize(("answers", "enough"), [(1, False), (2, False), (2, True), (9, False)])
def test_without_enough_answers_their_number_is_said_and_no_estimate(answers: int, enough: bool) -> None:
    thin = estimate(answers=answers, enough=enough, few=answers >= 3, deviation_high=-0.1 if answers < 3 else 0.3)
    said = text([thin])
    assert f"Not enough answers (their number): Name of c ({answers})" in said
    assert "62 %" not in said
    line = report([thin]).concepts[0]
    assert (line.standing, line.expected_right, line.expected_low, line.deviation) == ("not enough", None, None, None)
    assert line.estimate_text == f"not enough answers ({answers}), 7 questions in the bank"


def test_few_answers_are_called_few() -> None:
    assert "few answers: 4 answers" in text([estimate(answers=4, few=True)])
    assert "few answers" not in text([estimate(answers=10)])


def test_a_concept_never_tried_is_listed_as_untried_and_nowhere_else() -> None:
    said = text([estimate(answers=0, enough=False), estimate("d")])
    assert "Not tried yet: 1 concept (questions in the bank)" in said
    assert "Name of c (7)" in said
    assert said.count("Name of c") == 1


def test_expected_errors_and_worse_than_explained_are_two_statements() -> None:
    usual = estimate("c", accuracy=0.3)
    worse = estimate("d", accuracy=0.8, deviation=-0.62, deviation_low=-1.02, deviation_high=-0.21)
    better = estimate("e", accuracy=0.4, deviation=0.5, deviation_low=0.1, deviation_high=0.9)
    said = text([usual, worse, better])
    part = said[said.index("What goes worse") : said.index("What goes better")]
    assert "Name of d -0.62 logits (80 % interval -1.02 to -0.21), 12 answers, 7 questions in the bank" in part
    assert "Name of c" not in part
    assert "Name of e" not in part
    assert "Name of e +0.50 logits" in said[said.index("What goes better") :]


def test_a_deviation_whose_interval_holds_zero_is_not_stated() -> None:
    said = text([estimate(deviation=-0.4, deviation_low=-0.9, deviation_high=0.0)])
    assert "Nothing that the answers show so far." in said
    assert "-0.40" not in said


def test_a_confirmed_confusion_has_its_direction_its_numbers_and_its_drill() -> None:
    said = text([], [confusion()])
    assert "Confirmed: You take Name of data-parallel for Name of model-parallel." in said
    assert "picked 2.1 times as often as expected, 90 % interval 1.2 to 3.4, 5 of 14 exposures" in said
    assert "Cue: Cue b. Rule: The rule. Drill: tutor review --trap data-vs-model" in said


def test_a_suspected_confusion_is_a_question() -> None:
    line = report([], [confusion(status="suspected")]).confusions[0]
    assert line.claim_text == "Do you take Name of data-parallel for Name of model-parallel?"
    assert "Suspected: Do you take" in text([], [confusion(status="suspected")])


def test_a_confusion_without_evidence_is_no_claim() -> None:
    said = text([], [confusion(status="unknown", taken=1, exposures=2)])
    assert "No confusion is confirmed or suspected." in said
    assert "Taken, with too little evidence to tell:" in said
    assert "You take" not in said
    assert "You so far" not in text([], [confusion(status="unknown", taken=0)])


def test_a_confusion_without_a_rate_is_left_out() -> None:
    assert report([], [confusion(exposures=0)]).confusions == ()


def test_a_resolved_confusion_is_past() -> None:
    assert "Resolved: You took" in text([], [confusion(status="resolved")])


def test_on_the_first_day_the_report_says_how_to_start() -> None:
    said = text([estimate(answers=0, enough=False)])
    assert "No concept has been tried yet. `tutor review` starts." in said


def test_text_and_json_hold_the_same_numbers() -> None:
    concepts = [
        estimate("c", answers=4, few=True),
        estimate("d", answers=2, enough=False),
        estimate("e", deviation=-0.62, deviation_low=-1.02, deviation_high=-0.21),
    ]
    made = report(concepts, [confusion()])
    data = json.loads(json.dumps(to_json(made)))
    assert data["schema"] == 2
    said = " ".join(to_text(made).split())
    for line in data["concepts"]:
        if line["expected_right"] is None:
            assert f"{line['name']} ({line['answers']})" in said
            continue
        low, high = (round(100 * line[key]) for key in ("expected_low", "expected_high"))
        assert f"{round(100 * line['expected_right'])} % expected right (80 % interval {low} to {high} %)" in said
        if line["deviation"] is not None:
            assert f"{line['deviation']:+.2f} logits" in said
    (mixed,) = data["confusions"]
    assert f"{mixed['ratio']:.1f} times as often as expected" in said
    assert f"{mixed['taken']} of {mixed['exposures']} exposures" in said
    assert mixed["command"] in said


def test_json_keeps_every_field_and_writes_dates_as_text() -> None:
    made = report([estimate()], [confusion()])
    data = to_json(made)
    assert set(data) == {"schema", "report", *asdict(made)}
    assert data["day"] == "2026-12-01"
    assert data["concepts"][0]["last_day"] == "2026-11-30"  # type: ignore[index]
    assert json.dumps(data, allow_nan=False)


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_asked_and_the_words_are_ascii(width: int) -> None:
    made = report([estimate(), estimate("d", answers=1, enough=False)], [confusion(), confusion(status="suspected")])
    lines = to_text(made, width).splitlines()
    assert all(cell_width(line) <= width for line in lines if "Drill:" not in line)
    assert to_text(made, width).isascii()


def test_hostile_names_reach_no_terminal() -> None:
    shown = bank()
    hostile = "\x1b]0;x\x07bad\x1b[31m"
    concepts = {**shown.concepts, "c": shown.concepts["c"].__class__("c", hostile)}
    made = weakness(DAY, shown.exams["exam-a"], shown.__class__({}, concepts, shown.traps), 1, [estimate()], [])
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", to_text(made))
    assert "bad" in to_text(made)


# How good the model is


def trial(number: int, right: bool) -> Trial:
    predicted = 0.2 + 0.15 * (number % 5)
    return Trial(f"{number}", question("single"), ("o1",), right, DAY, 0, None, predicted, 0.0)


def judged(answers: int, *, tuned: bool = False, right: tuple[int, ...] = (1, 2, 4)) -> Weakness:
    """The report of a learner who is right at these of every five answers; the later ones are expected right more."""
    log = [trial(n, n % 5 in right) for n in range(answers)]
    exam = bank().exams["exam-a"]
    return weakness(DAY, exam, bank(), answers, [], [], model=quality(log, Prior()), tuned=tuned)


def test_below_fifty_answers_the_model_is_not_judged() -> None:
    said = " ".join(to_text(judged(49)).split())
    part = said[said.index("How good this is for you") :]
    assert "Not enough answers: 49 of the 50 that are needed to tell." in part
    assert "og-loss" not in part
    model = to_json(judged(49))["model"]
    assert isinstance(model, dict)
    assert [model[key] for key in ("log_loss", "log_loss_average", "log_loss_label", "calibration")] == [None] * 4
    assert " ".join(to_text(report()).split()).endswith("Not enough answers: 0 of the 50 that are needed to tell.")


def test_the_model_is_judged_beside_the_average_and_the_label_with_the_same_numbers_everywhere() -> None:
    made = judged(260)
    model = json.loads(json.dumps(to_json(made)))["model"]
    assert (model["answers"], model["scored"]) == (260, 200)
    said = " ".join(to_text(made).split())
    assert (
        f"Log-loss on your last 200 answers (lower is better): the model {model['log_loss']:.3f}, always your average "
        f"{model['log_loss_average']:.3f}, the difficulty label alone {model['log_loss_label']:.3f}."
    ) in said
    assert "260 answers in all." in said
    fit = model["calibration"]
    assert f"On average {100 * fit['predicted']:.0f} % predicted right, {100 * fit['right']:.0f} % were" in said
    filled = [each for each in fit["bins"] if each["answers"]]
    assert sum(each["answers"] for each in filled) == 200
    for each in filled:
        assert f"{100 * each['low']:.0f} to {100 * each['high']:.0f} %" in said
        assert f"{each['answers']} answers" in said


def test_a_model_that_loses_is_said_to_lose() -> None:
    worse, better = (" ".join(to_text(judged(260, right=right)).split()) for right in ((0, 1), (2, 3, 4)))
    assert "It does not beat your average or the label yet." in worse
    assert "the model expects too much of you" in worse
    assert "It beats both." in better


def test_own_settings_are_mentioned_only_when_they_are_in_force() -> None:
    assert "With settings that `tutor train` found on your answers." in to_text(judged(60, tuned=True))
    assert "tutor train" not in to_text(judged(60))

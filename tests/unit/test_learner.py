"""The ability model: the worked example, and what must hold for any history."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.core import learner
from tutor.core.learner import Gaussian, States, enough, predict, read_concept, update
from tutor.core.prior import Prior

PRIOR = Prior(gamma=0.0, s_global=0.8, drift_global=0.01, drift_tag=0.003, concept_practice=0.0)
"""The numbers of the worked example."""
Label = Literal["easy", "medium", "hard"]


class History:
    """A learner kept as plain dictionaries, for tests only."""

    def __init__(self, prior: Prior = PRIOR) -> None:
        self.prior = prior
        self.general = learner.fresh(prior)
        self.concepts: dict[str, Gaussian] = {}
        self.questions: dict[str, Gaussian] = {}

    def states(self, question: str, tags: str) -> States:
        own = self.questions.get(question)
        return States(self.general, tuple(self.concepts.get(t, learner.fresh_concept(self.prior)) for t in tags), own)

    def predict(self, question: str, label: Label, tags: str) -> float:
        return predict(self.states(question, tags), label, self.prior).p

    def answer(self, question: str, label: Label, tags: str, correct: bool) -> States:
        new = update(self.states(question, tags), correct, label, self.prior)
        self.general = new.general
        self.concepts |= dict(zip(tags, new.concepts, strict=True))
        assert new.question is not None
        self.questions[question] = new.question
        return new


def close(state: Gaussian, mean: float, var: float) -> bool:
    return math.isclose(state.mean, mean, abs_tol=1e-6) and math.isclose(state.var, var, abs_tol=1e-6)


def worked_example() -> History:
    history = History()
    assert history.predict("q1", "medium", "AB") == pytest.approx(0.632474, abs=1e-6)
    new = history.answer("q1", "medium", "AB", False)
    assert close(new.general, -0.296817, 0.583513)
    assert close(new.concepts[0], -0.057972, 0.25)
    assert new.question is not None
    assert close(new.question, -0.463776, 0.837678)
    assert history.predict("q2", "easy", "A") == pytest.approx(0.732671, abs=1e-6)
    new = history.answer("q2", "easy", "A", True)
    assert close(new.general, -0.192457, 0.547134)
    assert close(new.concepts[0], -0.013260, 0.244487)
    assert history.predict("q1", "medium", "AB") == pytest.approx(0.540416, abs=1e-6)
    new = history.answer("q1", "medium", "AB", True)
    assert close(new.general, -0.013532, 0.503200)
    assert close(new.concepts[0], 0.026716, 0.244794)
    assert close(new.concepts[1], -0.017094, 0.25)
    assert new.question is not None
    assert close(new.question, -0.189837, 0.711254)
    assert history.predict("q3", "hard", "A") == pytest.approx(0.458885, abs=1e-6)
    new = history.answer("q3", "hard", "A", False)
    assert close(new.general, -0.172676, 0.469416)
    assert close(new.concepts[0], -0.050704, 0.237433)
    return history


def test_the_worked_example_holds() -> None:
    worked_example()


def test_the_report_of_the_worked_example_holds() -> None:
    history = worked_example()
    offsets = [PRIOR.offset(label) for label in ("medium", "easy", "hard")]
    reading = read_concept(history.general, history.concepts["A"], offsets)
    assert reading.accuracy == pytest.approx(0.584107, abs=1e-6)
    assert reading.low == pytest.approx(0.357244, abs=1e-6)
    assert reading.high == pytest.approx(0.795284, abs=1e-6)
    assert reading.score == pytest.approx(0.594202, abs=1e-6)


def test_a_new_learner_is_judged_by_the_label_alone() -> None:
    history = History()
    easy, medium, hard = (history.predict("q", label, "A") for label in ("easy", "medium", "hard"))
    assert easy > medium > hard
    v = PRIOR.s_global**2 + PRIOR.s_tag**2
    assert medium == pytest.approx(learner.moderated(PRIOR.offset("medium"), v))


answers = st.lists(
    st.tuples(st.sampled_from(["q1", "q2", "q3", "q4"]), st.sampled_from(["A", "B", "AB", "BC", ""]), st.booleans()),
    max_size=40,
)


@given(answers, st.sampled_from(["easy", "medium", "hard"]))
def test_a_right_answer_never_lowers_and_a_wrong_one_never_raises_a_touched_mean(
    log: list[tuple[str, str, bool]], label: Label
) -> None:
    history = History()
    for question, tags, correct in log:
        before = history.states(question, tags)
        untouched = {t: s for t, s in history.concepts.items() if t not in tags}
        after = history.answer(question, label, tags, correct)
        sign = 1 if correct else -1
        assert sign * (after.general.mean - before.general.mean) >= 0
        for old, new in zip(before.concepts, after.concepts, strict=True):
            assert sign * (new.mean - old.mean) >= 0
        assert {t: s for t, s in history.concepts.items() if t not in tags} == untouched


@given(answers, st.sampled_from(["easy", "medium", "hard"]))
def test_a_variance_stays_positive_and_below_its_prior(log: list[tuple[str, str, bool]], label: Label) -> None:
    history = History(Prior())
    for question, tags, correct in log:
        after = history.answer(question, label, tags, correct)
        assert 0 < after.general.var <= Prior().s_global ** 2
        assert all(0 < c.var <= PRIOR.s_tag**2 for c in after.concepts)
        assert after.question is not None
        assert 0 < after.question.var <= PRIOR.s_item**2


@pytest.mark.parametrize("correct", [True, False])
def test_ten_thousand_equal_answers_stay_finite(correct: bool) -> None:
    history = History()
    for _ in range(10_000):
        history.answer("q", "medium", "A", correct)
    p = history.predict("q", "medium", "A")
    assert (p > 0.99) if correct else (p < 0.2)
    assert math.isfinite(history.general.mean)


def test_the_order_of_tags_does_not_matter() -> None:
    first, second = History(), History()
    generator = random.Random(5)
    for i in range(50):
        tags, correct = generator.choice(["AB", "BC", "AC"]), generator.random() < 0.6
        first.answer(f"q{i % 9}", "medium", tags, correct)
        second.answer(f"q{i % 9}", "medium", tags[::-1], correct)
    for tag, state in first.concepts.items():
        assert close(second.concepts[tag], state.mean, state.var)


def test_the_first_showing_does_not_count_the_question_itself_and_the_second_does() -> None:
    history = History()
    first = predict(history.states("q", "A"), "medium", PRIOR)
    assert first.v == pytest.approx(PRIOR.s_global**2 + PRIOR.s_tag**2)
    history.answer("q", "medium", "A", True)
    second = predict(history.states("q", "A"), "medium", PRIOR)
    own = history.questions["q"]
    assert second.v == pytest.approx(history.general.var + history.concepts["A"].var + own.var)
    assert second.z == pytest.approx(
        PRIOR.offset("medium") + 0.4 * math.log(2) + history.general.mean + history.concepts["A"].mean + own.mean
    )


def test_recall_moves_the_prediction_only_through_its_weight() -> None:
    history = History(Prior(gamma=0.1))
    states = history.states("q", "A")
    low, high = (predict(states, "medium", history.prior, r).z for r in (0.5, 0.99))
    assert high - low == pytest.approx(0.1 * (learner.logit(0.99) - learner.logit(0.5)))
    assert predict(states, "medium", history.prior, 0.0).z == predict(states, "medium", history.prior, 0.05).z
    assert predict(states, "medium", history.prior, None).z == pytest.approx(PRIOR.offset("medium"))


@pytest.mark.parametrize(
    ("answers_given", "low", "high", "expected"),
    [(2, 0.4, 0.6, False), (3, 0.4, 0.6, True), (3, 0.2, 0.61, False), (30, 0.1, 0.55, False)],
)
def test_a_statement_needs_three_answers_and_a_narrow_interval(
    answers_given: int, low: float, high: float, expected: bool
) -> None:
    assert enough(answers_given, low, high) is expected


def test_of_two_equal_deviations_the_harder_topic_is_weaker() -> None:
    general, state = Gaussian(0, 0.3), Gaussian(0.1, 0.2)
    hard = read_concept(general, state, [PRIOR.offset("hard")])
    easy = read_concept(general, state, [PRIOR.offset("easy")])
    assert hard.score < easy.score
    assert hard.accuracy < easy.accuracy


def test_a_concept_without_questions_has_no_accuracy() -> None:
    with pytest.raises(ValueError, match="without questions"):
        read_concept(Gaussian(0, 1), Gaussian(0, 1), [])


def test_the_model_loads_no_numerical_library() -> None:
    code = (
        "import sys, tutor.core.learner, tutor.core.confusion, tutor.core.policy\n"
        "print([m for m in ('numpy', 'scipy', 'sklearn', 'sqlmodel', 'textual', 'fsrs') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_form_fades_and_returns_to_its_resting_variance() -> None:
    prior = Prior(gamma=0.0)
    states = States(learner.fresh(prior), (), None, learner.fresh_form(prior), learner.fresh_slope(prior))
    for _ in range(5):
        states = update(states, False, "medium", prior)
    low = states.form
    assert low is not None
    assert low.mean < 0
    assert 0 < low.var <= prior.s_form**2
    still = Prior(gamma=0.0, form_keep=0.0)
    forgotten = update(states, False, "medium", still).form
    assert forgotten is not None
    assert forgotten.mean == 0
    assert forgotten.var == pytest.approx(prior.s_form**2)


def test_form_moves_the_logit_but_does_not_make_the_prediction_less_sure() -> None:
    prior = Prior(gamma=0.0)
    without = predict(States(learner.fresh(prior), ()), "medium", prior)
    good = predict(States(learner.fresh(prior), (), None, Gaussian(0.5, prior.s_form**2)), "medium", prior)
    assert good.z == pytest.approx(without.z + 0.5)
    assert good.v == without.v


def test_slope_spreads_easy_and_hard_and_leaves_medium_alone() -> None:
    prior = Prior(gamma=0.0)
    flat = States(learner.fresh(prior), ())
    steep = States(learner.fresh(prior), (), None, None, Gaussian(0.5, 0.1))
    assert predict(steep, "medium", prior) == predict(flat, "medium", prior)
    assert predict(steep, "easy", prior).z > predict(flat, "easy", prior).z
    assert predict(steep, "hard", prior).z < predict(flat, "hard", prior).z
    assert predict(steep, "hard", prior).v > predict(flat, "hard", prior).v


def test_a_failed_easy_and_a_solved_hard_question_lower_the_slope() -> None:
    prior = Prior(gamma=0.0)
    start = States(learner.fresh(prior), (), None, None, learner.fresh_slope(prior))
    cases: list[tuple[Label, bool]] = [("easy", False), ("hard", True)]
    for label, correct in cases:
        after = update(start, correct, label, prior).slope
        assert after is not None
        assert after.mean < 0
        assert after.var < prior.s_slope**2


def test_topics_are_relative_to_the_bank_and_shrink_when_small() -> None:
    prior = Prior()
    easy: list[tuple[Label, str]] = [("easy", "A")] * 30
    hard: list[tuple[Label, str]] = [("hard", "B")] * 30
    found = learner.topics([*easy, *hard, ("hard", "C")], prior)
    assert found["A"] > 0 > found["C"] > found["B"]
    assert abs(found["C"]) < abs(found["B"])
    assert learner.topics([], prior) == {}
    assert learner.topics([("easy", "A"), ("easy", "B")], prior) == {"A": 0.0, "B": 0.0}


def test_a_question_of_an_easy_topic_is_expected_to_be_easier() -> None:
    prior = Prior(gamma=0.0)
    states = States(learner.fresh(prior), ())
    assert predict(states, "medium", prior, None, 0.5).z == pytest.approx(
        prior.offset("medium") + prior.topic_weight * 0.5
    )


def test_practice_of_a_concept_grows_towards_its_limit() -> None:
    prior = Prior(gamma=0.0)
    gains = [learner.practice_of_concept(n, prior) for n in (0, 1, 2, 10, 10_000)]
    assert gains == sorted(gains)
    assert gains[0] == 0
    assert gains[2] == pytest.approx(prior.concept_practice / 2)
    assert gains[-1] < prior.concept_practice
    new, known = Gaussian(0.0, 0.2, 0), Gaussian(0.0, 0.2, 6)
    before, after = (predict(States(learner.fresh(prior), (c,)), "medium", prior).z for c in (new, known))
    assert after - before == pytest.approx(learner.practice_of_concept(6, prior))


def test_practice_raises_the_expected_accuracy_and_leaves_the_ranking_alone() -> None:
    general, state = Gaussian(0.1, 0.3), Gaussian(-0.2, 0.1, 8)
    plain = read_concept(general, state, [0.5, 1.0])
    practised = read_concept(general, state, [0.5, 1.0], practice=0.4)
    assert practised.accuracy > plain.accuracy
    assert practised.low > plain.low
    assert (practised.score, practised.deviation) == (plain.score, plain.deviation)


def test_the_fixed_part_and_the_prediction_agree() -> None:
    prior = Prior()
    states = States(Gaussian(0.0, 1.0), (Gaussian(0.0, 0.2, 4), Gaussian(0.0, 0.2, 1)), Gaussian(0.0, 1.0, 3))
    fixed = learner.fixed_part("hard", 3, 0.7, prior, 0.2, (4, 1))
    assert predict(states, "hard", prior, 0.7, 0.2).z == pytest.approx(fixed)

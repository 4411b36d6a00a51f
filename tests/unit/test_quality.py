"""How good the model is: scored on the newest answers beside two rivals, with a calibration that allows for chance."""

from __future__ import annotations

import math
import random
from datetime import timedelta

import pytest

from tests.unit.make import START, make_answer, make_bank, make_question
from tutor.core.prior import Prior
from tutor.core.quality import (
    NEEDED,
    WINDOW,
    calibration,
    log_losses,
    mean_log_loss,
    quality,
    running_average,
)
from tutor.core.trials import Trial, trials
from tutor.wording import calibration_line, calibration_table, quality_line


def log(count: int, seed: int = 0) -> list[Trial]:
    generator = random.Random(seed)
    questions = [make_question(f"q{n:02d}", difficulty=("easy", "hard")[n % 2]) for n in range(40)]
    answers = []
    for n in range(count):
        question = questions[n % 40]
        right = generator.random() < (0.9 if question.difficulty == "easy" else 0.3)
        answers.append(make_answer(question, ["key" if right else "b"], number=n, day=START + timedelta(n // 20)))
    return trials(make_bank(questions), Prior(), answers)


def test_below_fifty_answers_nothing_is_said() -> None:
    found = quality(log(NEEDED - 1), Prior())
    assert (found.answers, found.scored, found.model, found.average, found.label, found.calibration) == (
        49, 0, None, None, None, None
    )  # fmt: skip
    assert quality_line(found) == "Not enough answers: 49 of the 50 that are needed to tell."
    assert quality([], Prior(), needed=0).model is None


def test_the_newest_answers_are_scored_by_what_was_said_before_them() -> None:
    history = log(260)
    found = quality(history, Prior())
    assert (found.answers, found.scored) == (260, WINDOW)
    last = history[-WINDOW:]
    by_hand = [-math.log(t.predicted if t.correct else 1 - t.predicted) for t in last]
    assert found.model == pytest.approx(sum(by_hand) / WINDOW)
    label = {"easy": 0.82, "hard": 0.45}
    shares = [label[t.question.difficulty] for t in last]
    assert found.label == pytest.approx(mean_log_loss(shares, [t.correct for t in last]))
    right = [t.correct for t in history]
    averages = [(sum(right[:n]) + 2.6) / (n + 4) for n in range(60, 260)]
    assert found.average == pytest.approx(mean_log_loss(averages, right[60:]))


def test_where_labels_tell_much_the_model_beats_the_average() -> None:
    found = quality(log(260), Prior())
    assert found.model is not None
    assert found.average is not None
    assert found.model < found.average
    assert "It beats" in quality_line(found) or "It does not beat the label yet." in quality_line(found)


def test_the_average_starts_as_four_answers_at_65_percent() -> None:
    assert running_average([True, False]) == pytest.approx([0.65, 3.6 / 5])
    assert running_average([]) == []


def test_a_loss_stays_finite() -> None:
    assert log_losses([1.0, 0.0, 1.0], [False, True, True])[:2] == pytest.approx([-math.log(1e-6)] * 2)
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        log_losses([0.5, 0.5], [True])
    with pytest.raises(ValueError, match="no prediction"):
        mean_log_loss([], [])


def drawn(count: int, truth: float, seed: int = 0) -> tuple[list[float], list[bool]]:
    """Predictions between 0.3 and 0.95, and answers that are right so much more often, in logits."""
    generator = random.Random(seed)
    predicted = [generator.uniform(0.3, 0.95) for _ in range(count)]
    right = [generator.random() < 1 / (1 + math.exp(-math.log(p / (1 - p)) - truth)) for p in predicted]
    return predicted, right


@pytest.mark.parametrize(
    ("truth", "verdict", "words"),
    [
        (0.0, "fits", "no further apart than chance explains"),
        (-1.0, "too hopeful", "expects too much of you"),
        (1.0, "too gloomy", "expects too little of you"),
    ],
)
def test_the_verdict_is_put_in_words(truth: float, verdict: str, words: str) -> None:
    found = calibration(*drawn(200, truth))
    assert found.verdict == verdict
    assert words in calibration_line(found)
    assert f"On average {100 * found.predicted:.0f} % predicted right, {100 * found.right:.0f} % were" in (
        calibration_line(found)
    )


def test_right_on_average_and_wrong_in_the_groups_is_uneven() -> None:
    predicted = [0.9] * 100 + [0.5] * 100
    right = ([True] * 7 + [False] * 3) * 10 + ([True] * 7 + [False] * 3) * 10
    found = calibration(predicted, right)
    assert found.bias_chance > 0.9
    assert found.verdict == "uneven"
    assert "trust single predictions less" in calibration_line(found)


def test_true_predictions_are_rarely_doubted() -> None:
    """Each of two tests doubts true predictions in one of twenty cases."""
    doubted = sum(calibration(*drawn(200, 0.0, seed)).verdict != "fits" for seed in range(300))
    assert 0.04 < doubted / 300 < 0.16


def test_few_answers_are_not_divided_into_groups() -> None:
    assert calibration([0.9] * 12, [True] * 12).bins_chance == 1.0
    assert calibration([0.0, 1.0], [False, True]).bias_chance == 1.0
    with pytest.raises(ValueError, match="no prediction"):
        calibration([], [])


def test_every_answer_is_in_one_bin_and_the_table_shows_the_filled_ones() -> None:
    predicted, right = [0.0, 0.1, 0.65, 0.69, 1.0], [False, True, True, False, True]
    found = calibration(predicted, right)
    assert [b.answers for b in found.bins] == [1, 1, 0, 0, 0, 0, 2, 0, 0, 1]
    assert found.bins[6].predicted == pytest.approx(0.67)
    assert found.bins[6].right == 0.5
    lines = calibration_table(found)
    assert lines[0].split() == ["predicted", "answers", "mean", "right"]
    assert [line.split() for line in lines[1:]][2] == ["60", "to", "70", "%", "2", "67", "%", "50", "%"]
    assert len({len(line) for line in lines[1:]}) == 1
    assert max(map(len, lines)) <= 38

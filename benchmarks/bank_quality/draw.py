"""New keys for questions whose options gave the key away, drawn at random.

If the options stand first, the key is drawn, and the scenario is written to fit, a reader who sees the options alone is
right by chance. `draw` takes the questions that such a reader solved and draws among their wrong answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

from tutor.core.question import Question


def draw(questions: Iterable[Question], seed: str) -> list[tuple[Question, tuple[str, ...]]]:
    """Each single or multiple question with another key than its own: sorted option ids, equally likely.

    Ordering and matching have no second key to draw, and the questions of a case share one scenario; both are left out.
    The same seed draws the same key for a question, whatever other questions are asked for.
    """
    drawn = []
    for question in sorted(questions, key=lambda q: q.path):
        if question.type not in ("single", "multiple") or question.case:
            continue
        key = set(question.key)
        others = [set(c) for c in combinations((o.id for o in question.options), len(key)) if set(c) != key]
        drawn.append((question, tuple(sorted(Random(f"{seed}\x1f{question.id}").choice(others)))))
    return drawn

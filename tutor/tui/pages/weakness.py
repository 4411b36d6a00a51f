"""Concepts as rows and as a page: what each is expected to cost, how sure that is, and what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from textual.content import Content

from tutor.core.log import Answer
from tutor.core.outcome import ConceptEstimate
from tutor.core.question import Bank, Question
from tutor.glance import answers_by_day
from tutor.tui.blocks import Block, Gap, Hang, Para, head
from tutor.tui.content import GOOD, MUTED, STRONG, WARN, blank, join, one_line, prose, safe
from tutor.tui.pages.common import interval_bar, labelled, paragraphs, time_bar
from tutor.wording import (
    compared,
    count,
    deviation_line,
    estimate_line,
    interval,
    loss_line,
    percent,
    standing,
)

NAME, WORDS, COST = 30, 17, 7
WIDE, WIDE_NAME = 100, 46
DAYS_SHOWN = 14


def concept_row(estimate: ConceptEstimate, bank: Bank, width: int) -> Content:
    """A line for one concept: name, cost, bar with its interval, the same in words."""
    name_width = _name_width(width)
    name = one_line(bank.concept_name(estimate.concept_id)).truncate(name_width, ellipsis=True)
    parts = [name, blank(name_width - name.cell_length + 1)]
    if standing(estimate) not in ("few", "stated"):
        words = "not tried yet" if estimate.answers == 0 else f"not enough answers ({estimate.answers})"
        return join(*parts, safe(words, MUTED))
    if width >= name_width + WORDS + COST + 2:
        parts.append(safe(f"{100 * estimate.loss:>5.2f}  ", STRONG))
    room = width - name_width - WORDS - COST - 4
    if room >= 10:
        parts += [interval_bar(estimate.accuracy, estimate.low, estimate.high, min(room, 30)), safe("  ")]
    words = f"{percent(estimate.accuracy)} ({interval(estimate.low, estimate.high)})"
    return join(*parts, safe(words, WARN if compared(estimate) == "worse" else ""))


def _name_width(width: int) -> int:
    """Cells for the name: more of them on a wide screen."""
    return max(min(NAME if width < WIDE else WIDE_NAME, width - WORDS - 2), 12)


def concept_columns(width: int) -> str:
    """The heads of the columns of `concept_row`."""
    name_width = _name_width(width)
    if width < name_width + WORDS + COST + 2:
        return f"{'concept':<{name_width + 1}}expected right"
    room = width - name_width - WORDS - COST - 4
    gap = min(room, 30) + 2 if room >= 10 else 0
    return f"{'concept':<{name_width + 1}}{'cost':<7}{'':<{gap}}expected right"


def concept_page(
    estimate: ConceptEstimate, bank: Bank, answers: Sequence[Answer], questions: Sequence[Question]
) -> list[Block]:
    """The whole page of a concept."""
    blocks: list[Block] = []
    concept = bank.concepts.get(estimate.concept_id)
    if concept is not None and concept.definition:
        blocks += paragraphs(concept.definition, bank)
    blocks += [head("Where you stand"), Para(safe(estimate_line(estimate)))]
    if standing(estimate) in ("few", "stated"):
        blocks.append(Para(interval_bar(estimate.accuracy, estimate.low, estimate.high)))
        low, high = estimate.weight * (1 - estimate.high), estimate.weight * (1 - estimate.low)
        blocks.append(Para(safe(loss_line(low, estimate.loss, high).capitalize() + ".")))
    if compared(estimate):
        better = "better" if compared(estimate) == "better" else "worse"
        blocks.append(Para(safe(f"Goes {better} than its difficulty explains: {deviation_line(estimate)}.")))
    blocks += day_blocks(answers_by_day(answers))
    if concept is not None and concept.memory_trick:
        blocks += [Gap(), *labelled("Remember", prose(concept.memory_trick, bank))]
    blocks += question_blocks(questions, answers, bank)
    return blocks


def day_blocks(days: Sequence[tuple[date, int, int]]) -> list[Block]:
    """Answers by day, newest first."""
    if not days:
        return [head("Answers"), Para(safe("None yet.", MUTED))]
    shown = list(reversed(days))[:DAYS_SHOWN]
    blocks: list[Block] = [head("Answers")]
    for day, answered, right in shown:
        words = join(time_bar(right, answered, 10), safe(f"{right} of {answered} right"), gap="  ")
        blocks.append(Hang(safe(day.isoformat(), MUTED), words, 12, keep=True))
    if len(days) > len(shown):
        blocks.append(Para(safe(f"and {count(len(days) - len(shown), 'earlier day')}", MUTED)))
    return blocks


def question_blocks(questions: Sequence[Question], answers: Sequence[Answer], bank: Bank) -> list[Block]:
    """Questions, each with how its last answer went; one that was never asked by its id, so as not to give it away."""
    last = {bank.aliases.get(a.question_id, a.question_id): a.correct for a in answers}
    blocks: list[Block] = [head(count(len(questions), "question"))]
    for question in questions:
        sign = safe("·", MUTED)
        if question.id in last:
            sign = safe("✓", GOOD) if last[question.id] else safe("✗", WARN)
        words = one_line(question.ask) if question.id in last else one_line(question.id, MUTED)
        blocks.append(Hang(sign, words, 2, keep=True))
    return blocks

"""The pages one key away from the feedback: concept cards, sources, and why the question was chosen."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.core.outcome import ConceptEstimate, Feedback
from tutor.core.question import Bank, Concept, Question, Reference
from tutor.tui.blocks import Block, Box, Gap, Hang, Head, Para, head
from tutor.tui.content import ACCENT, MUTED, STRONG, join, one_line, prose, safe
from tutor.tui.pages.common import LABEL, labelled, paragraphs
from tutor.wording import estimate_line


def concepts_of(feedback: Feedback, bank: Bank) -> list[Concept]:
    """The cards of a question: that of the chosen distractor and of the key first, then the others."""
    question = feedback.pick.question
    options = [o for o in question.options if o.id in feedback.chosen]
    options += [o for o in question.options if o.id in feedback.key]
    ids = [o.concept for o in options] + list(question.concepts)
    return [bank.concepts[i] for i in dict.fromkeys(ids) if i in bank.concepts]


def short_cards(feedback: Feedback, bank: Bank) -> list[Block]:
    """What the key and the chosen distractor are, with their memory tricks."""
    found = [c for c in concepts_of(feedback, bank)[:2] if c.definition or c.memory_trick]
    blocks: list[Block] = [head("Concepts" if len(found) > 1 else "Concept")] if found else []
    for concept in found:
        definition = prose(concept.definition, bank)
        name = one_line(concept.name, STRONG)
        blocks.append(Para(join(name, definition, gap=": ")))
        if concept.memory_trick:
            blocks.append(Box(safe("Memory trick", ACCENT), tuple(paragraphs(concept.memory_trick, bank))))
    return blocks


def concept_blocks(feedback: Feedback, bank: Bank, estimates: Sequence[ConceptEstimate]) -> list[Block]:
    """The concept cards of a question."""
    known = {e.concept_id: e for e in estimates}
    blocks: list[Block] = []
    for concept in concepts_of(feedback, bank):
        blocks += _card(concept, bank, known.get(concept.id))
    return blocks or [Para(safe("No concept card is written for this question yet."))]


def _card(concept: Concept, bank: Bank, estimate: ConceptEstimate | None) -> list[Block]:
    blocks: list[Block] = [Head(one_line(concept.name, STRONG)), *paragraphs(concept.definition, bank)]
    blocks += [Hang(safe("-"), prose(point, bank), 2, keep=True) for point in concept.key_points]
    if concept.memory_trick:
        blocks.append(Box(safe("Memory trick", ACCENT), tuple(paragraphs(concept.memory_trick, bank))))
    for label, ids in (("Mixed up with", concept.confusable_with), ("Needs", concept.prerequisites)):
        names = ", ".join(bank.concept_name(i) for i in ids)
        blocks += [Hang(safe(label, MUTED), one_line(names), LABEL + 3)] if names else []
    if estimate is not None:
        blocks.append(Hang(safe("You", MUTED), safe(estimate_line(estimate)), LABEL + 3))
    return blocks + [line for reference in concept.references for line in reference_blocks(reference)]


def source_blocks(question: Question) -> list[Block]:
    """Where the deciding fact stands, addresses in full."""
    blocks: list[Block] = []
    for reference in question.references:
        blocks += [*reference_blocks(reference), Gap()]
    if not question.references:
        blocks += [Para(safe("No reference is given for this question.")), Gap()]
    day = question.facts_as_of
    blocks += labelled("Checked", safe(f"{day.isoformat()}, against the documentation" if day else ""))
    blocks += labelled("Made from", one_line(question.source.note))
    blocks += labelled("Question", one_line(question.id))
    return blocks


def reference_blocks(reference: Reference) -> list[Block]:
    """Title and address of a page, in full."""
    return [Para(one_line(reference.title)), Para(one_line(reference.url, ACCENT), 2)]


def why_blocks(lines: Sequence[str]) -> list[Block]:
    """Why this question: a sentence, then the numbers behind it."""
    blocks: list[Block] = []
    for place, line in enumerate(lines):
        blocks.append(Para(safe(line, STRONG if place == 0 else ""), 0 if place == 0 else 2))
        if place == 0 and len(lines) > 1:
            blocks.append(Gap())
    return blocks or [Para(safe("No reason is recorded for this question."))]

"""Questions of the bank as rows, and one of them as a page with all that is said about it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tutor.core.log import Answer
from tutor.core.question import Bank, Option, Question
from tutor.glance import Entry
from tutor.prose import letter
from tutor.tui.blocks import Block, Gap, Hang, Para, head
from tutor.tui.content import BAD, GOOD, MUTED, STRONG, WARN, join, one_line, prose, safe
from tutor.tui.pages.cards import source_blocks
from tutor.tui.pages.common import labelled, paragraphs

TASK = 5
KIND = 10
DAY = 12
WIDE = 70
"""Columns from which the kind of a question is shown."""


def entry_row(entry: Entry, width: int) -> Content:
    """A line for one question: how it went, marks, task, kind, what it asks. A question never asked keeps its words."""
    sign = safe("·", MUTED)
    if entry.last is not None:
        sign = safe("✓", GOOD) if entry.last else safe("✗", BAD)
    marks = ("!" if entry.flagged else " ") + ("-" if entry.suspended else " ") + ("n" if entry.note else " ")
    parts = [sign, safe(f" {marks} ", WARN), safe(f"{entry.task:<{TASK}}", MUTED)]
    if width >= WIDE:
        parts.append(safe(f"{entry.question.type:<{KIND}}", MUTED))
    words = one_line(entry.question.ask) if entry.answers else one_line(entry.question.id, MUTED)
    return join(*parts, words)


def entry_columns(width: int) -> str:
    """The heads of the columns of `entry_row`."""
    kind = f"{'type':<{KIND}}" if width >= WIDE else ""
    return f"      {'task':<{TASK}}{kind}question, or its id while it was never asked"


def entry_page(entry: Entry, answers: Sequence[Answer], bank: Bank, *, shown: bool) -> list[Block]:
    """The whole page; what the question asks and answers only when it is to be shown."""
    question = entry.question
    facts = f"{question.type}, {question.difficulty}, task {entry.task}"
    if entry.due_day is not None:
        facts += f", due {entry.due_day.isoformat()}"
    blocks: list[Block] = [Para(safe(facts, MUTED))]
    marks = [word for word, on in (("flagged", entry.flagged), ("suspended", entry.suspended)) if on]
    if marks:
        blocks.append(Para(safe(f"! {', '.join(marks)}", WARN)))
    if not shown:
        blocks += [Gap(), Para(safe("Not asked yet, so its words are not given away here."))]
        return [*blocks, *_about(question, bank)]
    case = bank.cases.get(question.case)
    if case is not None:
        blocks += [Gap(), *paragraphs(case.scenario, bank, question)]
    if question.stem:
        blocks += [Gap(), *paragraphs(question.stem, bank, question)]
    blocks += [Gap(), Para(prose(question.ask, bank, question, style=STRONG)), *_answers(question, bank)]
    if question.explanation:
        blocks += [head("Explanation"), *paragraphs(question.explanation, bank, question)]
    blocks += _about(question, bank)
    if entry.note:
        blocks += [head("Your note"), *(Para(safe(line)) for line in entry.note.splitlines())]
    blocks += [head("Your answers"), *_history(answers, question)]
    return [*blocks, head("Sources"), *source_blocks(question)]


def _answers(question: Question, bank: Bank) -> list[Block]:
    """The options with their reasons, as the key has them."""
    blocks: list[Block] = []
    if question.type == "matching":
        for place, prompt in enumerate(question.prompts):
            option = question.option(prompt.match)
            pair = join(prose(prompt.text, bank, question), safe("->", MUTED), _text(option, question, bank), gap=" ")
            blocks += [Gap(), Hang(safe(f"✓ {place + 1}", GOOD), pair, 5, keep=True), *_reasons(option, question, bank)]
        used = {prompt.match for prompt in question.prompts}
        rest = [(safe("✗ ", MUTED), option) for option in question.options if option.id not in used]
    elif question.type == "ordering":
        steps = [(safe(f"✓ {n}.", GOOD), question.option(key)) for n, key in enumerate(question.key, start=1)]
        rest = [*steps, *((safe("✗ ", MUTED), o) for o in question.options if o.position is None)]
    else:
        rest = [
            (safe(f"{'✓' if o.correct else '✗'} {letter(place)}", GOOD if o.correct else MUTED), o)
            for place, o in enumerate(question.options)
        ]
    for label, option in rest:
        blocks += [Gap(), Hang(label, _text(option, question, bank), 5, keep=True), *_reasons(option, question, bank)]
    return blocks


def _text(option: Option, question: Question, bank: Bank) -> Content:
    return prose(option.text, bank, question, style=STRONG if option.id in question.key else "")


def _reasons(option: Option, question: Question, bank: Bank) -> list[Block]:
    parts = (("Why", option.why), ("Tempting", option.tempting), ("Right when", option.right_when))
    return [b for name, text in parts for b in labelled(name, prose(text, bank, question), indent=5)]


def _about(question: Question, bank: Bank) -> list[Block]:
    blocks: list[Block] = [head("About")]
    blocks += labelled("Concepts", one_line(", ".join(bank.concept_name(c) for c in question.concepts)))
    blocks += labelled("Traps", one_line(", ".join(bank.trap_name(t) for t in question.traps)))
    return blocks


def _history(answers: Sequence[Answer], question: Question) -> list[Block]:
    """Every answer, the newest first, with what was chosen."""
    known = {option.id: option.text for option in question.options}
    blocks: list[Block] = []
    for answer in reversed(answers):
        sign = safe("✓ right", GOOD) if answer.correct else safe("✗ wrong", BAD)
        sure = f"({answer.confidence})" if answer.confidence else ""
        texts = ", ".join(known.get(each.partition("=")[2] or each, each) for each in answer.chosen)
        words = join(sign, safe(sure, MUTED), one_line(texts, MUTED), gap="  ")
        blocks.append(Hang(safe(answer.study_day.isoformat(), MUTED), words, DAY, keep=True))
    return blocks or [Para(safe("None yet.", MUTED))]

"""The question as a page: notices, case, stem, ask, and the left side of a matching question."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tutor.core.grading import required
from tutor.core.outcome import Feedback
from tutor.core.pick import Pick
from tutor.core.question import Bank
from tutor.prose import letter, plain, resolve
from tutor.text import clean
from tutor.tui.blocks import Block, Gap, Hang, Para, Rule
from tutor.tui.content import ACCENT, BAD, GOOD, MUTED, STRONG, join, one_line, prose, safe
from tutor.tui.pages.common import option_label, paragraphs, shows_digits

KINDS = {"ordering": "Put {need} in order", "matching": "Match all {need}"}


def demand(pick: Pick) -> str:
    """What a complete answer is, counted from the data: "Select 2"."""
    need = required(pick.question)
    return KINDS.get(pick.question.type, "Select {need}").format(need=need)


def scenario_blocks(pick: Pick, bank: Bank, notices: Sequence[str] = ()) -> list[Block]:
    """What comes before the ask; may be long. `notices`: lines of the session that are shown once."""
    question = pick.question
    blocks: list[Block] = []
    for notice in notices:
        blocks.append(Hang(safe("i", ACCENT), one_line(notice), 2, keep=True))
    if blocks:
        blocks.append(Gap())
    if pick.scenario:
        case = bank.cases.get(question.case)
        title = one_line(case.title, STRONG) if case else safe("")
        blocks += [Para(join(safe("Case", MUTED), title, gap="  "))]
        blocks += paragraphs(pick.scenario, bank, question, pick.order)
        blocks.append(Rule())
    blocks += paragraphs(question.stem, bank, question, pick.order)
    while blocks and isinstance(blocks[-1], Gap | Rule):
        blocks.pop()
    return blocks


def ask_blocks(pick: Pick, bank: Bank) -> list[Block]:
    """What is asked, how many options make an answer, and the left side of a matching question."""
    question = pick.question
    blocks = paragraphs(question.ask, bank, question, pick.order, style=STRONG)
    if question.type != "single":
        blocks.append(Para(safe(f"{demand(pick)}.", ACCENT)))
    if question.prompts:
        blocks.append(Gap())
    for place, prompt in enumerate(question.prompts):
        blocks.append(Hang(safe(str(place + 1), STRONG), prose(prompt.text, bank, question), 4, 1, keep=True))
    return blocks


def option_text(pick: Pick, place: int, bank: Bank) -> Content:
    """The text of the option at a place on screen."""
    return prose(pick.question.option(pick.order[place]).text, bank, pick.question, pick.order)


def answered_blocks(feedback: Feedback, bank: Bank) -> list[Block]:
    """The question with its options marked: what was chosen, what is right."""
    pick = feedback.pick
    digits = shows_digits(pick.question)
    scenario = scenario_blocks(pick, bank)
    blocks = [*scenario, *([Gap()] if scenario else []), *ask_blocks(pick, bank), Gap()]
    by_option = pick.question.type in ("single", "multiple")
    for place, option_id in enumerate(pick.order):
        right = by_option and option_id in feedback.key
        chosen = by_option and option_id in feedback.chosen
        sign = safe("✓", GOOD) if right else safe("✗", BAD) if chosen else safe(" ")
        label = join(sign, safe(f" {option_label(place, digits=digits)}", STRONG if right or chosen else ""))
        text = option_text(pick, place, bank)
        word = safe("your choice", MUTED) if chosen else safe("")
        blocks.append(Hang(label, join(text, word, gap="  "), 8 if digits else 6, 1, keep=True))
    return blocks


def copy_text(pick: Pick, bank: Bank) -> str:
    """The question as plain text, for the clipboard."""
    question = pick.question

    def words(text: str) -> str:
        return plain(resolve(text, question, bank, pick.order))

    parts = [words(pick.scenario), words(question.stem), f"{words(question.ask)} ({demand(pick)})"]
    rows = [f"{place + 1}. {words(prompt.text)}" for place, prompt in enumerate(question.prompts)]
    rows += [f"{letter(place)}. {words(question.option(o).text)}" for place, o in enumerate(pick.order)]
    return clean("\n\n".join([*filter(None, parts), "\n".join(rows)]))

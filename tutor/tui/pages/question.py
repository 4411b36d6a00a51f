"""The question as a page: notices, case, stem, ask, options, and the question once it is answered."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tutor.core.grading import Confidence, required
from tutor.core.outcome import Feedback
from tutor.core.pick import Pick
from tutor.core.question import Bank
from tutor.prose import letter, plain, resolve
from tutor.text import clean
from tutor.tui.blocks import Block, Gap, Hang, Para
from tutor.tui.content import ACCENT, BAD, GOOD, MUTED, STRONG, join, one_line, prose, safe
from tutor.tui.messages import Said
from tutor.tui.pages.asked import Asked
from tutor.tui.pages.common import option_label, paragraphs, shows_digits

CONTRAST = "Contrast drill"
SURE: dict[Confidence | None, str] = {
    "guess": "marked as a guess",
    "unsure": "marked as unsure",
    "sure": "marked as sure",
}


def said_words(said: Said, *, noted: bool) -> list[str]:
    """What the learner said about a question, for the line of guidance; `noted`: that there is a note."""
    words = ["flagged"] if said.flagged else []
    words += ["suspended"] if said.suspended else []
    return [*words, "has your note"] if said.note and noted else words


def demand(pick: Pick) -> str:
    """What a complete answer is, counted from the data: "Select 2", "Put 3 of 4 in order"."""
    question = pick.question
    need = required(question)
    if question.type == "ordering":
        return (
            f"Put {need} of {len(question.options)} in order"
            if need < len(question.options)
            else f"Put {need} in order"
        )
    return f"Match all {need}" if question.type == "matching" else f"Select {need}"


def notice_blocks(notices: Sequence[str]) -> list[Block]:
    """Lines of the session that are shown once."""
    return [Hang(safe("i", ACCENT), one_line(notice), 2, keep=True) for notice in notices]


def case_blocks(pick: Pick, bank: Bank) -> list[Block]:
    """The scenario a question shares with others; empty without one."""
    question = pick.question
    if not pick.scenario:
        return []
    case = bank.cases.get(question.case)
    title = one_line(case.title, STRONG) if case else safe("")
    return [Para(join(safe("Case", MUTED), title, gap="  ")), *paragraphs(pick.scenario, bank, question, pick.order)]


def stem_blocks(pick: Pick, bank: Bank) -> list[Block]:
    return paragraphs(pick.question.stem, bank, pick.question, pick.order)


def ask_blocks(pick: Pick, bank: Bank) -> list[Block]:
    """What is asked, and how many options make an answer."""
    question = pick.question
    blocks = paragraphs(question.ask, bank, question, pick.order, style=STRONG)
    if question.type != "single":
        blocks.append(Para(safe(f"{demand(pick)}.", ACCENT)))
    return blocks


def asked(pick: Pick, bank: Bank, notices: Sequence[str] = (), *, same_case: bool = False) -> Asked:
    """The parts of an open question."""
    case, stem = case_blocks(pick, bank), stem_blocks(pick, bank)
    lines = notice_blocks(notices)
    if lines and case:
        case = [*lines, Gap(), *case]
    elif lines:
        stem = [*lines, *([Gap()] if stem else []), *stem]
    return Asked(
        case,
        stem,
        ask_blocks(pick, bank),
        [option_text(pick, place, bank) for place in range(len(pick.order))],
        [prose(prompt.text, bank, pick.question) for prompt in pick.question.prompts],
        shows_digits(pick.question),
        same_case,
    )


def option_text(pick: Pick, place: int, bank: Bank) -> Content:
    """The text of the option at a place on screen."""
    return prose(pick.question.option(pick.order[place]).text, bank, pick.question, pick.order)


def answered_blocks(feedback: Feedback, bank: Bank) -> list[Block]:
    """The question with its options marked: what was chosen, what is right."""
    pick = feedback.pick
    question = pick.question
    digits = shows_digits(question)
    blocks: list[Block] = []
    for part in (case_blocks(pick, bank), stem_blocks(pick, bank), ask_blocks(pick, bank)):
        blocks += [*([Gap()] if blocks and part else []), *part]
    blocks.append(Gap())
    for place, prompt in enumerate(question.prompts):
        blocks.append(Hang(safe(str(place + 1), STRONG), prose(prompt.text, bank, question), 4, 1, keep=True))
    if question.prompts:
        blocks.append(Gap())
    by_option = question.type in ("single", "multiple")
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

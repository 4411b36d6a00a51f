"""What there is to learn from an answer: the chosen distractor first, then the key, then the rule behind both."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tutor.core.outcome import Confusion, Feedback
from tutor.core.question import Bank, Option
from tutor.core.rows import ConfusionStatus
from tutor.prose import letter
from tutor.tui.blocks import Block, Box, Gap, Hang, Para, head
from tutor.tui.content import ACCENT, BAD, GOOD, MUTED, STRONG, WARN, join, one_line, prose, safe
from tutor.tui.pages.cards import reference_blocks, short_cards
from tutor.tui.pages.common import labelled, option_label, paragraphs, shows_digits
from tutor.wording import confusion_line, count, record_line, return_line


def verdict(feedback: Feedback) -> Content:
    """Right or wrong in a sign and words, and the letters of both answers."""
    places = {option_id: letter(place) for place, option_id in enumerate(feedback.pick.order)}
    by_option = feedback.pick.question.type in ("single", "multiple")
    if feedback.correct:
        guess = " It was a guess, so it comes back sooner." if feedback.answer.confidence == "guess" else ""
        return join(safe("✓ Right.", GOOD), safe(guess, MUTED))
    words = ""
    if by_option:
        chosen = _letters(feedback.chosen, places)
        key = _letters(feedback.key, places)
        words = f" You chose {chosen}; the answer is {key}."
    else:
        same = sum(1 for given, right in zip(feedback.chosen, feedback.key, strict=False) if given == right)
        words = f" {same} of {len(feedback.key)} in place."
    return join(safe("✗ Wrong.", BAD), safe(words))


def _letters(ids: Sequence[str], places: dict[str, str]) -> str:
    found = sorted(places.get(option_id, "?") for option_id in ids)
    return " and ".join([", ".join(found[:-1]), found[-1]]) if len(found) > 1 else "".join(found)


def feedback_blocks(feedback: Feedback, bank: Bank, reason: str, note: str = "") -> list[Block]:
    """The page below the question, once the answer is stored. `reason`: why the question was chosen, a sentence;
    `note`: what the learner wrote on it."""
    question, order = feedback.pick.question, feedback.pick.order
    blocks: list[Block] = []
    if question.type == "ordering":
        blocks += _ordering(feedback, bank)
    elif question.type == "matching":
        blocks += _matching(feedback, bank)
    else:
        blocks += _choices(feedback, bank)
    if note:
        blocks.append(Box(safe("Your note", ACCENT), tuple(Para(safe(line)) for line in note.splitlines())))
    if question.explanation:
        blocks += [head("Explanation"), *paragraphs(question.explanation, bank, question, order)]
    if feedback.pick.notices:
        # Only now: before the answer, a service named here would point at an option.
        blocks.append(head("Availability"))
        blocks += [Hang(safe("!", WARN), one_line(badge), 2) for badge in feedback.pick.notices]
    blocks += _traps(feedback, bank)
    blocks += short_cards(feedback, bank)
    if question.references:
        blocks += [head("Sources"), *(line for each in question.references for line in reference_blocks(each))]
    blocks.append(head("Next time"))
    blocks.append(Para(safe(return_line(feedback.days, feedback.due_day))))
    if reason:
        blocks += labelled("Chosen now", one_line(reason, MUTED))
    return blocks


def _choices(feedback: Feedback, bank: Bank) -> list[Block]:
    question = feedback.pick.question
    wrong = [o for o in feedback.pick.order if o in feedback.chosen and o not in feedback.key]
    blocks: list[Block] = []
    if wrong:
        blocks.append(head("Your choice" if len(wrong) == 1 else "Your wrong choices"))
    for option_id in wrong:
        blocks += _option(feedback, bank, question.option(option_id), full=True)
    blocks.append(head("The right answer" if len(feedback.key) == 1 else "The right answers"))
    for option_id in feedback.pick.order:
        if option_id in feedback.key:
            blocks += _option(feedback, bank, question.option(option_id), full=False)
    return blocks


def _option(feedback: Feedback, bank: Bank, option: Option, *, full: bool) -> list[Block]:
    """One option with its sign, and its prose below: all three parts, or only why."""
    question, order = feedback.pick.question, feedback.pick.order
    right, chosen = option.id in feedback.key, option.id in feedback.chosen
    digits = shows_digits(question)
    sign = safe("✓", GOOD) if right else safe("✗", BAD if chosen else MUTED)
    label = join(sign, safe(f" {option_label(order.index(option.id), digits=digits)}", STRONG))
    note = ""
    if question.type == "multiple" and right:
        note = "chosen" if chosen else "not chosen"
    text = join(prose(option.text, bank, question, order, STRONG), safe(note, MUTED), gap="  ")
    blocks: list[Block] = [Hang(label, text, 8 if digits else 6, keep=True)]

    def part(name: str, words: str) -> list[Block]:
        return labelled(name, prose(words, bank, question, order), indent=2)

    if full:
        blocks += [
            *part("Tempting", option.tempting),
            *part("Fails here" if not right else "Why", option.why),
            *part("Right when", option.right_when),
        ]
    else:
        blocks += paragraphs(option.why, bank, question, order, indent=2)
    return blocks


def _ordering(feedback: Feedback, bank: Bank) -> list[Block]:
    question, order = feedback.pick.question, feedback.pick.order
    blocks: list[Block] = [head("The right order")]
    for step, option_id in enumerate(feedback.key):
        given = feedback.chosen[step] if step < len(feedback.chosen) else ""
        same = given == option_id
        sign = safe("✓", GOOD) if same else safe("✗", BAD)
        text = prose(question.option(option_id).text, bank, question, order, STRONG)
        yours = safe("" if same else f"you had {letter(order.index(given)) if given in order else 'nothing'}", MUTED)
        blocks.append(Hang(join(sign, safe(f" {step + 1}.")), join(text, yours, gap="  "), 6, keep=True))
        blocks += paragraphs(question.option(option_id).why, bank, question, order, indent=2)
    for option_id in order:
        option = question.option(option_id)
        if option.position is None:
            left_out = join(prose(option.text, bank, question, order, STRONG), safe("stays out", MUTED), gap="  ")
            blocks.append(Hang(safe("-"), left_out, 6, keep=True))
            blocks += paragraphs(option.why, bank, question, order, indent=2)
    return blocks


def _matching(feedback: Feedback, bank: Bank) -> list[Block]:
    question, order = feedback.pick.question, feedback.pick.order
    given = dict(pair.split("=", 1) for pair in feedback.chosen)
    blocks: list[Block] = [head("The right pairs")]
    for place, prompt in enumerate(question.prompts):
        yours = given.get(prompt.id, "")
        same = yours == prompt.match
        sign = safe("✓", GOOD) if same else safe("✗", BAD)
        blocks.append(Hang(join(sign, safe(f" {place + 1}")), prose(prompt.text, bank, question), 6, keep=True))
        pair = join(
            safe(letter(order.index(prompt.match)), STRONG),
            prose(question.option(prompt.match).text, bank, question, order, STRONG),
            safe("" if same else f"you had {letter(order.index(yours)) if yours in order else 'nothing'}", MUTED),
            gap="  ",
        )
        blocks.append(Para(pair, 6))
        blocks += paragraphs(question.option(prompt.match).why, bank, question, order, indent=6)
    return blocks


def _traps(feedback: Feedback, bank: Bank) -> list[Block]:
    question, order = feedback.pick.question, feedback.pick.order
    note = paragraphs(question.trap_note, bank, question, order)
    if not feedback.confusions:
        return [Box(safe("Trap", STRONG), tuple(note))] if note else []
    full = [c for c in feedback.confusions if c.trap_id in feedback.lures_taken] or list(feedback.confusions[:1])
    boxes: list[Block] = []
    for place, confusion in enumerate(full):
        inside = trap_lines(confusion, bank)
        if place == 0 and note:
            inside = [*note, Gap(), *inside]
        title = join(safe("Trap:", MUTED), one_line(bank.trap_name(confusion.trap_id), STRONG), gap=" ")
        boxes.append(Box(title, tuple(inside)))
    others: list[Block] = []
    for confusion in feedback.confusions:
        if confusion not in full:
            trap = bank.traps.get(confusion.trap_id)
            name = one_line(bank.trap_name(confusion.trap_id), STRONG)
            others.append(Para(join(name, safe(taken(confusion), MUTED), gap="  ")))
            others += paragraphs(trap.rule, bank, indent=2) if trap else []
    return [*boxes, Box(safe("Other traps here", MUTED), tuple(others))] if others else boxes


def trap_lines(confusion: Confusion, bank: Bank) -> list[Block]:
    """The rule of a trap, the words that decide for each side, and this learner's record in this direction."""
    trap = bank.traps.get(confusion.trap_id)
    blocks: list[Block] = []
    if trap is not None:
        blocks += labelled("Rule", prose(trap.rule, bank, style=STRONG))
        blocks += labelled("Look for", prose(trap.cue, bank))
        for side, cue in zip(trap.between, (trap.cue_a, trap.cue_b), strict=True):
            if cue:
                here = safe("(right here)", MUTED) if side == confusion.side else safe("")
                name = join(one_line(bank.concept_name(side), STRONG), here, gap=" ")
                blocks.append(Hang(safe("-"), join(name, safe(": "), prose(cue, bank)), 2, keep=True))
    return blocks + labelled("Your record", _record(confusion, bank))


STATES: dict[ConfusionStatus, str] = {
    "unknown": "too little to tell",
    "suspected": "suspected",
    "confirmed": "confirmed",
    "resolved": "resolved",
}


def _record(confusion: Confusion, bank: Bank) -> Content:
    if confusion.exposures == 0:
        return safe(f"{record_line(confusion)}.".capitalize(), ACCENT)
    state = safe(f"In this direction: {STATES[confusion.status]}.")
    return join(safe(taken(confusion), ACCENT), state, safe(_claim(confusion, bank)), gap=" ")


def taken(confusion: Confusion) -> str:
    """How often the lure was chosen, of how many times it was shown."""
    return f"Taken {confusion.taken} of {count(confusion.exposures, 'time')}."


def _claim(confusion: Confusion, bank: Bank) -> str:
    if confusion.status == "unknown":
        return ""
    return f"{confusion_line(confusion, bank)} ({record_line(confusion)})"


def options_blocks(feedback: Feedback, bank: Bank) -> list[Block]:
    """Every option with why, why it tempts and when it would be right."""
    blocks: list[Block] = []
    for option_id in feedback.pick.order:
        if blocks:
            blocks.append(Gap())
        blocks += _option(feedback, bank, feedback.pick.question.option(option_id), full=True)
    return blocks

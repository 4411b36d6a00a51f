"""Traps as rows and as a page: what is taken for what, in both directions, with the evidence."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tutor.core.log import Answer
from tutor.core.outcome import Confusion
from tutor.core.question import Bank, Question
from tutor.glance import Pair, answers_by_day
from tutor.tui.blocks import Block, Para, head
from tutor.tui.content import ACCENT, BAD, GOOD, MUTED, STRONG, WARN, blank, join, one_line, prose, safe
from tutor.tui.pages.common import labelled
from tutor.tui.pages.weakness import day_blocks, question_blocks
from tutor.wording import confusion_line, count, expected_line, record_line

SIGNS = {"confirmed": ("✗", BAD), "suspected": ("?", WARN), "resolved": ("✓", GOOD), "unknown": ("·", MUTED)}
ORDER = ("confirmed", "suspected", "resolved", "unknown")
COUNT, STATE, BACK = 9, 10, 24
"""Cells of "16 of 23", of a state, and of the other direction with both."""
ARROW = " → "


def worse_first(pair: Pair) -> tuple[Confusion | None, Confusion | None]:
    """The two directions of a trap, the one with the worse record first; None for one never met."""
    first, second = pair.sides
    return (second, first) if _badness(second) < _badness(first) else (first, second)


def _badness(side: Confusion | None) -> tuple[int, float]:
    if side is None or not side.exposures:
        return len(ORDER), 0.0
    return ORDER.index(side.status), -side.taken / side.exposures


def pair_row(pair: Pair, bank: Bank, width: int) -> Content:
    """A line for one trap: what is taken for what, how often of how many times, its state, and the other way round."""
    worse, other = worse_first(pair)
    trap = bank.traps[pair.trap_id]
    sign, style = SIGNS[worse.status if worse is not None else "unknown"]
    lure = worse.lure if worse is not None else trap.between[0]
    side = worse.side if worse is not None else trap.between[1]
    names, wide, back = _columns(width)
    each = (names - len(ARROW)) // 2
    left = one_line(bank.concept_name(lure)).truncate(each, ellipsis=True)
    right = one_line(bank.concept_name(side)).truncate(names - left.cell_length - len(ARROW), ellipsis=True)
    arrow = join(left, safe(ARROW, MUTED), right)
    parts = [safe(f"{sign} ", style), arrow, blank(names - arrow.cell_length + 1), _numbers(worse, wide)]
    return join(*parts, blank(1), _numbers(other, wide)) if back else join(*parts)


def _numbers(side: Confusion | None, wide: bool) -> Content:
    """ "16 of 23 confirmed" in fixed cells."""
    if side is None or not side.exposures:
        return safe(f"{'not met':<{COUNT + STATE if wide else COUNT}}", MUTED)
    numbers = safe(f"{f'{side.taken} of {side.exposures}':<{COUNT}}")
    return join(numbers, safe(f"{side.status:<{STATE}}", SIGNS[side.status][1])) if wide else numbers


def _columns(width: int) -> tuple[int, bool, bool]:
    """Cells for the two names, whether states are written out, and whether the other direction has a column."""
    back, wide = width >= 60, width >= 76
    taken = (COUNT + (STATE if wide else 0)) * (2 if back else 1) + (2 if back else 1)
    return max(width - 2 - taken, 6), wide, back


def pair_columns(width: int) -> str:
    """The heads of the columns of `pair_row`."""
    names, wide, back = _columns(width)
    cells = COUNT + STATE if wide else COUNT
    heads = f"  {'taken' + ARROW + 'for':<{names + 1}}{'times':<{cells}}"
    return f"{heads} the other way round" if back else heads


def pair_page(pair: Pair, bank: Bank, answers: Sequence[Answer], questions: Sequence[Question]) -> list[Block]:
    """The whole page of a trap."""
    trap = bank.traps[pair.trap_id]
    blocks: list[Block] = [*labelled("Rule", prose(trap.rule, bank, style=STRONG))]
    for concept, side in zip(trap.between, pair.sides, strict=True):
        name = bank.concept_name(concept)
        other = bank.concept_name(trap.other(concept))
        blocks.append(head(f"{other} taken for {name}"))
        blocks += labelled("Look for", prose(trap.cue_for(concept), bank))
        if side is None or not side.exposures:
            blocks.append(Para(safe("Not met yet.", MUTED)))
            continue
        sign, style = SIGNS[side.status]
        claim = safe(confusion_line(side, bank))
        blocks.append(Para(join(safe(f"{sign} {side.status}", style), claim, gap="  ")))
        blocks.append(Para(safe(_sentence(record_line(side)), ACCENT)))
        blocks.append(Para(safe(f"{expected_line(side)}.", MUTED)))
    blocks += day_blocks(answers_by_day(answers))
    blocks += question_blocks(questions, answers, bank)
    return blocks


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def counts_line(pairs: Sequence[Pair], unmet: int) -> str:
    """How many directions are in which state."""
    states = [side.status for pair in pairs for side in pair.sides if side is not None and side.exposures]
    parts = [f"{states.count(state)} {state}" for state in ("confirmed", "suspected", "resolved")]
    return f"{', '.join(parts)}; {count(unmet, 'trap')} not met yet"

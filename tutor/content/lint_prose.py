"""Item-writing rules about the ask, the stem, the reasons and the links of one question to the bank. Advice only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from tutor.content.checks import Finding
from tutor.content.links import links, without_links
from tutor.content.lint_options import keys_of
from tutor.content.words import folded
from tutor.core.question import Bank, Option, Question

ASK_WORDS, STEM_WORDS, OPTION_WORDS = 40, 150, 40
STALE_DAYS = 365
_NEGATIVE = re.compile(r"\b(?:[Nn]ot|[Ee]xcept)\b")
_SELECT = re.compile(r"\s*\([^()]*\)\s*\.?\s*$")
_EMPTY_LEAD = re.compile(
    r"which (?:one )?of (?:the following|these)(?: statements?)? (?:is|are) (?:true|correct|right|false)[?:]"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?:]\s+)[\"'(*_]*(\w+)", re.M)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NAME = re.compile(r"\b[A-Z][\w-]*")


def negative_stem(q: Question) -> Iterator[Finding]:
    """A negation in the ask that is easy to overlook."""
    found = _NEGATIVE.search(q.ask)
    if found:
        message = f"the ask turns on {found.group()!r}, which is easy to overlook"
        yield "negative-stem", "ask", message, "Ask for what is right, or write the word in capitals"


def lead_in(q: Question) -> Iterator[Finding]:
    """The ask is not a question that could be answered with the options covered."""
    ask = _SELECT.sub("", q.ask).strip()
    if not ask.endswith(("?", ":")):
        yield "lead-in", "ask", "the ask does not end in '?' or ':'", "End it with one question"
    elif _EMPTY_LEAD.fullmatch(folded(ask)):
        message = "the ask cannot be answered with the options covered"
        yield "lead-in", "ask", message, "Ask for one thing: which service, what first, how"


def missing_why(q: Question) -> Iterator[Finding]:
    """An option without its reason."""
    empty = [option.id for option in q.options if not option.why]
    if empty:
        yield "missing-why", f"option.{empty[0]}", f"no `why` in: {', '.join(empty)}", "Say why each is right or wrong"


def missing_tempting(q: Question) -> Iterator[Finding]:
    """A wrong option without the reason why it is chosen."""
    empty = [option.id for option in wrong_of(q) if not option.tempting]
    if empty:
        message = f"no `tempting` in: {', '.join(empty)}"
        yield "missing-tempting", f"option.{empty[0]}", message, "Say why a careful learner would choose it"


def missing_right_when(q: Question) -> Iterator[Finding]:
    """A wrong option without the situation in which it would be right."""
    empty = [option.id for option in wrong_of(q) if not option.right_when]
    if empty:
        message = f"no `right_when` in: {', '.join(empty)}"
        yield "missing-right-when", f"option.{empty[0]}", message, "Say when it would be the right choice"


def wrong_of(q: Question) -> tuple[Option, ...]:
    """The options that belong in no right answer, for every type."""
    if q.type == "ordering":
        return tuple(option for option in q.options if option.position is None)
    if q.type == "matching":
        used = {prompt.match for prompt in q.prompts}
        return tuple(option for option in q.options if option.id not in used)
    return q.distractors


def explanation_omits_key(q: Question, bank: Bank) -> Iterator[Finding]:
    """The explanation names neither a key nor its concept."""
    if not q.explanation:
        yield "explanation-omits-key", "explanation", "there is no explanation", "Start it from the deciding cue"
        return
    named, text = set(links(q.explanation)), folded(q.explanation)
    for option in keys_of(q):
        name = folded(bank.concept_name(option.concept)) if option.concept else ""
        if not (
            ("opt", option.id) in named
            or ("concept", option.concept) in named
            or folded(option.text) in text
            or (name and name in text)
        ):
            message = f"the explanation does not name the key {option.id!r}"
            yield "explanation-omits-key", "explanation", message, f"Name it with [[opt:{option.id}]]"


def too_long(q: Question) -> Iterator[Finding]:
    """More to read than a question needs."""
    texts = [("ask", q.ask, ASK_WORDS), ("stem", q.stem, STEM_WORDS)]
    texts += [(f"option.{option.id}.text", option.text, OPTION_WORDS) for option in q.options]
    for field, text, limit in texts:
        count = len(text.split())
        if count > limit:
            yield "too-long", field, f"{field} has {count} words, more than {limit}", "Cut what decides nothing"


def window_dressing(q: Question) -> Iterator[Finding]:
    """No number or name of the stem comes back in a reason: the scenario may be decoration."""
    starts = {found.start(1) for found in _SENTENCE_START.finditer(q.stem)}
    names = {hit.group() for hit in _NAME.finditer(q.stem) if hit.start() not in starts and hit.group() != "I"}
    details = {detail.casefold() for detail in names | set(_NUMBER.findall(q.stem))}
    reasons = without_links(" ".join([q.explanation, *(option.why for option in q.options)])).casefold()
    if details and not any(re.search(rf"(?<!\w){re.escape(detail)}(?!\w)", reasons) for detail in details):
        message = f"no reason uses a number or name of the stem ({', '.join(sorted(details)[:4])})"
        yield "window-dressing", "stem", message, "Cut the details, or let the reasons rest on them"


def no_trap(q: Question) -> Iterator[Finding]:
    """The wrong options say nothing about what is mixed up."""
    if q.distractors and not any(option.trap or option.concept for option in q.distractors):
        message = "no wrong option has a concept or a trap, so a wrong answer teaches the tutor nothing"
        yield "no-trap", "option", message, "Give each wrong option the concept it stands for"


def trap_unlisted(q: Question) -> Iterator[Finding]:
    """An option uses a trap that the question does not list."""
    for option in q.options:
        if option.trap and option.trap not in q.traps:
            message = f"the trap {option.trap!r} of option {option.id!r} is not in `traps`"
            yield "trap-unlisted", f"option.{option.id}.trap", message, "Add it to the question's `traps`"


def trap_key_side(q: Question, bank: Bank) -> Iterator[Finding]:
    """A trap whose right side no key stands for, or whose side the options do not tell at all."""
    if q.type not in ("single", "multiple"):
        return
    right = {option.concept for option in keys_of(q)}
    for option in q.distractors:
        trap = bank.traps.get(option.trap)
        if trap is not None and option.concept in trap.between and trap.other(option.concept) not in right:
            message = f"option {option.id!r} is the lure of {trap.id!r}, but no key has {trap.other(option.concept)!r}"
            mend = "Give the key that concept, or take the trap off the option"
            yield "trap-key-side", f"option.{option.id}.trap", message, mend
    for trap_id in q.traps:
        if trap_id in bank.traps and not bank.side(q, trap_id):
            message = f"the options do not tell which side of the trap {trap_id!r} is right"
            yield "trap-key-side", "traps", message, "Give a wrong option this trap and its concept"


def stale_reference(q: Question, bank: Bank, today: date | None) -> Iterator[Finding]:
    """The deciding fact was checked before the exam version began, or more than a year ago."""
    if q.facts_as_of is None:
        return
    for ref in q.exams:
        exam = bank.exams.get(ref.code)
        if exam is not None and exam.valid_from is not None and q.facts_as_of < exam.valid_from:
            message = f"the facts are of {q.facts_as_of}, {ref.code} began on {exam.valid_from}"
            yield "stale-reference", "facts_as_of", message, "Check the fact again and renew the date"
            return
    if today is not None and (today - q.facts_as_of).days > STALE_DAYS:
        message = f"the facts were checked on {q.facts_as_of}, more than {STALE_DAYS} days ago"
        yield "stale-reference", "facts_as_of", message, "Check the fact again and renew the date"


RULES = (
    negative_stem,
    lead_in,
    missing_why,
    missing_tempting,
    missing_right_when,
    too_long,
    window_dressing,
    no_trap,
    trap_unlisted,
)
BANK_RULES = (explanation_omits_key, trap_key_side)
NAMES = frozenset(rule.__name__.replace("_", "-") for rule in (*RULES, *BANK_RULES, stale_reference))

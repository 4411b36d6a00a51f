"""Item-writing rules about the options of one question: lengths, clue words, wording, order. Advice, never errors.

Sources of the rules: item-writing guidelines of Haladyna, Downing and Rodriguez (2002) and of the NBME (2020); the
limits were set by counting how often each rule fires in public question banks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from tutor.content.checks import Finding
from tutor.content.words import content_words, folded, tokens
from tutor.core.question import Option, Question

ABSOLUTE = frozenset(
    ("always", "never", "only", "all", "none", "no", "every", "must", "cannot", "completely", "entirely")
)
VAGUE = re.compile(r"\b(?:[Uu]sually|[Oo]ften|may)\b")
_ALL_NONE = re.compile(r"(?:all|none|both|neither)(?: of)?(?: the| these| those)?(?: above| options| these)\b")
_NUMBER = re.compile(r"[<>~≈$€£±]?\s*([-+]?\d[\d,_ ]*(?:\.\d+)?)\s*(?:%|[A-Za-zµ/]{1,12})?")
_OPPOSITES = (("increase", "decrease"), ("raise", "lower"), ("more", "fewer"), ("more", "less"), ("larger", "smaller"))
_LONG_KEY_MIN = 20
_CHOICE = ("single", "multiple")


def keys_of(q: Question) -> tuple[Option, ...]:
    """The right options of a single or multiple question; empty for the other types."""
    return tuple(option for option in q.options if option.correct)


def longest_key(q: Question) -> Iterator[Finding]:
    """The key is the longest option and half as long again as the mean distractor."""
    lengths = _lengths(q)
    if lengths is None:
        return
    key, others = lengths
    mean = sum(others) / len(others)
    if key >= _LONG_KEY_MIN and key > max(others) and key >= 1.5 * mean:
        message = f"the key has {key} characters, the wrong options {mean:.0f} on average"
        yield "longest-key", f"option.{q.key[0]}.text", message, "Make the options alike in length"


def shortest_key(q: Question) -> Iterator[Finding]:
    """The key is the shortest option and at most two thirds of the mean distractor."""
    lengths = _lengths(q)
    if lengths is None:
        return
    key, others = lengths
    mean = sum(others) / len(others)
    if mean >= _LONG_KEY_MIN and key < min(others) and key <= 0.66 * mean:
        message = f"the key has {key} characters, the wrong options {mean:.0f} on average"
        yield "shortest-key", f"option.{q.key[0]}.text", message, "Make the options alike in length"


def _lengths(q: Question) -> tuple[int, list[int]] | None:
    if q.type != "single":
        return None
    return len(folded(keys_of(q)[0].text)), [len(folded(option.text)) for option in q.distractors]


def clue_word(q: Question) -> Iterator[Finding]:
    """A content word stands in the stem and in a key and in no wrong option."""
    if q.type not in _CHOICE:
        return
    scenario = content_words(f"{q.stem} {q.ask}")
    wrong: set[str] = set().union(*(content_words(option.text) for option in q.distractors))
    for option in keys_of(q):
        clues = sorted((content_words(option.text) & scenario) - wrong)
        if clues:
            message = f"{', '.join(map(repr, clues))} in the stem and in the key {option.id!r}, in no wrong option"
            yield "clue-word", f"option.{option.id}.text", message, "Use another word in one of the two"


def absolute_term(q: Question) -> Iterator[Finding]:
    """Absolute words in wrong options while no key has any."""
    if q.type not in _CHOICE or any(ABSOLUTE & set(tokens(option.text)) for option in keys_of(q)):
        return
    for option in q.distractors:
        found = sorted(ABSOLUTE & set(tokens(option.text)))
        if found:
            message = f"{', '.join(map(repr, found))} in the wrong option {option.id!r}, in no key"
            yield "absolute-term", f"option.{option.id}.text", message, "Absolute words sound wrong; leave them out"


def vague_term(q: Question) -> Iterator[Finding]:
    """Vague frequency in an option."""
    for option in q.options:
        found = VAGUE.search(option.text)
        if found:
            message = f"{found.group()!r} in the option {option.id!r} is vague"
            yield "vague-term", f"option.{option.id}.text", message, "Say it exactly, or leave it out"


def all_none_above(q: Question) -> Iterator[Finding]:
    """An option that speaks of the other options."""
    for option in q.options:
        if _ALL_NONE.match(folded(option.text)):
            message = f"the option {option.id!r} speaks of the other options"
            mend = "Replace it by a real alternative" + ("" if option.pin == "last" else ', or give it pin = "last"')
            yield "all-none-above", f"option.{option.id}.text", message, mend


def numeric_order(q: Question) -> Iterator[Finding]:
    """All options are numbers but do not stand in order on the screen."""
    if q.type not in _CHOICE:
        return
    found = [_NUMBER.fullmatch(option.text.strip()) for option in q.options]
    values = [float(re.sub(r"[,_ ]", "", hit.group(1))) for hit in found if hit]
    if len(values) == len(q.options) and (q.shuffle or values not in (sorted(values), sorted(values, reverse=True))):
        yield "numeric-order", "option", "all options are numbers", "Sort them and write shuffle = false"


def grammar_cue(q: Question) -> Iterator[Finding]:
    """The ask ends in an article that fits some options only."""
    found = re.search(r"\b(an?)\s*[:?]?$", q.ask)
    if not found or found.group(1) not in ("a", "an"):
        return
    vowels = {option.text.strip("`*_ ")[:1].casefold() in "aeiou" for option in q.options}
    if len(vowels) == 2:
        message = f"the ask ends in {found.group(1)!r}, which does not fit every option"
        yield "grammar-cue", "ask", message, "Put the article into the options"


def option_overlap(q: Question) -> Iterator[Finding]:
    """One option contains another, or two are opposites beside a third of another kind."""
    if q.type not in _CHOICE:
        return
    texts = {option.id: f" {' '.join(tokens(option.text))} " for option in q.options}
    for inner, outer in permutations(texts, 2):
        if texts[inner].strip() and texts[inner] != texts[outer] and texts[inner] in texts[outer]:
            message = f"the text of option {inner!r} is part of option {outer!r}"
            yield "option-overlap", f"option.{outer}.text", message, "Make the options exclude each other"
    if len(texts) > 2:
        for (a, text_a), (b, text_b) in permutations(texts.items(), 2):
            if any(f" {x} " in text_a and text_a.replace(f" {x} ", f" {y} ") == text_b for x, y in _OPPOSITES):
                message = f"the options {a!r} and {b!r} are opposites, which makes the others look like fillers"
                yield "option-overlap", f"option.{b}.text", message, "Give the third option its opposite too, or reword"


def convergence(q: Question) -> Iterator[Finding]:
    """The key shares a word with every other option, and more words than any other option does."""
    if q.type != "single" or len(q.options) < 3:
        return
    words = {option.id: content_words(option.text) for option in q.options}
    common = set.intersection(*words.values())
    shared = {a: [len((words[a] & words[b]) - common) for b in words if b != a] for a in words}
    key = q.key[0]
    rest = max(sum(counts) for option_id, counts in shared.items() if option_id != key)
    if all(shared[key]) and sum(shared[key]) > rest:
        message = f"the key {key!r} shares words with every other option"
        yield "convergence", f"option.{key}.text", message, "Let the wrong options have something in common as well"


def parallel(q: Question) -> Iterator[Finding]:
    """Some options end like sentences, others do not."""
    dots = {option.text.rstrip().endswith((".", "!", "?")) for option in q.options}
    if len(dots) == 2:
        message = "some options end in a full stop, others do not"
        yield "parallel", "option", message, "Write all as sentences or all as fragments"


RULES = (
    longest_key,
    shortest_key,
    clue_word,
    absolute_term,
    vague_term,
    all_none_above,
    numeric_order,
    grammar_cue,
    option_overlap,
    convergence,
    parallel,
)
NAMES = frozenset(rule.__name__.replace("_", "-") for rule in RULES)

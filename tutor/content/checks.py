"""Errors in the words of a question (rules of section 9.1 that need no other file). A question with one does not load.

Works on `tutor.core.question.Question`, so that importers can use it before a file exists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tutor.content.links import images, without_links
from tutor.core.question import Question

Finding = tuple[str, str, str, str]
"""(rule, field, message, mend)"""

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS = {word: number for number, word in enumerate(_WORDS, start=1)}
_NUMBER = "|".join([*NUMBERS, r"\d+"])
_CHOOSE = re.compile(
    rf"\b(?:choose|select|pick)\s+(?:the\s+|any\s+|exactly\s+)?(?:best\s+|right\s+|correct\s+)?({_NUMBER})\b(?!-)", re.I
)
_WHICH = re.compile(rf"\bwhich\s+({_NUMBER})\b(?!-)", re.I)
_LETTER = r"\(?\b[A-J]\b\)?"
_NAMED_LETTER = re.compile(rf"\b(?i:options?|choices?|answers?|distractors?)\s+{_LETTER}")
_LETTER_LIST = re.compile(r"\b[A-J](?:\s*,\s*[A-J]\b)*\s*,?\s+(?:and|or|nor)\s+[A-J]\b")
_THE_ABOVE = re.compile(r"\bthe above\b", re.I)
_THING = r"(?:answer|option|choice|one)"
_LEAK = re.compile(rf"[(\[]\s*(?:the\s+)?(?:correct(?:\s+{_THING})?|right\s+{_THING}|answer key)\s*[)\]]", re.I)
_PLACEHOLDER = re.compile(r"\bTODO\b|\bFIXME\b|\b[Ll]orem\b|\?{4,}")


def findings(question: Question) -> Iterator[Finding]:
    """Every error in the words of the question."""
    yield from _letters(question)
    yield from _choose_n(question)
    yield from _leaks(question)
    whole = "\n".join(text for _, text in all_prose(question))
    if not _PLACEHOLDER.search(whole) and "![" not in whole:
        return
    for field, text in all_prose(question):
        found = _PLACEHOLDER.search(text)
        if found:
            yield "placeholder", field, f"{field}: {found.group()!r} is a placeholder", "Write the text"
        for alt, target in images(text):
            if not alt.strip():
                mend = "Say in the square brackets what the picture shows"
                yield "missing-media", field, f"{field}: the image {target!r} has no alt text", mend


def explaining_prose(question: Question) -> Iterator[tuple[str, str]]:
    """`(field, text)` of what is read after the answer."""
    yield "explanation", question.explanation
    yield "trap_note", question.trap_note
    for option in question.options:
        for name in ("why", "tempting", "right_when"):
            yield f"option.{option.id}.{name}", getattr(option, name)


def all_prose(question: Question) -> Iterator[tuple[str, str]]:
    """`(field, text)` of every text of the question."""
    yield "stem", question.stem
    yield "ask", question.ask
    for prompt in question.prompts:
        yield f"prompt.{prompt.id}.text", prompt.text
    for option in question.options:
        yield f"option.{option.id}.text", option.text
    yield from explaining_prose(question)


def _letters(question: Question) -> Iterator[Finding]:
    if not question.shuffle:
        return
    own = set(re.findall(r"\b[B-J]\b", f"{question.stem}\n{question.ask}"))
    pinned = {f"option.{option.id}.text" for option in question.options if option.pin == "last"}
    texts = [(f"option.{option.id}.text", option.text) for option in question.options]
    texts += explaining_prose(question)
    whole = "\n".join(text for _, text in texts)
    if not any(pattern.search(whole) for pattern in (_NAMED_LETTER, _LETTER_LIST, _THE_ABOVE)):
        return
    for field, text in texts:
        found = _letter_reference(without_links(text), own)
        if found is None and field not in pinned:
            above = _THE_ABOVE.search(text)
            found = above.group() if above else None
        if found is not None:
            message = f"{field}: {found!r} refers to a place on the screen, but the options are shuffled"
            mend = 'Name the option, as in [[opt:its-id]]; an option about all others needs pin = "last"'
            yield "letter-reference", field, message, mend


def _letter_reference(text: str, own: set[str]) -> str | None:
    """The first letter used as a name of an option. Letters that the stem itself uses as names (models B and C) do not
    count."""
    for pattern in (_NAMED_LETTER, _LETTER_LIST):
        for found in pattern.finditer(text):
            letters = set(re.findall(r"\b[A-J]\b", found.group()))
            if not (letters - {"A"} and letters - {"A"} <= own):
                return found.group()
    return None


def _choose_n(question: Question) -> Iterator[Finding]:
    if question.type == "matching":
        return
    keys = len(question.key)
    patterns = [_CHOOSE, _WHICH] if question.type == "multiple" else [_CHOOSE]
    brackets = " ".join(re.findall(r"\([^()]*\)", question.stem))
    for field, text in (("ask", question.ask), ("stem", brackets)):
        for found in (hit for pattern in patterns for hit in pattern.finditer(text)):
            word = found.group(1).lower()
            number = NUMBERS.get(word) or int(word)
            if number != keys:
                message = f"{field}: {found.group()!r} disagrees with the {keys} marked in the file"
                yield "choose-n", field, message, "Correct the number or the key"


def _leaks(question: Question) -> Iterator[Finding]:
    for option in question.options:
        found = _LEAK.search(option.text)
        if found:
            field = f"option.{option.id}.text"
            yield "key-leak", field, f"{field}: {found.group()!r} gives the answer away", "Take it out"

"""Content hashes of a question: what decides whether old answers still count after an edit.

Both ignore the order of options, explanations, tags, exams and difficulty. They are part of the stored data: a change
here makes every stored answer look like one to another question.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence

from tutor.core.question import Option, Prompt

_BLANKS = re.compile(r"[ \t]+")
_LINE_END = re.compile(r" ?\n ?")


def norm(text: str) -> str:
    """Text as it is compared: NFC, runs of blanks as one space, each line end with the blanks around it as one space.

    Re-wrapping a paragraph changes nothing; a new paragraph leaves two spaces and so does.
    """
    text = unicodedata.normalize("NFC", text).replace("\r\n", "\n").strip()
    return _LINE_END.sub(" ", _BLANKS.sub(" ", text))


def digest(value: object) -> str:
    """First 16 hex digits of the SHA-256 of compact, sorted JSON in UTF-8."""
    packed = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(packed.encode("utf-8")).hexdigest()[:16]


def key_hash(kind: str, options: Sequence[Option], prompts: Sequence[Prompt] = ()) -> str:
    """Hash of the right answer. `kind` is the question type. Options without a position are left out of the positions,
    so that a new distractor does not look like a changed key."""
    return digest(
        {
            "t": kind,
            "k": sorted(option.id for option in options if option.correct),
            "o": {option.id: option.position for option in options if option.position is not None},
            "m": {prompt.id: prompt.match for prompt in prompts},
        }
    )


def text_hash(stem: str, ask: str, options: Sequence[Option], prompts: Sequence[Prompt] = ()) -> str:
    """Hash of the words a learner reads before answering."""
    return digest(
        {
            "s": norm(stem),
            "a": norm(ask),
            "o": {option.id: norm(option.text) for option in options},
            "p": {prompt.id: norm(prompt.text) for prompt in prompts},
        }
    )


def similarity(old: str, new: str) -> float:
    """How alike two texts are (`Question.text()`), 0 to 1: the SequenceMatcher ratio of the normalised texts.

    The matcher's shortcut for frequent characters is off: in texts of this length every letter would count as junk.
    """
    from difflib import SequenceMatcher

    a, b = norm(old), norm(new)
    return 1.0 if a == b else SequenceMatcher(None, a, b, autojunk=False).ratio()

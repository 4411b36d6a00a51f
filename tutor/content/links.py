"""The links and images that may stand in the prose of a bank file. Finds them; showing them is `tutor.prose`."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINK = re.compile(r"\[\[(opt|concept|trap|q):([^\[\]]*)\]\]")
_IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]*)\)")


def links(text: str) -> Iterator[tuple[str, str]]:
    """`(kind, id)` of each `[[kind:id]]`; other double brackets, as in shell code, are not links."""
    if "[[" in text:
        yield from _LINK.findall(text)


def images(text: str) -> Iterator[tuple[str, str]]:
    """`(alt text, target)` of each Markdown image."""
    if "![" in text:
        yield from _IMAGE.findall(text)


def without_links(text: str) -> str:
    """The text with each link replaced by a blank, for rules about words."""
    return _LINK.sub(" ", text)

"""What all bank files share: strict base model, slugs, prose, urls, and the form in which a model reports a rule."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, NoReturn, TypeVar
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

SLUG = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
SLUG_MAX = 64
T = TypeVar("T")


class Model(BaseModel):
    """Nothing is converted, nothing unknown is accepted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


@dataclass(frozen=True, slots=True)
class Issue:
    """A broken rule inside one file, before it has a line: `where` is the way from the top of the file."""

    rule: str
    message: str
    mend: str
    where: tuple[str | int, ...]


def issue(rule: str, message: str, mend: str, *where: str | int) -> Issue:
    """An Issue, with its place spelled out as arguments."""
    return Issue(rule, message, mend, where)


def fail(rule: str, message: str, mend: str = "") -> NoReturn:
    """Reject the value being validated, under the name of a rule."""
    raise PydanticCustomError(rule, "{text}", {"text": message, "mend": mend})


def _slug(value: str) -> str:
    if len(value) > SLUG_MAX:
        fail("bad-id", f"{value[:40]!r}… is longer than {SLUG_MAX} characters", "Shorten the id")
    if not SLUG.fullmatch(value):
        mend = "Use lower case letters and digits, joined by single '-' or '.'"
        fail("bad-id", f"{value!r} is not an id", mend)
    return value


def _code(value: str) -> str:
    return _slug(value.lower())


def _line(value: str) -> str:
    value = value.strip()
    if not value:
        fail("empty-text", "the text is empty", "Write it, or take the table out")
    return value


def _url(value: str) -> str:
    try:
        parts = urlsplit(value)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and not re.search(r"\s", value)
    except ValueError:
        good = False
    if not good:
        fail("bad-url", f"{value!r} is not a web address", "It must start with https:// or http://")
    return value


def sized(least: int, most: int = 1000) -> AfterValidator:
    """A list of `least` to `most` entries. Pydantic's own limit would count only the entries without errors."""

    def check(value: tuple[T, ...]) -> tuple[T, ...]:
        if not least <= len(value) <= most:
            wanted = f"{least}" if least == most else f"{least} to {most}" if most < 1000 else f"at least {least}"
            fail("bad-value", f"there must be {wanted} of these, not {len(value)}", "Add or take out some")
        return value

    return AfterValidator(check)


Slug = Annotated[str, AfterValidator(_slug)]
Code = Annotated[str, AfterValidator(_code)]
"""An exam code: any case in the file, lower case afterwards."""
Prose = Annotated[str, AfterValidator(str.strip)]
Line = Annotated[str, AfterValidator(_line)]
"""Text that must not be empty."""
Url = Annotated[str, AfterValidator(_url)]
MaybeSlug = Annotated[str, AfterValidator(lambda value: value and _slug(value))]
MaybeCode = Annotated[str, AfterValidator(lambda value: value and _code(value))]
MaybeUrl = Annotated[str, AfterValidator(lambda value: value and _url(value))]
Many = Annotated[tuple[T, ...], Field(strict=False)]
"""A list of the file as a tuple; its elements are strict all the same."""


class Reference(Model):
    """A page that states the deciding fact."""

    title: Line
    url: Url

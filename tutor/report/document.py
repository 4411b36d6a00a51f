"""A report as a short list of blocks: what text, Markdown and HTML are all made from, so that no number can differ.

Words and numbers arrive ready to be shown; a renderer only lays them out. Charts carry the table that says the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list; each entry is a line with the details below it."""

    entries: tuple[tuple[str, tuple[str, ...]], ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells. `numeric`: indexes of the columns that are aligned to the right."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Bar:
    """A share from 0 to 1, with an interval where there is one. `words`: the same as text."""

    label: str
    value: float
    low: float | None
    high: float | None
    words: str


@dataclass(frozen=True, slots=True)
class Bars:
    """Horizontal bars of shares."""

    caption: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a line: where, how much, and the same as text."""

    label: str
    value: float
    words: str
    low: float | None = None
    high: float | None = None
    at: float | None = None
    """Place on the axis from 0 to 1, for a reliability plot."""


@dataclass(frozen=True, slots=True)
class Series:
    """Values over days or bins: a line, columns for numbers of things, or a reliability plot with its diagonal. `top`:
    the upper end of the scale."""

    caption: str
    points: tuple[Point, ...]
    top: float
    unit: str = ""
    kind: Literal["line", "columns", "reliability"] = "line"


Block = Heading | Para | Items | Table | Bars | Series


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report."""

    title: str
    subtitle: str
    blocks: tuple[Block, ...]

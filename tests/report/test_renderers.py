"""Text, Markdown and HTML from the same blocks: the same words in each, and nothing in data that becomes markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from tutor.report.document import Bar, Bars, Block, Document, Heading, Items, Para, Point, Series, Table
from tutor.report.html import to_html
from tutor.report.markdown import to_markdown
from tutor.report.plain_text import to_text

NASTY = '<script>alert(1)</script> & "quotes" [link](x) *stars* | pipe # [/red] \x1b[31m$GPU'


def every_block(words: str) -> Document:
    blocks: tuple[Block, ...] = (
        Heading(words),
        Para(words),
        Items(((words, (words,)),), ordered=True),
        Table(words, (words, "n"), ((words, "12"), ("b", "7")), frozenset({1})),
        Bars(words, (Bar(words, 0.25, 0.1, 0.5, "25 %"),)),
        Series(words, (Point("one", 1, "1 due"), Point("two", 3, words, 2, 4)), 4.0, "due", "columns"),
        Series(words, (Point("one", 0.2, "1", at=0.1), Point("two", 0.9, words, at=0.8)), 1.0, "", "reliability"),
    )
    return Document(words, words, blocks)


class Tags(HTMLParser):
    """Every tag and attribute of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("meta", "line", "rect", "circle", "polyline", "polygon"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def parse(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    tags.close()
    assert tags.open == []
    return tags


@pytest.mark.parametrize("words", ["Plain words", NASTY])
def test_every_page_is_well_formed_and_holds_no_script_and_no_outside_address(words: str) -> None:
    page = to_html(every_block(words))
    tags = parse(page)
    assert not {"script", "link", "img", "iframe", "object"} & set(tags.tags)
    assert not [a for a, _ in tags.attributes if a in ("src", "href") or a.startswith("on")]
    assert "http" not in page
    assert "\x1b" not in page


def test_hostile_words_are_shown_as_written_in_html() -> None:
    said = "".join(parse(to_html(every_block(NASTY))).words)
    assert said.count("<script>alert(1)</script>") >= 10


def test_a_chart_has_its_numbers_as_a_table() -> None:
    page = to_html(every_block("Chart"))
    figure = page[page.index("<figure>") : page.index("</figure>")]
    assert "1 due" in figure
    assert "<table>" in figure
    assert "25 %" in page


def test_markdown_marks_in_data_are_escaped_and_tables_keep_their_columns() -> None:
    text = to_markdown(every_block(NASTY))
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 3 for row in rows)
    assert "\\*stars\\*" in text
    assert "<script>" not in text.replace("\\<script\\>", "")
    assert text.startswith("# ")


@pytest.mark.parametrize("width", [40, 80, 120])
def test_text_wraps_to_the_width_and_holds_no_escapes(width: int) -> None:
    words = "Some words that are long enough to be wrapped in narrow places, surely"
    blocks = (Heading(words), Para(words), Items(((words, (words,)),)))
    assert all(len(line) <= width for line in to_text(Document(words, words, blocks), width).splitlines())
    assert "\x1b" not in to_text(every_block(NASTY), width)


def test_all_three_say_the_same_numbers() -> None:
    document = every_block("Words")
    for text in (to_text(document), to_markdown(document), "".join(parse(to_html(document)).words)):
        for number in ("12", "7", "25 %", "1 due"):
            assert number in text


def test_code_between_backticks_becomes_code() -> None:
    page = to_html(Document("T", "", (Para("Run `tutor review` now."), Para("A lone ` stays."))))
    assert "<code>tutor review</code>" in page
    assert "A lone ` stays." in page


def test_an_empty_series_draws_nothing() -> None:
    page = to_html(Document("T", "", (Series("None", (), 0.0),)))
    assert "<svg" not in page

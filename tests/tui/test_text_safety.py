"""Data on the screen is shown as written and never acts: no markup, no escape sequence, no button in a text."""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import tutor.tui
from tests.tui.bank import BANK, MATCHING, ORDERING, SINGLE
from tests.tui.fake import FakeSession, with_text
from tests.tui.support import dump, eventually, press, running, settle
from tutor.core.question import Bank
from tutor.errors import StoreError
from tutor.tui.content import safe
from tutor.tui.widgets.options import Row

HOSTILE = (
    ("[/]", "$GPU ${x}"),
    ("[/",),
    ("use x[0] and [bold]y", "[1, 2]"),
    ("a[/red]b", "[b"),
    ("list[int] dict[str, list[int]]",),
    ("[@click=app.quit]x[/]", "[link=http://e]x"),
)
"""Together in one text are strings of which at most one survives being read as markup."""
ESCAPES = (
    "AA\x1b]52;c;ZXZpbA==\x07BB\x1b]0;title\x1b\\CC\x1b[31mDD\x9b32mEE\x08\x7f\rFF\x07\u202eGG\x00HH\x1bcII\u200bJJ"
    "\u2028KK\x1b]52;c;open"
)
ESCAPES_SHOWN = "AABBCCDDEEFFGGHHIIJJKK"


def hostile_bank(text: str) -> Bank:
    """Every word of the bank replaced; ids stay."""
    return Bank(
        questions={q.id: with_text(q, text) for q in BANK.questions.values()},
        concepts={
            key: replace(
                c, name=text, definition=text, key_points=(text,), memory_trick=text,
                references=tuple(replace(r, title=text, url=text) for r in c.references),
            )
            for key, c in BANK.concepts.items()
        },
        traps={key: replace(t, name=text, rule=text, cue=text, cue_b=text) for key, t in BANK.traps.items()},
        cases={key: replace(c, title=text, scenario=text) for key, c in BANK.cases.items()},
        exams=BANK.exams,
    )  # fmt: skip


async def through_every_screen(text: str) -> Iterator[tuple[str, str]]:
    """Names of screens and what they show, for a session in which every datum is `text`."""
    bank = hostile_bank(text)
    questions = [bank.questions[q.id] for q in (SINGLE, ORDERING, MATCHING)]
    session = FakeSession(bank, questions, notices=[text], badges=[text])
    session.reason = text
    session.fail["answer"] = [StoreError(text, text)]
    shown: list[tuple[str, str]] = []
    async with running(session, (120, 64)) as (app, pilot):

        async def see(name: str, *keys: str) -> None:
            await press(app, pilot, *keys)
            shown.append((name, dump(app)))

        await see("question")
        await pilot.click(app.screen.query(Row).first())
        await see("dialog", "enter")
        await see("feedback", "enter")
        for name, key in (("options", "x"), ("concepts", "d"), ("sources", "o"), ("why", "w")):
            await see(name, key)
            await press(app, pilot, "q")
        await see("ordering", "n")
        await see("order wrong", *"123", "enter")
        await see("matching", "n")
        await see("pairs wrong", "c", "c", "enter")
        await see("summary", "n")
        words = safe(text).plain
        before = dump(app).count(words)
        app.say(text)
        await eventually(pilot, lambda: dump(app).count(words) > before)
        shown.append(("toast", dump(app)))
        assert app.return_code is None
        await settle(app, pilot)
    return iter(shown)


@pytest.mark.parametrize("strings", HOSTILE)
async def test_text_that_looks_like_markup_is_shown_as_written_on_every_screen(strings: tuple[str, ...]) -> None:
    shown = list(await through_every_screen(" ".join(strings)))
    assert len(shown) == 13
    assert [(name, text) for name, screen in shown for text in strings if text not in screen] == []


async def test_no_escape_sequence_or_control_character_reaches_any_screen() -> None:
    for name, screen in await through_every_screen(ESCAPES):
        bad = [c for c in screen if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")]
        assert bad == [], name
        assert ESCAPES_SHOWN in screen, name


# The source itself

TUI = Path(tutor.tui.__file__).parent
RAW_WIDGETS = {
    "Static", "Label", "Button", "OptionList", "Option", "RadioButton", "RadioSet", "Checkbox", "SelectionList",
    "Collapsible", "DataTable", "Tree", "Select", "TabPane", "Markdown", "RichLog", "Digits", "Link",
}  # fmt: skip
MAKERS = {"safe", "one_line", "prose", "join", "stack", "blank"}
TITLES = {"border_title", "border_subtitle", "tooltip", "title", "sub_title"}


def sources() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(TUI.rglob("*.py")):
        yield path.relative_to(TUI).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def faults(name: str, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom | ast.Import):
            imported = {alias.name for alias in node.names}
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual.widgets"):
                used = imported & RAW_WIDGETS
                if used and name != "widgets/words.py":
                    yield f"{name}:{node.lineno} imports {used}"
            if any(part.split(".")[0] == "rich" for part in (*imported, getattr(node, "module", None) or "")):
                yield f"{name}:{node.lineno} imports rich"
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            owner = node.func.value if isinstance(node.func, ast.Attribute) else None
            if called == "Content" and name != "content.py":
                yield f"{name}:{node.lineno} builds Content"
            if isinstance(owner, ast.Name) and owner.id == "Content" and name != "content.py":
                yield f"{name}:{node.lineno} calls Content.{called}"
            markup = [k.value for k in node.keywords if k.arg == "markup"]
            plain = bool(markup) and isinstance(markup[0], ast.Constant) and markup[0].value is False
            if called == "notify" and not plain:
                yield f"{name}:{node.lineno} notifies with markup"
            if called in ("from_markup", "to_content", "visualize"):
                yield f"{name}:{node.lineno} reads markup"
            if called == "Words" and node.args and not _is_content(node.args[0]):
                yield f"{name}:{node.lineno} gives Words something else than Content"
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Attribute) and target.attr in TITLES and not _is_content(node.value):
                    yield f"{name}:{node.lineno} sets {target.attr}"


def _is_content(node: ast.expr) -> bool:
    """A call of a maker, or a name that the type checker holds to `Content`."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in MAKERS
    return isinstance(node, ast.Attribute | ast.Name)


def test_the_screens_show_data_only_through_the_one_door() -> None:
    assert [fault for name, tree in sources() for fault in faults(name, tree)] == []


@pytest.mark.parametrize(
    "line",
    [
        "from textual.widgets import Static",
        "self.notify(text)",
        "self.notify(text, markup=True)",
        "Words('text')",
        "Content(text)",
        "Content.from_markup(text)",
        "self.border_title = 'x'",
        "from rich.text import Text",
    ],
)
def test_the_check_of_the_source_finds_each_way_around_the_door(line: str) -> None:
    assert list(faults("screens/x.py", ast.parse(line))) != []

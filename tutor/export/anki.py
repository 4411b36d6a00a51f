"""The practice questions of an exam as an Anki package: one note a question, with its explanations and tags.

Ids of notes, of the note type and of decks never change, so that importing a later package brings the notes of an
earlier one up to date and doubles none. Reserve items are never in it: seen elsewhere, they could no longer tell how
unseen questions go. Only written, never read. genanki is an extra and imported when a package is made.
"""

from __future__ import annotations

import hashlib
import html
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from tutor.content.order import option_order
from tutor.core.grading import required
from tutor.core.question import Bank, Exam, Option, Question
from tutor.errors import UsageError
from tutor.prose import letter, resolve, spans
from tutor.store.values import Mark
from tutor.text import clean

FIELDS = ("Id", "Question", "Options", "Key", "Explanation", "Reasons", "Traps", "Sources", "Note")
MODEL = "Tutor question 1"
"""Name of the note type; its number is raised when FIELDS change, since Anki cannot map the fields by itself then."""
_SEED = "anki"
_FRONT = '<div class="question">{{Question}}</div><div class="options">{{Options}}</div>'
_BACK = """{{FrontSide}}<hr id="answer"><div class="key">{{Key}}</div>
{{Explanation}}{{Reasons}}{{Traps}}{{Note}}{{Sources}}<div class="id">{{Id}}</div>"""
_CSS = """\
.card { font-family: sans-serif; font-size: 18px; line-height: 1.45; text-align: left; max-width: 44em; }
.key { font-weight: bold; }
h4 { margin: 1em 0 .2em; }
.id, .sources { font-size: 13px; opacity: .75; }
"""
_Prose = Callable[[str], str]
_TAG = re.compile(r"[^a-z0-9._:-]+")


def write(
    bank: Bank, exam: Exam, questions: list[Question], marks: Mapping[str, Mark], stamp: datetime, *, anonymous: bool
) -> bytes:
    """A package with one deck of these questions, which must hold no reserve item. `marks` by question id become tags
    and a note, which `anonymous` leaves out; `stamp` is the instant of the export: Anki takes the newer of two notes.

    Raises UsageError when genanki is not installed, ValueError for a reserve item."""
    try:
        import genanki
    except ImportError as error:
        raise UsageError(
            "An Anki package needs genanki, which is not installed.",
            'Install the extra: pip install "exam-tutor[anki]".',
        ) from error
    model = genanki.Model(
        _number("model", MODEL),
        MODEL,
        fields=[{"name": name} for name in FIELDS],
        templates=[{"name": "Question", "qfmt": _FRONT, "afmt": _BACK}],
        css=_CSS,
    )
    deck = genanki.Deck(
        _number("deck", exam.code), f"Tutor::{exam.code.upper()} {exam.name}", f"Practice questions for {exam.name}."
    )
    for question in questions:
        if question.reserve:
            raise ValueError(f"{question.id} is kept for mock exams")
        mark = marks.get(question.id)
        fields = [clean(text) for text in note_fields(question, bank, "" if mark is None or anonymous else mark.note)]
        deck.add_note(genanki.Note(model=model, fields=fields, tags=tags(question, mark), guid=guid(question.id)))
    with tempfile.TemporaryDirectory(prefix="tutor-anki-") as folder:
        file = Path(folder) / "package.apkg"
        genanki.Package(deck).write_to_file(str(file), timestamp=stamp.timestamp())
        return file.read_bytes()


def guid(question_id: str) -> str:
    """The id of the note of a question, in every package."""
    return hashlib.sha256(f"tutor\x1fquestion\x1f{question_id}".encode()).hexdigest()[:20]


def tags(question: Question, mark: Mark | None) -> list[str]:
    """Anki tags, with `::` between levels: exam and task, concepts, traps, type, difficulty, and what was marked."""
    found = [f"exam::{ref.code}::{ref.task}" for ref in question.exams]
    found += [f"concept::{concept}" for concept in question.concepts]
    found += [f"trap::{trap}" for trap in question.traps]
    found += [f"type::{question.type}", f"difficulty::{question.difficulty}"]
    if mark is not None:
        found += ["flagged"] * mark.flagged + ["suspended"] * mark.suspended
    return [_TAG.sub("-", tag.lower()) for tag in found]


def note_fields(question: Question, bank: Bank, note: str = "") -> list[str]:
    """The fields of a note in the order of FIELDS, as HTML. Options stand in one shuffled order that never changes."""
    order = option_order(question, _SEED, 0)
    case = bank.cases.get(question.case)
    stem = [case.scenario] if case is not None else []
    asked = [*stem, *([question.stem] if question.stem else [])]

    def prose(text: str) -> str:
        return _html(resolve(text, question, bank, order))

    count = required(question) if question.type == "multiple" else 1
    ask = f"<p><b>{prose(question.ask)}</b></p>"
    if count > 1 and "(select" not in question.ask.lower():
        ask += f"<p>(Select {count})</p>"
    prompts = "".join(f"<li>{prose(prompt.text)}</li>" for prompt in question.prompts)
    options = "".join(f"<li>{prose(question.option(i).text)}</li>" for i in order)
    trap_note = f"<p>{prose(question.trap_note)}</p>" if question.trap_note else ""
    return [
        question.id,
        "".join(f"<p>{prose(text)}</p>" for text in asked) + ask,
        (f"<ol>{prompts}</ol>" if prompts else "") + f'<ol type="A">{options}</ol>',
        _key(question, order, prose),
        _part("Explanation", prose(question.explanation)),
        _part("Option by option", "".join(_reasons(question, bank, order, prose))),
        _part("Trap", "".join(_traps(question, bank)) + trap_note),
        _part("Sources", "".join(_sources(question))),
        _part("Your note", _html(note)),
    ]


def _key(question: Question, order: tuple[str, ...], prose: _Prose) -> str:
    def named(option_id: str) -> str:
        return f"{letter(order.index(option_id))}. {prose(question.option(option_id).text)}"

    if question.type == "matching":
        lines = [f"{number} - {named(prompt.match)}" for number, prompt in enumerate(question.prompts, start=1)]
    elif question.type == "ordering":
        lines = [f"{number}: {named(option_id)}" for number, option_id in enumerate(question.key, start=1)]
    else:
        lines = [named(option_id) for option_id in order if option_id in question.key]
    return "<br>".join(lines)


def _reasons(question: Question, bank: Bank, order: tuple[str, ...], prose: _Prose) -> Iterator[str]:
    for place, option_id in enumerate(order):
        option = question.option(option_id)
        parts = (("", option.why), ("Tempting: ", option.tempting), ("Right when: ", option.right_when))
        said = [f"{label}{prose(text)}" for label, text in parts if text]
        if said:
            about = f" ({_html(bank.concept_name(option.concept))})" if option.concept else ""
            yield f"<p><b>{letter(place)} {_verdict(question, option)}</b>{about}<br>{'<br>'.join(said)}</p>"


def _verdict(question: Question, option: Option) -> str:
    if question.type == "ordering":
        return "stays out" if option.position is None else f"is step {option.position}"
    if question.type == "matching":
        numbers = [str(n) for n, prompt in enumerate(question.prompts, start=1) if prompt.match == option.id]
        return f"belongs to {', '.join(numbers)}" if numbers else "is left over"
    return "is right" if option.correct else "is wrong"


def _traps(question: Question, bank: Bank) -> Iterator[str]:
    for name in question.traps:
        trap = bank.traps.get(name)
        if trap is not None:
            cue = trap.cue_for(bank.side(question, name))
            lines = [f"<b>{_html(trap.name)}</b>", *(_html(resolve(t, question, bank)) for t in (cue, trap.rule) if t)]
            yield f"<p>{'<br>'.join(lines)}</p>"


def _sources(question: Question) -> Iterator[str]:
    for one in question.references:
        yield f'<div class="sources"><a href="{html.escape(one.url)}">{html.escape(one.title)}</a></div>'


def _part(title: str, body: str) -> str:
    return f"<h4>{title}</h4>{body}" if body else ""


def _html(text: str) -> str:
    """Prose as HTML: marks as tags, everything else escaped, line ends as breaks."""
    found = []
    for piece, kinds in spans(text):
        part = html.escape(piece, quote=False).replace("\n", "<br>")
        for kind, tag in (("code", "code"), ("em", "i"), ("strong", "b")):
            if kind in kinds:
                part = f"<{tag}>{part}</{tag}>"
        found.append(part)
    return "".join(found)


def _number(kind: str, name: str) -> int:
    """A whole number for a thing of Anki's, always the same, in the range that Anki uses for ids."""
    digest = hashlib.sha256(f"tutor\x1f{kind}\x1f{name}".encode()).digest()
    return (1 << 40) + int.from_bytes(digest[:5], "big")

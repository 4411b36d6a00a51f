"""The Anki package: one note a question, ids that stay, nothing kept for mock exams, and updates instead of doubles."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.export.conftest import MakeHome
from tests.export.questions import BANK, MATCHING, MULTIPLE, ORDERING, SINGLE
from tests.unit.make import EXAM
from tutor.content.load import load_bank
from tutor.core.question import Bank, Question
from tutor.export import anki
from tutor.paths import bank_dir
from tutor.store.values import Mark

pytest.importorskip("genanki", reason="the extra anki is not installed")
NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
MARK = Mark("single-one", True, False, "mine <b>", NOW)


def package(questions: list[Question], bank: Bank = BANK, at: datetime = NOW, **options: Any) -> bytes:
    marks = options.pop("marks", {})
    return anki.write(bank, EXAM, questions, marks, at, anonymous=options.pop("anonymous", False))


def notes(data: bytes, folder: Path) -> list[tuple[str, list[str], str, int]]:
    """Guid, fields, tags and time of each note in a package."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        file = Path(archive.extract("collection.anki2", folder))
    with closing(sqlite3.connect(file)) as raw:
        rows = raw.execute("SELECT guid, flds, tags, mod FROM notes ORDER BY id").fetchall()
    return [(guid, fields.split("\x1f"), tags, at) for guid, fields, tags, at in rows]


def test_one_note_a_question_with_key_reasons_trap_and_tags(tmp_path: Path) -> None:
    found = notes(package([SINGLE, MULTIPLE, ORDERING, MATCHING]), tmp_path)
    assert [fields[0] for _, fields, _, _ in found] == ["single-one", "multi", "order", "match"]
    guid, fields, tags, at = found[0]
    by_name = dict(zip(anki.FIELDS, fields, strict=True))
    assert guid == anki.guid("single-one")
    assert at == int(NOW.timestamp())
    assert "What about single-one?" in by_name["Question"]
    assert by_name["Options"].count("<li>") == 4
    assert by_name["Key"].endswith("Text of key")
    assert "Because it is." in by_name["Reasons"]
    assert "cue" in by_name["Traps"]
    assert set(tags.split()) >= {"exam::test-1::1.1", "concept::a", "trap::t", "type::single"}
    assert dict(zip(anki.FIELDS, found[3][1], strict=True))["Key"].count(" - ") == 2


def test_ids_and_order_of_options_stay_the_same(tmp_path: Path) -> None:
    first, second = (notes(package([SINGLE], at=NOW + timedelta(days=day)), tmp_path) for day in (0, 9))
    assert [note[:3] for note in first] == [note[:3] for note in second]


def test_a_note_of_the_learner_is_escaped_and_left_out_when_anonymous(tmp_path: Path) -> None:
    (shown,) = notes(package([SINGLE], marks={"single-one": MARK}), tmp_path)
    assert "mine &lt;b&gt;" in shown[1][-1]
    assert "flagged" in shown[2].split()
    (hidden,) = notes(package([SINGLE], marks={"single-one": MARK}, anonymous=True), tmp_path)
    assert hidden[1][-1] == ""


def test_a_reserve_item_is_refused() -> None:
    with pytest.raises(ValueError, match="kept for mock exams"):
        package([replace(SINGLE, reserve=True)])


def test_the_package_of_the_program_holds_every_practice_question_and_no_reserve_item(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make_home: MakeHome
) -> None:
    home = make_home(tmp_path / "home")
    home.config.unlink()
    monkeypatch.delenv("TUTOR_BANK")
    file = tmp_path / "questions.apkg"
    home.run("export", "--format", "anki", "--exam", "mla-c01", "-o", file)
    bank = load_bank(bank_dir()).bank
    reserved = {question.id for question in bank.questions.values() if question.reserve}
    found = {fields[0] for _, fields, _, _ in notes(file.read_bytes(), tmp_path)}
    assert reserved
    assert found.isdisjoint(reserved)
    assert found == {
        q.id for q in bank.questions.values() if q.status == "reviewed" and not q.reserve and q.exam("mla-c01")
    }


def test_since_takes_only_what_was_answered_since(tmp_path: Path, make_home: MakeHome) -> None:
    home = make_home(tmp_path / "home")
    for number, day in ((0, 1), (1, 5)):
        home.give(number, True, at=datetime(2026, 11, day, 9, tzinfo=UTC))
    file = tmp_path / "questions.apkg"
    home.run("export", "--format", "anki", "--since", "2026-11-03", "-o", file)
    assert [fields[0] for _, fields, _, _ in notes(file.read_bytes(), tmp_path)] == ["q-b"]


def test_anki_itself_takes_the_package_and_a_second_one_updates_and_doubles_nothing(tmp_path: Path) -> None:
    collection = pytest.importorskip("anki.collection", reason="the library anki is not installed")
    first = package([SINGLE, MULTIPLE])
    changed = replace(SINGLE, explanation="Reworded since.")
    bank = replace(BANK, questions={**BANK.questions, SINGLE.id: changed})
    second = package([changed, MULTIPLE, ORDERING], bank, NOW + timedelta(days=1))
    opened = collection.Collection(str(tmp_path / "collection.anki2"))
    try:
        counts = []
        for number, data in enumerate((first, second, second)):
            file = tmp_path / f"{number}.apkg"
            file.write_bytes(data)
            options = collection.ImportAnkiPackageOptions(merge_notetypes=False)
            log = opened.import_anki_package(
                collection.ImportAnkiPackageRequest(package_path=str(file), options=options)
            ).log
            counts.append((len(log.new), len(log.updated), opened.note_count(), opened.card_count()))
        assert counts[:2] == [(2, 0, 2, 2), (1, 2, 3, 3)]
        assert counts[2][2:] == (3, 3)
        assert counts[2][0] == 0
        (note,) = opened.find_notes("Id:single-one")
        assert "Reworded since." in opened.get_note(note)["Explanation"]
        assert "What about single-one?" in opened.get_note(note).cards()[0].question()
    finally:
        opened.close()

"""The bank folder as a `core.question.Bank`: reads, checks, links and indexes it, with a cache of parsed files.

Importing this module and loading a bank whose files are all in the cache need neither pydantic nor a TOML parser.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from os import stat_result
from pathlib import Path
from typing import Any

from tutor.content.cache import Cache, Row, Seen
from tutor.content.kinds import MEDIA, Kind, kind_of, walk
from tutor.content.link import Entry, link
from tutor.content.problem import Problem, by_place
from tutor.core.question import Bank
from tutor.errors import DataError


@dataclass(frozen=True, slots=True)
class LoadedBank:
    """A bank with what is wrong in its files. Files with errors are not in the bank."""

    bank: Bank
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.severity == "error")


def load_bank(root: Path, cache: Path | None = None) -> LoadedBank:
    """Load a bank folder; `cache` is the file to keep parsed questions in. Raises DataError when the folder cannot be
    read; anything wrong with a file in it is a problem and leaves out that file only."""
    if not root.is_dir():
        raise DataError(
            f"There is no bank folder {root}.", "Name a folder that holds questions/, concepts/ and traps/."
        )
    with Cache.open(cache, root) as store:
        try:
            return _load(root, store)
        except (KeyError, TypeError, ValueError, AttributeError):
            if store is None:
                raise
    return _load(root, None)  # the cache held data of another shape


def _load(root: Path, store: Cache | None) -> LoadedBank:
    try:
        tree = walk(root)
    except OSError as error:
        raise DataError(
            f"The bank folder {root} cannot be read: {error.strerror or error}.", "Check who may read it."
        ) from error
    rows = store.rows() if store else {}
    entries: list[Entry] = []
    changed: list[Row] = []
    problems = [_unreadable(path, reason) for path, reason in tree.unreadable]
    for path, state in tree.files:
        kind = kind_of(path)
        if kind is None:
            if not path.startswith(f"{MEDIA}/"):
                problems.append(_stray(path))
            continue
        entry, row = _read(root, path, kind, state, rows.get(path))
        entries.append(entry)
        if row is not None:
            changed.append(row)
    bank, linked = link(entries, root)
    seen = store.seen() if store else {}
    bank, renamed = _renames(bank, seen, {entry.id or entry.stem for entry in entries if entry.kind == "question"})
    if store is not None:
        _save(store, rows, changed, entries, bank, seen)
    problems += [problem for entry in entries for problem in entry.problems]
    if not any(entry.kind == "question" for entry in entries):
        mend = "Put a question under questions/"
        problems.append(Problem("error", "empty-bank", "questions", None, "", "the bank holds no question", mend))
    return LoadedBank(bank, tuple(sorted(problems + _placed(root, linked + renamed), key=by_place)))


def _read(root: Path, path: str, kind: Kind, state: stat_result, row: Row | None) -> tuple[Entry, Row | None]:
    """The file, from the cache when it is fresh, and the row to store when the cache has to change."""
    if row is not None and (row.mtime, row.size) == (state.st_mtime_ns, state.st_size):
        return _from_row(row, kind), None
    try:
        raw = (root / path).read_bytes()
    except OSError as error:
        return Entry(path, kind, "", None, (_unreadable(path, error.strerror or str(error)),)), None
    sha = sha256(raw).hexdigest()
    if row is not None and row.sha == sha:
        fresh = Row(
            path,
            state.st_mtime_ns,
            state.st_size,
            sha,
            kind,
            row.id,
            row.key_hash,
            row.text_hash,
            row.data,
            row.problems,
        )
        return _from_row(row, kind), fresh
    from tutor.content.parse import parse

    parsed = parse(kind, path, raw)
    data: Mapping[str, Any] = parsed.data or {}
    new = Row(
        path,
        state.st_mtime_ns,
        state.st_size,
        sha,
        kind,
        parsed.id,
        data.get("key_hash", ""),
        data.get("text_hash", ""),
        json.dumps(parsed.data, ensure_ascii=False, separators=(",", ":")),
        json.dumps([problem.to_json() for problem in parsed.problems], ensure_ascii=False),
    )
    return Entry(path, kind, parsed.id, parsed.data, parsed.problems), new


def _from_row(row: Row, kind: Kind) -> Entry:
    problems = tuple(Problem.from_json(problem) for problem in json.loads(row.problems))
    return Entry(row.path, kind, row.id, json.loads(row.data), problems)


def _renames(bank: Bank, seen: Mapping[str, Seen], on_disk: set[str]) -> tuple[Bank, list[Problem]]:
    """New questions with the words of one that vanished: a rename that forgot the alias would lose its history."""
    living = {*on_disk, *bank.questions, *bank.aliases, *bank.retired}
    vanished = {old.text_hash: old.id for old in seen.values() if old.id not in living}
    if not vanished:
        return bank, []
    problems = [
        Problem(
            "error",
            "rename-without-alias",
            q.path,
            None,
            "id",
            f"{q.id!r} has the text of {vanished[q.text_hash]!r}, which is gone",
            f'Add aliases = ["{vanished[q.text_hash]}"], so that its answers still count',
            q.id,
        )
        for q in bank.questions.values()
        if q.id not in seen and q.text_hash in vanished
    ]
    if not problems:
        return bank, []
    from dataclasses import replace

    blocked = {problem.id for problem in problems}
    kept = {question_id: q for question_id, q in bank.questions.items() if question_id not in blocked}
    return replace(bank, questions=kept), problems


def _save(
    store: Cache,
    rows: Mapping[str, Row],
    changed: list[Row],
    entries: list[Entry],
    bank: Bank,
    seen: Mapping[str, Seen],
) -> None:
    gone = set(rows) - {entry.path for entry in entries}
    forget = [old for old in seen if old in bank.aliases or old in bank.retired]
    news = [
        Seen(q.id, q.key_hash, q.text_hash, q.text())
        for q in bank.questions.values()
        if q.id not in seen or (seen[q.id].key_hash, seen[q.id].text_hash) != (q.key_hash, q.text_hash)
    ]
    if changed or gone or forget or news:
        store.save(changed, gone, news, forget)


def _placed(root: Path, problems: list[Problem]) -> list[Problem]:
    if not problems:
        return []
    from tutor.content.place import with_lines

    return with_lines(root, problems)


def _unreadable(path: str, reason: str) -> Problem:
    mend = "Check who may read it"
    return Problem("error", "unreadable", path, None, "", f"this cannot be read: {reason}", mend)


def _stray(path: str) -> Problem:
    mend = "Files belong under questions/, concepts/, traps/, cases/ or exams/"
    return Problem("warning", "stray-file", path, None, "", "this file is not read", mend)

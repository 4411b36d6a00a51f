"""The renderings of a report: text for people, a JSON-able object for programs. Both hold the same numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date

from tutor.report.weakness import SCHEMA, ConceptLine, ConfusionLine, Weakness
from tutor.text import cell_width, clean, hang, wrap
from tutor.wording import count

INDENT = "  "


def to_json(report: Weakness) -> dict[str, object]:
    """The report as JSON-able values; dates as ISO texts, an estimate that may not be stated as null."""
    data: dict[str, object] = {"schema": SCHEMA, "report": "weakness", **asdict(report)}
    return {key: _jsonable(value) for key, value in data.items()}


def _jsonable(value: object) -> object:
    if isinstance(value, dict):
        return {key: _jsonable(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_jsonable(each) for each in value]
    return value.isoformat() if isinstance(value, date) else value


def to_text(report: Weakness, width: int = 80) -> str:
    """The report as lines of at most `width` cells."""
    lines = wrap(f"Weakness report for {report.exam_name} ({report.exam}), {report.day.isoformat()}", width)
    lines.append(f"{count(report.answers, 'answer')} so far.")
    if not report.concepts:
        lines += ["", *wrap("No concept has been tried yet. `tutor review` starts.", width)]
    else:
        lines += _expected(report, width) + _compared(report, width)
    lines += _confusions(report.confusions, width)
    if report.untried:
        names = ", ".join(f"{line.name} ({line.questions})" for line in report.untried)
        lines += _title(f"Not tried yet: {count(len(report.untried), 'concept')} (questions in the bank)", width)
        lines += wrap(names, width, INDENT)
    return clean("\n".join(lines)) + "\n"


def _title(text: str, width: int) -> list[str]:
    lines = wrap(text, width)
    return ["", *lines, "-" * max(map(cell_width, lines))]


def _expected(report: Weakness, width: int) -> list[str]:
    lines = _title("Where errors are expected, weakest first", width)
    for place, line in enumerate(report.stated, start=1):
        lines += _entry(f"{place:>3}. ", line.name, line.estimate_text, width)
    if not report.stated:
        lines += wrap("No concept has enough answers for an estimate.", width, INDENT)
    if report.thin:
        thin = ", ".join(f"{line.name} ({line.answers})" for line in report.thin)
        lines += wrap(f"Not enough answers (their number): {thin}", width, INDENT)
    return lines


def _compared(report: Weakness, width: int) -> list[str]:
    lines = _title("What goes worse than its difficulty explains", width)
    lines += _against(report.concepts, "worse", width)
    if not any(line.compared == "worse" for line in report.concepts):
        lines += wrap("Nothing that the answers show so far.", width, INDENT)
    if any(line.compared == "better" for line in report.concepts):
        lines += _title("What goes better than its difficulty explains", width)
        lines += _against(report.concepts, "better", width)
    return lines


def _against(concepts: Sequence[ConceptLine], kind: str, width: int) -> list[str]:
    chosen = [line for line in concepts if line.compared == kind]
    return [part for line in chosen for part in _entry("  - ", line.name, line.deviation_text, width)]


def _entry(label: str, name: str, text: str, width: int) -> list[str]:
    return hang(label, name, width) + wrap(text, width, " " * len(label))


def _confusions(confusions: Sequence[ConfusionLine], width: int) -> list[str]:
    lines = _title("What you mix up", width)
    for place, line in enumerate(c for c in confusions if c.status != "unknown"):
        lines += [""] if place else []
        lines += hang("  - ", f"{line.status.capitalize()}: {line.claim_text}", width)
        lines += wrap(line.record_text, width, "    ")
        if line.cue:
            lines += hang("    Cue:   ", line.cue, width)
        if line.rule:
            lines += hang("    Rule:  ", line.rule, width)
        lines.append(f"    Drill: {line.command}")
    open_ = [c for c in confusions if c.status == "unknown" and c.taken]
    if not any(c.status != "unknown" for c in confusions):
        lines += wrap("No confusion is confirmed or suspected.", width, INDENT)
    if open_:
        lines += ["", *wrap("Taken, with too little evidence to tell:", width, INDENT)]
        for line in open_:
            lines += hang("  - ", f"{line.lure_name} for {line.side_name}: {line.record_text}", width)
    return lines

"""The weakness report as blocks. All words and numbers are those of the report; nothing is worked out here."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.report.document import Bar, Bars, Block, Document, Heading, Items, Para
from tutor.report.reliability import reliability
from tutor.report.weakness import ConceptLine, ConfusionLine, ModelLine, Weakness
from tutor.wording import count, interval, percent

LISTED_CONCEPTS = 15
CHART_CONCEPTS = 10
Entry = tuple[str, tuple[str, ...]]


def document(report: Weakness) -> Document:
    """The report as blocks."""
    blocks: list[Block] = []
    if not report.concepts:
        blocks.append(Para("No concept has been tried yet. `tutor review` starts."))
    else:
        blocks += _expected(report) + _compared(report)
    blocks += _confusions(report.confusions) + _next(report) + _model(report.model)
    if report.untried:
        names = ", ".join(f"{line.name} ({line.questions})" for line in report.untried)
        blocks.append(Heading(f"Not tried yet: {count(len(report.untried), 'concept')} (questions in the bank)"))
        blocks.append(Para(names))
    return Document(
        f"Weakness report for {report.exam_name} ({report.exam}), {report.day.isoformat()}",
        f"{count(report.answers, 'answer')} so far.",
        tuple(blocks),
    )


def _expected(report: Weakness) -> list[Block]:
    blocks: list[Block] = [Heading("Where errors are expected to cost most")]
    if report.stated:
        bars = tuple(bar for line in report.stated[:CHART_CONCEPTS] if (bar := _bar(line)) is not None)
        shown = report.stated[:LISTED_CONCEPTS]
        blocks.append(Items(tuple(_entry(line) for line in shown), ordered=True))
        rest = report.stated[LISTED_CONCEPTS:]
        if rest and rest[0].loss is not None:
            most = f"each costs {100 * rest[0].loss:.2f} of 100 exam questions or less"
            blocks.append(Para(f"{count(len(rest), 'more concept')}, {most}; `--format json` lists them."))
        blocks.append(Bars("Expected right, with the 80 % interval, of those that cost most", bars))
    else:
        blocks.append(Para("No concept has enough answers for an estimate."))
    if report.thin:
        thin = ", ".join(f"{line.name} ({line.answers})" for line in report.thin)
        blocks.append(Para(f"Not enough answers (their number): {thin}"))
    return blocks


def _entry(line: ConceptLine) -> Entry:
    details = [line.estimate_text]
    seen = [] if line.last_day is None else [f"last answered {line.last_day.isoformat()}"]
    details += ["; ".join([*([line.trend_text] if line.trend_text else []), *seen])]
    return (f"{line.name}: {line.loss_text}", tuple(detail for detail in details if detail))


def _next(report: Weakness) -> list[Block]:
    if not report.drills:
        return []
    entries = tuple((f"`{drill.command}`", (drill.why,)) for drill in report.drills)
    return [Heading("What to do next"), Items(entries)]


def _bar(line: ConceptLine) -> Bar | None:
    if line.expected_right is None or line.expected_low is None or line.expected_high is None:
        return None
    low, high = line.expected_low, line.expected_high
    return Bar(line.name, line.expected_right, low, high, f"{percent(line.expected_right)} ({interval(low, high)})")


def _compared(report: Weakness) -> list[Block]:
    worse, better = _against(report.concepts, "worse"), _against(report.concepts, "better")
    blocks: list[Block] = [Heading("What goes worse than its difficulty explains")]
    blocks.append(Items(worse) if worse else Para("Nothing that the answers show so far."))
    if better:
        blocks += [Heading("What goes better than its difficulty explains"), Items(better)]
    return blocks


def _against(concepts: Sequence[ConceptLine], kind: str) -> tuple[Entry, ...]:
    return tuple((line.name, (line.deviation_text,)) for line in concepts if line.compared == kind)


def _confusions(confusions: Sequence[ConfusionLine]) -> list[Block]:
    blocks: list[Block] = [Heading("What you mix up")]
    known = tuple(_confusion(line) for line in confusions if line.status != "unknown")
    blocks.append(Items(known) if known else Para("No confusion is confirmed or suspected."))
    taken = tuple(
        (f"{line.lure_name} for {line.side_name}: {line.record_text}", ())
        for line in confusions
        if line.status == "unknown" and line.taken
    )
    if taken:
        blocks += [Para("Taken, with too little evidence to tell:"), Items(taken)]
    return blocks


def _confusion(line: ConfusionLine) -> Entry:
    details = [line.record_text, line.expected_text]
    details += [f"Cue: {line.cue}"] if line.cue else []
    details += [f"Rule: {line.rule}"] if line.rule else []
    return (f"{line.status.capitalize()}: {line.claim_text}", (*details, f"Drill: {line.command}"))


def _model(model: ModelLine) -> list[Block]:
    blocks: list[Block] = [Heading("How good this is for you"), Para(model.quality_text)]
    if model.calibration is not None:
        blocks.append(Para(model.calibration_text))
        blocks.append(reliability(model.calibration))
    if model.tuned:
        blocks.append(Para("With settings that `tutor train` found on your answers."))
    return blocks

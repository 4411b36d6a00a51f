"""A question and the counts of a bank as plain lines for a reader. Makes text; prints nothing."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.content.stats import BankStats, Counts, ExamStats
from tutor.core.grading import required
from tutor.core.question import Bank, Option, Question
from tutor.prose import letter, plain, resolve
from tutor.text import clean, hang, pad, wrap

WIDTH = 100


def question_text(q: Question, bank: Bank, width: int = WIDTH) -> str:
    """The question as a reader sees it, in the order of the file, then its key, reasons and sources."""
    lines = [q.id, f"{q.type}, {q.difficulty}, {q.status}" + (", kept for mock exams" if q.reserve else "")]
    lines += [f"{ref.code} task {ref.task}" + _bracketed(ref.guide) for ref in q.exams]
    lines += [f"concepts: {', '.join(bank.concept_name(concept) for concept in q.concepts)}"]
    lines += [f"trap: {bank.trap_name(trap)}, right here: {_side(q, trap, bank)}" for trap in q.traps]
    if q.case in bank.cases:
        lines += ["", f"Case: {bank.cases[q.case].title}", *_prose(bank.cases[q.case].scenario, q, bank, width)]
    if q.stem:
        lines += ["", *_prose(q.stem, q, bank, width)]
    lines += ["", *_prose(q.ask, q, bank, width)]
    if q.type in ("single", "multiple") and required(q) > 1:
        lines += [f"(Select {required(q)})"]
    lines += [""]
    for number, prompt in enumerate(q.prompts, start=1):
        lines += hang(f"  {number}  ", plain(resolve(prompt.text, q, bank)), width)
    for place, option in enumerate(q.options):
        lines += hang(f"  {letter(place)}  ", plain(resolve(option.text, q, bank)), width)
    lines += ["", f"Right: {key_letters(q)}"]
    for title, text in (("Explanation", q.explanation), ("Next time", q.trap_note)):
        if text:
            lines += ["", title, *_prose(text, q, bank, width, "  ")]
    lines += _reasons(q, bank, width)
    if q.references:
        lines += ["", "Sources", *(f"  {reference.title}: {reference.url}" for reference in q.references)]
    if q.facts_as_of:
        lines += [f"  checked {q.facts_as_of}"]
    return clean("\n".join(lines)) + "\n"


def key_letters(q: Question) -> str:
    """The right answer in the letters of the file's order: `A, C`, `B A C` or `1B 2A`."""
    letters = {option.id: letter(place) for place, option in enumerate(q.options)}
    if q.type == "matching":
        return " ".join(f"{number}{letters[prompt.match]}" for number, prompt in enumerate(q.prompts, start=1))
    if q.type == "ordering":
        return " ".join(letters[option_id] for option_id in q.key)
    return ", ".join(sorted(letters[option_id] for option_id in q.key))


def _bracketed(names: tuple[str, ...]) -> str:
    return f" ({', '.join(names)})" if names else ""


def _side(q: Question, trap: str, bank: Bank) -> str:
    side = bank.side(q, trap)
    return bank.concept_name(side) if side else "not told by the options"


def _prose(text: str, q: Question, bank: Bank, width: int, indent: str = "") -> list[str]:
    return wrap(plain(resolve(text, q, bank, q.option_ids)), width, indent)


def _reasons(q: Question, bank: Bank, width: int) -> Iterator[str]:
    for place, option in enumerate(q.options):
        parts = (("why", option.why), ("tempting", option.tempting), ("right when", option.right_when))
        if not any(text for _, text in parts):
            continue
        about = [bank.concept_name(option.concept)] if option.concept else []
        about += [f"trap {bank.trap_name(option.trap)}"] if option.trap else []
        yield ""
        yield f"{letter(place)}  {_verdict(q, option)}" + (f" ({'; '.join(about)})" if about else "")
        for name, text in parts:
            if text:
                yield from hang(f"   {name}: ", plain(resolve(text, q, bank, q.option_ids)), width)


def _verdict(q: Question, option: Option) -> str:
    if q.type == "ordering":
        return "stays out" if option.position is None else f"step {option.position}"
    if q.type == "matching":
        numbers = [str(n) for n, prompt in enumerate(q.prompts, start=1) if prompt.match == option.id]
        return f"for {', '.join(numbers)}" if numbers else "left over"
    return "right" if option.correct else "wrong"


def stats_text(stats: BankStats) -> str:
    """The counts as tables."""
    lines = [stats.title] if stats.title else []
    lines += [f"{stats.concepts} concepts, {len(stats.traps)} traps, {stats.cases} cases", _counts(stats.counts)]
    if stats.longest_is_key is not None:
        lines += [f"the key is the longest option in {stats.longest_is_key:.0%} of the single questions"]
    for exam in stats.exams:
        lines += ["", *_exam(exam)]
    if stats.traps:
        lines += ["", "Traps: questions in which each side is right"]
    for trap in stats.traps:
        sides = " | ".join(f"{number} {concept}" for concept, number in trap.sides.items())
        lines += [f"  {pad(trap.id, 40)}  {sides}" + (f" | {trap.unclear} unclear" if trap.unclear else "")]
    return clean("\n".join(lines)) + "\n"


def _exam(exam: ExamStats) -> Iterator[str]:
    yield f"{exam.code}: {exam.name}"
    yield f"  {_counts(exam.counts)}"
    if exam.bullets:
        yield f"  {exam.bullets_covered} of {exam.bullets} guide bullets are tested"
    for domain in exam.domains:
        yield f"  domain {domain.id}: {domain.questions} questions, {domain.share:.0f}% (exam {domain.weight:g}%)"
        for task in exam.tasks:
            if task.domain == domain.id:
                yield f"    {pad(task.id, 6)}{_counts(task.counts)}"
                if task.missing_bullets:
                    yield f"          not tested: {', '.join(task.missing_bullets)}"


def _counts(counts: Counts) -> str:
    parts = [f"{counts.questions} questions"]
    for group in (counts.types, counts.difficulties):
        if group:
            parts.append(", ".join(f"{number} {name}" for name, number in group.items()))
    if counts.reserve:
        parts.append(f"{counts.reserve} in reserve")
    return "; ".join(parts)

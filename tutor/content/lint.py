"""Item-writing advice on questions that loaded: `lint_question` for one, `lint_bank` for what only many can show.

Errors are found while loading; everything here is a warning. A question's `lint_ok` silences a rule for it, with a
reason. Lines are not known here; `tutor.content.place.with_lines` adds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from tutor.content import lint_bank as whole
from tutor.content import lint_options, lint_prose
from tutor.content.checks import Finding
from tutor.content.problem import Problem, by_place
from tutor.core.question import Bank, Question

WARNINGS = lint_options.NAMES | lint_prose.NAMES | whole.NAMES | {"lint-ok"}
"""Every rule that `lint_ok` may name."""


def lint_question(q: Question, bank: Bank, today: date | None = None) -> list[Problem]:
    """Warnings about one question, in the order of the rules. `today` is for facts that were checked long ago; without
    it only the exam version is compared."""
    accepted = {ok.rule for ok in q.lint_ok}
    return [
        Problem("warning", rule, q.path, None, field, message, mend, q.id)
        for rule, field, message, mend in _findings(q, bank, today)
        if rule not in accepted
    ]


def _findings(q: Question, bank: Bank, today: date | None) -> Iterator[Finding]:
    for rule in (*lint_options.RULES, *lint_prose.RULES):
        yield from rule(q)
    for bank_rule in lint_prose.BANK_RULES:
        yield from bank_rule(q, bank)
    yield from lint_prose.stale_reference(q, bank, today)
    for number, ok in enumerate(q.lint_ok, start=1):
        if ok.rule not in WARNINGS:
            message = f"lint_ok: {ok.rule!r} is not a rule that can be silenced"
            yield "lint-ok", f"lint_ok.#{number}.rule", message, "Take it out; errors cannot be silenced"


def lint_bank(bank: Bank) -> list[Problem]:
    """Warnings about the bank as a whole, sorted by file. Retired questions are left out."""
    questions = [q for q in bank.questions.values() if q.status != "retired"]
    problems = [
        *whole.key_position(questions),
        *whole.longest_rate(questions),
        *whole.multi_cue(questions),
        *whole.blueprint(questions, bank),
        *whole.orphan_concept(questions, bank),
        *whole.orphan_trap(questions, bank),
        *whole.trap_one_sided(questions, bank),
    ]
    for problem, owners in (*whole.duplicate(questions), *whole.enemy(bank)):
        if not all(any(ok.rule == problem.rule for ok in q.lint_ok) for q in owners):
            problems.append(problem)
    return sorted(problems, key=by_place)


def lint(bank: Bank, today: date | None = None) -> list[Problem]:
    """Both kinds of warnings, sorted by file."""
    found = lint_bank(bank)
    for q in bank.questions.values():
        if q.status != "retired":
            found += lint_question(q, bank, today)
    return sorted(found, key=by_place)

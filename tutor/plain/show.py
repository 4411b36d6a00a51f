"""Questions, feedback and the close of a session as lines of text. The program's own words are ASCII.

Pure: values in, lines out. Data is cleaned where the lines are written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tutor.core.grading import required
from tutor.core.outcome import ConceptEstimate, Feedback, Summary
from tutor.core.pick import Pick
from tutor.core.question import Bank, Question
from tutor.prose import letter, plain, resolve
from tutor.text import hang, wrap
from tutor.wording import confusion_text, count, estimate_line, return_line, waiting_line


class Page:
    """Puts the parts of a question, feedback or summary into lines of at most `width` cells."""

    def __init__(self, bank: Bank, width: int) -> None:
        self.bank = bank
        self.width = width

    def question(self, pick: Pick, heading: str, struck: Collection[str] = ()) -> list[str]:
        """A question with its options, one a line; those that are `struck` out are left out."""
        question = pick.question
        lines = ["", *wrap(heading, self.width)]
        for part in (pick.scenario, question.stem, question.ask):
            if part.strip():
                lines += ["", *wrap(plain(part), self.width)]
        lines += ["", *wrap(self._task(question), self.width)]
        for number, prompt in enumerate(question.prompts, start=1):
            lines += hang(f"{number}. ", plain(prompt.text), self.width)
        if question.prompts:
            lines.append("")
        for place, option_id in enumerate(pick.order):
            if option_id not in struck:
                lines += hang(f"{letter(place)}. ", plain(question.option(option_id).text), self.width)
        return lines

    def _task(self, question: Question) -> str:
        need = required(question)
        if question.type == "ordering":
            some = "all" if need == len(question.options) else f"{need} of {len(question.options)}"
            return f"Put {some} in order, the first one first."
        if question.type == "matching":
            return "Give each number a letter; a letter may serve twice or not at all."
        return f"Select {need}."

    def feedback(self, feedback: Feedback, why: str) -> list[str]:
        """The verdict in words, the key, the reason of the chosen option, then the rest."""
        pick = feedback.pick
        question = pick.question
        lines = ["", _verdict(feedback)]
        key, chosen = _options(feedback.key), _options(feedback.chosen)
        lines += self._answer("Answer", pick, feedback.key) + self._reasons(pick, key)
        if not feedback.correct:
            lines += self._answer("You chose", pick, feedback.chosen)
            lines += self._reasons(pick, [o for o in chosen if o not in key])
        others = [o for o in pick.order if o not in key and o not in chosen]
        rest = [part for o in others for part in self._reasons(pick, [o], named=True)]
        lines += ["", "The other options", *rest] if rest else []
        lines += self._part("Explanation", self._resolved(question.explanation, pick))
        # Availability only now: before the answer, a service named here would point at an option.
        for notice in pick.notices:
            lines += self._part("Note", notice)
        lines += self._traps(feedback)
        lines += self._concept(question)
        for reference in question.references:
            lines += self._part("Source", f"{reference.title}, {reference.url}")
        lines += ["", *wrap(return_line(feedback.days, feedback.due_day), self.width)]
        lines += wrap(f"Why this question: {why}", self.width)
        return lines

    def _answer(self, label: str, pick: Pick, stored: Sequence[str]) -> list[str]:
        question = pick.question
        if question.type == "matching":
            pairs = dict(pair.split("=", 1) for pair in stored)
            lines = [f"{label}:"]
            for number, prompt in enumerate(question.prompts, start=1):
                lines += hang(
                    f"  {number}. ", f"{plain(prompt.text)}: {self._named(pick, pairs[prompt.id])}", self.width
                )
            return lines
        ids = stored if question.type == "ordering" else [o for o in pick.order if o in stored]
        if len(ids) == 1:
            return hang(f"{label}: ", self._named(pick, ids[0]), self.width)
        lines = [f"{label}:"]
        for number, option_id in enumerate(ids, start=1):
            mark = f"  {number}. " if question.type == "ordering" else "  - "
            lines += hang(mark, self._named(pick, option_id), self.width)
        return lines

    def _named(self, pick: Pick, option_id: str) -> str:
        return f"{letter(pick.order.index(option_id))}. {plain(pick.question.option(option_id).text)}"

    def _reasons(self, pick: Pick, options: Sequence[str], named: bool = False) -> list[str]:
        """Why options are right or wrong, why they tempt, and when they would be right. A single one that was just
        named is not named again."""
        lines: list[str] = []
        for option in [pick.question.option(option_id) for option_id in pick.order if option_id in options]:
            wrong = "Why it is wrong" if option in pick.question.distractors else "Why"
            parts = ((wrong, option.why), ("Why it tempts", option.tempting), ("Right when", option.right_when))
            reasons = [(label, text) for label, text in parts if text.strip()]
            if reasons and (named or len(options) > 1):
                lines += hang(f"{letter(pick.order.index(option.id))}. ", plain(option.text), self.width)
            for label, text in reasons:
                lines += hang(f"  {label}: ", self._resolved(text, pick), self.width)
        return lines

    def _resolved(self, text: str, pick: Pick) -> str:
        return plain(resolve(text, pick.question, self.bank, pick.order))

    def _part(self, label: str, text: str) -> list[str]:
        return ["", *wrap(f"{label}: {text}", self.width)] if text.strip() else []

    def _traps(self, feedback: Feedback) -> list[str]:
        question = feedback.pick.question
        records = {record.trap_id: record for record in feedback.confusions}
        lines: list[str] = []
        for trap_id in sorted(question.traps, key=lambda t: t not in feedback.lures_taken):
            trap = self.bank.traps.get(trap_id)
            if trap is None:
                continue
            taken = " (you took its lure)" if trap_id in feedback.lures_taken else ""
            lines += ["", *wrap(f"Trap: {trap.name}{taken}", self.width)]
            record = records.get(trap_id)
            lines += self._labelled("Cue", trap.cue)
            for side, cue in zip(trap.between, (trap.cue_a, trap.cue_b), strict=True):
                lines += self._labelled(f"Cue of {self.bank.concept_name(side)}", cue)
            lines += self._labelled("Rule", trap.rule)
            lines += self._labelled("You so far", confusion_text(record, self.bank)) if record else []
        return lines + self._part("About the trap", self._resolved(question.trap_note, feedback.pick))

    def _labelled(self, label: str, text: str) -> list[str]:
        return hang(f"  {label}: ", plain(text), self.width) if text.strip() else []

    def _concept(self, question: Question) -> list[str]:
        concept = next((self.bank.concepts[c] for c in question.concepts if c in self.bank.concepts), None)
        if concept is None:
            return []
        text = f"{concept.name}. {plain(concept.definition)}" if concept.definition else concept.name
        return self._part("Concept", text) + self._labelled("Memory trick", concept.memory_trick)

    def summary(self, summary: Summary) -> list[str]:
        """The close of a session."""
        right = f", {summary.right} right" if summary.answered else ""
        minutes = f", {count(round(summary.minutes), 'minute')}" if summary.answered else ""
        lines = ["", f"This session: {count(summary.answered, 'answer')}{right}{minutes}."]
        lines += self._list("Confusions met", (confusion_text(c, self.bank) for c in summary.confusions))
        lines += self._list("Weakest concepts", (self._weak(c) for c in summary.weakest))
        tomorrow = f"{summary.tomorrow.day.isoformat()}: {waiting_line(summary.tomorrow)}."
        return [*lines, *wrap(f"Tomorrow, {tomorrow}", self.width)]

    def _weak(self, estimate: ConceptEstimate) -> str:
        return f"{self.bank.concept_name(estimate.concept_id)}: {estimate_line(estimate)}"

    def _list(self, title: str, entries: Iterable[str]) -> list[str]:
        lines = [line for entry in entries for line in hang("  - ", entry, self.width)]
        return [f"{title}:", *lines] if lines else []


def _options(stored: Sequence[str]) -> list[str]:
    """The option ids in a stored answer, each once."""
    return list(dict.fromkeys(part.partition("=")[2] or part for part in stored))


def _verdict(feedback: Feedback) -> str:
    if not feedback.correct:
        return "Wrong."
    if feedback.answer.confidence == "guess":
        return "Right, and guessed: it comes back sooner than a sure answer would."
    return "Right."

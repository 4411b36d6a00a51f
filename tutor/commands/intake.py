"""An export taken into a database line by line, in one transaction, with an account of every line that is not.

It decides what a fault means (the whole file is refused, or only the line is left out) and works out everything that is
derived from the answers before the transaction ends. What a line may hold is known to `tutor.export.jsonl_read`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from tutor.commands.progress import Progress
from tutor.core.knowledge import Knowledge
from tutor.core.log import Answer
from tutor.core.prior import Prior
from tutor.core.question import Bank
from tutor.errors import DataError
from tutor.export.jsonl import Settings
from tutor.export.jsonl_read import Item, Problem
from tutor.store.merging import BATCH, Merging
from tutor.store.repo import Store
from tutor.store.values import Mark, Merged, Mock, SeenWords

Choose = Callable[[Settings | None], tuple[Prior, bool]]
SHOWN = 20
"""Lines with faults that are named one by one."""


@dataclass
class Account:
    """What became of the lines of a file."""

    name: str
    taken: int = 0
    left_out: int = 0
    lines: list[str] = field(default_factory=list)
    """One line for each of the first faults: file, line and what is wrong."""
    mend: str = ""
    """How to mend the first of them."""
    unknown: set[str] = field(default_factory=set)
    """Questions that the bank does not have."""
    newest: tuple[datetime, date] | None = None
    """Latest instant and study day of an answer."""
    settings: Settings | None = None

    def fault(self, number: int, problem: Problem) -> None:
        """Note what is wrong with a line."""
        if not self.lines:
            self.mend = problem.mend
        self.left_out += 1
        if len(self.lines) < SHOWN:
            self.lines.append(f"{self.name}:{number}: {problem.message}.")

    def report(self) -> list[str]:
        """The faults, one line each, and how many more there are."""
        more = self.left_out - len(self.lines)
        return [*self.lines, *([f"{self.name}: and {more} more."] if more else [])]

    def refusal(self) -> DataError:
        """The error for a file that is not taken because of its faults."""
        hint = "Nothing was imported. Correct the file or export again"
        hint += f", or take the {self.taken} lines that are whole with --partial." if self.taken else "."
        return DataError("\n".join(self.report()), f"{self.mend}\n{hint}".strip())


def take(
    store: Store,
    lines: Iterable[tuple[int, Item]],
    account: Account,
    bank: Bank,
    choose: Choose,
    *,
    partial: bool,
    replaying: Progress,
) -> Merged:
    """Take in what the lines hold. `choose` gives, for the settings of the file, the prior to replay with and whether
    it is another than before. All of it is stored or nothing.

    Raises DataError with the account when a line has a fault, unless `partial`; and when the answers cannot be
    replayed, which is said of the file."""
    with store.merging() as merging:
        _lines(merging, lines, account, bank)
        if account.left_out and not partial:
            raise account.refusal()
        prior, other = choose(account.settings)
        if merging.changed or other:
            knowledge = _replayed(merging, bank, prior, account.name, replaying)
            rows = knowledge.rows()
            if rows.learner == Knowledge(bank, prior).learner:
                rows = replace(rows, learner=None)  # a learner is stored with the first answer that counts
            merging.replace_rows(rows, knowledge.version)
    return merging.merged


def _lines(merging: Merging, lines: Iterable[tuple[int, Item]], account: Account, bank: Bank) -> None:
    answers: dict[str, tuple[int, Answer]] = {}

    def flush() -> None:
        for name in merging.answers([answer for _, answer in answers.values()]):
            account.taken -= 1
            account.fault(answers[name][0], Problem(f"answer {name} is here already with other content"))
        answers.clear()

    for number, item in lines:
        if isinstance(item, Problem):
            account.fault(number, item)
            continue
        account.taken += 1
        if isinstance(item, Answer):
            if item.id in answers or len(answers) == BATCH:
                flush()
            answers[item.id] = (number, item)
            _look(item, account, bank)
        elif isinstance(item, Mock):
            flush()
            merging.mocks([item])
        elif isinstance(item, SeenWords):
            merging.texts([item])
        elif isinstance(item, Mark):
            merging.marks([item])
        else:
            account.settings = item
    flush()


def _look(answer: Answer, account: Account, bank: Bank) -> None:
    latest = account.newest or (answer.answered_at, answer.study_day)
    account.newest = (max(latest[0], answer.answered_at), max(latest[1], answer.study_day))
    if bank.find(answer.question_id) is None:
        account.unknown.add(answer.question_id)


def _replayed(merging: Merging, bank: Bank, prior: Prior, file: str, progress: Progress) -> Knowledge:
    """What is known after both logs."""
    try:
        return Knowledge.replay(bank, prior, progress.watch(merging.log()))
    except (ValueError, ArithmeticError) as error:
        raise DataError(
            f"{file}: the answers cannot be replayed: {error}.",
            "A date or number in them is out of range. Nothing was imported.",
        ) from error

"""A scripted learner at the plain review: reads what the program prints, types an answer, day after day.

It drives `python -m tutor` as a separate process through pipes, so it sees and does what a person at a plain terminal
does. The calendar comes from TUTOR_NOW.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from tutor.core.question import Bank, Question
from tutor.prose import plain

PROMPT = "Answer (such as"
Choose = Callable[[Question], list[str]]
"""What the learner picks: option ids in order, or `prompt=option` for matching."""


@dataclass
class Learner:
    """One profile in its own home folder."""

    home: Path
    folder: Path
    """The bank folder."""
    bank: Bank
    choose: Choose
    transcript: list[str] = field(default_factory=list)

    def command(self, now: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run one command to its end."""
        return subprocess.run(
            [sys.executable, "-m", "tutor", *arguments], env=self._env(now), capture_output=True, text=True, check=False
        )

    def data(self, now: str, *arguments: str) -> Any:
        """The JSON a command prints."""
        done = self.command(now, *arguments)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def review(self, now: str, *arguments: str) -> list[str]:
        """One sitting; the ids of the questions answered, in order."""
        command = [sys.executable, "-m", "tutor", "review", "--plain", *arguments]
        answered = []
        with subprocess.Popen(
            command, env=self._env(now), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                while (page := _until_prompt(process.stdout)) is not None:
                    self.transcript.append(page)
                    question, letters = self._recognise(page)
                    answered.append(question.id)
                    process.stdin.write(_reply(question, letters, self.choose(question)) + "\n")
                    process.stdin.flush()
                process.stdin.close()
                assert process.wait(timeout=30) == 0
            finally:
                process.kill()
        return answered

    def _env(self, now: str) -> dict[str, str]:
        return {**os.environ, "TUTOR_HOME": str(self.home), "TUTOR_NOW": now, "TUTOR_BANK": str(self.folder)}

    def _recognise(self, page: str) -> tuple[Question, dict[str, str]]:
        """The question on a page, and the letter of each of its options."""
        words = re.split(r"Question \d+ today \(", _flat(page))[-1]
        found = [q for q in self.bank.questions.values() if _flat(plain(q.ask)) in words]
        best = max(
            found, key=lambda q: (_flat(plain(q.stem)) in words, sum(_flat(plain(o.text)) in words for o in q.options))
        )
        letters = {}
        for option in best.options:
            place = re.search(r"([A-J])\. " + re.escape(_flat(plain(option.text))), words)
            assert place is not None, f"{best.id}: option {option.id} is not on the page"
            letters[option.id] = place.group(1).lower()
        return best, letters


def _flat(text: str) -> str:
    """The same words in one line."""
    return " ".join(text.split())


def key_of(question: Question) -> list[str]:
    """The right answer."""
    return list(question.key)


def lover_of(concept: str) -> Choose:
    """A learner who knows everything but takes this concept wherever it is offered."""

    def choose(question: Question) -> list[str]:
        loved = [o.id for o in question.options if o.concept == concept]
        return loved[:1] if loved and question.type == "single" else key_of(question)

    return choose


def _until_prompt(stream: IO[str]) -> str | None:
    """What is printed up to the next prompt for an answer; None at the end of the review."""
    text = ""
    while True:
        piece = stream.read(1)
        if not piece:
            return None
        text += piece
        if text.endswith("): ") and PROMPT in text.rpartition("\n")[2]:
            return text
        if text.endswith("Enter ends. "):
            return None


def _reply(question: Question, letters: dict[str, str], chosen: list[str]) -> str:
    if question.type == "matching":
        pairs = dict(pair.split("=") for pair in chosen)
        return " ".join(f"{n}{letters[pairs[p.id]]}" for n, p in enumerate(question.prompts, start=1))
    return " ".join(letters[o] for o in chosen)

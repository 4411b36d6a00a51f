"""The errors a person can meet, each with a hint and an exit code.

Exit codes are an API: 0 done, 1 failure, 2 wrong usage or configuration, 3 no or damaged data, 130 interrupted.
Nothing here prints; `tutor.cli` turns an error into one clear message on standard error.
"""

from __future__ import annotations

EXIT_OK = 0
EXIT_FAILURE = 1
EXIT_USAGE = 2
EXIT_DATA = 3
EXIT_INTERRUPTED = 130


class TutorError(Exception):
    """A failure with a message for a person, a hint how to mend it, and the exit code of the program."""

    exit_code = EXIT_FAILURE

    def __init__(self, message: str, hint: str = "", exit_code: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if exit_code is not None:
            self.exit_code = exit_code

    def __str__(self) -> str:
        return f"{self.message}\n  {self.hint}" if self.hint else self.message


class UsageError(TutorError):
    """The command line, an answer or a setting is not understood."""

    exit_code = EXIT_USAGE


class DataError(TutorError):
    """Bank or learner data are missing, damaged, or from a newer version."""

    exit_code = EXIT_DATA


class StoreError(TutorError):
    """The learner's database cannot be read or written now; nothing was changed."""


class BusyError(StoreError):
    """Another copy of the program has this learner's database open."""

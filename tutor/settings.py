"""The settings one by one: what each means, its value as text, and how config.toml is changed.

`tutor config` and the settings screen stand on it. A change keeps every comment and the order of the file; what would
not load is not written. It knows no screen and no bank.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal

from tutor.config import Config, load_config
from tutor.errors import StoreError, UsageError

Kind = Literal["exam", "date", "number", "flag", "choice", "theme"]


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as a person sees it."""

    name: str
    """As in config.toml and in `Config`."""
    label: str
    kind: Kind
    help: str
    choices: tuple[str, ...] = ()
    step: float = 1.0
    """By how much one press of a key changes a number."""


SETTINGS: tuple[Setting, ...] = (
    Setting("exam", "Exam", "exam", "The exam you prepare for. Its blueprint weighs what is asked and reported."),
    Setting(
        "exam_date",
        "Exam date",
        "date",
        "The day of your exam. Towards it, questions are recalled more often, and in the last seven days nothing new "
        "is shown. Leave it out when you have no date.",
    ),
    Setting("minutes", "Minutes a day", "number", "The time of a day's review; 5 to 240.", step=5),
    Setting(
        "new_per_day",
        "New questions a day",
        "number",
        "At most so many questions that you have never seen; 0 to 200. Each comes back several times.",
    ),
    Setting(
        "retention",
        "Desired retention",
        "number",
        "A question is due when its recall falls to this; 0.70 to 0.97. Higher means more reviews. Without a value: "
        "0.90, and 0.87 once an exam date is set.",
        step=0.01,
    ),
    Setting("rollover", "Day begins at", "number", "The local hour at which a study day begins; 0 to 23."),
    Setting(
        "confidence",
        "Ask how sure",
        "flag",
        "Ask how sure you are with every answer. Off: mark a guess with its key when you make one.",
    ),
    Setting("show_timer", "Show the time", "flag", "Show the time spent on a question."),
    Setting(
        "theme",
        "Theme",
        "theme",
        "Colours: tutor-dark, tutor-light, the themes of Textual, or ansi-dark and ansi-light for the terminal's own.",
    ),
    Setting(
        "train",
        "Tune the model",
        "flag",
        "After a review, tune the learner model to your answers in the background, at most once a day.",
    ),
    Setting(
        "estimates",
        "Estimates",
        "choice",
        "What the choice of questions reads: the counted evidence, or the learner model. Both did alike in simulation.",
        choices=("evidence", "model"),
    ),
)

BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}


def shown(config: Config, name: str) -> str:
    """The value of a setting as text; empty for one without a value."""
    value = getattr(config, name)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{value:.2f}"
    return value.isoformat() if isinstance(value, date) else str(value)


def written(name: str, text: str) -> object:
    """The value that a text stands for, as it goes into the file; None for an empty text, which removes the setting.

    Raises UsageError for a text that is no value of this kind. Whether it is within its bounds, `change` finds out."""
    setting, text = BY_NAME[name], text.strip()
    if not text:
        return None
    if setting.kind == "flag":
        word = text.lower()
        if word not in ("on", "off", "true", "false", "yes", "no"):
            raise UsageError(f"{name} must be on or off, not {text!r}.", f"tutor config set {name} on")
        return word in ("on", "true", "yes")
    if setting.kind == "date":
        try:
            return date.fromisoformat(text)
        except ValueError:
            raise UsageError(f"{name} must be a date, not {text!r}.", "Write it as 2027-03-31.") from None
    if setting.kind == "number":
        try:
            return float(text) if setting.step < 1 else int(text)
        except ValueError:
            raise UsageError(f"{name} must be a number, not {text!r}.", setting.help) from None
    return text


def stepped(config: Config, name: str, direction: int) -> str:
    """The text of the next or previous value of a flag, choice or number; the same text for the other kinds."""
    setting, value = BY_NAME[name], getattr(config, name)
    if setting.kind == "flag":
        return "off" if value else "on"
    if setting.kind == "choice":
        place = setting.choices.index(value) + direction
        return setting.choices[place % len(setting.choices)]
    if setting.kind == "number":
        moved = value + direction * setting.step
        return f"{moved:.2f}" if setting.step < 1 else str(int(moved))
    return shown(config, name)


def change(file: Path, values: Mapping[str, object]) -> Config:
    """Set these settings in the file, or remove those that are None, and return what the file now says. `keys.NAME`
    sets the keys of an action. Comments and order stay; the file is replaced as a whole, and only by one that loads.

    Raises UsageError for a value out of its bounds or a file that is not understood, StoreError when it cannot be
    written; nothing has changed then."""
    import tomlkit

    load_config(file)  # a file with an error is mended by its writer, not rewritten by us
    try:
        document = tomlkit.parse(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        document = tomlkit.document()
    for name, value in values.items():
        table, _, key = name.rpartition(".")
        if value is None:
            (document.get(table, {}) if table else document).pop(key, None)
        elif not table and key not in document:
            document = tomlkit.parse(_inserted(tomlkit.dumps(document), f"{key} = {tomlkit.item(value).as_string()}"))
        elif not table:
            document[key] = value
        else:
            if table not in document:
                document.add(table, tomlkit.table())
            document[table][key] = value
    return _replace(file, tomlkit.dumps(document))


def _inserted(text: str, line: str) -> str:
    """The text with one more top-level line: below the last of these, above the comment that belongs to a table. Behind
    the head of a table it would belong to that."""
    lines = text.splitlines()
    place = next((n for n, each in enumerate(lines) if each.lstrip().startswith("[")), len(lines))
    settings = [n for n in range(place) if lines[n].strip() and not lines[n].lstrip().startswith("#")]
    if settings:
        place = settings[-1] + 1
    else:
        while place and place < len(lines) and lines[place - 1].lstrip().startswith("#"):
            place -= 1
    ending = [""] if place < len(lines) and lines[place].strip() and not settings else []
    return "\n".join([*lines[:place], line, *ending, *lines[place:]]) + "\n"


def _replace(file: Path, text: str) -> Config:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".config-", suffix=".toml", dir=file.parent)
    except OSError as error:
        raise StoreError(f"{file.parent} cannot be written: {error.strerror}.", "Nothing was changed.") from error
    trial = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        try:
            config = load_config(trial)
        except UsageError as error:
            raise UsageError(error.message.replace(name, file.name), error.hint) from None
        os.replace(trial, file)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}.", "Nothing was changed.") from error
    finally:
        with suppress(OSError):
            trial.unlink(missing_ok=True)
    return config

"""The settings that travel with an export: those of config.toml, and those that `tutor train` found.

An import takes the settings of config.toml only where there are none yet, or when asked to. Of two sets of tuned ones
the later wins, so that two machines come to the same. What is not understood is left aside with a line about it.
"""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import date

from tutor import settings, tuned
from tutor.commands.context import Context, tell
from tutor.core.prior import Prior
from tutor.desk import load_prior
from tutor.errors import TutorError
from tutor.export.jsonl import Settings
from tutor.tuned import Tuned


def settings_of(context: Context) -> Settings | None:
    """The settings of a home and profile that are to travel; None when none are set."""
    config: dict[str, object] = {}
    for name in sorted(context.config.explicit):
        value = getattr(context.config, name)
        config[name] = value.isoformat() if isinstance(value, date) else dict(value) if name == "keys" else value
    found = _present(context)
    model = None if found is None else {field.name: getattr(found, field.name) for field in fields(found)}
    return Settings(config, model) if config or model else None


class Carried:
    """What becomes of the settings of a file: decided before the database is written, carried out afterwards."""

    def __init__(self, context: Context, wanted: bool) -> None:
        """`wanted`: take the settings of config.toml over those that are set here."""
        self._context = context
        self._wanted = wanted
        self._tuned: Tuned | None = None

    def choose(self, found: Settings | None) -> tuple[Prior, bool]:
        """The settings of the learner model after the import, and whether they are others than before."""
        shipped, mine = load_prior(), _present(self._context)
        theirs = None if found is None or found.model is None else _understood(dict(found.model))
        if theirs is not None and (mine is None or _rank(theirs) > _rank(mine)):
            self._tuned = theirs
        return tuned.overlaid(shipped, self._tuned or mine), self._tuned is not None

    def carry_out(self, found: Settings | None) -> None:
        """Write what was chosen. Raises StoreError when a file cannot be written."""
        if self._tuned is not None:
            tuned.write(tuned.settings_file(self._context.database), self._tuned)
        mine = settings_of(self._context)
        if found is None or not found.config or (mine is not None and mine.config == found.config):
            return
        file = self._context.paths.config_file
        if file.exists() and not self._wanted:
            tell("the settings in the file are others than yours, which stay; --settings takes those of the file.")
            return
        try:
            settings.change(file, _values(dict(found.config)))
        except (TutorError, ValueError, TypeError) as error:
            tell(f"the settings in the file are left aside: {getattr(error, 'message', error)}")


def _present(context: Context) -> Tuned | None:
    try:
        return tuned.read(tuned.settings_file(context.database))
    except TutorError as error:
        tell(f"your tuned settings are left aside: {error.message}")
        return None


def _understood(model: dict[str, object]) -> Tuned | None:
    """Tuned settings as their own reader takes them; None, and a line about it, when it does not."""
    try:
        name = "the file's settings"
        return tuned.from_text(tuned.to_text(Tuned(**model), name), name)  # type: ignore[arg-type]
    except (TutorError, ValueError, TypeError, AttributeError) as error:
        tell(f"the tuned settings in the file are left aside: {error}")
        return None


def _rank(one: Tuned) -> tuple[str, str, str]:
    # Tuned on the same day on two machines: any rule will do, as long as both come to the same.
    return (one.made_on, one.data_hash, json.dumps(dict(one.numbers), sort_keys=True))


def _values(config: dict[str, object]) -> dict[str, object]:
    """Settings as `settings.change` wants them."""
    keys = config.pop("keys", {})
    if isinstance(config.get("exam_date"), str):
        config["exam_date"] = date.fromisoformat(str(config["exam_date"]))
    return {**config, **({f"keys.{name}": key for name, key in keys.items()} if isinstance(keys, dict) else {})}

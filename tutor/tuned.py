"""The few settings of the learner model that one learner's own answers may change, and the file that keeps them.

`<data>/<profile>.settings.json` lies beside the database and is put over the shipped prior at the next start. Anything
not understood in it is refused as a whole. It must not know how the numbers were found (`tutor.train`).
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tutor.core.prior import Prior
from tutor.errors import DataError, StoreError

FORMAT = 1
MODEL = "diagonal-ekf-logistic"
BOUNDS: Mapping[str, tuple[float, float]] = {
    "gamma": (0.0, 1.0),
    "drift_global": (0.0, 0.1),
    "drift_tag": (0.0, 0.1),
    "s_tag": (0.05, 2.0),
}
"""The settings that may be tuned (fields of `Prior`) and what they may be."""
_KEYS = {"format", "model", "model_version", "made_on", "numbers", "metrics", "data_hash", "counts"}
_MEND = "`tutor train` makes it anew once you have removed it; without it the shipped settings are used."


@dataclass(frozen=True, slots=True)
class Tuned:
    """What the file holds. `numbers`: setting -> value; `metrics` and `counts` tell how well they did, on how much;
    `data_hash`: of the answers they come from."""

    model_version: str
    numbers: Mapping[str, float]
    metrics: Mapping[str, object] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    data_hash: str = ""
    made_on: str = ""


def settings_file(database: Path) -> Path:
    """Where the settings of the learner with this database are."""
    return database.with_suffix(".settings.json")


def read(file: Path) -> Tuned | None:
    """The settings in a file, None without one. Raises DataError that names file and key for anything not understood,
    StoreError when it cannot be read."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(f"{file} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{file} is not UTF-8 text.", _MEND) from error
    return from_text(text, str(file))


def from_text(text: str, name: str) -> Tuned:
    """The settings that a text holds; `name` stands for it in errors. Raises DataError."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise DataError(f"{name} is not JSON: {error}.", _MEND) from error
    return _parse(data, name)


def _parse(data: object, name: str) -> Tuned:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        found = data.get("format") if isinstance(data, dict) else None
        raise DataError(f"{name}: format {found!r} is not {FORMAT}.", "A newer version of tutor may have written it.")
    unknown = sorted(set(data) - _KEYS)
    if unknown:
        raise DataError(f"{name}: unknown key {unknown[0]!r}.", _MEND)
    numbers, metrics, counts = (data.get(key, {}) for key in ("numbers", "metrics", "counts"))
    texts = [data.get(key, "") for key in ("model_version", "data_hash", "made_on", "model")]
    if not all(isinstance(part, dict) for part in (numbers, metrics, counts)) or not all(
        isinstance(part, str) for part in texts
    ):
        raise DataError(f"{name}: a part has the wrong type.", _MEND)
    if texts[3] != MODEL:
        raise DataError(f"{name}: model {texts[3]!r} is not {MODEL!r}.", _MEND)
    for key, value in numbers.items():
        if key not in BOUNDS:
            raise DataError(f"{name}: unknown key 'numbers.{key}'.", f"Known: {', '.join(sorted(BOUNDS))}.")
        low, high = BOUNDS[key]
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise DataError(f"{name}: numbers.{key} = {value!r} is not between {low} and {high}.", _MEND)
    return Tuned(texts[0], {k: float(v) for k, v in numbers.items()}, metrics, counts, texts[1], texts[2])


def overlaid(shipped: Prior, tuned: Tuned | None) -> Prior:
    """The shipped prior with the learner's numbers; unchanged without any, or when they belong to another version of
    the model."""
    if tuned is None or tuned.model_version != shipped.model_version:
        return shipped
    numbers: dict[str, Any] = dict(tuned.numbers)
    return replace(shipped, **numbers)


def numbers_of(prior: Prior) -> dict[str, float]:
    """The settings of a prior that may be tuned."""
    return {key: float(getattr(prior, key)) for key in sorted(BOUNDS)}


def write(file: Path, tuned: Tuned) -> None:
    """Replace the file in one step. Raises StoreError when that fails, with the old file in place, and ValueError for
    numbers that could not be read back."""
    replace_file(file, to_text(tuned, str(file)))


def to_text(tuned: Tuned, name: str) -> str:
    """The settings as `from_text` reads them. Raises ValueError for numbers that it would refuse."""
    data = {
        "format": FORMAT,
        "model": MODEL,
        "model_version": tuned.model_version,
        "made_on": tuned.made_on,
        "numbers": dict(tuned.numbers),
        "metrics": dict(tuned.metrics),
        "data_hash": tuned.data_hash,
        "counts": dict(tuned.counts),
    }
    if not all(math.isfinite(value) for value in tuned.numbers.values()):
        raise ValueError(f"settings must be finite: {tuned.numbers}")
    try:
        _parse(data, name)
    except DataError as error:
        raise ValueError(error.message) from error
    return json.dumps(data, indent=2, allow_nan=False) + "\n"


def replace_file(file: Path, text: str) -> None:
    """Write beside the file, then rename: a reader sees the old or the new text and never a part. Raises StoreError."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        try:
            with part.open("w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            part.chmod(0o600)
            os.replace(part, file)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror or error}.", "Nothing was changed.") from error

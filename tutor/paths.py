"""Where things are: the learner's folders, and the bank and models that ship with the program.

Knows folders and file names only; it reads no content and opens no database.
"""

from __future__ import annotations

import atexit
import os
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.errors import DataError, StoreError, UsageError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

HOME_VARIABLE = "TUTOR_HOME"
BANK_VARIABLE = "TUTOR_BANK"
_PROFILE = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")


@dataclass(frozen=True)
class Paths:
    """The folders of one installation for one person; `home` is None when the system's own places are used."""

    home: Path | None
    data: Path
    config: Path
    state: Path
    cache: Path

    @classmethod
    def find(cls, home: str | None = None) -> Paths:
        """Folders below `home`, else below $TUTOR_HOME, else where the system keeps such files. Creates nothing."""
        chosen = home or os.environ.get(HOME_VARIABLE, "")
        if chosen:
            base = Path(chosen).expanduser().absolute()
            return cls(base, base / "data", base / "config", base / "state", base / "cache")
        import platformdirs

        folders = platformdirs.PlatformDirs("tutor", appauthor=False)
        return cls(
            None,
            folders.user_data_path,
            folders.user_config_path,
            folders.user_state_path,
            folders.user_cache_path,
        )

    def database(self, profile: str = "default") -> Path:
        """The database of a learner profile. Raises UsageError for a name that is not a slug."""
        if len(profile) > 64 or _PROFILE.fullmatch(profile) is None:
            raise UsageError(
                f"{profile!r} is not a profile name",
                "Use at most 64 lower-case letters and digits, joined by single dashes or dots, such as ana or work-2.",
            )
        return self.data / f"{profile}.db"

    @property
    def config_file(self) -> Path:
        return self.config / "config.toml"

    @property
    def bank_cache(self) -> Path:
        """The file that keeps parsed questions; it can be deleted at any time."""
        return self.cache / "bank.db"

    def ensure(self) -> None:
        """Create the folders that are missing, for their owner only. Raises StoreError when one cannot be made."""
        wanted = [self.data, self.config, self.state, self.cache]
        for folder in [self.home, *wanted] if self.home else wanted:
            try:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(
                    f"The folder {folder} cannot be made: {error.strerror or error}.",
                    f"Make it writable, or choose another place with --home or {HOME_VARIABLE}.",
                ) from error


def bank_dir() -> Path:
    """The bank folder: $TUTOR_BANK if set, else the one that ships. Raises DataError when there is none."""
    chosen = os.environ.get(BANK_VARIABLE, "")
    if not chosen:
        return _shipped("bank")
    folder = Path(chosen).expanduser().absolute()
    if not folder.is_dir():
        raise DataError(f"There is no bank folder {folder}.", f"Correct or unset {BANK_VARIABLE}.")
    return folder


def models_dir() -> Path:
    """The folder of trained priors and tuned settings that ships. Raises DataError when it is missing."""
    return _shipped("models")


@cache
def _shipped(name: str) -> Path:
    """Inside the package when installed, beside it in a checkout, copied out of the archive when run from one."""
    package = Path(__file__).resolve().parent
    for folder in (package / "_data" / name, package.parent / name):
        if folder.is_dir():
            return folder
    import shutil
    import tempfile
    from importlib.resources import files

    packaged = files("tutor") / "_data" / name
    if not packaged.is_dir():
        raise DataError(f"The folder {name}/ is missing from this installation.", "Install the program again.")
    target = Path(tempfile.mkdtemp(prefix="tutor-"))
    atexit.register(shutil.rmtree, target, ignore_errors=True)
    _unpack(packaged, target / name)
    return target / name


def _unpack(source: Traversable, target: Path) -> None:
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        for entry in source.iterdir():
            _unpack(entry, target / entry.name)
    else:
        target.write_bytes(source.read_bytes())

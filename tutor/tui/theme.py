"""Colours: two themes of our own beside those of Textual, and the choice of one."""

from __future__ import annotations

import difflib
from collections.abc import Collection

from textual.theme import Theme

from tutor.errors import UsageError

DARK = Theme(
    name="tutor-dark",
    primary="#6ea8dc",
    secondary="#8fb3d9",
    accent="#6ea8dc",
    success="#7fbf8e",
    warning="#d9b36c",
    error="#dd8080",
    foreground="#d5dae1",
    background="#14171c",
    surface="#1a1e25",
    panel="#20252d",
    dark=True,
)
LIGHT = Theme(
    name="tutor-light",
    primary="#1f5f99",
    secondary="#3f6f9f",
    accent="#1f5f99",
    success="#2c7a45",
    warning="#8a5a00",
    error="#b03030",
    foreground="#23282f",
    background="#fbfaf7",
    surface="#f3f1ec",
    panel="#e9e6df",
    dark=False,
)
OURS = (DARK, LIGHT)


def chosen_theme(wanted: str, configured: str, known: Collection[str], *, no_color: bool) -> str:
    """The theme to use: that of the command line, else none in particular without colour, else the configured one.

    Raises UsageError for a name that is not known, naming the nearest."""
    for name, where in ((wanted, "--theme"), (configured, "config.toml: theme")):
        if name and name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"Did you mean {near[0]}?" if near else f"Known themes: {', '.join(sorted(known))}."
            raise UsageError(f"{where}: there is no theme {name!r}.", hint)
    if wanted:
        return wanted
    if no_color:
        return "ansi-dark"
    return configured or DARK.name

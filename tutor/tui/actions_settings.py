"""What a person can do in the settings, in the list of keys and in the tour. Pure: does not import Textual."""

from __future__ import annotations

from tutor.tui.action import Action, Place

LISTS: tuple[Place, ...] = ("settings", "keys")

ON_SETTINGS: tuple[Action, ...] = (
    Action("setting_edit", ("enter", "space"), "Change", "Change what the cursor stands on: flip it, or type a value.",
           LISTS, 1),
    Action("setting_next", ("l", "right"), "More", "The next value.", ("settings",), 2),
    Action("setting_back", ("h", "left"), "Less", "The value before.", ("settings",), 3),
    Action("setting_default", ("x", "delete"), "Default", "Go back to the default.", LISTS, 4),
    Action("setting_keys", ("e",), "Keys", "Change the keys of an action.", ("settings",), 5),
    Action("setting_leave", ("escape", "q"), "Back", "Go back; every change is saved already.", LISTS, 6),
    Action("edit_save", ("enter",), "Save", "Save the value.", ("editing",), 1),
    Action("edit_cancel", ("escape",), "Go back", "Go back without a change.", ("editing", "pressing"), 2),
    Action("tour_next", ("enter", "space", "n", "right"), "Next", "The next step; after the last one, begin.",
           ("tour",), 1),
    Action("tour_back", ("left", "b"), "Back", "The step before.", ("tour",), 2),
    Action("tour_skip", ("escape", "q"), "Skip", "Leave the tour; the help page has it all.", ("tour",), 3),
)  # fmt: skip

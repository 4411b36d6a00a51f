"""The parts of the screens. `python -m tutor.tui.widgets.options` and `.words` show theirs alone."""

"""The page on which the screens appear in a browser; see `tutor.commands.serve`."""

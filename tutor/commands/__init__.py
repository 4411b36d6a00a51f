"""The subcommands, one module each with `add_parser` and `run`; `tutor.cli` imports a module when it is called."""

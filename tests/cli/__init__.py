"""Tests of the command line: text safety, settings, subcommands, plain review, help and import hygiene."""

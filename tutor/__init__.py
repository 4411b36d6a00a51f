"""Tutor: an adaptive exam tutor for the terminal. This module holds the version and imports nothing."""

__version__ = "0.1.0"

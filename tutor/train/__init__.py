"""Tuning and checking of the learner model, in a process of its own. scikit-learn and numpy are loaded here only.

This package loads nothing by itself: `launch` and `limits` are plain Python and may be imported by a review, all other
modules may not.
"""

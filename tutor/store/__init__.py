"""The learner's database: the answer log, the caches made from it, and the next pick.

This package imports nothing by itself, so that `tutor.store.values` and `tutor.store.backup` cost no start-up time. It
knows the core values and SQLite; it must not know the question bank, the policy, or any screen.
"""

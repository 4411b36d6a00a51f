"""Read-only views of a learner's log: numbers as dataclasses, and their renderings."""

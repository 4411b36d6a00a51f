"""Tests of the question bank: files, hashes, order, cache, item-writing rules and `tutor bank`."""

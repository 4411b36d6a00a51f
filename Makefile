# Two commands are enough: `make run` and `make test`. Each sets up all it needs in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev

.PHONY: run test lint bench bench-bank bench-policy bench-policy-full bench-exports bench-kt clean

run: $(STAMP)
	$(BIN)/tutor $(ARGS)

test: $(DEV_STAMP) lint
	$(BIN)/python -m pytest -n auto

lint: $(DEV_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tutor bank check

bench: $(DEV_STAMP)
	$(BIN)/python -m benchmarks.latency

bench-bank: $(DEV_STAMP)
	$(BIN)/python -m benchmarks.bank_quality

bench-policy: $(DEV_STAMP)
	$(BIN)/python -m benchmarks.policy --quick

bench-policy-full: $(DEV_STAMP)
	$(BIN)/python -m benchmarks.policy --docs

bench-exports: $(DEV_STAMP)
	$(BIN)/python -m benchmarks.exports --full

# The public answer logs are not part of the project: TUTOR_KT_DATA=folder make bench-kt
bench-kt: $(DEV_STAMP)
	$(BIN)/python -m benchmarks.knowledge_tracing

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Tutor needs Python 3.11 or newer: make run PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)

$(STAMP): $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(DEV_STAMP): $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@ $(STAMP)

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

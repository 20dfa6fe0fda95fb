# Two commands do everything on a fresh machine: `make rulebook` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
JOBS   ?= auto

.PHONY: help rulebook test lint types tools clean hover-matrix bench-hover

help:           ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[docs,tests,preview]'
	@touch $@

rulebook: $(VENV)/.ready   ## build the published rulebook into docs/_build/html
	$(BIN)/python -m sphinx -W --keep-going -b html docs docs/_build/html

test: lint types           ## lint, types and every everyday test
	$(BIN)/python -m pytest -n $(JOBS) -m "not slow"

lint: $(VENV)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.ready
	$(BIN)/mypy

hover-matrix: $(VENV)/.ready   ## previews in every theme, by every builder, on Sphinx 8.2 and the newest
	$(BIN)/python -m pytest -n $(JOBS) tests/hover
	test -d $(VENV)-8.2 || $(PYTHON) -m venv $(VENV)-8.2
	$(VENV)-8.2/bin/python -m pip install --quiet --editable '.[tests]' 'sphinx==8.2.*'
	$(VENV)-8.2/bin/python -m pytest -n $(JOBS) tests/hover

bench-hover: $(VENV)/.ready    ## what previews cost in time and size, beside sphinx-tippy
	$(BIN)/python -m pip install --quiet 'sphinx-tippy>=0.4.3'
	$(BIN)/python bench/hover.py

clean:          ## remove what was built
	rm -rf docs/_build build dist .mypy_cache .ruff_cache .pytest_cache

# Two commands do everything on a fresh machine: `make rulebook` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
JOBS   ?= auto

.PHONY: help rulebook pdf epub test check lint mutants proofs fuzz versions browsers bench tools wheel

help:           ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable . --group tests
	@touch $@

SPHINX := $(BIN)/python -m sphinx -W --keep-going -d docs/_build/doctrees
PYTEST := $(BIN)/python -m pytest -n $(JOBS) --dist worksteal

rulebook: $(VENV)/.ready   ## build the published rulebook into docs/_build/html
	$(SPHINX) -b html docs docs/_build/html

pdf: $(VENV)/.ready        ## print it: docs/_build/pdf/rulebook.pdf, with nothing but Python
	$(SPHINX) -b rulebook-pdf docs docs/_build/pdf

epub: $(VENV)/.ready       ## make the e-book: docs/_build/epub/Rulebook.epub
	$(SPHINX) -b epub docs docs/_build/epub

# On CI it is `--cov`: which branches are taken, with a floor in pyproject.toml that only rises.
COVERAGE ?=

test: lint                 ## lint, types and every everyday test
	$(PYTEST) -m "not slow" $(COVERAGE)

check: $(VENV)/.ready      ## a minute: format, lint, types, and the tests that your change touches
	$(BIN)/ruff format --quiet .
	$(BIN)/ruff check --quiet --fix .
	$(BIN)/lint-imports --no-logo >/dev/null
	$(BIN)/python tools/prose
	@$(BIN)/mypy & types=$$!; $(BIN)/python tools/touched; status=$$?; wait $$types && exit $$status

lint: $(VENV)/.ready       ## lint, prose and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	@$(BIN)/mypy & types=$$!; $(BIN)/python tools/prose && tools/lint-scripts; \
	  status=$$?; wait $$types && exit $$status

MANY ?= 100
SEED ?= 1

mutants: $(VENV)/.ready    ## change MANY places at random, and report what no test notices
	$(BIN)/python tools/mutants --many $(MANY) --seed $(SEED)

FUZZ := $(addprefix tests/rules/,test_budget.py proof/test_hundred_thousand.py)

proofs: $(VENV)/.ready     ## the slow tests
	$(PYTEST) -m slow $(addprefix --ignore ,$(FUZZ))

fuzz: $(VENV)/.ready       ## a hundred thousand rules files, and two hundred kills
	KILLS=200 $(PYTEST) -o faulthandler_timeout=0 -m slow $(FUZZ) tests/faults

versions: $(VENV)/.ready   ## the everyday tests on each Python and Sphinx, and with the lowest bounds
	$(BIN)/python -m pip install --quiet nox uv
	$(BIN)/nox

PAGES := $(addprefix tests/hover/test_,access.py browser.py settings.py themes.py) \
  tests/live/test_explorer.py tests/live/test_access.py

browsers: $(VENV)/.ready   ## previews and live odds in Firefox and in WebKit, the engine of Safari
	BROWSER=firefox $(PYTEST) -m "not slow" $(PAGES)
	$(PYTEST) -m slow tests/test_webkit.py

BENCH := $(filter-out bench/figures.py,$(wildcard bench/*.py))
ROW ?= $(BENCH:bench/%.py=%)

bench: $(VENV)/.ready      ## measure everything, or one ROW, and print the figures with their limits
	$(BIN)/python -m pip install --quiet --group bench
	@rm -rf bench/_build; status=0; for each in $(ROW); do \
	  echo "== $$each"; $(BIN)/python bench/$$each.py || status=1; \
	done; $(BIN)/python bench/figures.py || status=1; exit $$status

tools:          ## install the outside programs that the tests prove outputs with
	tools/install

wheel: $(VENV)/.ready      ## build the package into dist, to install it elsewhere
	$(BIN)/python -m build --outdir dist

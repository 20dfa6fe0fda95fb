# Two commands do everything on a fresh machine: `make rulebook` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
JOBS   ?= auto

.PHONY: help mutation rulebook pdf latexpdf epub test proofs fuzz faults versions lint types bench bench-hover hover-matrix \
  hover-firefox hover-themes hover-webkit live-firefox live-webkit pictures tools audit wheel clean

help:           ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[docs,tests,preview]'
	@touch $@

SPHINX := $(BIN)/python -m sphinx -W --keep-going -d docs/_build/doctrees

rulebook: $(VENV)/.ready   ## build the published rulebook into docs/_build/html
	$(SPHINX) -b html docs docs/_build/html

pdf: $(VENV)/.ready        ## print it: docs/_build/pdf/rulebook.pdf, with nothing but Python
	$(SPHINX) -b rulebook-pdf docs docs/_build/pdf

latexpdf: $(VENV)/.ready   ## print it with LaTeX: docs/_build/latex/rulebook.pdf (needs latexmk and xelatex)
	$(SPHINX) -b latex docs docs/_build/latex
	$(MAKE) -C docs/_build/latex LATEXOPTS=-interaction=nonstopmode

epub: $(VENV)/.ready       ## make the e-book: docs/_build/epub/Rulebook.epub
	$(SPHINX) -b epub docs docs/_build/epub

test: lint types           ## lint, types and every everyday test
	$(BIN)/python -m pytest -n $(JOBS) -m "not slow"

mutation: $(VENV)/.ready   ## alter each number of the shipped rules: the check of a book goes red
	$(BIN)/python -m pytest -n $(JOBS) tests/report/test_mutation.py

INPUTS ?= 1000000
FUZZ := $(addprefix tests/rules/,test_fuzz.py test_budget.py proof/test_hundred_thousand.py)

proofs: $(VENV)/.ready     ## the slow tests
	$(BIN)/python -m pytest -n $(JOBS) -m slow $(addprefix --ignore ,$(FUZZ))

fuzz: $(VENV)/.ready       ## a million inputs of every kind, guided by what they reach
	$(BIN)/python -m pip install --quiet --editable '.[fuzz]'
	$(BIN)/python -m pytest -n $(JOBS) -m slow $(FUZZ)
	$(BIN)/python -m tests.fuzz.guided $(INPUTS)

faults: $(VENV)/.ready     ## two hundred kills, full disks, spoilt files: each is made good by the next build
	$(BIN)/python -m tests.faults.kills 200
	$(BIN)/python -m tests.faults.mishaps

versions: $(VENV)/.ready   ## the everyday tests on each Python and Sphinx, and with the lowest bounds
	$(BIN)/python -m pip install --quiet nox uv
	$(BIN)/nox

pictures: $(VENV)/.ready   ## every kind of chart as PNG, to be looked at, into docs/_build/pictures
	$(BIN)/python tools/pictures
	$(BIN)/python tools/looks
	$(BIN)/python tools/gallery docs/_build/pictures/gallery

audit:          ## ask for the known vulnerabilities of all that we depend on
	tools/release audit

wheel: $(VENV)/.ready      ## build the package into dist, to install it elsewhere
	$(BIN)/python -m build --outdir dist

tools:          ## install the outside programs that the tests prove outputs with
	tools/install

lint: $(VENV)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python tools/prose
	tools/lint-scripts

types: $(VENV)/.ready
	$(BIN)/mypy

hover-matrix: $(VENV)/.ready   ## previews in every theme, by every builder, on Sphinx 8.2 and the newest
	PYTHON=$(PYTHON) JOBS=$(JOBS) tools/versions 8.2 tests/hover -m "slow or not slow"
	PYTHON=$(PYTHON) JOBS=$(JOBS) tools/versions newest tests/hover -m "slow or not slow"

hover-themes: $(VENV)/.ready   ## previews in fourteen themes
	$(BIN)/python -m pip install --quiet --editable '.[themes]'
	$(BIN)/python -m pytest -n $(JOBS) -m slow tests/hover/test_many_themes.py tests/hover/test_looks.py

# A run drives one browser, and Firefox falters where one process opens both books.
HOVER := $(addprefix tests/hover/test_,access.py browser.py mathematics.py settings.py themes.py)
LIVE := tests/live/test_explorer.py tests/live/test_access.py

hover-firefox hover-webkit: hover-%: $(VENV)/.ready
	BROWSER=$* $(BIN)/python -m pytest -n $(JOBS) -m "not slow or engines" $(HOVER)

live-firefox live-webkit: live-%: $(VENV)/.ready
	BROWSER=$* $(BIN)/python -m pytest -n $(JOBS) -m "not slow" $(LIVE)

hover-firefox:  ## previews in Firefox, as the everyday tests try them in Chromium
live-firefox:   ## live odds in Firefox, likewise
hover-webkit:   ## previews in WebKit, the engine of Safari
live-webkit:    ## live odds in WebKit

bench: $(VENV)/.ready      ## measure everything, and print one table of all figures with their limits
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	@rm -rf bench/_build; status=0; for each in $(filter-out bench/figures.py,$(wildcard bench/*.py)); do \
	  echo "== $$each"; $(BIN)/python $$each || status=1; \
	done; $(BIN)/python bench/figures.py || status=1; exit $$status

bench-hover: $(VENV)/.ready    ## what previews cost in time and size, beside sphinx-tippy
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	$(BIN)/python bench/hover.py

clean:          ## remove what was built
	rm -rf .versions docs/_build build dist .mypy_cache .ruff_cache .pytest_cache

"""Fixtures for live odds: one book, built once, and pages of it in a browser."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support import browser
from tests.support.books import Book, Builder

CONF = """\
project = "Book"
author = copyright = "The authors"
version = "1"
extensions = ["myst_parser", "sphinxext.rulebook"]
html_theme = "alabaster"
numfig = True
rulebook_explorer_seconds = 5
rulebook_rules = {
    "uwr": "game:uwr", "narrative": "game:narrative", "unnamed": "game:unnamed",
    "arrata": "game:arrata", "fons": "game:fons",
}
"""
INDEX = """\
Odds at the table
=================

:numref:`direct` and :ref:`pull`.

.. odds-explorer:: A direct check
   :name: direct
   :check: direct
   :dials: dice = 1..6, favor = 0..2, difficulties
   :start: dice = 4, difficulties = Difficult
   :roll:

.. odds-explorer:: An action roll
   :name: action
   :check: narrative:action
   :dials: die = all
   :roll:

.. odds-explorer:: Pulling dice
   :name: pull
   :game: unnamed
   :check: pull
   :dials: traits = 0..3
           aspects = 0..2
           penalty = 0..2
   :start: traits = 2
   :roll:

.. odds-explorer:: A crowd
   :name: crowd
   :check: direct
   :dials: dice = 1..60, favor = 0..4, rerolls = 0..9, difficulties
   :roll:

.. odds-explorer:: Two sides
   :name: sides
   :game: arrata
   :check: opposed(stat(B5), stat(A4))
   :dials: actor.dice = 1..4, obstacle.dice = 1..4
   :roll:

.. odds-explorer:: Dice
   :name: plain
   :check: 4d6kh3
   :roll:

.. toctree::

   markdown
"""
MARKDOWN = """\
# In Markdown

```{odds-explorer} A direct check
:name: in-markdown
:check: direct
:dials: dice = 1..6, favor = 0..1
:show: ">= 2"
:format: fraction
```
"""
Opened = Callable[..., contextlib.AbstractContextManager[browser.View]]


@pytest.fixture(scope="session")
def live_book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The book with one explorer of each kind."""
    build = Builder(tmp_path_factory.mktemp("live"))
    return build(files={"conf.py": CONF, "index.rst": INDEX, "markdown.md": MARKDOWN})


@pytest.fixture(scope="session")
def opened(live_book: Book, visitor: Browser | browser.Firefox) -> Iterator[Opened]:
    """Opens a page over http under a strict policy, or from the disk."""
    with browser.served(live_book.outdir) as base:

        @contextlib.contextmanager
        def open_page(
            page: str = "index.html", from_disk: bool = False, folder: Path | None = None,
            **options: Any,
        ) -> Iterator[browser.View]:  # fmt: skip
            start = f"{(folder or live_book.outdir).resolve().as_uri()}/" if from_disk else base
            with browser.view(visitor, start + page, **options) as view:
                view.base = start
                yield view

        yield open_page

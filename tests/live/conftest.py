"""Fixtures for live odds: one book, built once, and pages of it in a browser."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support import browser
from tests.support.books import Book, Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

CONF = CASES["conf"]
INDEX = CASES["index"]
MARKDOWN = CASES["markdown"]
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

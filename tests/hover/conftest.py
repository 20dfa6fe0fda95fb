"""What the tests of previews share: one browser, and one build for each theme and builder."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.hover import books
from tests.support import browser, webkit_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ThemedBook = Callable[..., books.Book]
Opened = Callable[..., contextlib.AbstractContextManager[browser.View]]


@pytest.fixture(scope="session")
def themed(tmp_path_factory: pytest.TempPathFactory) -> ThemedBook:
    """The book of `roots/hover-book` in a theme and by a builder, built once."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent

    def built(theme: str = "alabaster", builder: str = "html") -> books.Book:
        out = shared / f"hover-{theme}-{builder}"
        source = books.ROOTS / "hover-book"
        books.once(out, lambda: books.build_apart(source, out, builder, html_theme=theme).warnings)
        return books.Book(out / builder, out.with_name(f"{out.name}.done").read_text("utf-8"))

    return built


@pytest.fixture(scope="session")
def visitor(request: pytest.FixtureRequest) -> Iterator[Browser | browser.Firefox]:
    """The browser that the tests are run in: Chromium, or what BROWSER names."""
    if os.environ.get("BROWSER") == "firefox":
        with browser.firefox() as found:
            yield found
    elif os.environ.get("BROWSER") == "webkit":
        yield from webkit_page.browsers()
    else:
        yield request.getfixturevalue("chromium")


@pytest.fixture(scope="session")
def opened(visitor: Browser | browser.Firefox) -> Iterator[Opened]:
    """Opens a page of a book over http under a strict policy, or from the disk."""
    with contextlib.ExitStack() as stack:
        bases: dict[tuple[Path, str], str] = {}

        @contextlib.contextmanager
        def open_page(
            book: books.Book,
            page: str,
            from_disk: bool = False,
            policy: str = browser.STRICT,
            **options: Any,
        ) -> Iterator[browser.View]:
            if from_disk:
                base = f"{book.folder.resolve().as_uri()}/"
            else:
                if (book.folder, policy) not in bases:
                    served = browser.served(book.folder, policy)
                    bases[book.folder, policy] = stack.enter_context(served)
                base = bases[book.folder, policy]
            with browser.view(visitor, base + page, **options) as view:
                view.base = base
                yield view

        yield open_page

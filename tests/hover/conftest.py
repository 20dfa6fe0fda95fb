"""What the tests of previews share: small books, one browser, one build for each theme."""

import contextlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hover.reading import REFERENCES, Reader
from tests.support import browser
from tests.support.books import Book, Builder, Once

CONF = 'extensions = ["sphinxext.rulebook.hover"]\n'
# What MathJax says without a network, and a selector of bizstyle's that no browser knows.
OF_OTHERS = re.compile(r"mathjax|div\.related:first")
Written = Callable[..., Book]
ThemedBook = Callable[..., Path]
Opened = Callable[..., contextlib.AbstractContextManager[Reader]]


def writer(build: Builder) -> Written:
    """Return what builds a book of previews from the texts of its pages, by their names."""

    def written(pages: dict[str, str | bytes], conf: str = CONF, **options: Any) -> Book:
        names = {name if "." in name else f"{name}.rst": text for name, text in pages.items()}
        own = ("root", "builder", "jobs", "process")
        taken = {name: options.pop(name) for name in own if name in options}
        return build(**taken, files={"conf.py": conf, **names}, conf=options)

    return written


@pytest.fixture
def book(build: Builder) -> Written:
    """Builds a book of previews; the next call builds it again, with what changed."""
    return writer(build)


@pytest.fixture(scope="session")
def themed(once: Once) -> ThemedBook:
    """A book of `tests/roots` in a theme and by a builder, built by one of the workers."""

    def built(theme: str = "alabaster", builder: str = "html", root: str = "hover-book") -> Path:
        def make(folder: Path) -> None:
            made = Builder(folder)(root, builder, conf={"html_theme": theme})
            assert made.status == 0, made.warnings
            (folder / "warnings.txt").write_text("\n".join(made.warnings), "utf-8")

        return once(f"{root}-{theme}-{builder}", make) / f"{root}-built" / builder

    return built


@pytest.fixture(scope="session")
def opened(visitor: Any) -> Iterator[Opened]:
    """Opens a page of a book over http under a strict policy, or from the disk."""
    with contextlib.ExitStack() as stack:
        bases: dict[tuple[Path, str], str] = {}

        @contextlib.contextmanager
        def open_page(
            folder: Path,
            page: str = "index.html",
            from_disk: bool = False,
            policy: str = browser.STRICT,
            **options: Any,
        ) -> Iterator[Reader]:
            if from_disk:
                base = f"{folder.resolve().as_uri()}/"
            else:
                if (folder, policy) not in bases:
                    bases[folder, policy] = stack.enter_context(browser.served(folder, policy))
                base = bases[folder, policy]
            with browser.view(visitor, base + page, **options) as view:
                yield Reader(view, base)
                assert [text for text in view.errors if not OF_OTHERS.search(text)] == []

        yield open_page


@pytest.fixture
def reader(themed: ThemedBook, opened: Opened) -> Iterator[Reader]:
    """Someone at the page of references of `hover-book`, by mouse and keyboard."""
    with opened(themed(), REFERENCES["html"]) as reader:
        yield reader

"""Mathematics in previews, typeset by MathJax itself: the newest, and the one before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hover import books
from tests.hover.conftest import Opened
from tests.hover.reading import BOX, shown
from tests.support import tools

PAGES = {
    "index": "Index\n=====\n\n:ref:`odds`, and these are brackets: \\\\(x\\\\).\n",
    "odds": ".. _odds:\n\nOdds\n====\n\n:math:`x^2` and\n\n.. math:: a + b\n\nSee :ref:`odds`.\n",
}


@pytest.fixture(params=tools.MATHJAX)
def book(request: pytest.FixtureRequest, tmp_path: Path) -> books.Book:
    """A book of two pages, one with mathematics, that loads a MathJax from the disk."""
    tools.need(request.param)
    return books.build(
        books.write(tmp_path / "source", **PAGES),
        tmp_path / "out",
        extensions=["sphinx.ext.mathjax", "sphinxext.rulebook.hover"],
        mathjax_path=tools.MATHJAX[request.param].as_uri(),
    )


@pytest.mark.parametrize(("page", "outside"), [("index.html", 0), ("odds.html", 2)])
def test_each_formula_is_typeset_once(
    book: books.Book, opened: Opened, page: str, outside: int
) -> None:
    with opened(book, page, from_disk=True) as view:
        view.page.locator("a.hxr-hoverxref").hover()
        shown(view.page)
        formulas = view.page.locator(f"{BOX} mjx-container")
        formulas.nth(1).wait_for()
        view.page.locator("mjx-container").nth(1 + outside).wait_for()  # the page's own, too
        view.page.wait_for_timeout(300)
        assert formulas.count() == 2
        assert view.page.locator("mjx-container").count() == 2 + outside


def test_a_page_without_mathematics_is_left_alone(book: books.Book, opened: Opened) -> None:
    with opened(book, "index.html", from_disk=True) as view:
        view.page.locator("a.hxr-hoverxref").hover()
        view.page.locator(f"{BOX} mjx-container").nth(1).wait_for()
        view.page.wait_for_timeout(300)
        assert "these are brackets: \\(x\\)." in view.page.locator("[role=main]").inner_text()


def test_a_mathjax_by_another_name_is_found(tmp_path: Path, opened: Opened) -> None:
    source = books.write(tmp_path / "source", **PAGES)
    (source / "sums.js").write_text((books.ROOTS / "hover-book/_static/mathjax.js").read_text())
    book = books.build(
        source,
        tmp_path / "out",
        extensions=["sphinx.ext.mathjax", "sphinxext.rulebook.hover"],
        mathjax_path="sums.js",
        html_static_path=["sums.js"],
    )
    with opened(book, "index.html") as view:
        view.page.locator("a.hxr-hoverxref").hover()
        view.page.wait_for_selector(f"{BOX} div.math[data-typeset]")

"""Thirty searches that a designer would type find the right page first, in Sphinx's own search."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.support import browser
from tests.support.cases import cases_of

CASES = cases_of(__file__)

SEARCHES = CASES["searches"]


@pytest.fixture(scope="module")
def page(html: Path, chromium: Browser) -> Iterator[Page]:
    """The search of the manual, over http as readers have it."""
    with (
        browser.served(html) as base,
        browser.view(chromium, base + "search.html") as view,
    ):
        yield view.page


@pytest.mark.parametrize("words", SEARCHES)
def test_a_search_finds_the_right_page_first(page: Page, words: str) -> None:
    page.evaluate("words => document.querySelector('#search-results').replaceChildren()", words)
    page.evaluate("words => Search.performSearch(words)", words)
    first = page.locator("ul.search li a").first.get_attribute("href", timeout=5000)
    assert first.partition(".html")[0] == SEARCHES[words]

"""Thirty searches that a designer would type find the right page first, in Sphinx's own search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support import browser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

SEARCHES = {
    "random encounter table": "how-to/random-tables",
    "rumours": "reference/random-table",
    "custom dice": "reference/rules-dice",
    "cover": "how-to/press",
    "colours": "how-to/charts",
    "advantage": "how-to/other-games",
    "exploding dice": "how-to/recipes-again",
    "explode": "how-to/recipes-again",
    "reroll": "reference/rules-rolls",
    "death saves": "how-to/other-games",
    "dice pool": "how-to/recipes-pools",
    "percentile": "how-to/recipes-under",
    "roll under": "how-to/recipes-under",
    "step dice": "how-to/recipes-again",
    "blades in the dark": "how-to/games-by-name",
    "savage worlds": "how-to/games-by-name",
    "anydice": "how-to/from-anydice",
    "difficulty": "reference/rules-outcomes",
    "opposed": "reference/rules-extends",
    "hit points": "how-to/recipes-more",
    "example of play": "how-to/examples-of-play",
    "live odds": "how-to/live-odds",
    "heat map": "how-to/charts",
    "pdf": "how-to/press",
    "font": "how-to/press",
    "github": "how-to/ci",
    "word document": "how-to/coming-from",
    "obsidian": "how-to/without-sphinx",
    "foundry": "how-to/random-tables",
    "rounding": "reference/figures",
    "lock": "how-to/change-a-rule",
    "install": "tutorial/first-book",
    "character sheet": "reference/boxes",
    "tested": "explanation/tested",
}


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
    page.goto(f"{page.url.partition('?')[0]}?q={words.replace(' ', '+')}")
    first = page.locator("ul.search li a").first.get_attribute("href", timeout=5000)
    assert first is not None
    assert first.partition(".html")[0] == SEARCHES[words]

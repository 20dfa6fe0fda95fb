"""Live odds in WebKit, the engine of Safari: over http under a strict policy, and from a disk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sphinxext.rulebook.rules import load_game
from sphinxext.rulebook.words.formatter import Style, chance
from tests.support import browser, webkit
from tests.support.books import Book

pytestmark = pytest.mark.slow

READ = """
const root = document.getElementById("direct"), dial = root.querySelector("input[data-dial=dice]");
if (!dial) return null;
const found = [];
for (let dice = 1; dice <= 6; dice++) {
  dial.value = dice;
  dial.dispatchEvent(new Event("input"));
  found.push(root.querySelector(".rulebook-figure").textContent);
}
return found;
"""


@pytest.fixture(scope="module")
def visit() -> Iterator[webkit.Visit]:
    with webkit.browser() as found:
        yield found


@pytest.fixture(params=["strict policy", "disk"])
def page(
    request: pytest.FixtureRequest, live_book: Book, visit: webkit.Visit
) -> Iterator[webkit.Visit]:
    if request.param == "disk":
        visit.open(f"{live_book.outdir.resolve().as_uri()}/index.html")
        yield visit
    else:
        with browser.served(live_book.outdir) as base:
            visit.open(base + "index.html")
            yield visit


def test_each_setting_shows_what_the_engine_says(page: webkit.Visit) -> None:
    rules = load_game("uwr")
    asked = [f"direct({dice}) meets Difficult" for dice in range(1, 7)]
    wanted = [chance(rules.ask(each).probability, Style()) for each in asked]
    assert page.wait_for(READ) == wanted


def test_a_throw_shows_its_dice_and_its_outcome(page: webkit.Visit) -> None:
    throw = "#direct button.rbx-main"
    page.wait_for(f"return document.querySelector('{throw}')")
    page.run(f"document.querySelector('{throw}').click()")
    page.wait_for("return document.querySelectorAll('#direct .rbx-tray svg').length")
    assert page.wait_for("return document.querySelector('#direct .rbx-verdict').textContent")

"""Previews in WebKit, the engine of Safari: by mouse, by keyboard, over http and from a disk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.hover.conftest import ThemedBook
from tests.hover.reading import BOX, REFERENCES
from tests.support import browser, webkit

pytestmark = pytest.mark.slow

SHOWN = f"return document.querySelector('{BOX}')?.innerText.replace(/\\s+/g, ' ').trim()"
GONE = f"return !document.querySelector('{BOX}')"
TERM = "#references a.hxr-tooltip[href*='terms.html#term-Grip']"


@pytest.fixture(scope="module")
def visit() -> Iterator[webkit.Visit]:
    with webkit.browser() as found:
        yield found


@pytest.fixture(params=["strict policy", "disk"])
def page(
    request: pytest.FixtureRequest, themed: ThemedBook, visit: webkit.Visit
) -> Iterator[webkit.Visit]:
    folder = themed("furo").folder
    if request.param == "disk":
        visit.open(f"{folder.resolve().as_uri()}/{REFERENCES['html']}")
        yield visit
    else:
        with browser.served(folder) as base:
            visit.open(base + REFERENCES["html"])
            yield visit


def test_the_mouse_opens_and_closes_a_preview(page: webkit.Visit) -> None:
    page.hover(TERM)
    assert "grip" in page.wait_for(SHOWN).lower()
    page.hover("h1")
    page.wait_for(GONE)


def test_the_keyboard_opens_and_escape_closes(page: webkit.Visit) -> None:
    page.run(f"document.querySelector({TERM!r}).focus()")
    assert "grip" in page.wait_for(SHOWN).lower()
    page.press(webkit.ESCAPE)
    page.wait_for(GONE)
    assert page.run(f"return document.activeElement.matches({TERM!r})")


def test_a_modal_holds_the_page_until_it_is_closed(page: webkit.Visit) -> None:
    page.hover("#references a.hxr-modal")
    assert page.wait_for(SHOWN)
    assert page.wait_for(f"return document.querySelector('{BOX}').matches('dialog:modal')")
    page.press(webkit.ESCAPE)
    page.wait_for(GONE)

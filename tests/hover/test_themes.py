"""Previews in each theme's colours, light and dark by its own switch, and what axe-core says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.hover.conftest import Opened, ThemedBook
from tests.hover.reading import BOX, REFERENCES, box, close, modal_link, shown, tooltip_link
from tests.support import browser

PAGE = REFERENCES["html"]
# How a reader sets each theme that can be dark; the other two are light whatever the system is.
DARK = {
    "furo": ".theme-toggle:visible",
    "sphinx_book_theme": ".theme-switch-button:visible",
    "pydata_sphinx_theme": ".theme-switch-button:visible",
}
LIGHT = ("alabaster", "sphinx_rtd_theme")
EVERY_DAY = ("alabaster", "furo")
# A theme's switch is its own inline script, which the strict policy of other tests keeps out.
LOOSE = "default-src 'self' 'unsafe-inline' data:"


def themes(names: Iterable[str]) -> list[Any]:
    """The themes as parameters; most are tried with the long proofs."""
    long = (pytest.mark.slow, pytest.mark.engines)
    return [pytest.param(name, marks=() if name in EVERY_DAY else long) for name in names]


def brightness(page: Page, selector: str, which: str) -> float:
    """How bright a colour of an element is, from 0 to 1."""
    colour = page.locator(selector).first.evaluate(
        "(e, which) => getComputedStyle(e)[which]", which
    )
    red, green, blue = (int(part) for part in re.findall(r"\d+", colour)[:3])
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def switch_to_dark(page: Page, theme: str) -> None:
    """Use the theme's own switch until the page is dark."""
    for _ in range(4):
        if brightness(page, "h1", "color") > 0.5:
            return
        page.locator(DARK[theme]).first.click()
        choice = page.locator(".theme-change-button[data-mode=dark]:visible")
        if choice.count():  # newer ones open a menu, older ones turn from one to the next
            choice.click()
        page.mouse.move(0, 0)
        page.wait_for_function(
            "() => document.getAnimations().every(({ playState }) => playState !== 'running')"
        )
    raise AssertionError(f"{theme} did not turn dark")


def nothing_to_complain_of(page: Page) -> None:
    texts = ("Table 3.1", "Grappling", "Sampler", "Tabs", "folded words", "Stunned")
    for link in (*(tooltip_link(page, text) for text in texts), modal_link(page)):
        link.hover()
        shown(page)
        assert browser.axe_violations(page, BOX) == []
        close(page)
        page.evaluate("document.activeElement.blur()")
    assert browser.axe_violations(page, ".rulebook-preview-choice") == []


@pytest.mark.parametrize(
    "theme", [*themes(LIGHT), *(pytest.param(theme, marks=pytest.mark.slow) for theme in DARK)]
)
def test_light(themed: ThemedBook, opened: Opened, theme: str) -> None:
    with opened(themed(theme), PAGE, still=True, policy=LOOSE) as view:
        nothing_to_complain_of(view.page)
        tooltip_link(view.page, "Grappling").hover()
        shown(view.page)
        assert brightness(view.page, BOX, "backgroundColor") > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("theme", DARK)
def test_dark_by_the_theme_s_own_switch(themed: ThemedBook, opened: Opened, theme: str) -> None:
    with opened(themed(theme), PAGE, still=True, policy=LOOSE) as view:
        switch_to_dark(view.page, theme)
        nothing_to_complain_of(view.page)
        tooltip_link(view.page, "Grappling").hover()
        shown(view.page)
        assert brightness(view.page, BOX, "backgroundColor") < 0.2
        assert brightness(view.page, BOX, "color") > 0.6


@pytest.mark.parametrize("theme", themes(DARK))
def test_dark_as_the_system_is(themed: ThemedBook, opened: Opened, theme: str) -> None:
    with opened(themed(theme), PAGE, still=True, policy=LOOSE, dark=True) as view:
        tooltip_link(view.page, "Grappling").hover()
        shown(view.page)
        assert brightness(view.page, BOX, "backgroundColor") < 0.2


@pytest.mark.parametrize("theme", themes(LIGHT))
def test_a_theme_that_has_no_dark_stays_light(
    themed: ThemedBook, opened: Opened, theme: str
) -> None:
    with opened(themed(theme), PAGE, still=True, dark=True) as view:
        tooltip_link(view.page, "Grappling").hover()
        shown(view.page)
        assert brightness(view.page, BOX, "backgroundColor") > 0.9
        assert brightness(view.page, BOX, "color") < 0.4


@pytest.mark.parametrize("theme", themes([*LIGHT, *DARK]))
def test_on_a_small_screen(themed: ThemedBook, opened: Opened, theme: str) -> None:
    with opened(themed(theme), PAGE, still=True, width=360, height=640, touch=True) as view:
        tooltip_link(view.page, "Grappling").tap()
        shown(view.page)
        place = box(view.page).bounding_box()
        assert place
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= 360
        assert browser.axe_violations(view.page, BOX) == []
        size = box(view.page).evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
        assert size >= 14
        assert view.refused_to("rulebook") == []
        assert view.errors == []
        assert view.failed == []

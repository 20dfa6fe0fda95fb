"""Previews in the themes that people use: as on the page, light and dark, and fit to be read."""

import re
from collections.abc import Iterable
from typing import Any

import pytest

from tests.hover.conftest import Opened, ThemedBook
from tests.hover.reading import BOX, LOOSE, REFERENCES, Reader
from tests.support import browser
from tests.support.cases import cases_of

CASES = cases_of(__file__)

PAGE = REFERENCES["html"]
# How a reader sets each theme that can be dark; the other two are light whatever the system is.
DARK = CASES["dark"]
LIGHT = ("alabaster", "sphinx_rtd_theme")
EVERY_DAY = ("alabaster", "furo")


def themes(names: Iterable[str]) -> list[Any]:
    """The themes as parameters; most are tried with the long proofs."""
    return [
        pytest.param(name, marks=() if name in EVERY_DAY else pytest.mark.slow) for name in names
    ]


def brightness(reader: Reader, which: str, selector: str = BOX) -> float:
    """Return how bright a colour of an element is, from 0 to 1."""
    parts = re.findall(r"\d+", reader.style(which, selector))
    red, green, blue = map(int, parts[:3])
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def switch_to_dark(reader: Reader, theme: str) -> None:
    """Use the theme's own switch until the page is dark."""
    for _ in range(4):
        if brightness(reader, "color", "h1") > 0.5:
            return
        reader.page.locator(DARK[theme]).first.click()
        choice = reader.page.locator(".theme-change-button[data-mode=dark]:visible")
        if choice.count():  # newer ones open a menu, older ones turn from one to the next
            choice.click()
        reader.page.mouse.move(0, 0)
        reader.page.wait_for_function(
            "() => document.getAnimations().every(({ playState }) => playState !== 'running')"
        )
    raise AssertionError(f"{theme} did not turn dark")


def nothing_to_complain_of(reader: Reader) -> None:
    """Look at previews of every kind with axe, and leave one open."""
    texts = ("Table 3.1", "Grappling", "Sampler", "Tabs", "folded words", "Stunned")
    for link in (reader.modal, *map(reader.link, texts), reader.link("Grappling")):
        reader.close()
        reader.leave()
        reader.hover(link)
        reader.opens()
        assert browser.axe_violations(reader.page, BOX) == []
    assert browser.axe_violations(reader.page, ".rulebook-preview-choice") == []


@pytest.mark.parametrize(
    "theme", [*themes(LIGHT), *(pytest.param(theme, marks=pytest.mark.slow) for theme in DARK)]
)
def test_light(themed: ThemedBook, opened: Opened, theme: str) -> None:
    with opened(themed(theme), PAGE, still=True, policy=LOOSE) as reader:
        nothing_to_complain_of(reader)
        assert brightness(reader, "backgroundColor") > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("theme", DARK)
def test_dark_by_the_theme_s_own_switch(themed: ThemedBook, opened: Opened, theme: str) -> None:
    with opened(themed(theme), PAGE, still=True, policy=LOOSE) as reader:
        switch_to_dark(reader, theme)
        nothing_to_complain_of(reader)
        assert brightness(reader, "backgroundColor") < 0.2
        assert brightness(reader, "color") > 0.6


@pytest.mark.parametrize("theme", themes([*DARK, *LIGHT]))
def test_dark_as_the_system_is_where_a_theme_has_it(
    themed: ThemedBook, opened: Opened, theme: str
) -> None:
    with opened(themed(theme), PAGE, still=True, policy=LOOSE, dark=True) as reader:
        reader.hover("Grappling")
        reader.opens()
        if theme in DARK:
            assert brightness(reader, "backgroundColor") < 0.2
        else:
            assert brightness(reader, "backgroundColor") > 0.9
            assert brightness(reader, "color") < 0.4


@pytest.mark.parametrize("theme", themes([*LIGHT, *DARK]))
def test_on_a_small_screen(themed: ThemedBook, opened: Opened, theme: str) -> None:
    with opened(themed(theme), PAGE, still=True, width=360, height=640, touch=True) as reader:
        reader.tap("Grappling")
        reader.opens()
        place = reader.place()
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= 360
        assert browser.axe_violations(reader.page, BOX) == []
        assert float(reader.style("fontSize").removesuffix("px")) >= 14
        assert reader.view.refused_to("rulebook") == []
        assert reader.view.failed == []


# The looks of the elements in a piece. A length counts in letters or in pixels, whichever agrees.
LOOKS = CASES["looks"]


def differences(page: dict[str, Any], preview: dict[str, Any]) -> list[str]:
    """Return how an element looks otherwise in its preview."""
    where = f"{page['name']} {page['text']!r}"
    found = [
        f"{where}: {before} is {after}"
        for before, after in zip(page["kinds"], preview["kinds"], strict=True)
        if before != after
    ]
    for each in range(len(page["lengths"])):
        in_pixels = abs(page["lengths"][each] - preview["lengths"][each])
        in_letters = abs(page["ems"][each] - preview["ems"][each])
        if min(in_pixels, in_letters * 16) > 1:
            found.append(f"{where}: {page['lengths'][each]}px is {preview['lengths'][each]}px")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("theme", [*LIGHT, *DARK])
def test_a_piece_looks_in_its_preview_as_on_its_page(
    themed: ThemedBook, opened: Opened, theme: str
) -> None:
    folder = themed(theme, root="hover-code")
    wrong: list[str] = []
    with (
        opened(folder, policy=LOOSE, still=True) as reader,
        opened(folder, "prose.html", policy=LOOSE, still=True) as prose,
        opened(folder, "listings.html", policy=LOOSE, still=True) as listings,
    ):
        for label in CASES["labels"]:
            reader.hover(reader.page.locator(f'a.hxr-hoverxref[href$="#{label}"]').first)
            reader.opens()
            wide = reader.box().evaluate("e => e.scrollWidth - e.clientWidth")
            wrong += [f"{label}: {wide}px wider than its box"] if wide else []
            preview = reader.page.locator(f"{BOX} .rulebook-preview-body").evaluate(LOOKS)
            page = (listings if label == "in-python" else prose).page
            here = page.locator(f"#{label}").first.evaluate(
                f"e => ({LOOKS})(e.matches('span') ? e.parentElement : {{"
                " querySelectorAll: s => [...(e.matches(s) ? [e] : []), ...e.querySelectorAll(s)]})"
            )
            assert [each["name"] for each in preview] == [each["name"] for each in here], label
            for before, after in zip(here, preview, strict=True):
                wrong += [f"{label}: {text}" for text in differences(before, after)]
            reader.close()
    assert wrong == []

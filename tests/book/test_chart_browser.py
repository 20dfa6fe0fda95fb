"""Charts in a real browser: under a strict policy, on light and dark pages, on a phone."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support import browser
from tests.support.books import Book, Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

THEMES = ("alabaster", "furo", "sphinx_rtd_theme", "sphinx_book_theme")
PAGES = ("stacked", "bars", "lines", "heatmaps")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    made = Builder(tmp_path_factory.mktemp("charts"))("charts", conf={"html_theme": "furo"})
    assert made.warnings == ()
    return made


# The text in sight of each chart that is in sight, with its box and that of its drawing.
LOOK = CASES["look"]


def fits(chart: dict[str, Any]) -> None:
    """Every line of text lies in the drawing, none on another, in the page's own font."""
    box, texts = chart["box"], chart["texts"]
    for each in texts:
        found = each["box"]
        assert found["left"] >= box["left"] - 2, each
        assert found["right"] <= box["right"] + 2, each
        assert each["size"] >= 8, each
    for i, one in enumerate(texts):
        for other in texts[i + 1 :]:
            turned = one["turned"] and other["turned"]
            assert not _touch(one["box"], other["box"], turned), (one["text"], other["text"])


def _touch(one: dict[str, float], other: dict[str, float], turned: bool) -> bool:
    """Whether the middles of two lines of text meet; their boxes have room for tails of letters."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    if turned:
        return down > 0.5 and across > 0.35 * min(one["width"], other["width"])
    return across > 0.5 and down > 0.35 * min(one["height"], other["height"])


def test_axe_finds_nothing_in_our_markup(chromium: Browser, book: Book) -> None:
    with browser.view(chromium, (book.outdir / "stacked.html").as_uri()) as view:
        view.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        assert browser.axe_violations(view.page, "figure.rulebook-chart") == []


def test_a_strict_policy_refuses_nothing_and_changes_nothing(chromium: Browser, book: Book) -> None:
    # A theme's own scripts and styles in the page are not ours to answer for.
    shots = []
    for policy in (browser.STRICT, ""):
        with (
            browser.served(book.outdir, policy) as base,
            browser.view(chromium, base + "stacked.html") as view,
        ):
            frames = view.page.query_selector_all(".rulebook-chart-frame")
            looks = [frame.evaluate("f => [...f.querySelectorAll('*')].map(e => "
                                    "getComputedStyle(e).fill + getComputedStyle(e).stroke)")
                     for frame in frames]  # fmt: skip
            shots.append(looks)
            loaded = view.page.evaluate(
                "() => [...document.querySelectorAll('.rulebook-chart-wide image')]"
                ".map(i => i.getBBox().width)"
            )
            assert loaded
            assert all(loaded)
            assert not [url for url in view.failed if "_images" in url]
    assert shots[0] == shots[1]


@pytest.mark.parametrize("dark", [False, True])
def test_ink_and_font_are_the_pages(chromium: Browser, book: Book, dark: bool) -> None:
    with browser.view(chromium, (book.outdir / "lines.html").as_uri(), dark=dark) as view:
        page = view.page.evaluate(
            "() => { const s = getComputedStyle(document.querySelector('article p, section p'));"
            " return [s.color, s.fontFamily] }"
        )
        for chart in view.page.evaluate(LOOK):
            assert {each["ink"] for each in chart["texts"]} == {page[0]}
            assert {each["font"] for each in chart["texts"]} == {page[1]}


def test_a_phone_gets_a_drawing_of_its_own(chromium: Browser, book: Book) -> None:
    with browser.view(chromium, (book.outdir / "stacked.html").as_uri(), width=360) as view:
        charts = view.page.evaluate(LOOK)
        assert {chart["name"] for chart in charts} == {"rulebook-chart-narrow"}
        wide = view.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360
        for chart in charts:
            fits(chart)


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_every_kind_fits_every_theme(
    chromium: Browser, theme: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    made = Builder(tmp_path_factory.mktemp(theme))("charts", conf={"html_theme": theme})
    for page in PAGES:
        address = (made.outdir / f"{page}.html").as_uri()
        for width, dark in ((1100, False), (1100, True), (768, False), (360, False)):
            with browser.view(chromium, address, width=width, dark=dark) as view:
                charts = view.page.evaluate(LOOK)
                assert charts
                for chart in charts:
                    assert chart["box"]["right"] <= chart["column"]["right"] + 1
                    fits(chart)
                opened = "document.querySelectorAll('details').forEach(d => d.open = true)"
                view.page.evaluate(opened)
                assert browser.axe_violations(view.page, "figure.rulebook-chart") == []

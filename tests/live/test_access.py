"""Everybody can use an explorer: keyboard, screen readers, small screens, touch, no script."""

import re

import pytest
from playwright.sync_api import Browser, Page

from tests.live.conftest import CONF, INDEX, MARKDOWN, Opened
from tests.support import browser
from tests.support.books import Builder
from tests.support.browser import settled
from tests.support.cases import cases_of

CASES = cases_of(__file__)


BEYOND = CASES["beyond"]


@pytest.mark.parametrize("width", [320, 330, 1280])
def test_the_cells_of_a_dial_run_over_lines_where_they_must(opened: Opened, width: int) -> None:
    with opened("markdown.html", width=width) as view:
        dial = view.page.locator(".rbx-slide:has([data-dial=dice])")
        dial.wait_for()
        for family in ("", "monospace"):
            dial.evaluate("(node, family) => { node.style.fontFamily = family; }", family)
            settled(view.page)
            assert view.page.evaluate(OVERLAPPING) == view.page.evaluate(BEYOND) == []


# Texts of a dial that are wider than their cells, and so run into each other.
OVERLAPPING = CASES["overlapping"]


def use_everything(page: Page) -> None:
    """Roll every explorer, open a table, turn a dial."""
    page.locator("#crowd").scroll_into_view_if_needed()
    page.locator("#crowd .rbx-panel").wait_for()
    for button in page.locator(".rbx-main").all():
        button.click()
    page.locator("#direct .rbx-button", has_text="Table").click()
    page.locator("#pull input[data-dial=traits]").focus()
    page.keyboard.press("ArrowRight")
    settled(page)


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (360, True), (320, False)])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    opened: Opened, width: int, dark: bool
) -> None:
    with opened(width=width, dark=dark, still=True) as view:
        use_everything(view.page)
        assert view.page.evaluate(BEYOND) == view.page.evaluate(OVERLAPPING) == []
        if width > 320:  # which is as 360 for axe
            assert browser.axe_violations(view.page, ".rulebook-explorer") == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "theme", ["furo", "pydata_sphinx_theme", "sphinx_book_theme", "sphinx_rtd_theme"]
)
def test_an_explorer_in_other_themes(chromium: Browser, build: Builder, theme: str) -> None:
    """Light and dark, wide and narrow; what sticks on a phone goes below the theme's own bar."""
    files = {"conf.py": CONF, "index.rst": INDEX, "markdown.md": MARKDOWN}
    book = build(files=files, conf={"html_theme": theme})
    with browser.served(book.outdir) as base:
        for dark, width in ((False, 1280), (True, 1280), (False, 360), (True, 320)):
            with browser.view(
                chromium, f"{base}index.html", width=width, dark=dark, still=True
            ) as view:
                use_everything(view.page)
                assert browser.axe_violations(view.page, ".rulebook-explorer") == []
                assert view.page.evaluate(BEYOND) == []
                assert view.page.evaluate(OVERLAPPING) == []
                assert view.errors == view.refused_to("rulebook-live") == []
                if width < 400:
                    view.page.locator("#direct input[data-dial=favor]").evaluate(
                        "(dial) => dial.scrollIntoView({ block: 'center' })"
                    )
                    view.page.wait_for_function(CASES["uncovered"])  # some themes scroll smoothly


def test_forced_colours_and_no_motion(opened: Opened) -> None:
    with opened(width=700, still=True, forced=True) as view:
        assert view.page.evaluate("matchMedia('(forced-colors: active)').matches")
        use_everything(view.page)
        assert browser.axe_violations(view.page, "#direct, #pull") == []
        assert view.page.evaluate("document.getAnimations().length") == 0
        chosen, other = view.page.evaluate(
            """() => [".rbx-cell.rbx-on b", ".rbx-cell:not(.rbx-on) b"].map((name) =>
              getComputedStyle(document.querySelector(`#direct ${name}`)).borderTopWidth)"""
        )
        assert chosen > other  # colours alone say nothing here


def test_from_the_right(opened: Opened) -> None:
    with opened(width=360, still=True) as view:
        view.page.evaluate("document.documentElement.dir = 'rtl'")
        track = view.page.locator("#direct .rbx-asdice")
        track.scroll_into_view_if_needed()
        box = track.bounding_box()
        view.page.mouse.click(box["x"] + box["width"] * 0.95, box["y"] + 10)
        assert view.page.locator("#direct input[data-dial=dice]").input_value() == "1"
        assert view.page.evaluate(BEYOND) == []


def test_a_screen_reader_hears_the_odds_once(opened: Opened) -> None:
    with opened() as view:
        view.page.evaluate(
            """() => {
              window.heard = [];
              const status = document.querySelector("#direct [role=status]");
              new MutationObserver(() => heard.push(status.textContent))
                .observe(status, { childList: true, characterData: true, subtree: true });
            }"""
        )
        view.page.evaluate(
            """() => {
              const dial = document.querySelector("#direct input[data-dial=favor]");
              for (const step of ["stepUp", "stepUp", "stepDown", "stepUp"]) {
                dial[step]();
                dial.dispatchEvent(new Event("input", { bubbles: true }));
              }
            }"""
        )  # quicker than any keys, on any machine
        view.page.wait_for_function("() => heard.length")
        heard = view.page.evaluate("heard")
    assert len(heard) == 1
    assert heard[0].startswith("89% Difficult: 2 successes or more. 4 dice, favor 2")


def test_each_control_has_the_name_of_its_parameter(opened: Opened) -> None:
    with opened() as view:
        page = view.page
        root = page.locator("#direct")
        assert root.get_by_role("slider", name="dice").get_attribute("data-dial") == "dice"
        group = root.get_by_role("group", name="Difficulty")
        assert group.get_attribute("data-dial") == "difficulties"
        assert group.get_by_role("radio").count() == 4
        assert page.locator("#action fieldset[data-dial=die]").count() == 1


def test_what_a_screen_reader_finds(opened: Opened) -> None:
    with opened() as view:
        view.page.locator("#sides .rbx-main").click()
        found = view.page.locator("#sides").aria_snapshot()
    assert 'slider "actor’s dice"' in found
    assert re.search(r"- status: \"?[\d, →]*\d = -?\d+; [\d, →]*\d = -?\d+: ", found)  # each side
    assert len(re.findall("- status", found)) == 2  # the odds, and the throw
    assert not re.search("text: [→=:]", found)  # the pictures of dice are not read again


def test_a_finger_that_scrolls_does_not_turn_a_dial(opened: Opened) -> None:
    with opened(width=360, touch=True) as view:
        dial = view.page.locator("#direct input[data-dial=dice]")
        track = view.page.locator("#direct .rbx-asdice")
        track.scroll_into_view_if_needed()
        box = track.bounding_box()
        session = view.page.context.new_cdp_session(view.page)

        def touch(kind: str, x: float, y: float) -> None:
            points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        x, y = box["x"] + box["width"] * 0.95, box["y"] + 10
        touch("touchStart", x, y)
        for step in range(1, 9):
            touch("touchMove", x, y - 12 * step)
        touch("touchEnd", x, y - 96)
        assert dial.input_value() == "4"
        settled(view.page)
        track.scroll_into_view_if_needed()
        box = track.bounding_box()
        view.page.touchscreen.tap(box["x"] + box["width"] * 0.95, box["y"] + 10)
        assert dial.input_value() == "6"


def test_a_finger_sets_a_long_dial_where_it_taps(opened: Opened) -> None:
    """A browser's own slider may move by its thumb alone."""
    with opened("index.html#crowd:dice=3", width=360, touch=True) as view:
        track = view.page.locator("#crowd .rbx-far .rbx-track").first
        track.scroll_into_view_if_needed()
        box = track.bounding_box()
        view.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 4)
        assert view.page.locator("#crowd input[data-dial=dice]").input_value() in ("30", "31")


def test_without_scripts_the_table_is_there(opened: Opened) -> None:
    with opened(script=False) as view:
        assert view.page.locator("#direct table").is_visible()
        assert view.page.locator("#crowd table").is_visible()


def test_paper_shows_the_table_at_the_start_and_says_so(opened: Opened) -> None:
    with opened() as view:
        view.page.locator("#direct input[data-dial=favor]").focus()
        view.page.keyboard.press("ArrowRight")
        view.page.emulate_media(media="print")
        if not view.page.evaluate("() => matchMedia('print').matches"):
            pytest.skip("Playwright cannot print in Firefox")
        assert view.page.locator("#direct table").is_visible()
        assert not view.page.locator("#direct .rbx-panel").is_visible()
        cell = view.page.locator("#direct tbody tr").nth(3).locator("td").nth(2)
        assert cell.text_content() == "41%"
        assert view.page.locator("#direct .rulebook-fixed").text_content() == "favor: 0."


def test_nothing_moves_when_the_script_arrives(opened: Opened) -> None:
    with opened() as view:
        view.page.locator("#direct .rbx-panel").wait_for()
        shift = view.page.evaluate(
            """() => new Promise((done) => new PerformanceObserver((list) => {
              done(list.getEntries().filter((e) => !e.hadRecentInput)
                .reduce((n, e) => n + e.value, 0));
            }).observe({ type: "layout-shift", buffered: true }) ||
              setTimeout(() => done(0), 600))"""
        )
        assert shift < 0.02

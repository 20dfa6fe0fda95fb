"""Previews by mouse, keyboard and touch, and switched off: WCAG 1.4.13 and what it is there for."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.hover.conftest import Opened, ThemedBook
from tests.hover.reading import BOX, REFERENCES, Reader
from tests.support import browser

PAGE = REFERENCES["html"]
ROUND = ["Tab"] * 8 + ["Shift+Tab"] * 8


@pytest.fixture
def reader(reader: Reader) -> Reader:
    """Someone at the page of references, by mouse and keyboard, for whom no time passes."""
    reader.hold_time()
    return reader


CASES = tomllib.loads(Path(__file__).with_name("steps.toml").read_text("utf-8"))["case"]
TOUCHED = {"touch": True, "width": 360, "height": 640}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_a_reader_does(themed: ThemedBook, opened: Opened, case: dict[str, Any]) -> None:
    builder, root = case.get("builder", "html"), case.get("root", "hover-book")
    page = case.get("page", REFERENCES[builder] if root == "hover-book" else "index.html")
    options = TOUCHED if "touch" in case else {}
    with opened(themed(builder=builder, root=root), page, **options) as reader:
        reader.hold_time()
        for step in case["steps"].splitlines():
            reader.act(step)


COVERED = """() => {
  const box = document.querySelector(".rulebook-preview").getBoundingClientRect();
  for (const link of document.querySelectorAll("#references a.hxr-tooltip")) {
    const { x, y } = link.getClientRects()[0];
    if (x > box.x && x + 6 < box.right && y > box.y && y + 6 < box.bottom) return [x + 3, y + 3];
  }
}"""


class TestMouse:
    def test_escape_in_a_preview_leaves_what_is_below_closed(self, reader: Reader) -> None:
        reader.hover("Stunned")
        reader.opens()
        x, y = reader.page.evaluate(COVERED)  # fonts decide which reference the preview covers
        reader.page.mouse.move(x, y, steps=5)
        reader.pass_time(450)
        reader.opens("A stunned creature")
        reader.escape()
        reader.stays(0)

    def test_one_preview_gives_way_to_the_next(self, reader: Reader) -> None:
        reader.hover("Grappling")
        reader.opens()
        reader.hover("Stunned")
        reader.pass_time(450)
        reader.page.locator(BOX, has_text="A stunned creature").wait_for()
        reader.stays(1)

    def test_the_browser_s_own_tip_gives_way(self, reader: Reader) -> None:
        link = reader.link("Grappling")
        link.evaluate("e => e.title = 'A tip'")
        link.hover()
        reader.opens()
        assert link.get_attribute("title") is None
        reader.page.mouse.move(0, 0)
        reader.closes()
        assert link.get_attribute("title") == "A tip"

    def test_focus_by_a_press_opens_nothing(self, reader: Reader) -> None:
        link = reader.link("Grappling")
        link.evaluate("e => e.addEventListener('click', event => event.preventDefault())")
        link.click()
        reader.press("Escape")
        reader.page.mouse.move(0, 0)
        reader.stays(0)
        assert reader.focused == "Grappling"

    # The last is a window of 640 by 512 at 200%.
    @pytest.mark.parametrize("size", [(1100, 800), (360, 640), (320, 256)])
    def test_a_preview_stays_within_the_window(
        self, themed: ThemedBook, opened: Opened, size: tuple[int, int]
    ) -> None:
        with opened(themed(), PAGE, width=size[0], height=size[1]) as reader:
            for text in ("Grappling", "long table", "Here"):
                reader.hover(text)
                reader.opens()
                place = reader.place()
                assert min(place["x"], place["y"]) >= 0
                assert place["x"] + place["width"] <= size[0]
                assert place["y"] + place["height"] <= size[1]
                reader.page.mouse.move(0, 0)
                reader.closes()


class TestKeyboard:
    def test_focus_opens_and_a_screen_reader_is_told_once(self, reader: Reader) -> None:
        for text, role, heard in (
            ("strength", "tooltip", "Strength How strong a creature is."),
            ("Huge", "dialog", "6. Huge Paragraph 0 says that the odds"),
        ):
            reader.focus(text)
            reader.opens()
            assert reader.box().get_attribute("role") == role
            said = reader.link(text).evaluate(
                "e => (e.getAttribute('aria-describedby') || '').split(' ')"
                ".map(id => document.getElementById(id)?.textContent).join(' ')"
            )
            assert said.startswith(heard)
            assert len(said) < 240
            assert ("Tab goes into it" in said) is (role == "dialog")
            assert reader.page.locator("[role=status], [aria-live]").count() == 0
            assert reader.focused == text
            reader.press("Escape")

    def test_a_tooltip_holds_nothing_to_operate(self, reader: Reader) -> None:
        operable = "a, button, input, select, textarea, summary, [tabindex]"
        roles = set()
        for link in reader.page.locator("#references a.hxr-tooltip").all():
            reader.focus(link)
            reader.opens()
            roles.add(role := reader.box().get_attribute("role"))
            assert (reader.box().locator(operable).count() == 0) is (role == "tooltip")
            if role == "dialog":
                assert reader.box().get_attribute("aria-label")
            reader.escape()
        assert roles == {"tooltip", "dialog"}

    def test_forty_tabs_open_one_preview_at_a_time(self, reader: Reader) -> None:
        reader.focus("Grappling")
        reader.opens()
        left = False
        for _ in range(40):
            reader.press("Tab")
            reader.pass_time(60)
            assert reader.page.locator(BOX).count() <= 1
            left = left or (reader.focused == "Breaking free" and not reader.is_in())
        assert left

    def test_tab_goes_into_the_preview_and_out_to_what_follows(self, reader: Reader) -> None:
        reader.focus("Grappling")
        reader.opens()
        reader.press("Tab")
        assert reader.focused == "break free"
        assert reader.is_in()
        for _ in range(20):
            if reader.focused == "Full entry":
                break
            reader.press("Tab")
        reader.press("Tab")
        assert reader.focused == "Breaking free"
        assert not reader.is_in()

    def test_what_follows_the_last_reference_of_all(self, reader: Reader) -> None:
        reader.focus(reader.page.locator("#here a.hxr-tooltip"))
        reader.opens()
        inside = reader.box().locator("a, button").count()
        for _ in range(inside * 3):
            if not reader.is_in() and reader.focused != "reference":
                break
            reader.press("Tab")
        assert reader.focused == "Previews of links"

    def test_focus_given_by_another_script_opens_after_a_press(self, reader: Reader) -> None:
        reader.page.mouse.click(2, 2)
        reader.page.wait_for_timeout(600)  # by the clock of its events, which nothing holds
        reader.link("strength").evaluate("e => e.focus()")
        reader.opens("How strong")

    def test_a_preview_goes_with_a_link_that_is_scrolled_away(
        self, themed: ThemedBook, opened: Opened
    ) -> None:
        with opened(themed(), PAGE, height=200) as reader:
            reader.focus("Grappling")
            reader.opens()
            reader.page.evaluate("scrollTo(0, document.body.scrollHeight)")
            reader.closes()

    def test_leaving_closes(self, reader: Reader) -> None:
        reader.focus("strength")
        reader.opens()
        reader.page.evaluate("document.activeElement.blur()")
        reader.closes()
        assert reader.link("strength").get_attribute("aria-describedby") is None

    @pytest.mark.parametrize(("theme", "scrolling"), [("alabaster", "auto"), ("furo", "smooth")])
    def test_a_link_below_the_fold_opens_once_it_is_there(
        self, themed: ThemedBook, opened: Opened, scrolling: str, theme: str
    ) -> None:
        with opened(themed(theme), PAGE, height=220) as reader:
            page = reader.page
            page.evaluate(
                "(way) => (document.documentElement.style.scrollBehavior = way)", scrolling
            )
            page.evaluate(
                "document.querySelector('#references h1').insertAdjacentHTML("
                "'afterend', '<p id=filler tabindex=0></p>');"
                "document.querySelector('#filler').style.height = '3000px'"
            )
            page.evaluate("document.querySelector('#filler').focus({ preventScroll: true })")
            reader.press("Tab")
            reader.opens("A grappled creature")
            browser.settled(page)  # a page that scrolls on would close it
            link, place = reader.place("Grappling"), reader.place()
            assert 0 <= link["y"] < 220
            assert abs(place["y"] - link["y"]) < 220


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_modal_opens_holds_the_focus_and_gives_it_back(reader: Reader, by: str) -> None:
    if by == "mouse":
        reader.hover(reader.modal)
        reader.opens("Roll Strength")
    else:
        reader.focus(reader.modal)
        reader.opens("Roll Strength")
        assert reader.focused == "Breaking free"
        reader.press("Tab")
    for key in ROUND:
        assert reader.is_in(f"dialog{BOX}"), key
        reader.press(key)
    modal = reader.box()
    assert [modal.get_attribute(each) for each in ("role", "aria-modal")] == ["dialog", "true"]
    labelled = modal.get_attribute("aria-labelledby")
    assert "Breaking free" in reader.page.locator(f"#{labelled}").inner_text()
    reader.page.mouse.move(0, 0)
    modal.get_by_label("Close").focus()
    reader.closes(1)
    reader.stays(1)
    reader.escape()
    assert reader.focused == "Breaking free"
    reader.stays(0)


class TestSwitch:
    def test_it_works_where_the_browser_keeps_nothing(self, reader: Reader) -> None:
        reader.view.is_reused = False
        reader.page.add_init_script(
            "Object.defineProperty(window, 'localStorage',"
            " {get() { throw new DOMException('denied', 'SecurityError'); }})"
        )
        reader.page.reload()
        reader.hover("Grappling")
        reader.opens()
        reader.box().get_by_text("Turn previews off").click()
        reader.closes()
        reader.view.errors.clear()  # those of Sphinx's own scripts


@pytest.mark.parametrize("still", [False, True])
def test_reduced_motion_is_respected(themed: ThemedBook, opened: Opened, still: bool) -> None:
    with opened(themed(), PAGE, still=still) as reader:
        reader.hover("Grappling")
        reader.opens()
        assert (reader.style("animationName") == "none") is still

"""Previews by mouse, keyboard and touch, and switched off: WCAG 1.4.13 and what it is there for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.hover.conftest import Opened, ThemedBook
from tests.hover.reading import (
    BOX,
    REFERENCES,
    box,
    closed,
    description_of,
    focus_is_in,
    focused,
    hold_time,
    modal_link,
    pass_time,
    shown,
    tooltip_link,
)

PAGE = REFERENCES["html"]


@pytest.fixture
def page(themed: ThemedBook, opened: Opened) -> Iterator[Page]:
    """The page of references, by mouse and keyboard."""
    with opened(themed(), PAGE) as view:
        yield view.page
        assert view.errors == []


@pytest.fixture
def touched(themed: ThemedBook, opened: Opened) -> Iterator[Page]:
    """The page of references, on a small screen that is touched."""
    with opened(themed(), PAGE, touch=True, width=360, height=640) as view:
        yield view.page
        assert view.errors == []


COVERED = """() => {
  const box = document.querySelector(".rulebook-preview").getBoundingClientRect();
  for (const link of document.querySelectorAll("#references a.hxr-tooltip")) {
    const { x, y } = link.getClientRects()[0];
    if (x > box.x && x + 6 < box.right && y > box.y && y + 6 < box.bottom) return [x + 3, y + 3];
  }
}"""


def rests(page: Page) -> None:
    """Wait longer than a preview takes to close."""
    page.wait_for_timeout(450)


class TestMouse:
    def test_a_pointer_that_passes_opens_nothing(self, page: Page) -> None:
        hold_time(page)
        tooltip_link(page, "Grappling").hover()
        pass_time(page, 100)
        page.mouse.move(0, 0)
        pass_time(page, 450)
        assert page.locator(BOX).count() == 0
        tooltip_link(page, "Grappling").hover()
        pass_time(page, 150)
        shown(page)

    def test_a_preview_can_be_hovered_and_stays_until_left(self, page: Page) -> None:
        tooltip_link(page, "Grappling").hover()
        shown(page)
        rests(page)
        box(page).locator(".rulebook-preview-title").hover()
        rests(page)
        assert box(page).is_visible()
        page.mouse.move(0, 0)
        closed(page)

    def test_escape_dismisses_without_moving(self, page: Page) -> None:
        link = tooltip_link(page, "Grappling")
        link.hover()
        shown(page)
        page.keyboard.press("Escape")
        closed(page)
        rests(page)
        assert page.locator(BOX).count() == 0
        page.mouse.move(0, 0)
        link.hover()
        shown(page)

    def test_escape_in_a_preview_leaves_what_is_below_closed(self, page: Page) -> None:
        tooltip_link(page, "Stunned").hover()
        shown(page)
        x, y = page.evaluate(COVERED)  # fonts decide which reference the preview covers
        hold_time(page)
        page.mouse.move(x, y, steps=5)
        pass_time(page, 450)
        assert "A stunned creature" in shown(page)
        page.keyboard.press("Escape")
        closed(page)
        pass_time(page, 450)
        assert page.locator(BOX).count() == 0

    def test_one_preview_gives_way_to_the_next(self, page: Page) -> None:
        tooltip_link(page, "Grappling").hover()
        shown(page)
        tooltip_link(page, "Stunned").hover()
        page.locator(BOX, has_text="A stunned creature").wait_for()
        assert page.locator(BOX).count() == 1

    def test_a_preview_s_own_references_open_in_turn(self, page: Page) -> None:
        tooltip_link(page, "Grappling").hover()
        shown(page)
        box(page).locator("a", has_text="break free").hover()
        assert "Roll Strength" in shown(page, 1)
        box(page, 1).locator("a", has_text="Strength").hover()
        assert "How strong" in shown(page, 2)
        page.keyboard.press("Escape")
        closed(page, 2)
        box(page).locator(".rulebook-preview-title").hover()
        closed(page, 1)
        assert box(page).is_visible()
        page.mouse.move(0, 0)
        closed(page)

    def test_the_browser_s_own_tip_gives_way(self, page: Page) -> None:
        link = tooltip_link(page, "Grappling")
        link.evaluate("e => e.title = 'A tip'")
        link.hover()
        shown(page)
        assert link.get_attribute("title") is None
        page.mouse.move(0, 0)
        closed(page)
        assert link.get_attribute("title") == "A tip"

    def test_a_click_follows_the_link(self, page: Page) -> None:
        tooltip_link(page, "Grappling").hover()
        shown(page)
        tooltip_link(page, "Grappling").click()
        page.wait_for_url("**/grapple.html#grappling")

    def test_focus_by_a_press_opens_nothing(self, page: Page) -> None:
        link = tooltip_link(page, "Grappling")
        link.evaluate("e => e.addEventListener('click', event => event.preventDefault())")
        link.click()
        page.keyboard.press("Escape")
        page.mouse.move(0, 0)
        rests(page)
        assert focused(page) == "Grappling"
        assert page.locator(BOX).count() == 0

    def test_a_modal_opens_and_holds_the_focus(self, page: Page) -> None:
        modal_link(page).hover()
        assert "Roll Strength" in shown(page)
        for key in ["Tab"] * 8 + ["Shift+Tab"] * 8:
            assert focus_is_in(page, f"dialog{BOX}"), key
            page.keyboard.press(key)
        page.mouse.move(0, 0)
        box(page).get_by_label("Close").focus()
        closed(page, 1)
        rests(page)
        assert box(page).is_visible()
        page.keyboard.press("Escape")
        closed(page)
        assert focused(page) == "Breaking free"
        rests(page)
        assert page.locator(BOX).count() == 0

    def test_the_focus_given_back_to_another_reference_opens_nothing(self, page: Page) -> None:
        tooltip_link(page, "strength").focus()
        shown(page)
        page.keyboard.press("Escape")
        closed(page)
        modal_link(page).hover()
        shown(page)
        page.keyboard.press("Escape")
        rests(page)
        assert focused(page) == "strength"
        assert page.locator(BOX).count() == 0

    def test_a_modal_closes_by_its_button_and_beside_it(self, page: Page) -> None:
        for close in (
            lambda: box(page).get_by_label("Close").click(),
            lambda: page.mouse.click(2, 2),
        ):
            modal_link(page).hover()
            shown(page)
            close()
            closed(page)
            page.mouse.move(0, 0)
            page.evaluate("document.activeElement.blur()")

    def test_depth_has_a_limit_by_mouse_too(self, page: Page) -> None:
        tooltip_link(page, "Grappling").hover()
        shown(page)
        box(page).locator("a", has_text="break free").hover()
        shown(page, 1)
        box(page, 1).locator("a", has_text="Grappling").hover()
        shown(page, 2)
        box(page, 2).locator("a", has_text="break free").hover()
        rests(page)
        assert page.locator(BOX).count() == 3

    def test_a_reference_in_a_modal_opens_over_it(self, page: Page) -> None:
        modal_link(page).hover()
        shown(page)
        box(page).locator("a", has_text="Strength").hover()
        assert "How strong" in shown(page, 1)
        page.keyboard.press("Escape")
        closed(page, 1)
        assert box(page).is_visible()

    # The last is a window of 640 by 512 at 200%.
    @pytest.mark.parametrize("size", [(1100, 800), (360, 640), (320, 256)])
    def test_a_preview_stays_within_the_window(
        self, themed: ThemedBook, opened: Opened, size: tuple[int, int]
    ) -> None:
        with opened(themed(), PAGE, width=size[0], height=size[1]) as view:
            for text in ("Grappling", "long table", "Here"):
                tooltip_link(view.page, text).hover()
                shown(view.page)
                place = box(view.page).bounding_box()
                assert place
                assert place["x"] >= 0
                assert place["y"] >= 0
                assert place["x"] + place["width"] <= size[0]
                assert place["y"] + place["height"] <= size[1]
                view.page.mouse.move(0, 0)
                closed(view.page)


class TestKeyboard:
    def test_focus_opens_and_a_screen_reader_is_told_once(self, page: Page) -> None:
        for text, role, heard in (
            ("strength", "tooltip", "Strength How strong a creature is."),
            ("Huge", "dialog", "6. Huge Paragraph 0 says that the odds"),
        ):
            link = tooltip_link(page, text)
            link.focus()
            shown(page)
            assert box(page).get_attribute("role") == role
            said = str(description_of(link))
            assert said.startswith(heard)
            assert len(said) < 240
            assert ("Tab goes into it" in said) is (role == "dialog")
            assert page.locator("[role=status], [aria-live]").count() == 0
            assert focused(page) == text
            page.keyboard.press("Escape")

    def test_a_tooltip_holds_nothing_to_operate(self, page: Page) -> None:
        operable = "a, button, input, select, textarea, summary, [tabindex]"
        roles = set()
        for link in page.locator("#references a.hxr-tooltip").all():
            link.focus()
            shown(page)
            roles.add(role := box(page).get_attribute("role"))
            assert (box(page).locator(operable).count() == 0) is (role == "tooltip")
            if role == "dialog":
                assert box(page).get_attribute("aria-label")
            page.keyboard.press("Escape")
            closed(page)
        assert roles == {"tooltip", "dialog"}

    def test_forty_tabs_open_one_preview_at_a_time(self, page: Page) -> None:
        tooltip_link(page, "Grappling").focus()
        shown(page)
        left = False
        for _ in range(40):
            page.keyboard.press("Tab")
            page.wait_for_timeout(60)
            assert page.locator(BOX).count() <= 1
            left = left or (focused(page) == "Breaking free" and not focus_is_in(page, BOX))
        assert left

    def test_tab_goes_into_the_preview_and_out_to_what_follows(self, page: Page) -> None:
        tooltip_link(page, "Grappling").focus()
        shown(page)
        page.keyboard.press("Tab")
        assert focused(page) == "break free"
        assert focus_is_in(page, BOX)
        for _ in range(20):
            if focused(page) == "Full entry":
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        assert focused(page) == "Breaking free"
        assert not focus_is_in(page, BOX)

    def test_tab_goes_back_the_same_way(self, page: Page) -> None:
        tooltip_link(page, "Grip").focus()
        assert "How well" in shown(page)
        page.keyboard.press("Tab")
        assert focus_is_in(page, BOX)
        page.keyboard.press("Shift+Tab")
        assert focused(page) == "Grip"
        assert box(page).is_visible()
        page.keyboard.press("Shift+Tab")
        assert focused(page) == "grip"

    def test_tab_passes_a_short_tooltip(self, page: Page) -> None:
        tooltip_link(page, "strength").focus()
        shown(page)
        page.keyboard.press("Tab")
        assert focused(page) == "a box"

    def test_what_follows_the_last_reference_of_all(self, page: Page) -> None:
        page.locator("#here a.hxr-tooltip").focus()
        shown(page)
        inside = box(page).locator("a, button").count()
        for _ in range(inside * 3):
            if not focus_is_in(page, BOX) and focused(page) != "reference":
                break
            page.keyboard.press("Tab")
        assert focused(page) == "Previews of links"

    def test_focus_given_by_another_script_opens_after_a_press(self, page: Page) -> None:
        page.mouse.click(2, 2)
        page.wait_for_timeout(600)
        tooltip_link(page, "strength").evaluate("e => e.focus()")
        assert "How strong" in shown(page)

    def test_a_preview_goes_with_a_link_that_is_scrolled_away(
        self, themed: ThemedBook, opened: Opened
    ) -> None:
        with opened(themed(), PAGE, height=200) as view:
            tooltip_link(view.page, "Grappling").focus()
            shown(view.page)
            view.page.evaluate("scrollTo(0, document.body.scrollHeight)")
            closed(view.page)

    def test_leaving_closes(self, page: Page) -> None:
        tooltip_link(page, "strength").focus()
        shown(page)
        page.evaluate("document.activeElement.blur()")
        closed(page)
        assert tooltip_link(page, "strength").get_attribute("aria-describedby") is None

    def test_escape_dismisses_and_the_focus_stays(self, page: Page) -> None:
        tooltip_link(page, "strength").focus()
        shown(page)
        page.keyboard.press("Escape")
        closed(page)
        assert focused(page) == "strength"
        rests(page)
        assert page.locator(BOX).count() == 0

    def test_escape_within_gives_the_focus_back(self, page: Page) -> None:
        tooltip_link(page, "Grip").focus()
        shown(page)
        page.keyboard.press("Tab")
        page.keyboard.press("Escape")
        closed(page)
        assert focused(page) == "Grip"
        rests(page)
        assert page.locator(BOX).count() == 0

    @pytest.mark.parametrize("key", ["Space", "Alt+ArrowDown"])
    def test_a_key_opens_a_preview_s_own_references(self, page: Page, key: str) -> None:
        tooltip_link(page, "Grip").focus()
        shown(page)
        page.keyboard.press("Tab")
        assert focused(page) == "Strength"
        rests(page)
        assert page.locator(BOX).count() == 1
        page.keyboard.press(key)
        assert "How strong" in shown(page, 1)
        page.keyboard.press("Tab")
        assert focused(page) == "Turn previews off"
        page.keyboard.press("Shift+Tab")
        assert focused(page) == "Strength"
        page.keyboard.press("Escape")
        closed(page, 1)
        assert focused(page) == "Strength"
        assert box(page).is_visible()
        page.keyboard.press("Escape")
        closed(page)
        assert focused(page) == "Grip"

    def test_depth_has_a_limit_and_a_second_escape_closes_all(self, page: Page) -> None:
        tooltip_link(page, "Grappling").focus()
        shown(page)
        page.keyboard.press("Tab")
        page.keyboard.press("Space")  # breaking free
        shown(page, 1)
        for _ in range(3):
            page.keyboard.press("Tab")
        assert focused(page) == "Grappling"
        page.keyboard.press("Space")
        shown(page, 2)
        page.keyboard.press("Tab")
        assert focused(page) == "break free"
        page.keyboard.press("Space")
        rests(page)
        assert page.locator(BOX).count() == 3
        page.keyboard.press("Escape")
        closed(page, 2)
        assert page.locator(BOX).count() == 2
        page.keyboard.press("Escape")
        closed(page)
        assert focused(page) == "Grappling"
        assert not focus_is_in(page, BOX)

    def test_the_space_bar_scrolls_the_page_as_ever(self, page: Page) -> None:
        link = tooltip_link(page, "strength")
        link.focus()
        shown(page)
        page.keyboard.press("Escape")
        page.keyboard.press("Space")
        rests(page)
        assert page.locator(BOX).count() == 0
        page.keyboard.press("Alt+ArrowDown")
        shown(page)

    @pytest.mark.parametrize(("theme", "scrolling"), [("alabaster", "auto"), ("furo", "smooth")])
    def test_a_link_below_the_fold_opens_once_it_is_there(
        self, themed: ThemedBook, opened: Opened, scrolling: str, theme: str
    ) -> None:
        with opened(themed(theme), PAGE, height=220) as view:
            page = view.page
            page.evaluate(
                "(way) => (document.documentElement.style.scrollBehavior = way)", scrolling
            )
            page.evaluate(
                "document.querySelector('#references h1').insertAdjacentHTML("
                "'afterend', '<p id=filler tabindex=0></p>');"
                "document.querySelector('#filler').style.height = '3000px'"
            )
            page.evaluate("document.querySelector('#filler').focus({ preventScroll: true })")
            page.keyboard.press("Tab")
            assert "A grappled creature" in shown(page)
            rests(page)
            rests(page)
            assert box(page).is_visible()
            link, place = tooltip_link(page, "Grappling").bounding_box(), box(page).bounding_box()
            assert link
            assert place
            assert 0 <= link["y"] < 220
            assert abs(place["y"] - link["y"]) < 220

    def test_enter_follows_the_link(self, page: Page) -> None:
        tooltip_link(page, "strength").focus()
        shown(page)
        page.keyboard.press("Enter")
        page.wait_for_url("**/terms.html#term-Strength")

    def test_a_modal_shows_on_focus_holds_it_on_entry_and_gives_it_back(self, page: Page) -> None:
        modal_link(page).focus()
        shown(page)
        assert focused(page) == "Breaking free"
        assert box(page).get_attribute("role") == "dialog"
        page.keyboard.press("Tab")
        for key in ["Tab"] * 8 + ["Shift+Tab"] * 8:
            assert focus_is_in(page, f"dialog{BOX}"), key
            page.keyboard.press(key)
        assert box(page).get_attribute("aria-modal") == "true"
        labelled = box(page).get_attribute("aria-labelledby")
        assert "Breaking free" in page.locator(f"#{labelled}").inner_text()
        box(page).get_by_label("Close").focus()
        closed(page, 1)
        page.keyboard.press("Escape")
        closed(page)
        assert focused(page) == "Breaking free"
        rests(page)
        assert page.locator(BOX).count() == 0


class TestTouch:
    def test_the_first_tap_opens_and_the_second_follows(self, touched: Page) -> None:
        link = tooltip_link(touched, "Grappling")
        link.tap()
        assert "A grappled creature" in shown(touched)
        rests(touched)
        assert box(touched).is_visible()
        assert touched.url.endswith(PAGE)
        link.tap()
        touched.wait_for_url("**/grapple.html#grappling")

    def test_the_closing_link_follows(self, touched: Page) -> None:
        tooltip_link(touched, "Grappling").tap()
        shown(touched)
        box(touched).locator(".rulebook-preview-more").tap()
        touched.wait_for_url("**/grapple.html#grappling")

    def test_a_tap_beside_closes(self, touched: Page) -> None:
        tooltip_link(touched, "Grappling").tap()
        shown(touched)
        touched.locator("h1").first.tap()
        closed(touched)
        assert touched.url.endswith(PAGE)

    def test_a_tap_within_opens_the_next_and_keeps_the_first(self, touched: Page) -> None:
        tooltip_link(touched, "Grappling").tap()
        shown(touched)
        box(touched).locator("a", has_text="break free").tap()
        assert "Roll Strength" in shown(touched, 1)
        box(touched).locator(".rulebook-preview-title").tap()
        closed(touched, 1)
        assert box(touched).is_visible()

    def test_a_modal_opens_by_a_tap(self, touched: Page) -> None:
        modal_link(touched).tap()
        assert "Roll Strength" in shown(touched)
        box(touched).get_by_label("Close").tap()
        closed(touched)


class TestSwitch:
    def test_off_is_kept_over_pages_until_switched_on(self, page: Page) -> None:
        tooltip_link(page, "Grappling").hover()
        shown(page)
        box(page).get_by_text("Turn previews off").click()
        closed(page)
        page.reload()
        switch = page.get_by_role("button", name="Previews of links")
        assert switch.get_attribute("aria-pressed") == "false"
        tooltip_link(page, "Stunned").hover()
        tooltip_link(page, "Grip").focus()
        rests(page)
        assert page.locator(BOX).count() == 0
        switch.click()
        assert switch.get_attribute("aria-pressed") == "true"
        page.reload()
        tooltip_link(page, "Stunned").hover()
        shown(page)

    def test_off_a_tap_follows_at_once(self, touched: Page) -> None:
        touched.get_by_role("button", name="Previews of links").tap()
        tooltip_link(touched, "Grappling").tap()
        touched.wait_for_url("**/grapple.html#grappling")

    def test_it_works_where_the_browser_keeps_nothing(
        self, themed: ThemedBook, opened: Opened
    ) -> None:
        with opened(themed(), PAGE) as view:
            view.page.add_init_script(
                "Object.defineProperty(window, 'localStorage',"
                " {get() { throw new DOMException('denied', 'SecurityError'); }})"
            )
            view.page.reload()
            tooltip_link(view.page, "Grappling").hover()
            shown(view.page)
            box(view.page).get_by_text("Turn previews off").click()
            closed(view.page)


@pytest.mark.parametrize("still", [False, True])
def test_reduced_motion_is_respected(themed: ThemedBook, opened: Opened, still: bool) -> None:
    with opened(themed(), PAGE, still=still) as view:
        tooltip_link(view.page, "Grappling").hover()
        shown(view.page)
        name = box(view.page).evaluate("e => getComputedStyle(e).animationName")
        assert (name == "none") is still

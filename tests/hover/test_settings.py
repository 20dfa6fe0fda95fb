"""What hoverxref's settings still say, as a reader sees it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.hover import books
from tests.hover.conftest import Opened
from tests.hover.reading import BOX, box, close, hold_time, pass_time, shown

PAGES = {
    "index": ":hoverxreftooltip:`tip <target>` :hoverxrefmodal:`modal <target>`"
    " :hoverxrefmodal:`bare <bare>` :hoverxrefmodal:`figure <figure>`"
    " :py:func:`roll` :py:func:`choose` :term:`Grip` [Dice]_\n",
    "to": "To\n==\n\n.. _target:\n\nTarget\n------\n\nWords.\n\n.. _bare:\n\nBare words.\n\n"
    ".. figure:: none.png\n   :name: figure\n\n   A caption\n\n   A legend.\n\n"
    ".. py:function:: roll(n: int)\n\n   Rolls.\n\n"
    ".. glossary::\n\n   Grip\n      A hold.\n\n.. [Dice] A book.\n"
    f"\n.. py:function:: choose(otherwise='{'die' * 40}')\n\n   Says ``{'dice' * 40}``.\n",
}


@pytest.fixture
def page(tmp_path: Path, opened: Opened) -> Iterator[Callable[..., Page]]:
    """The first page of a book with these settings."""
    with contextlib.ExitStack() as visits:

        def built(**settings: Any) -> Page:
            source = books.write(tmp_path / "source", "", **PAGES)
            extensions = ["sphinxext.rulebook.hover"]
            book = books.build(source, tmp_path / "out", extensions=extensions, **settings)
            return visits.enter_context(opened(book, "index.html", from_disk=True)).page

        yield built


def open_box(page: Page, text: str) -> str:
    page.get_by_role("link", name=text, exact=True).hover()
    return shown(page)


def test_width(page: Any) -> None:
    narrow = page(hoverxref_tooltip_maxwidth=250)
    open_box(narrow, "tip")
    assert box(narrow).bounding_box()["width"] == 250


def test_a_long_signature_and_long_code_wrap(page: Any) -> None:
    narrow = page(hoverxref_tooltip_maxwidth=250, hoverxref_domains=["py"])
    assert "diedie" in open_box(narrow, "choose()")
    assert box(narrow).evaluate("e => e.scrollWidth - e.clientWidth") == 0


def test_side(page: Any) -> None:
    beside = page(hoverxref_tooltip_side="right")
    open_box(beside, "tip")
    link = beside.get_by_role("link", name="tip").bounding_box()
    assert box(beside).bounding_box()["x"] >= link["x"] + link["width"]


def test_classes(page: Any) -> None:
    classed = page(hoverxref_tooltip_class="mine own", hoverxref_modal_class="other")
    open_box(classed, "tip")
    assert classed.locator(f"{BOX}.mine.own").count() == 1
    close(classed)
    open_box(classed, "modal")
    assert classed.locator(f"{BOX}.other").count() == 1


def test_animation(page: Any) -> None:
    still = page(hoverxref_tooltip_animation="none")
    open_box(still, "tip")
    assert box(still).evaluate("e => getComputedStyle(e).animationName") == "none"


def test_titles_of_a_modal(page: Any) -> None:
    titled = page(hoverxref_modal_prefix_title="See: ", hoverxref_modal_default_title="Rule")
    assert open_box(titled, "modal").startswith("See: Target")
    titled.keyboard.press("Escape")
    assert open_box(titled, "bare").startswith("See: Rule")


def test_a_modal_has_its_caption_or_the_link_s_words_for_a_title(page: Any) -> None:
    plain = page(
        hoverxref_roles=["term", "citation"],
        hoverxref_domains=["py"],
        hoverxref_default_type="modal",
    )
    for text, says in (
        ("roll()", "roll × roll(n: int) Rolls."),  # a signature stays whole, with its links
        ("Grip", "Grip × A hold."),
        ("[Dice]", "[Dice] × A book."),
    ):
        assert open_box(plain, text).startswith(says)
        plain.keyboard.press("Escape")
    assert open_box(plain, "bare").startswith("bare × Bare words.")
    plain.keyboard.press("Escape")
    assert open_box(plain, "figure").startswith("A caption ×")


def test_delay_of_a_modal(page: Any) -> None:
    slow = page(hoverxref_modal_hover_delay=1500)
    slow.evaluate(
        "document.addEventListener('pointerover', e => {"
        "  if (e.target.closest('.hxr-modal')) window.since ??= performance.now();"
        "});"
        "new MutationObserver(() => {"
        "  if (document.querySelector('dialog')) window.until ??= performance.now();"
        "}).observe(document.body, {childList: true, subtree: true})"
    )
    assert "Words." in open_box(slow, "modal")
    assert slow.evaluate("until - since") >= 1450


def test_words_of_another_language(page: Any) -> None:
    german = page(
        rulebook_preview_words={
            "more": "Ganzer Eintrag",
            "off": "Vorschau aus",
            "shown": "Vorschau",
            "close": "Schließen",
        }
    )
    assert open_box(german, "modal").endswith("Vorschau aus Ganzer Eintrag")
    assert german.get_by_role("button", name="Vorschau", exact=True).count() == 1
    assert box(german).get_by_label("Schließen").count() == 1


def test_delay_width_and_side_by_kind(page: Any) -> None:
    told = page(
        rulebook_preview_delay={"tooltip": 3000, "modal": 10},
        rulebook_preview_width={"tooltip": "11rem", "modal": 500},
        rulebook_preview_side={"tooltip": "right", "modal": "top"},
    )
    link = told.get_by_role("link", name="tip", exact=True)
    hold_time(told)
    link.hover()
    pass_time(told, 2999)
    assert told.locator(BOX).count() == 0
    pass_time(told, 1)
    shown(told)
    place, anchor = box(told).bounding_box(), link.bounding_box()
    assert place["width"] == 176
    assert place["x"] >= anchor["x"] + anchor["width"]
    close(told)
    told.get_by_role("link", name="modal", exact=True).hover()
    pass_time(told, 10)
    shown(told)
    place = box(told).bounding_box()
    assert (place["width"], place["y"]) == (500, 16)


def test_a_link_looks_as_the_book_says_while_previews_are_on(page: Any) -> None:
    decoration = "e => getComputedStyle(e).textDecorationStyle"
    default = page()
    link = default.get_by_role("link", name="tip", exact=True)
    assert link.evaluate(decoration) == "dotted"
    default.get_by_role("button", name="Previews of links").click()
    assert link.evaluate(decoration) != "dotted"
    plain = page(rulebook_preview_look="plain")
    assert plain.get_by_role("link", name="tip", exact=True).evaluate(decoration) != "dotted"


def test_the_switch_among_a_theme_s_buttons_or_off(page: Any) -> None:
    furo = page(html_theme="furo", rulebook_preview_switch="buttons")
    assert furo.locator(".content-icon-container .rulebook-preview-switch").is_visible()
    none = page(rulebook_preview_switch="off")
    assert none.locator(".rulebook-preview-switch").count() == 0
    bare = page(rulebook_preview_switch="buttons")  # a theme without buttons: at the end
    assert bare.locator("[role=main] > .rulebook-preview-choice").is_visible()


def test_selectors_say_which_links_have_previews(page: Any) -> None:
    chosen = page(
        rulebook_preview_selector="a.toc",
        rulebook_preview_except="a[href$=bare]",
        rst_prolog=".. raw:: html\n\n   <a class='toc' href='to.html#target'>raw</a>\n\n",
    )
    assert "Words." in open_box(chosen, "raw")
    close(chosen)
    chosen.get_by_role("link", name="bare", exact=True).hover()
    chosen.wait_for_timeout(700)
    assert chosen.locator(BOX).count() == 0


def test_a_selector_means_links_of_the_text_not_those_of_a_sidebar(
    tmp_path: Path, opened: Opened
) -> None:
    conf = 'extensions = ["sphinxext.rulebook.hover"]\nrulebook_preview_selector = "a.internal"\n'
    index = "From\n====\n\n:doc:`to`\n\n.. toctree::\n   :hidden:\n\n   to\n"
    source = books.write(tmp_path / "s", conf, index=index, to="To\n==\n\nWords.\n")
    book = books.build(source, tmp_path / "out")
    with opened(book, "index.html", from_disk=True) as view:
        view.page.locator(".sphinxsidebar a.internal").first.hover()
        view.page.wait_for_timeout(700)
        assert view.page.locator(BOX).count() == 0
        view.page.locator("[role=main] a.internal").first.hover()
        assert "Words." in shown(view.page)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (
            {"rulebook_preview_delay": "soon"},
            "rulebook_preview_delay: no 'soon' for a tooltip; write a",
        ),
        ({"rulebook_preview_width": {"popup": 3}}, "rulebook_preview_width: no kind 'popup'"),
        (
            {"rulebook_preview_width": "wide"},
            "write a number of pixels or a length such as '30rem'",
        ),
        ({"rulebook_preview_side": {"modal": "inside"}}, "write 'center' or 'top' or"),
        ({"rulebook_preview_look": "blue"}, "write 'dotted' or 'underlined' or 'icon' or 'plain'"),
        ({"rulebook_preview_switch": "on"}, "write 'end' or 'buttons' or 'off'; 'end' is used"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(
    tmp_path: Path, settings: dict[str, Any], says: str
) -> None:
    source = books.write(tmp_path / "s", **PAGES)
    (source / "conf.py").write_text(
        'extensions = ["sphinxext.rulebook.hover"]\n'
        + "".join(f"{name} = {value!r}\n" for name, value in settings.items())
    )
    warned = books.build(source, tmp_path / "out").warnings
    assert "conf.py:2: WARNING: " in warned
    assert says in warned

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
from tests.hover.reading import BOX, box, close, shown

PAGES = {
    "index": ":hoverxreftooltip:`tip <target>` :hoverxrefmodal:`modal <target>`"
    " :hoverxrefmodal:`bare <bare>` :hoverxrefmodal:`figure <figure>`\n",
    "to": "To\n==\n\n.. _target:\n\nTarget\n------\n\nWords.\n\n.. _bare:\n\nBare words.\n\n"
    ".. figure:: none.png\n   :name: figure\n\n   A caption\n\n   A legend.\n",
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
    plain = page()
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

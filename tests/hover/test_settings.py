"""What hoverxref's settings and ours say, as a reader sees it."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.hover.conftest import CONF, Opened, Written
from tests.hover.reading import BOX, Reader

PAGES: dict[str, str | bytes] = {
    "index": ":hoverxreftooltip:`tip <target>` :hoverxrefmodal:`modal <target>`"
    " :hoverxrefmodal:`bare <bare>` :hoverxrefmodal:`figure <figure>`"
    " :py:func:`roll` :py:func:`choose` :term:`Grip` [Dice]_\n",
    "to": "To\n==\n\n.. _target:\n\nTarget\n------\n\nWords.\n\n.. _bare:\n\nBare words.\n\n"
    ".. figure:: none.png\n   :name: figure\n\n   A caption\n\n   A legend.\n\n"
    ".. py:function:: roll(n: int)\n\n   Rolls.\n\n"
    ".. glossary::\n\n   Grip\n      A hold.\n\n.. [Dice] A book.\n"
    f"\n.. py:function:: choose(otherwise='{'die' * 40}')\n\n   Says ``{'dice' * 40}``.\n",
}


Visit = Callable[..., Reader]
MANUAL = Path(__file__).parents[2] / "docs" / "previews" / "moving.rst"


@pytest.fixture
def visit(book: Written, opened: Opened) -> Iterator[Visit]:
    """Someone at the first page of a book with these settings."""
    with contextlib.ExitStack() as visits:

        def built(**settings: Any) -> Reader:
            folder = book(PAGES, **settings).outdir
            return visits.enter_context(opened(folder, from_disk=True))

        yield built


def open_box(reader: Reader, text: str) -> str:
    """Return what the preview of a reference says."""
    reader.hover(text)
    return reader.opens()


def test_width_class_and_animation_of_a_tooltip(visit: Visit) -> None:
    reader = visit(
        hoverxref_tooltip_maxwidth=250,
        hoverxref_tooltip_class="mine own",
        hoverxref_tooltip_animation="none",
        hoverxref_domains=["py"],
    )
    assert "diedie" in open_box(reader, "choose()")  # a long signature and long code wrap
    assert reader.box().evaluate("e => e.scrollWidth - e.clientWidth") == 0
    assert reader.place()["width"] == 250
    assert reader.page.locator(f"{BOX}.mine.own").count() == 1
    assert reader.style("animationName") == "none"


def test_side_of_a_tooltip(visit: Visit) -> None:
    reader = visit(hoverxref_tooltip_side="right")
    open_box(reader, "tip")
    link = reader.place("tip")
    assert reader.place()["x"] >= link["x"] + link["width"]


def test_class_and_titles_of_a_modal(visit: Visit) -> None:
    reader = visit(
        hoverxref_modal_class="other",
        hoverxref_modal_prefix_title="See: ",
        hoverxref_modal_default_title="Rule",
    )
    assert open_box(reader, "modal").startswith("See: Target")
    assert reader.page.locator(f"{BOX}.other").count() == 1
    reader.press("Escape")
    assert open_box(reader, "bare").startswith("See: Rule")


def test_a_modal_has_its_caption_or_the_link_s_words_for_a_title(visit: Visit) -> None:
    reader = visit(
        hoverxref_roles=["term", "citation"],
        hoverxref_domains=["py"],
        hoverxref_default_type="modal",
    )
    for text, says in (
        ("roll()", "roll × roll(n: int) Rolls."),  # a signature stays whole, with its links
        ("Grip", "Grip × A hold."),
        ("[Dice]", "[Dice] × A book."),
        ("bare", "bare × Bare words."),
        ("figure", "A caption ×"),
    ):
        assert open_box(reader, text).startswith(says)
        reader.press("Escape")


def test_words_of_another_language(visit: Visit) -> None:
    words = {
        "more": "Ganzer Eintrag",
        "off": "Vorschau aus",
        "shown": "Vorschau",
        "close": "Schließen",
    }
    reader = visit(rulebook_preview_words=words)
    assert open_box(reader, "modal").endswith("Vorschau aus Ganzer Eintrag")
    assert reader.page.get_by_role("button", name="Vorschau", exact=True).count() == 1
    assert reader.box().get_by_label("Schließen").count() == 1


@pytest.mark.parametrize(
    ("settings", "link", "delay"),
    [
        ({"hoverxref_modal_hover_delay": 1500}, "modal", 1500),
        ({"rulebook_preview_delay": {"tooltip": 3000, "modal": 10}}, "tip", 3000),
        ({"rulebook_preview_delay": {"tooltip": 3000, "modal": 10}}, "modal", 10),
    ],
)
def test_delay(visit: Visit, settings: dict[str, Any], link: str, delay: int) -> None:
    reader = visit(**settings)
    reader.hold_time()
    reader.hover(link)
    reader.pass_time(delay - 1)
    assert reader.page.locator(BOX).count() == 0
    reader.pass_time(1)
    reader.box().wait_for()


def test_width_and_side_by_kind(visit: Visit) -> None:
    reader = visit(
        rulebook_preview_width={"tooltip": "11rem", "modal": 500},
        rulebook_preview_side={"tooltip": "right", "modal": "top"},
    )
    open_box(reader, "tip")
    place, anchor = reader.place(), reader.place("tip")
    assert place["width"] == 176
    assert place["x"] >= anchor["x"] + anchor["width"]
    reader.close()
    open_box(reader, "modal")
    place = reader.place()
    assert (place["width"], place["y"]) == (500, 16)


def test_a_link_looks_as_the_book_says_while_previews_are_on(visit: Visit) -> None:
    decoration = ("textDecorationStyle", "a.hxr-tooltip")
    default = visit()
    assert default.style(*decoration) == "dotted"
    default.page.get_by_role("button", name="Previews of links").click()
    assert default.style(*decoration) != "dotted"
    assert visit(rulebook_preview_look="plain").style(*decoration) != "dotted"


def test_the_switch_among_a_theme_s_buttons_or_off(visit: Visit) -> None:
    furo = visit(html_theme="furo", rulebook_preview_switch="buttons")
    assert furo.page.locator(".content-icon-container .rulebook-preview-switch").is_visible()
    none = visit(rulebook_preview_switch="off")
    assert none.page.locator(".rulebook-preview-switch").count() == 0
    bare = visit(rulebook_preview_switch="buttons")  # a theme without buttons: at the end
    assert bare.page.locator("[role=main] > .rulebook-preview-choice").is_visible()


def test_selectors_say_which_links_of_the_text_have_previews(visit: Visit) -> None:
    reader = visit(
        rulebook_preview_selector="a.toc",
        rulebook_preview_except="a[href$=bare]",
        rst_prolog=".. raw:: html\n\n   <a class='toc reference' href='to.html#target'>raw</a>\n\n",
    )
    reader.hold_time()
    assert "Words." in open_box(reader, "raw")
    reader.close()
    reader.hover("bare")
    reader.stays(0)


def test_a_selector_means_no_links_of_a_sidebar(book: Written, opened: Opened) -> None:
    index = "From\n====\n\n:doc:`to`\n\n.. toctree::\n   :hidden:\n\n   to\n"
    conf = CONF + 'rulebook_preview_selector = "a.internal"\n'
    folder = book({"index": index, "to": "To\n==\n\nWords.\n"}, conf).outdir
    with opened(folder, from_disk=True) as reader:
        reader.hold_time()
        reader.hover(reader.page.locator(".sphinxsidebar a.internal").first)
        reader.stays(0)
        reader.hover(reader.page.locator("[role=main] a.internal").first)
        reader.opens("Words.")


@pytest.mark.parametrize(
    ("setting", "value", "says"),
    [
        ("delay", "soon", "rulebook_preview_delay: no 'soon' for a tooltip; write a"),
        ("width", {"popup": 3}, "rulebook_preview_width: no kind 'popup'"),
        ("width", "wide", "write a number of pixels or a length such as '30rem'"),
        ("side", {"modal": "inside"}, "write 'center' or 'top' or"),
        ("look", "blue", "write 'dotted' or 'underlined' or 'icon' or 'plain'"),
        ("switch", "on", "write 'end' or 'buttons' or 'off'; 'end' is used"),
        ("length", -5, "rulebook_preview_length: should be 0 to 1000000000, not -5"),
        ("words", {"mehr": "Mehr"}, "rulebook_preview_words: no 'mehr'; its words are more"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(
    book: Written, setting: str, value: object, says: str
) -> None:
    warned = book(PAGES, f"{CONF}rulebook_preview_{setting} = {value!r}\n").warnings
    assert any(line.startswith("conf.py:2: WARNING: ") and says in line for line in warned)


def test_the_manual_tells_of_every_setting_of_hoverxref() -> None:
    spec = find_spec("hoverxref")
    if spec is None or spec.origin is None:
        pytest.skip("sphinx-hoverxref is not installed")
    source = Path(spec.origin).with_name("extension.py").read_text("utf-8")
    settings = set(re.findall(r"add_config_value\('(\w+)'", source))
    assert len(settings) > 30
    assert set(re.findall(r"``(hoverxref_\w+)``", MANUAL.read_text("utf-8"))) == settings

"""Every marked reference opens what it points at, in a real browser, from a host and a disk."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from tests.hover import books, oracle
from tests.hover.conftest import Opened, ThemedBook
from tests.hover.reading import BOX, REFERENCES, box, close, closed, shown, tooltip_link
from tests.support import browser

THEMES = ("alabaster", "furo", "sphinx_rtd_theme", "sphinx_book_theme", "pydata_sphinx_theme")

# The text of a reference, and what its preview must say.
OPENS = {
    "Grappling": "A grappled creature cannot move. It may try to break free & 2 < 3 holds.",
    "Breaking free": "Roll Strength against the Grip of the other.",
    "Stunned": "A stunned creature acts last.",
    "Fig. 1.1": "Three holds, worst first.",
    "Table 3.1": "Lies on the ground",
    "a bare table": "d6 1/6 d8 1/8",
    "grip": "Grip Hold How well a creature holds on",
    "Grip": "Grip Hold How well a creature holds on",
    "strength": "How strong a creature is.",
    "a box": "What stands in a named container.",
    "a bare paragraph": "A paragraph that has a label of its own.",
    "Tabs": "Swords.",
    "folded words": "Folded words.",
    "Terms": "How far a creature reaches.",
    "the numbers": "One, two, three.",
    "Huge": "Paragraph 0 says that the odds",
    "long table": "1 The outcome of roll number 1 in many words",
    "From Markdown": "Words in Markdown with",
    "How often it works": "How often it works The figures as a table",
    "figures": "dice Easy Normal Difficult Extreme 1 50% 33% 0% 0% 2 75%",
    "A roll": "Listing 8.1 A roll roll = 6",
    "(3.1)": "\\[a + b\\]",
    "The rest of it": "The rest of it Words under a rubric.",
    "Beside it": "Beside it Words beside. More of them.",
    "Scripts": "Words and <img src=x onerror=alert(1)>.",
    "Sampler": "A note with literal words.",
    "Here": "A section of the same page",
    "all of it": "A small book for the previews.",
}


tells_requests = pytest.mark.skipif(
    os.environ.get("BROWSER") == "webkit", reason="WebDriver does not tell what a page loads"
)


def every_reference_opens(view: browser.View) -> None:
    for text, says in OPENS.items():
        link = tooltip_link(view.page, text)
        link.hover()
        preview = shown(view.page)
        assert says in preview, text
        if box(view.page).get_attribute("role") == "dialog":
            more = box(view.page).locator("a").last
            assert more.inner_text() in ("Full entry", "Read on")
            assert more.evaluate("a => a.href") == link.evaluate("a => a.href")
        close(view.page)
    assert view.errors == []
    assert view.not_found() == []
    assert view.off_site(view.base) == []
    assert view.refused_to("rulebook") == []


# The other ways to read it, in every theme, are in the slow matrix below.
@pytest.mark.slow
@pytest.mark.engines
def test_every_reference_opens_what_it_points_at(themed: ThemedBook, opened: Opened) -> None:
    with opened(themed(), REFERENCES["html"], from_disk=True) as view:
        every_reference_opens(view)


@pytest.mark.slow
@pytest.mark.parametrize("from_disk", [False, True], ids=["http", "file"])
@pytest.mark.parametrize("builder", REFERENCES)
@pytest.mark.parametrize("theme", THEMES)
def test_every_reference_opens_in_every_theme(
    themed: ThemedBook, opened: Opened, theme: str, builder: str, from_disk: bool
) -> None:
    with opened(themed(theme, builder), REFERENCES[builder], from_disk) as view:
        every_reference_opens(view)


@pytest.mark.parametrize("builder", REFERENCES)
def test_a_picture_in_a_preview_is_found_from_any_depth(
    themed: ThemedBook, opened: Opened, builder: str
) -> None:
    with opened(themed(builder=builder), REFERENCES[builder]) as view:
        tooltip_link(view.page, "Fig. 1.1").hover()
        picture = box(view.page).locator("img")
        picture.wait_for()
        view.page.wait_for_function(
            "selector => document.querySelector(selector).naturalWidth > 0", arg=f"{BOX} img"
        )
        assert view.failed == []


@pytest.mark.parametrize("builder", REFERENCES)
def test_a_link_in_a_preview_leads_where_it_led(
    themed: ThemedBook, opened: Opened, builder: str
) -> None:
    with opened(themed(builder=builder), REFERENCES[builder]) as view:
        tooltip_link(view.page, "Table 3.1").hover()
        shown(view.page)
        box(view.page).locator("a", has_text="grip").click()
        view.page.wait_for_url("**#term-Grip")
        assert view.page.locator("#term-Grip").first.is_visible()


def test_a_link_within_the_page_closes_the_preview(themed: ThemedBook, opened: Opened) -> None:
    with opened(themed(), REFERENCES["html"]) as view:
        for _ in range(2):
            tooltip_link(view.page, "Here").hover()
            shown(view.page)
            box(view.page).locator(".rulebook-preview-more").click()
            closed(view.page)
            assert view.page.url.endswith("#here")
            view.page.mouse.move(0, 0)


def test_a_page_comes_back_with_no_preview_open(themed: ThemedBook, opened: Opened) -> None:
    with opened(themed(), REFERENCES["html"]) as view:
        tooltip_link(view.page, "grip").hover()
        shown(view.page)
        box(view.page).locator(".rulebook-preview-more").click()
        view.page.wait_for_url("**#term-Grip")
        view.page.mouse.move(0, 0)
        view.page.evaluate("history.back()")
        view.page.wait_for_function("page => location.href.endsWith(page)", arg=REFERENCES["html"])
        assert view.page.locator(BOX).count() == 0


def test_mathematics_is_typeset_on_a_page_that_has_none(themed: ThemedBook, opened: Opened) -> None:
    with opened(themed(), REFERENCES["html"]) as view:
        assert view.page.evaluate("typeof MathJax") == "undefined"
        tooltip_link(view.page, "Stunned").hover()
        shown(view.page)
        view.page.wait_for_selector(f"{BOX} span.math[data-typeset]")
        view.page.wait_for_selector(f"{BOX} div.math[data-typeset]")
        assert view.page.evaluate("MathJax.config.tex") == {"tags": "none"}


def test_mathematics_is_typeset_by_the_page_s_own_mathjax(
    themed: ThemedBook, opened: Opened
) -> None:
    with opened(themed(builder="singlehtml"), "index.html") as view:
        before = [url for url in view.requests if "mathjax" in url]
        tooltip_link(view.page, "Stunned").hover()
        view.page.wait_for_selector(f"{BOX} div.math[data-typeset]")
        assert [url for url in view.requests if "mathjax" in url] == before


def test_an_inline_style_holds_under_a_strict_policy(themed: ThemedBook, opened: Opened) -> None:
    with opened(themed(), REFERENCES["html"]) as view:
        tooltip_link(view.page, "Sampler").hover()
        shown(view.page)
        styled = box(view.page).locator(".styled")
        assert styled.evaluate("e => getComputedStyle(e).letterSpacing") == "3px"
        assert view.refused_to("rulebook") == []


def test_a_chart_is_drawn_as_on_its_page(themed: ThemedBook, opened: Opened) -> None:
    with opened(themed(), REFERENCES["html"]) as view:
        tooltip_link(view.page, "How often it works").hover()
        shown(view.page)
        drawing = box(view.page).locator("svg:visible")
        label = str(drawing.get_attribute("aria-label"))
        assert all(word in label for word in ("Easy", "Extreme", "75%"))
        assert drawing.locator("path.rulebook-chart-line").count() == 4
        place, frame = drawing.bounding_box(), box(view.page).bounding_box()
        assert place
        assert frame
        assert place["width"] > 0.85 * frame["width"]
        assert not box(view.page).get_by_role("cell").first.is_visible()
        box(view.page).get_by_text("The figures as a table").click()
        assert box(view.page).get_by_role("cell", name="75%").is_visible()


def test_what_floats_stays_in_its_preview(themed: ThemedBook, opened: Opened) -> None:
    with opened(themed(), REFERENCES["html"]) as view:
        tooltip_link(view.page, "Beside it").hover()
        shown(view.page)
        aside = box(view.page).locator("aside").bounding_box()
        around = box(view.page).bounding_box()
        assert aside
        assert around
        assert aside["y"] + aside["height"] <= around["y"] + around["height"]


@pytest.mark.parametrize("from_disk", [False, True], ids=["http", "file"])
def test_no_script_of_the_content_runs(themed: ThemedBook, opened: Opened, from_disk: bool) -> None:
    loose = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data:"
    with opened(themed(), REFERENCES["html"], from_disk, policy=loose) as view:
        tooltip_link(view.page, "Scripts").hover()
        shown(view.page)
        box(view.page).get_by_text("press").click()
        view.page.wait_for_timeout(500)
        assert view.page.evaluate("window.ran") is None
        assert box(view.page).is_visible()


def test_tabs_in_a_preview_are_its_own(themed: ThemedBook, opened: Opened) -> None:
    with opened(themed(builder="singlehtml"), "index.html") as view:
        tooltip_link(view.page, "Tabs").hover()
        assert "Swords." in shown(view.page)
        box(view.page).get_by_text("Ranged").click()
        assert "Bows." in shown(view.page)
        assert view.page.locator("#tabs input").first.is_checked()


@pytest.mark.slow
@pytest.mark.engines
def test_no_id_is_doubled(themed: ThemedBook, opened: Opened) -> None:
    for theme, builder, text in (
        ("alabaster", "singlehtml", "Tabs"),
        ("alabaster", "singlehtml", "Grappling"),
        ("alabaster", "html", "Here"),
        ("furo", "html", "a bare table"),  # furo writes its id twice
    ):
        with opened(themed(theme, builder), REFERENCES[builder]) as view:
            count = "() => [...document.querySelectorAll('[id]')].map(e => e.id)"
            before = view.page.evaluate(count)
            tooltip_link(view.page, text).hover()
            shown(view.page)
            added = view.page.evaluate(count)
            for name in before:
                added.remove(name)
            assert added
            assert set(added) & set(before) == set()
            assert len(set(added)) == len(added)


@tells_requests
def test_only_what_is_looked_at_is_loaded(themed: ThemedBook, opened: Opened) -> None:
    with opened(themed(), REFERENCES["html"]) as view:
        assert [url for url in view.requests if "rulebook-previews" in url] == []
        view.page.evaluate("() => { Date.now = () => 0 }")  # each minute asks for versions anew
        for _ in range(2):
            tooltip_link(view.page, "grip").hover()
            shown(view.page)
            close(view.page)
        ours = [url.partition("?")[0] for url in view.requests if "rulebook-" in url]
        assert ours[-2:] == [
            f"{view.base}_static/rulebook-versions.js",
            f"{view.base}_static/rulebook-previews/lore/terms.js",
        ]


@pytest.mark.slow
@pytest.mark.parametrize("from_disk", [False, True], ids=["http", "file"])
def test_of_a_large_glossary_a_preview_loads_a_small_part(
    tmp_path: Path, opened: Opened, from_disk: bool
) -> None:
    chance = random.Random(3)
    words = sorted({"".join(chance.choices("abcdefghijklmnop", k=7)) for _ in range(3000)})
    terms = "".join(
        f"   {word}\n      It is {' '.join(chance.choices(words, k=9))}.\n" for word in words
    )
    asked = " ".join(f":term:`{word}`" for word in words)
    source = books.write(
        tmp_path / "s", index=f"{asked}\n", terms=f":orphan:\n\n.. glossary::\n\n{terms}"
    )
    book = books.build(source, tmp_path / "out")
    folder = book.folder / "_static/rulebook-previews"
    assert sum(path.stat().st_size for path in folder.iterdir()) > 150_000
    with opened(book, "index.html", from_disk) as view:
        for word in (words[0], words[1234], words[-1]):
            before = len(view.requests)
            view.page.locator(f'a[href$="#term-{word}"]').hover()
            assert shown(view.page).startswith(f"{word} It is ")
            close(view.page)
            taken = [
                url.partition("?")[0].rpartition("_static/")[2] for url in view.requests[before:]
            ]
            assert sum((folder.parent / name).stat().st_size for name in taken) <= 30_000
        assert view.errors == []
        assert view.not_found() == []


@tells_requests
def test_an_address_lasts_as_long_as_what_it_leads_to(tmp_path: Path, opened: Opened) -> None:
    page = ".. _{0}:\n\n{0}\n=====\n\n{1}\n"
    source = books.write(
        tmp_path / "s",
        index=":ref:`one` :ref:`two`\n",
        a=page.format("one", "Old."),
        b=page.format("two", "Same."),
    )

    def addresses() -> dict[str, str]:
        book = books.build(source, tmp_path / "out")
        with opened(book, "index.html") as view:
            for name in ("one", "two"):
                view.page.get_by_role("link", name=name).hover()
                shown(view.page)
                close(view.page)
            ours = [url.rpartition("/")[2] for url in view.requests if "rulebook-previews" in url]
        return dict(url.split(".js?v=") for url in ours)

    first = addresses()
    assert addresses() == first
    books.write(source, a=page.format("one", "New."))
    os.utime(source / "a.rst", (2e9, 2e9))
    second = addresses()
    assert second["a"] != first["a"]
    assert second["b"] == first["b"]


def test_with_no_script_a_reference_is_a_link(themed: ThemedBook, opened: Opened) -> None:
    with opened(themed(), REFERENCES["html"], script=False) as view:
        assert view.page.locator(".rulebook-preview-switch").count() == 0
        tooltip_link(view.page, "grip").click()
        view.page.wait_for_url("**/lore/terms.html#term-Grip")


def test_a_reference_without_a_preview_is_a_link(themed: ThemedBook, opened: Opened) -> None:
    with opened(themed(), REFERENCES["html"], touch=True) as view:
        view.page.route("**/rulebook-previews/**", lambda route: route.abort())
        tooltip_link(view.page, "grip").hover()
        view.page.wait_for_timeout(400)
        assert view.page.locator(BOX).count() == 0
        tooltip_link(view.page, "strength").tap()
        view.page.wait_for_url("**/lore/terms.html#term-Strength")


def test_a_page_is_known_by_any_of_its_addresses(themed: ThemedBook, opened: Opened) -> None:
    with opened(themed(), "") as view:  # index.html, as a host shows it
        view.page.get_by_role("link", name="within this page").hover()
        assert "A section of the index itself" in shown(view.page)


@pytest.mark.parametrize("from_disk", [False, True], ids=["http", "file"])
def test_names_that_an_address_cannot_hold_as_they_are(
    tmp_path: Path, opened: Opened, from_disk: bool
) -> None:
    source = books.write(
        tmp_path / "s",
        **{
            "index": ":ref:`there <fünf>`\n",
            "ein ordner__fünf & 100%": ".. _fünf:\n\nFünf\n====\n\nWörter.\n",
        },
    )
    book = books.build(source, tmp_path / "out")
    with opened(book, "index.html", from_disk) as view:
        view.page.get_by_role("link", name="there").hover()
        assert "Wörter." in shown(view.page)


SURROUNDINGS = """
From
====

.. _here:

Here
----

Words before :ref:`there <far>` and :ref:`tabs <tabbed>`.

.. toctree::

   to
"""
TABBED = """
To
==

.. _far:

Far
---

Words.

.. _tabbed:

Tabbed
------

.. raw:: html

   <div class="sphinx-tabs"><div role="tablist">
   <button aria-controls="panel-0" aria-selected="true" id="tab-0" role="tab">One</button>
   <button aria-controls="panel-1" id="tab-1" role="tab" tabindex="-1">Two</button>
   </div><div aria-labelledby="tab-0" id="panel-0" role="tabpanel"><p>First.</p></div>
   <div aria-labelledby="tab-1" hidden id="panel-1" role="tabpanel"><p>Second.</p></div></div>
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> books.Book:
    """A book of two pages, with an address of its own and text from the right."""
    folder = tmp_path_factory.mktemp("small")
    source = books.write(folder / "s", index=SURROUNDINGS, to=TABBED)
    return books.build(source, folder / "out", html_baseurl="https://example.org/book/")


def test_tabs_that_their_page_turns_by_script_turn_in_a_preview(
    small: books.Book, opened: Opened
) -> None:
    with opened(small, "index.html") as view:
        view.page.get_by_role("link", name="tabs").hover()
        assert "Second." not in shown(view.page)
        box(view.page).get_by_role("tab", name="Two").click()
        assert "Second." in shown(view.page)
        assert "First." not in shown(view.page)


# Tabs as scripts on their page turn them, a label that a theme paints pale, and a slow picture.
LOOSE = "default-src 'self' 'unsafe-inline'"
STYLED = """
:ref:`panes <turned>` :ref:`stairs <tall>` [Dice]_

.. raw:: html

   <style>.pane { display: none } .pane.on { display: block }
   .tab { background: #888; color: #eee; opacity: 0.6; transition: color 9s }</style>
"""
TURNED = """
To
==

.. _turned:

.. container:: panes

   .. raw:: html

      <b class="tab" onclick="turn(0)">One</b> <b class="tab" onclick="turn(1)">Two</b>
      <div class="pane on">First.</div><div class="pane">Second.</div>
      <ul><li><input type="checkbox" disabled> Undone</li></ul>

.. _tall:

.. image:: tall.svg
   :alt: Stairs

.. [Dice] A book.
"""


def test_a_preview_is_whole_and_clear_without_the_scripts_of_its_page(
    tmp_path: Path, opened: Opened
) -> None:
    source = books.write(
        tmp_path / "source",
        'extensions = ["sphinxext.rulebook.hover"]\nhoverxref_roles = ["ref", "citation"]\n',
        index=":ref:`panes <turned>` :ref:`stairs <tall>` [Dice]_\n",
        to=TURNED,
    )
    picture = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="900"/>'
    (source / "tall.svg").write_text(picture, "utf-8")
    book = books.build(source, tmp_path / "out")
    with opened(book, "index.html", still=True, policy=LOOSE) as view:
        for name, says in (("panes", "First. Second."), ("[Dice]", "A book."), ("stairs", "")):
            view.page.get_by_role("link", name=name).hover()
            assert says in shown(view.page)
            if name == "stairs":  # no tooltip any more when it has come and has to be scrolled
                view.page.locator(f"{BOX}[role=dialog] .rulebook-preview-more").wait_for()
            assert browser.axe_violations(view.page, BOX) == []
            close(view.page)


@pytest.mark.slow
def test_tabs_of_sphinx_tabs_turn_in_a_preview(tmp_path: Path, opened: Opened) -> None:
    tabs = (
        ".. tabs::\n\n   .. tab:: One\n\n      First.\n\n   .. tab:: Two\n\n      Second.\n\n"
        ".. tabs::\n\n   .. code-tab:: py\n\n      throw(2)\n\n"
        "   .. code-tab:: c\n\n      throw(3);\n"
    )
    source = books.write(
        tmp_path / "s",
        'extensions = ["sphinx_tabs.tabs", "sphinxext.rulebook.hover"]\n',
        index="From\n====\n\n:ref:`tabs <tabbed>`\n",
        to=f"To\n==\n\n.. _tabbed:\n\nTabbed\n------\n\n{tabs}",
    )
    book = books.build_apart(source, tmp_path / "out")
    assert oracle.read(book) == (1, [])
    with opened(book, "index.html", policy="default-src 'self' 'unsafe-inline'") as view:
        view.page.get_by_role("link", name="tabs").hover()
        assert "Second." not in shown(view.page)
        box(view.page).get_by_role("tab", name="Two").click()
        assert "Second." in shown(view.page)
        assert "First." not in shown(view.page)
        box(view.page).get_by_role("tab", name="C", exact=True).click()
        assert "throw(3);" in shown(view.page)
        assert "throw(2)" not in shown(view.page)


def test_a_page_from_right_to_left_mirrors(small: books.Book, opened: Opened) -> None:
    with opened(small, "index.html") as view:
        view.page.evaluate("document.documentElement.dir = 'rtl'")
        link = view.page.get_by_role("link", name="there")
        link.hover()
        shown(view.page)
        anchor, place = link.bounding_box(), box(view.page).bounding_box()
        assert anchor
        assert place
        assert abs(place["x"] + place["width"] - anchor["x"] - anchor["width"]) <= 2
        assert box(view.page).evaluate("e => getComputedStyle(e).direction") == "rtl"


def test_what_sphinx_highlights_after_a_search_stays(small: books.Book, opened: Opened) -> None:
    with opened(small, "index.html?highlight=words") as view:
        view.page.locator("span.highlighted").first.wait_for()
        view.page.get_by_role("link", name="there").hover()
        assert "Words." in shown(view.page)
        view.page.keyboard.press("Escape")
        closed(view.page)
        assert view.page.locator("span.highlighted").count() > 0


def test_beside_a_second_tooltip_library(small: books.Book, opened: Opened) -> None:
    loose = "default-src 'self' 'unsafe-inline'"
    with opened(small, "index.html", policy=loose) as view:
        view.page.evaluate(
            "document.querySelectorAll('a').forEach(link => {"
            "  link.title = 'A tip';"
            "  link.addEventListener('mouseenter', () => {"
            "    const tip = document.createElement('div');"
            "    tip.id = 'other'; tip.role = 'tooltip'; tip.textContent = link.title;"
            "    link.setAttribute('aria-describedby', 'other');"
            "    document.body.append(tip);"
            "  });"
            "})"
        )
        link = view.page.get_by_role("link", name="there")
        link.hover()
        assert "Words." in shown(view.page)
        assert "other" in str(link.get_attribute("aria-describedby")).split()
        view.page.mouse.move(0, 0)
        closed(view.page)
        assert link.get_attribute("aria-describedby") == "other"
        assert view.errors == []


def test_print_shows_none(small: books.Book, opened: Opened) -> None:
    with opened(small, "index.html") as view:
        view.page.get_by_role("link", name="there").hover()
        shown(view.page)
        view.page.emulate_media(media="print")
        if os.environ.get("BROWSER") == "firefox":
            pytest.skip("Playwright cannot print in Firefox")
        assert not box(view.page).is_visible()
        assert not view.page.locator(".rulebook-preview-switch").is_visible()


def test_a_page_that_is_saved_to_disk_alone_keeps_its_links(
    small: books.Book, opened: Opened, tmp_path: Path
) -> None:
    text = small.page("index.html").replace('href="to.html', 'href="https://example.org/to.html')
    (tmp_path / "saved.html").write_text(text.replace("_static/", "saved_files/"), "utf-8")
    shutil.copytree(small.folder / "_static", tmp_path / "saved_files")
    shutil.rmtree(tmp_path / "saved_files/rulebook-previews")
    with opened(books.Book(tmp_path, ""), "saved.html", from_disk=True) as view:
        link = view.page.get_by_role("link", name="there")
        link.hover()
        view.page.wait_for_timeout(400)
        assert view.page.locator(BOX).count() == 0
        assert view.errors == []


def test_the_page_may_name_its_own_address(small: books.Book, opened: Opened) -> None:
    assert "https://example.org/book/index.html" in small.page("index.html")
    with opened(small, "index.html") as view:
        view.page.get_by_role("link", name="there").hover()
        assert "Words." in shown(view.page)
        assert view.off_site(view.base) == []


NONCE = "nonce-c2FtcGxl"


@pytest.mark.parametrize(
    "policy",
    [
        f"default-src 'none'; script-src '{NONCE}'; style-src 'self'; img-src 'self'",
        f"default-src 'self'; script-src '{NONCE}' 'strict-dynamic'",
        "default-src 'self'; require-trusted-types-for 'script'",
        f"default-src 'none'; script-src '{NONCE}' 'strict-dynamic'; style-src 'self';"
        " img-src 'self'; require-trusted-types-for 'script'; trusted-types rulebook-previews",
    ],
)
def test_a_strict_policy_does_not_block_it(
    themed: ThemedBook, opened: Opened, tmp_path: Path, policy: str
) -> None:
    book = books.Book(shutil.copytree(themed().folder, tmp_path / "book"), "")
    for path in book.folder.rglob("*.html"):  # as a host does that gives its scripts a nonce
        text = path.read_text("utf-8").replace("<script", f'<script nonce="{NONCE[6:]}"')
        path.write_text(text, "utf-8")
    with opened(book, REFERENCES["html"], policy=policy) as view:
        for text in ("strength", "Stunned", "Sampler"):
            tooltip_link(view.page, text).hover()
            assert OPENS[text] in shown(view.page)
            close(view.page)
        tooltip_link(view.page, "Stunned").hover()
        view.page.wait_for_selector(f"{BOX} div.math[data-typeset]")
        assert view.refused_to("rulebook") == []


def test_under_a_policy_that_names_other_scripts_every_link_is_a_link(
    themed: ThemedBook, opened: Opened
) -> None:
    policy = "default-src 'self'; require-trusted-types-for 'script'; trusted-types others"
    with opened(themed(), REFERENCES["html"], policy=policy) as view:
        assert view.page.locator(".rulebook-preview-switch").count() == 0
        tooltip_link(view.page, "grip").click()
        view.page.wait_for_url("**/lore/terms.html#term-Grip")

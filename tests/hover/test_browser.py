"""Every marked reference opens what it points at, in a real browser, from a host and a disk."""

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hover import oracle
from tests.hover.conftest import Opened, ThemedBook, Written
from tests.hover.reading import BOX, LOOSE, REFERENCES, Reader
from tests.support import browser, tools
from tests.support.books import ROOTS
from tests.support.cases import cases_of

CASES = cases_of(__file__)

THEMES = ("alabaster", "furo", "sphinx_rtd_theme", "sphinx_book_theme", "pydata_sphinx_theme")

# The text of a reference, and what its preview must say.
OPENS = CASES["opens"]


either_way = pytest.mark.parametrize("from_disk", [False, True], ids=["http", "file"])
by_any_builder = pytest.mark.parametrize("builder", REFERENCES)


def every_reference_opens(reader: Reader) -> None:
    reader.hold_time()
    for text, says in OPENS.items():
        reader.hover(text)
        reader.opens(says)
        if reader.box().get_attribute("role") == "dialog":
            more = reader.box().locator("a").last
            assert more.inner_text() in ("Full entry", "Read on")
            assert more.evaluate("a => a.href") == reader.link(text).evaluate("a => a.href")
        reader.close()
    assert reader.view.not_found() == []
    assert reader.view.off_site(reader.base) == []
    assert reader.view.refused_to("rulebook") == []


# Each theme by each builder, each other one from a disk: each theme and builder is tried both ways.
EVERY_BOOK = [
    (theme, builder, bool((one + other) % 2))
    for one, theme in enumerate(THEMES)
    for other, builder in enumerate(REFERENCES)
]


@pytest.mark.slow
@pytest.mark.parametrize(("theme", "builder", "from_disk"), EVERY_BOOK)
def test_every_reference_opens_in_every_theme(
    themed: ThemedBook, opened: Opened, theme: str, builder: str, from_disk: bool
) -> None:
    with opened(themed(theme, builder), REFERENCES[builder], from_disk) as reader:
        every_reference_opens(reader)


@by_any_builder
def test_pictures_and_links_in_a_preview_are_found_from_any_depth(
    themed: ThemedBook, opened: Opened, builder: str
) -> None:
    with opened(themed(builder=builder), REFERENCES[builder]) as reader:
        reader.hover("Fig. 1.1")
        reader.box().locator("img").wait_for()
        reader.page.wait_for_function(
            "selector => document.querySelector(selector).naturalWidth > 0", arg=f"{BOX} img"
        )
        assert reader.view.failed == []
        reader.close()
        reader.hover("Table 3.1")
        reader.opens()
        reader.within("grip").click()
        reader.page.wait_for_url("**#term-Grip")
        assert reader.page.locator("#term-Grip").first.is_visible()


def test_mathematics_is_typeset_by_the_page_s_own_mathjax(
    themed: ThemedBook, opened: Opened
) -> None:
    with opened(themed(builder="singlehtml")) as reader:
        before = [url for url in reader.view.requests if "mathjax" in url]
        reader.hover("Stunned")
        reader.page.wait_for_selector(f"{BOX} div.math[data-typeset]")
        assert [url for url in reader.view.requests if "mathjax" in url] == before


FORMULAS: dict[str, str | bytes] = {
    "index": "Index\n=====\n\n:ref:`odds`, and these are brackets: \\\\(x\\\\).\n",
    "odds": ".. _odds:\n\nOdds\n====\n\n:math:`x^2` and\n\n.. math:: a + b\n\nSee :ref:`odds`.\n",
}
MATHEMATICAL = 'extensions = ["sphinx.ext.mathjax", "sphinxext.rulebook.hover"]\n'


@pytest.mark.parametrize("release", tools.MATHJAX)
def test_each_formula_is_typeset_once_and_nothing_else(
    book: Written, opened: Opened, release: str
) -> None:
    tools.need(release)
    path = tools.MATHJAX[release].as_uri()
    built = book(FORMULAS, MATHEMATICAL, mathjax_path=path)
    for page, outside in (("index.html", 0), ("odds.html", 2)):
        with opened(built.outdir, page, from_disk=True) as reader:
            reader.hover("Odds")
            reader.opens()
            formulas = reader.page.locator(f"{BOX} mjx-container")
            formulas.nth(1).wait_for()
            reader.page.locator("mjx-container").nth(1 + outside).wait_for()  # the page's own, too
            browser.settled(reader.page)  # it would come later if it came twice
            assert formulas.count() == 2
            assert reader.page.locator("mjx-container").count() == 2 + outside
            if not outside:
                text = reader.page.locator("[role=main]").inner_text()
                assert "these are brackets: \\(x\\)." in text


def test_a_mathjax_by_another_name_is_found(book: Written, opened: Opened) -> None:
    sums = (ROOTS / "hover-book/_static/mathjax.js").read_bytes()
    named = {"mathjax_path": "sums.js", "html_static_path": ["sums.js"]}
    built = book({**FORMULAS, "sums.js": sums}, MATHEMATICAL, **named)
    with opened(built.outdir) as reader:
        reader.hover("Odds")
        reader.page.wait_for_selector(f"{BOX} div.math[data-typeset]")


def test_an_inline_style_holds_under_a_strict_policy(reader: Reader) -> None:
    reader.hover("Sampler")
    reader.opens()
    assert reader.style("letterSpacing", f"{BOX} .styled") == "3px"
    assert reader.view.refused_to("rulebook") == []


def test_a_chart_is_drawn_as_on_its_page(reader: Reader) -> None:
    reader.hover("How often it works")
    reader.opens()
    drawing = reader.box().locator("svg:visible")
    label = str(drawing.get_attribute("aria-label"))
    assert all(word in label for word in ("Easy", "Extreme", "75%"))
    assert drawing.locator("path.rulebook-chart-line").count() == 4
    assert reader.place(drawing)["width"] > 0.85 * reader.place()["width"]
    assert not reader.box().get_by_role("cell").first.is_visible()
    reader.box().get_by_text("The figures as a table").click()
    assert reader.box().get_by_role("cell", name="75%").is_visible()


def test_what_floats_stays_in_its_preview(reader: Reader) -> None:
    reader.hover("Beside it")
    reader.opens()
    aside, around = reader.place(reader.box().locator("aside")), reader.place()
    assert aside["y"] + aside["height"] <= around["y"] + around["height"]


@either_way
def test_no_script_of_the_content_runs(themed: ThemedBook, opened: Opened, from_disk: bool) -> None:
    loose = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data:"
    with opened(themed(), REFERENCES["html"], from_disk, policy=loose) as reader:
        reader.hover("Scripts")
        reader.opens()
        reader.box().get_by_text("press").click()
        browser.settled(reader.page)
        assert reader.page.evaluate("window.ran") is None
        assert reader.box().is_visible()


@pytest.mark.slow
def test_no_id_is_doubled(themed: ThemedBook, opened: Opened) -> None:
    for theme, builder, text in (
        ("alabaster", "singlehtml", "Tabs"),
        ("alabaster", "singlehtml", "Grappling"),
        ("alabaster", "html", "Here"),
        ("furo", "html", "a bare table"),  # furo writes its id twice
    ):
        with opened(themed(theme, builder), REFERENCES[builder]) as reader:
            ids = "() => [...document.querySelectorAll('[id]')].map(e => e.id)"
            before = reader.page.evaluate(ids)
            reader.hover(text)
            reader.opens()
            added = reader.page.evaluate(ids)
            for name in before:
                added.remove(name)
            assert added
            assert set(added) & set(before) == set()
            assert len(set(added)) == len(added)


def test_only_what_is_looked_at_is_loaded(reader: Reader) -> None:
    assert [url for url in reader.view.requests if "rulebook-previews" in url] == []
    reader.page.evaluate("() => { Date.now = () => 0 }")  # each minute asks for versions anew
    for _ in range(2):
        reader.hover("grip")
        reader.opens()
        reader.close()
    ours = [url.partition("?")[0] for url in reader.view.requests if "rulebook-" in url]
    assert ours[-2:] == [
        f"{reader.base}_static/rulebook-versions.js",
        f"{reader.base}_static/rulebook-previews/lore/terms.js",
    ]


@pytest.mark.slow
@either_way
def test_of_a_large_glossary_a_preview_loads_a_small_part(
    book: Written, opened: Opened, from_disk: bool
) -> None:
    chance = random.Random(3)
    words = sorted({"".join(chance.choices("abcdefghijklmnop", k=7)) for _ in range(3000)})
    terms = "".join(
        f"   {word}\n      It is {' '.join(chance.choices(words, k=9))}.\n" for word in words
    )
    asked = " ".join(f":term:`{word}`" for word in words)
    pages = {"index": f"{asked}\n", "terms": f":orphan:\n\n.. glossary::\n\n{terms}"}
    static = book(pages).outdir / "_static"
    made = list((static / "rulebook-previews").iterdir())
    assert sum(path.stat().st_size for path in made) > 150_000
    with opened(static.parent, from_disk=from_disk) as reader:
        for word in (words[0], words[1234], words[-1]):
            before = len(reader.view.requests)
            reader.hover(reader.page.locator(f'a[href$="#term-{word}"]'))
            assert reader.opens().startswith(f"{word} It is ")
            reader.close()
            asked_for = (url.partition("?")[0] for url in reader.view.requests[before:])
            taken = [url.rpartition("_static/")[2] for url in asked_for]
            assert sum((static / name).stat().st_size for name in taken) <= 30_000
        assert reader.view.not_found() == []


def test_an_address_lasts_as_long_as_what_it_leads_to(book: Written, opened: Opened) -> None:
    page = ".. _{0}:\n\n{0}\n=====\n\n{1}\n"

    def addresses(pages: dict[str, str]) -> dict[str, str]:
        with opened(book(pages).outdir) as reader:
            for name in ("one", "two"):
                reader.hover(name)
                reader.opens()
                reader.close()
            urls = [url for url in reader.view.requests if "rulebook-previews" in url]
        return dict(url.rpartition("/")[2].split(".js?v=") for url in urls)

    same = page.format("two", "Same.")
    first = addresses(
        {"index": ":ref:`one` :ref:`two`\n", "a": page.format("one", "Old."), "b": same}
    )
    assert addresses({}) == first
    second = addresses({"a": page.format("one", "New.")})
    assert second["a"] != first["a"]
    assert second["b"] == first["b"]


@pytest.mark.parametrize(
    "options",
    CASES["where_no_script_may_run_every_link_is_a_link"],
    ids=["no script", "a policy that names other scripts"],
)
def test_where_no_script_may_run_every_link_is_a_link(
    themed: ThemedBook, opened: Opened, options: dict[str, str]
) -> None:
    with opened(themed(), REFERENCES["html"], **options) as reader:
        assert reader.page.locator(".rulebook-preview-switch").count() == 0
        reader.link("grip").click()
        reader.page.wait_for_url("**/lore/terms.html#term-Grip")


def test_a_reference_without_a_preview_is_a_link(themed: ThemedBook, opened: Opened) -> None:
    with opened(themed(), REFERENCES["html"], touch=True) as reader:
        reader.page.route("**/rulebook-previews/**", lambda route: route.abort())
        with reader.page.expect_event("requestfailed"):
            reader.hover("grip")
        reader.stays(0)
        reader.tap("strength")
        reader.page.wait_for_url("**/lore/terms.html#term-Strength")


@either_way
def test_names_that_an_address_cannot_hold_as_they_are(
    book: Written, opened: Opened, from_disk: bool
) -> None:
    far = ".. _fünf:\n\nFünf\n====\n\nWörter.\n"
    built = book({"index": ":ref:`there <fünf>`\n", "ein ordner/fünf & 100%": far})
    with opened(built.outdir, from_disk=from_disk) as reader:
        reader.hover("there")
        reader.opens("Wörter.")


SMALL = "hover-small"  # it has an address of its own, and tabs and panes that scripts turn


@pytest.fixture
def visit(themed: ThemedBook, opened: Opened) -> Iterator[Reader]:
    """Someone at the first page of the small book."""
    with opened(themed(root=SMALL), policy=LOOSE) as reader:
        yield reader


def test_a_preview_is_whole_and_clear_without_the_scripts_of_its_page(
    themed: ThemedBook, opened: Opened
) -> None:
    with opened(themed(root=SMALL), still=True, policy=LOOSE) as reader:
        for name, says in (("panes", "First. Second."), ("[Dice]", "A book."), ("stairs", "")):
            reader.hover(name)
            reader.opens(says)
            if name == "stairs":  # no tooltip any more when it has come and has to be scrolled
                reader.page.locator(f"{BOX}[role=dialog] .rulebook-preview-more").wait_for()
            assert browser.axe_violations(reader.page, BOX) == []
            reader.close()


@pytest.mark.slow
def test_tabs_of_sphinx_tabs_turn_in_a_preview(book: Written, opened: Opened) -> None:
    tabs = (
        ".. tabs::\n\n   .. tab:: One\n\n      First.\n\n   .. tab:: Two\n\n      Second.\n\n"
        ".. tabs::\n\n   .. code-tab:: py\n\n      throw(2)\n\n"
        "   .. code-tab:: c\n\n      throw(3);\n"
    )
    pages = {
        "index": "From\n====\n\n:ref:`tabs <tabbed>`\n",
        "to": f"To\n==\n\n.. _tabbed:\n\nTabbed\n------\n\n{tabs}",
    }
    conf = 'extensions = ["sphinx_tabs.tabs", "sphinxext.rulebook.hover"]\n'
    folder = book(pages, conf, process=True).outdir
    assert oracle.read(folder) == (1, [])
    with opened(folder, policy=LOOSE) as reader:
        reader.hover("tabs")
        assert "Second." not in reader.opens()
        reader.box().get_by_role("tab", name="Two").click()
        assert "First." not in reader.opens("Second.")
        reader.box().get_by_role("tab", name="C", exact=True).click()
        assert "throw(2)" not in reader.opens("throw(3);")


def test_a_page_from_right_to_left_mirrors(visit: Reader) -> None:
    visit.page.evaluate("document.documentElement.dir = 'rtl'")
    visit.hover("there")
    visit.opens()
    link, place = visit.place("there"), visit.place()
    assert abs(place["x"] + place["width"] - link["x"] - link["width"]) <= 2
    assert visit.style("direction") == "rtl"


def test_what_sphinx_highlights_after_a_search_stays(themed: ThemedBook, opened: Opened) -> None:
    with opened(themed(root=SMALL), "index.html?highlight=words") as reader:
        reader.page.locator("span.highlighted").first.wait_for()
        reader.hover("there")
        reader.opens("Words.")
        reader.escape()
        assert reader.page.locator("span.highlighted").count() > 0


def test_beside_a_second_tooltip_library(visit: Reader) -> None:
    visit.page.evaluate(CASES["beside_a_second_tooltip_library"])
    visit.hover("there")
    visit.opens("Words.")
    assert "other" in str(visit.link("there").get_attribute("aria-describedby")).split()
    visit.page.mouse.move(0, 0)
    visit.closes()
    assert visit.link("there").get_attribute("aria-describedby") == "other"


def test_print_shows_none(visit: Reader) -> None:
    visit.hover("there")
    visit.opens()
    visit.page.emulate_media(media="print")
    if os.environ.get("BROWSER") == "firefox":
        pytest.skip("Playwright cannot print in Firefox")
    assert not visit.box().is_visible()
    assert not visit.page.locator(".rulebook-preview-switch").is_visible()


def test_a_page_that_is_saved_to_disk_alone_keeps_its_links(
    themed: ThemedBook, opened: Opened, tmp_path: Path
) -> None:
    small = themed(root=SMALL)
    page = (small / "index.html").read_text("utf-8")
    text = page.replace('href="to.html', 'href="https://example.org/to.html')
    (tmp_path / "saved.html").write_text(text.replace("_static/", "saved_files/"), "utf-8")
    shutil.copytree(small / "_static", tmp_path / "saved_files")
    shutil.rmtree(tmp_path / "saved_files/rulebook-previews")
    with opened(tmp_path, "saved.html", from_disk=True) as reader:
        reader.hover("there")
        browser.settled(reader.page)
        reader.stays(0)


def test_the_page_may_name_its_own_address(visit: Reader) -> None:
    assert "https://example.org/book/index.html" in visit.page.content()
    visit.hover("there")
    visit.opens("Words.")
    assert visit.view.off_site(visit.base) == []


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
    folder = shutil.copytree(themed(), tmp_path / "book")
    for path in folder.rglob("*.html"):  # as a host does that gives its scripts a nonce
        text = path.read_text("utf-8").replace("<script", f'<script nonce="{NONCE[6:]}"')
        path.write_text(text, "utf-8")
    with opened(folder, REFERENCES["html"], policy=policy) as reader:
        for text in ("strength", "Stunned", "Sampler"):
            reader.hover(text)
            reader.opens(OPENS[text])
            reader.close()
        reader.hover("Stunned")
        reader.page.wait_for_selector(f"{BOX} div.math[data-typeset]")
        assert reader.view.refused_to("rulebook") == []

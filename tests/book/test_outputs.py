"""One small book in every output, read back by something that knows the format."""

import pickle
import re
from collections.abc import Callable

import pytest
from docutils import nodes

from tests.support import tools
from tests.support.books import Book, Builder
from tests.support.cases import cases_of
from tests.support.pages import captioned, cells, text

CASES = cases_of(__file__)

GRID = [["1", "0%", "0%", "0%"], ["2", "11%", "25%", "44%"], ["3", "26%", "50%", "74%"]]
# Names and labels that every language of markup would love to read as its own.
FAIL = "*Fail* & <b>_x_"
DONE = r"Done ~ #1 $2 ^3 \alpha"
HARD = r"Hard & *fast*: Open \input{x} with a {{ a key }} in 41%"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Book]:
    """The book in an output, built once; gettext wants doctrees of its own."""
    shared, apart = (Builder(tmp_path_factory.mktemp(name)) for name in ("shared", "apart"))
    found: dict[str, Book] = {}

    def make(output: str) -> Book:
        if output not in found:
            found[output] = (apart if output == "gettext" else shared)("outputs", output)
            assert found[output].warnings == ()
        return found[output]

    return make


def rows(plain: str) -> list[list[str]]:
    """The words between the rules and spaces of plain lines."""
    lines = (line.strip(" |│") for line in plain.splitlines())
    return [re.split(r"\s*[|│]\s*|\s{2,}|(?<=%) (?=[\d<>])", line) for line in lines]


def has_all(plain: str) -> None:
    """The roles, the grid, and the labels as text, whatever the output."""
    words = " ".join(plain.split())
    assert "comes to two successes 41% of the time, or 1 in 2.5; a die succeeds on 5 or 6" in words
    assert f"is 2 successes, and a 7 is {DONE}." in words
    assert "Three reach it 26% of the time" in words
    assert "Pool of 11%" in words
    assert "Four dice: 41%, 41%, and 1/9." in words
    for row in GRID:
        assert rows(plain).count(row) == 2  # once on each of the two pages
    for label in (FAIL, DONE):
        assert label in words
    assert "mean" in words
    assert "Markdown, 41%" in words or "MARKDOWN, 41%" in words


@pytest.mark.parametrize("output", ["html", "dirhtml", "singlehtml"])
def test_pages(made: Callable[[str], Book], output: str) -> None:
    book = made(output)
    page = book.soup()
    table = captioned(page, "Two or more, 41% for four")
    assert cells(table)[2:5] == GRID
    ladder = cells(captioned(page, "How hard it is"))
    assert ladder[1] == ["Easy: Cross a <script> & a plank", "1 success, +1 favor"]
    assert ladder[2] == [HARD, "2 successes"]
    chances = cells(captioned(page, "Chances of a trial"))
    assert chances == [["Outcome", "Chance"], [FAIL, "5/12"], [DONE, "7/12"]]
    other = {"html": "markdown.html", "dirhtml": "markdown/index.html"}.get(output, "index.html")
    markdown = book.soup(other)
    assert cells(captioned(markdown, "Two or more, in Markdown"))[2:5] == GRID
    assert cells(captioned(markdown, "How hard it is, in Markdown")) == ladder
    assert "Four dice: 41%, 41%, and 1/9." in text(markdown)


def test_every_page_is_valid(made: Callable[[str], Book]) -> None:
    folders = [made(output).outdir for output in ("html", "dirhtml", "singlehtml")]
    assert tools.html_errors(*folders) == []


def test_menus_titles_search_and_references_show_the_same_figure(
    made: Callable[[str], Book],
) -> None:
    book = made("html")
    page = book.soup()
    assert page.title.get_text().startswith("Odds of 41%")
    link = page.select_one(".toctree-wrapper a")
    assert link is not None
    assert text(link) == "Markdown, 41%"
    assert '"Markdown, 41%"' in book.read("searchindex.js")
    assert '"Odds of 41%"' in book.read("searchindex.js")
    reference = page.select_one("a.reference.internal[href='#grid']")
    assert reference is not None
    assert text(reference) == "Two or more, 41% for four"


def test_plain_text(made: Callable[[str], Book]) -> None:
    book = made("text")
    has_all(book.read("index.txt") + book.read("markdown.txt"))
    assert r"Open \input{x} with a {{ a" in book.read("index.txt")


def test_a_manual_page(made: Callable[[str], Book]) -> None:
    page = tools.man_text(made("man").outdir / "dice.6")
    has_all(page)
    assert "Two or more, 41% for four" in page
    assert re.search(r"NAME\s+dice - Dice", page)


def test_texinfo(made: Callable[[str], Book]) -> None:
    info = tools.info_text(made("texinfo").outdir / "dice.texi")
    has_all(info)
    assert "Two or more, 41% for four" in info


def test_a_pdf(made: Callable[[str], Book]) -> None:
    pdf = tools.pdf_text(tools.pdf_from(made("latex").outdir))
    has_all(pdf)
    listed = pdf.partition("LIST OF TABLES")[2]
    assert re.search(r"1\s+Two or more, 41% for four( \.)+", listed)
    assert HARD in " ".join(pdf.split())
    assert "≥1" in pdf.replace(" ", "")
    assert r"Nested <script> & \input{x}" in pdf


def test_paper_shows_minus_signs_and_shading_with_any_latex(build: Builder) -> None:
    conf = CASES["conf_of_arrata"]
    book = build(builder="latex", files={"conf.py": conf, "index.rst": CASES["negative"]})
    (tex,) = book.outdir.glob("book.tex")
    assert tex.read_text("utf-8").count(r"\cellcolor{rulebookshade!") == 3
    plain = tools.pdf_text(tools.pdf_from(book.outdir))
    assert re.search(r"≥ ?−2\s+94%", plain)
    assert "−1 successes" in plain
    assert "(±)" in plain


@pytest.mark.slow
def test_an_epub(made: Callable[[str], Book]) -> None:
    book = made("epub")
    assert tools.epub_errors(book.outdir / "Dice.epub") == []
    assert cells(captioned(book.soup("index.xhtml"), "Two or more, 41% for four"))[2:5] == GRID
    assert "Markdown, 41%" in book.read("toc.ncx")


def test_translators_are_offered_words_and_no_figures(made: Callable[[str], Book]) -> None:
    offered = tools.offered(made("gettext").outdir / "index.pot")
    for words in (
        "Two or more, :odds:`direct(4) >= 2` for four",
        "**Easy**: Cross a <script> & a ``plank``",
        "Example Action",
        "1 success, +1 favor",
        "favor",
        "YES! BUT...",
        "any YES",
        r"\*Fail\* & <b>_x\_",
        DONE,
    ):
        assert words in offered
    figures = [words for words in offered if re.fullmatch(r"[<>−\d.,/%\s]+", words)]
    assert figures == []


def test_a_builder_that_knows_nothing_of_us_gets_ordinary_nodes(
    build: Builder, made: Callable[[str], Book]
) -> None:
    conf = (made("html").srcdir / "conf.py").read_text("utf-8")
    conf += "import os, sys; sys.path.insert(0, os.path.dirname(__file__))\n"
    conf += "extensions.append('stranger')\n"
    book = build(
        "outputs", "stranger", files={"conf.py": conf, "stranger.py": CASES["builder"]}, strict=True
    )
    assert book.status == 0, book.warnings
    page = book.read("index.txt")
    assert "26%" in page
    assert DONE in page


def test_a_page_as_it_is_kept_holds_ordinary_nodes_only(made: Callable[[str], Book]) -> None:
    for name in ("index", "markdown"):
        kept = pickle.loads((made("html").doctreedir / f"{name}.doctree").read_bytes())
        assert isinstance(kept, nodes.document)
        modules = {type(node).__module__.partition(".")[0] for node in kept.findall()}
        assert modules <= {"docutils", "sphinx", "myst_parser"}

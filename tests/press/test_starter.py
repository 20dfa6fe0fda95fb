"""A new book as a PDF: one command, and what a reader finds in the file."""

import re
from pathlib import Path
from zipfile import ZipFile

import pdfplumber
import pytest

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.press.look import look_named
from tests.support.books import Builder
from tests.support.tools import epub_errors


@pytest.fixture(scope="module")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The PDF of a new book on the narrative dice."""
    folder = tmp_path_factory.mktemp("starter") / "ferry"
    init = ["init", str(folder), "--title", "The Last Ferry", "--author", "Ines Harrow"]
    assert main([*init, "--game", "narrative"]) == 0
    assert main(["pdf", str(folder), "-W"]) == 0
    return folder / "_build" / "pdf" / "the-last-ferry.pdf"


def test_the_words_of_the_book_are_in_it(starter: Path) -> None:
    with pdfplumber.open(starter) as pdf:
        text = "\n".join(page.extract_text() for page in pdf.pages)
    for words in (
        "Ines Harrow",
        "Contents",
        "Rolling the dice",
        "What the die answers",
        "five in six",
    ):
        assert words in text
    assert "Release" not in text


def test_the_file_knows_its_title_and_author(starter: Path) -> None:
    with pdfplumber.open(starter) as pdf:
        assert pdf.metadata["Title"] == "The Last Ferry"
        assert pdf.metadata["Author"] == "Ines Harrow"


@pytest.fixture(scope="module")
def ebook(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    """The e-book of a book in a look, with a cover and all that a screen reader asks for."""
    book = Builder(tmp_path_factory.mktemp("e"))("ferry", "epub", conf={"rulebook_look": "mimeo"})
    [file] = book.outdir.glob("*.epub")
    assert epub_errors(file) == []
    return ZipFile(file)


@pytest.mark.slow
def test_an_e_book_has_a_cover_and_says_what_it_is(ebook: ZipFile) -> None:
    about = ebook.read("content.opf").decode()
    [cover] = re.findall(r'<item id="[^"]+" properties="cover-image" href="([^"]+)"', about)
    assert ebook.read(cover).startswith(b"\x89PNG")
    assert re.search(r"urn:uuid:[-0-9a-f]{36}<", about)
    assert ">unknown<" not in about
    assert 'property="schema:accessibilitySummary"' in about
    assert 'href="_static/rulebook-fonts/' in about


@pytest.mark.slow
def test_every_page_of_an_e_book_names_its_language(ebook: ZipFile) -> None:
    pages = [name for name in ebook.namelist() if name.endswith(".xhtml")]
    assert pages
    for name in pages:
        start = re.search(r"<html[^>]*>", ebook.read(name).decode())
        assert ' lang="en"' in start[0], name


@pytest.mark.slow
def test_charts_and_shades_of_an_e_book_are_in_the_colours_of_its_look(build: Builder) -> None:
    book = build("ferry", "epub", conf={"rulebook_look": "chapbook"})
    [file] = book.outdir.glob("*.epub")
    assert epub_errors(file) == []
    with ZipFile(file) as epub:
        charts = [epub.read(name).decode() for name in epub.namelist() if name.endswith(".svg")]
        sheet = epub.read("_static/rulebook-look.css").decode()
    worst, best = (look_named("chapbook").chart.outcomes[at] for at in (0, -1))
    assert any(worst in chart and best in chart for chart in charts)
    assert "td.rulebook-shade-10" in sheet

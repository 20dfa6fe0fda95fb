"""A book with everything in it, in each look, read as its readers do."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
from pypdf import PdfReader

from sphinxext.rulebook.press.look import looks_that_ship
from tests.support.books import Book, Builder

LOOKS = [
    pytest.param(each, marks=[] if each in ("chapbook", "mimeo") else pytest.mark.slow)
    for each in looks_that_ship()
]


@pytest.fixture(scope="module", params=LOOKS)
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The book in one of the looks. No page is empty; no text is off it, on other text or alone."""
    build = Builder(tmp_path_factory.mktemp(request.param))
    made = build("ferry", "rulebook-pdf", conf={"rulebook_look": request.param})
    assert made.warnings == ()
    return made


@pytest.fixture(scope="module")
def pages(book: Book) -> Iterator[list[Any]]:
    """Its pages."""
    with pdfplumber.open(pdf_of(book)) as pdf:
        yield pdf.pages


def pdf_of(book: Book) -> Path:
    """The one PDF of a book."""
    [found] = book.outdir.glob("*.pdf")
    return found


def test_a_large_initial_is_read_with_its_word(book: Book) -> None:
    text = "".join(page.extract_text() for page in PdfReader(pdf_of(book)).pages)
    assert re.search(r"Say\s+what\s+your\s+character", text)


def test_the_words_of_boxes_and_dice_are_there(pages: list[Any]) -> None:
    text = " ".join(" ".join(page.extract_text().split()) for page in pages).lower()
    for each in ("toll-keeper", "the fog parts", "nobody rolls twice", "born on the water", "17%"):
        assert each in text


def test_bookmarks_title_and_fonts(book: Book) -> None:
    reader = PdfReader(pdf_of(book))
    names = [each.title for each in reader.outline if not isinstance(each, list)]
    assert names[:3] == ["The Dice", "What the Water Brings", "The ferrymaster’s screen"]
    assert reader.metadata.title == "The Last Ferry"
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            [inner] = font.get_object()["/DescendantFonts"]
            files = inner.get_object()["/FontDescriptor"].get_object()
            assert "/FontFile2" in files or "/FontFile3" in files


def test_the_same_book_is_the_same_to_the_byte(book: Book, tmp_path: Path) -> None:
    name = book.app.config.rulebook_look
    again = Builder(tmp_path)("ferry", "rulebook-pdf", conf={"rulebook_look": name})
    assert pdf_of(again).read_bytes() == pdf_of(book).read_bytes()


def test_web_pages_wear_the_look_and_other_themes_do_not(tmp_path: Path) -> None:
    build = Builder(tmp_path)
    dressed = build("ferry", conf={"rulebook_look": "daylight"})
    assert dressed.warnings == ()
    sheet = dressed.read("_static/rulebook-look.css")
    for part in ("@font-face", "--color-brand-primary", ".rulebook-of-6 .rulebook-outcome-1"):
        assert part in sheet
    for file in re.findall(r"url\(([^)#]+)\)", sheet):
        assert (dressed.outdir / "_static" / file).is_file(), file
    page = dressed.soup("dice.html")
    assert page.select_one("link[href*='rulebook-look.css']")
    assert [p.get_text()[:3] for p in page.select("p.rulebook-opening")] == ["Say"]
    assert page.select_one("td.rulebook-outcome-6 p.rulebook-on-6")
    assert page.select_one("th.rulebook-die-red")
    assert page.select_one("table.rulebook-table-faces.rulebook-of-6")
    assert page.select_one("span.rulebook-rolled.rulebook-outcome-4")
    assert page.select_one(".rulebook-die svg[aria-label='d6: 4']")
    assert [who.get_text() for who in page.select(".rulebook-speaker")][:2] == [
        "Ferrymaster",
        "Tove",
    ]
    assert page.title
    assert page.title.get_text().endswith(" - The Last Ferry")  # no "documentation"
    plain = build("ferry", conf={"rulebook_look": "daylight", "html_theme": "alabaster"})
    assert not plain.soup("dice.html").select_one("link[href*='rulebook-look.css']")


def test_a_sheet_gathers_what_it_names(tmp_path: Path) -> None:
    build = Builder(tmp_path)
    page = build("ferry").soup("water.html")
    titles = [each.get_text() for each in page.select(".rulebook-panel-title")]
    assert titles[:3] == ["Before the roll", "Which die?", "The six answers"]
    assert len(page.select(".rulebook-panel table.rulebook-table-faces")) == 1
    wrong = "Book\n====\n\n.. rulebook-sheet:: Sheet\n\n   no-such-thing\n"
    book = build(
        "other", files={"conf.py": 'extensions = ["sphinxext.rulebook"]\n', "index.rst": wrong}
    )
    [warning] = book.warnings
    assert warning.startswith("index.rst:6: WARNING: rulebook-sheet: nothing in the book is named")


@pytest.mark.parametrize("builder", ["text", "html"])
def test_a_sheet_that_finds_nothing_is_left_out(build: Builder, builder: str) -> None:
    page = "Book\n====\n\n.. rulebook-sheet::\n\n   - nothing\n"
    book = build(builder=builder, files={"index.rst": page})
    assert all("'nothing'" in line for line in book.warnings)
    assert "rulebook-panel" not in book.read("index.txt" if builder == "text" else "index.html")

"""A book with everything in it, in each look, read as its readers do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
from pypdf import PdfReader

from sphinxext.rulebook.press.look import looks_that_ship
from tests.support.books import Book, Builder

TINY = 1  # points; letters that only a screen reader finds are smaller
HUGE = 30  # points; titles, initials and numerals behind the text are larger


@pytest.fixture(scope="module", params=looks_that_ship())
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The book in one of the looks, built without a warning."""
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


def seen(page: Any) -> Any:
    """The page without letters that are too small to see."""
    return page.filter(lambda each: each["object_type"] != "char" or each["size"] > TINY)


def words(page: Any) -> list[dict[str, Any]]:
    """The words that a reader sees on a page."""
    found: list[dict[str, Any]] = seen(page).extract_words(extra_attrs=["size", "fontname"])
    return found


def test_no_page_is_empty(pages: list[Any]) -> None:
    assert [page.page_number for page in pages if len(words(page)) < 8] == []


def test_every_word_is_on_its_page(pages: list[Any]) -> None:
    outside = [
        (page.page_number, word["text"])
        for page in pages
        for word in words(page)
        if word["x0"] < 8 or word["x1"] > page.width - 8 or word["bottom"] > page.height - 8
    ]
    assert outside == []


def test_no_text_is_on_other_text(pages: list[Any]) -> None:
    found = []
    for page in pages:
        shown = [
            word
            for word in words(page)
            if word["text"].strip(".") and word["size"] < HUGE  # no leaders of the contents
        ]
        for one, other in combinations(shown, 2):
            high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            wide = min(one["x1"], other["x1"]) - max(one["x0"], other["x0"])
            if wide > 2 and high > 0.5 * min(word["bottom"] - word["top"] for word in (one, other)):
                found.append((page.page_number, one["text"], other["text"]))
    assert found == []


def test_no_heading_is_alone_at_the_foot_of_a_page(pages: list[Any]) -> None:
    heads = ("Which die?", "What the die says", "Plain dice will do", "Resisting harm")
    for page in pages:
        body = [word for word in words(page) if 40 < word["bottom"] < page.height - 45]
        last = max((word["bottom"] for word in body), default=0)
        line = " ".join(word["text"] for word in body if abs(word["bottom"] - last) < 3)
        assert line.lower() not in [head.lower() for head in heads], page.page_number


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
    assert reader.metadata is not None
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
    assert book.app is not None
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

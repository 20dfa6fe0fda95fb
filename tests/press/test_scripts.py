"""Whole books in Arabic, which runs from right to left, and in Japanese, in every output."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from sphinxext.rulebook.press.look import looks_that_ship
from tests.support.books import Book, Builder
from tests.support.tools import epub_errors, need

pytestmark = pytest.mark.slow
BOOKS = ("arabic", "japanese")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all builds here."""
    return tmp_path_factory.mktemp("scripts")


def printed(folder: Path, root: str, look: str) -> Book:
    """The book in print; warnings are about letters without a font, pages and text that is off."""
    return Builder(folder)(root, "rulebook-pdf", conf={"rulebook_look": look})


@pytest.mark.parametrize("look", looks_that_ship())
@pytest.mark.parametrize("root", BOOKS)
def test_a_book_is_printed_without_a_warning(folder: Path, root: str, look: str) -> None:
    need("japanese font")
    assert printed(folder, root, look).warnings == ()


def test_pages_run_from_right_to_left(folder: Path) -> None:
    book = printed(folder, "arabic", "daylight")
    page = book.pdf[3]
    words = page.extract_words(extra_attrs=["size"])
    title = max(words, key=lambda word: word["size"] if word["size"] < 60 else 0)
    assert title["x1"] > page.width * 0.8
    first = [word for word in words if word["text"].strip("\u200e%").isdecimal()]
    row = [w for w in first if "%" in w["text"] and w["size"] < 60]
    top = min(w["top"] for w in row if w["top"] > page.height / 2)
    shown = sorted((w for w in row if abs(w["top"] - top) < 3), key=lambda w: -w["x1"])
    assert [w["text"].replace("\u200e", "") for w in shown] == ["42%", "42%", "17%"]


def test_web_and_e_book_pages_run_from_right_to_left(folder: Path) -> None:
    page = Builder(folder)("arabic").soup("dice.html")
    assert page.select_one("div[dir=rtl] table.rulebook-table")
    book = Builder(folder)("arabic", "epub")
    [file] = book.outdir.glob("*.epub")
    with ZipFile(file) as epub:
        assert 'page-progression-direction="rtl"' in epub.read("content.opf").decode()
        assert 'dir="rtl"' in epub.read("dice.xhtml").decode()


@pytest.mark.parametrize("root", BOOKS)
def test_its_e_book_is_sound(folder: Path, root: str) -> None:
    book = Builder(folder)(root, "epub")
    [file] = book.outdir.glob("*.epub")
    assert epub_errors(file) == []

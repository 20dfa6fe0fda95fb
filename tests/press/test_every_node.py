"""Nothing is lost: a book with every kind of node has all words of its web pages in the PDF."""

import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from tests.support.books import Book, Builder

ONLY_ON_THE_WEB = {"onlyhtmlword", "rawhtmlword"}
NOT_WORDS = "a.headerlink, script, style, .linenos, div.math, span.math"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all builds here."""
    return tmp_path_factory.mktemp("every-node")


@pytest.fixture(scope="module")
def on_the_web(folder: Path) -> Counter[str]:
    """Every word of the web page, and how often it is there."""
    page = Builder(folder)("every-node", "singlehtml").soup("index.html")
    body = page.select_one("div.body")
    for each in body.select(NOT_WORDS):
        each.decompose()
    text = unicodedata.normalize("NFKC", body.get_text(" "))
    return Counter(letters(word) for word in re.findall(r"[^\W_]+", text))


def letters(text: str) -> str:
    """Only the letters and digits, without accents, hyphens and the case that a look changes."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if char.isalnum())


def words_lost(book: Book, on_the_web: Counter[str]) -> set[str]:
    """The words that are in the PDF less often than on the web."""
    [pdf] = book.outdir.glob("*.pdf")
    with PdfDocument(pdf) as pages:
        text = letters("".join(page.get_textpage().get_text_range() for page in pages))
    return {word for word, times in on_the_web.items() if text.count(word) < times}


@pytest.mark.parametrize(
    "look",
    [
        "mimeo",
        pytest.param("chapbook", marks=pytest.mark.slow),
        pytest.param("daylight", marks=pytest.mark.slow),
    ],
)
def test_every_word_of_the_web_is_in_the_pdf(
    folder: Path, on_the_web: Counter[str], look: str
) -> None:
    book = Builder(folder)("every-node", "rulebook-pdf", conf={"rulebook_look": look})
    # Pictures without a description are there on purpose.
    assert [each for each in book.warnings if "has no ':alt:'" not in each] == []
    assert len(on_the_web) > 600
    assert words_lost(book, on_the_web) == ONLY_ON_THE_WEB

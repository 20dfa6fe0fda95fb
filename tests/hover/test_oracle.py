"""The text of every preview is the text of its piece of the built page."""

import shutil
from pathlib import Path

import pytest

from tests.hover import oracle
from tests.hover.conftest import ThemedBook
from tests.support.books import Builder


@pytest.mark.parametrize("length", [1000, 15, 80, 400])
def test_each_says_what_its_page_says_or_how_that_begins(build: Builder, length: int) -> None:
    """Signatures of four languages, listings, tables, tabs, mathematics, footnotes."""
    book = build("hover-code", conf={"rulebook_preview_length": length})
    assert book.warnings == ()
    count, wrong = oracle.read(book.outdir)
    assert wrong == []
    assert count > 70


@pytest.mark.parametrize("theme", ["alabaster", "furo"])
def test_so_does_the_book_for_the_browser(themed: ThemedBook, theme: str) -> None:
    count, wrong = oracle.read(themed(theme))
    assert wrong == []
    assert count > 40


def test_a_space_that_is_lost_is_found(themed: ThemedBook, tmp_path: Path) -> None:
    damaged = shutil.copytree(themed(root="hover-code"), tmp_path / "book")
    page = damaged / "python.html"
    text = page.read_text("utf-8")
    start = text.index('id="tableside.Die.fall"')
    lost = text[start:].replace('<span class="w"> </span>', "", 1)
    page.write_text(text[:start] + lost, "utf-8")
    _count, wrong = oracle.read(damaged)
    assert [each for each in wrong if each.startswith("python.html#tableside.Die.fall: says")]

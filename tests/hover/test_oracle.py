"""The text of every preview is the text of its piece of the built page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hover import books, oracle
from tests.hover.conftest import ThemedBook


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> books.Book:
    """Signatures of four languages, listings, tables, tabs, mathematics, footnotes."""
    out = tmp_path_factory.mktemp("code")
    return books.build(books.ROOTS / "hover-code", out)


def test_each_says_what_its_page_says(code: books.Book) -> None:
    assert code.warnings == ""
    count, wrong = oracle.read(code)
    assert wrong == []
    assert count > 70


@pytest.mark.parametrize("length", [15, 80, 400])
def test_a_short_one_says_how_it_begins(tmp_path: Path, length: int) -> None:
    book = books.build(books.ROOTS / "hover-code", tmp_path, rulebook_preview_length=length)
    count, wrong = oracle.read(book)
    assert wrong == []
    assert count > 70


@pytest.mark.parametrize("theme", ["alabaster", "furo"])
def test_so_does_the_book_for_the_browser(themed: ThemedBook, theme: str) -> None:
    count, wrong = oracle.read(themed(theme))
    assert wrong == []
    assert count > 40


def test_a_space_that_is_lost_is_found(code: books.Book, tmp_path: Path) -> None:
    page = "python"
    entries = code.previews(page)
    lost = entries["tableside.Die.fall"][0].replace('<span class="w"> </span>', "")
    assert lost != entries["tableside.Die.fall"][0]

    class Damaged(books.Book):
        def previews(self, name: str) -> dict[str, list[object]]:
            return (
                {**entries, "tableside.Die.fall": [lost]} if name == page else code.previews(name)
            )

    _count, wrong = oracle.read(Damaged(code.folder, ""))
    assert {one.href for one in wrong} >= {"python.html#tableside.Die.fall"}
    assert "says" in wrong[0].why

"""A new book as a PDF: one command, and what a reader finds in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pdfplumber
import pytest

from sphinxext.rulebook.cli import main

if TYPE_CHECKING:
    from pathlib import Path


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


def test_no_page_is_empty(starter: Path) -> None:
    with pdfplumber.open(starter) as pdf:
        assert [page.page_number for page in pdf.pages if len(page.extract_words()) < 5] == []


def test_the_file_knows_its_title_and_author(starter: Path) -> None:
    with pdfplumber.open(starter) as pdf:
        assert pdf.metadata["Title"] == "The Last Ferry"
        assert pdf.metadata["Author"] == "Ines Harrow"

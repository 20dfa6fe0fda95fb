"""Tables that come from the rules equal those that five books typed by hand, cell for cell."""

import pytest
from bs4 import BeautifulSoup

from tests.support.books import Book, Builder
from tests.support.cases import cases_of
from tests.support.pages import cells

CASES = cases_of(__file__)

# Faces 1 to 6 of each die, and the chance of any YES.
FACES = CASES["faces"]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return Builder(tmp_path_factory.mktemp("seeds"))("seeds", strict=True)


def table_in(page: BeautifulSoup, name: str) -> list[list[str]]:
    (table,) = page.select(f".{name} table")
    return cells(table)


@pytest.mark.parametrize("page", ["generated.html", "generated-md.html"])
@pytest.mark.parametrize(("name", "typed", "rows"), CASES["generated_equals_typed"])
def test_generated_equals_typed(book: Book, page: str, name: str, typed: str, rows: int) -> None:
    assert book.warnings == ()
    ours = table_in(book.soup(page), name)
    assert ours == table_in(book.soup(typed), name)
    assert len(ours) == rows


@pytest.mark.parametrize("page", ["generated.html", "generated-md.html"])
def test_the_words_keep_their_bold_and_italics(book: Book, page: str) -> None:
    soup = book.soup(page)
    bold = [found.get_text() for found in soup.select(".fons strong")]
    assert bold == ["Trivial", "Average", "Difficult", "Extreme"]
    slanted = [found.get_text() for found in soup.select(".applying em")]
    assert slanted == ["Severe", "Moderate", "Mild"]


@pytest.mark.parametrize("page", ["generated.html", "generated-md.html"])
def test_the_faces_of_the_narrative_dice_and_their_chances(book: Book, page: str) -> None:
    head, *body, footer = table_in(book.soup(page), "faces")
    assert head == ["Face", *FACES]
    assert [row[0] for row in body] == ["6", "5", "4", "3", "2", "1"]
    for column, faces in enumerate(FACES.values(), 1):
        assert [row[column] for row in reversed(body)] == list(faces[:6])
        assert footer[column] == faces[6]
    assert footer[0] == "any YES"


@pytest.mark.parametrize("page", ["generated.html", "generated-md.html"])
def test_the_dice_with_their_faces_the_other_way_round(book: Book, page: str) -> None:
    head, *body = table_in(book.soup(page), "dice")
    assert head == ["die", "1", "2", "3", "4", "5", "6"]
    assert {row[0]: row[1:] for row in body} == {d: f[:6] for d, f in FACES.items()}

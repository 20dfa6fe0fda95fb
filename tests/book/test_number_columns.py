"""Numbers align on the decimal on web pages, in tables that an author typed as in ours."""

import pytest

from sphinxext.rulebook.book.marks import NUMBER, decimals_of
from tests.support.books import Builder
from tests.support.cases import cases_of
from tests.support.pages import text

CASES = cases_of(__file__)

MARKDOWN = (
    "# Typed\n\n| Left | Mid | Own |\n| :-- | :-: | --- |\n| 1 | 2 | 3.5 |\n| 1 | 2.5 | 3 |\n"
)
ROOM = ("rulebook-number", "rulebook-room", "rulebook-before")


def test_columns_of_numbers_are_marked(build: Builder) -> None:
    conf = 'extensions = ["myst_parser", "sphinxext.rulebook"]\nrulebook_look = "daylight"\n'
    toctree = "\n.. toctree::\n\n   typed\n"
    files = {"conf.py": conf, "index.rst": CASES["typed"] + toctree, "typed.md": MARKDOWN}
    book = build(files=files)
    assert book.warnings == ()
    marked = {
        (page, text(cell)): [
            name for name in map(str, cell.get_attribute_list("class")) if name.startswith(ROOM)
        ]
        for page in ("index", "typed")
        for cell in book.soup(f"{page}.html").select("td, th")
    }
    number = ["rulebook-number"]
    assert marked["index", "Level"] == marked["index", "10"] == []
    assert marked["index", "1"] == ["rulebook-before-1"]
    assert marked["index", "Chance"] == marked["index", "0.25"] == marked["index", "–"] == number
    assert marked["index", "2.5"] == [*number, "rulebook-room-1"]
    assert marked["index", "8%"] == [*number, "rulebook-room-p1"]
    assert marked["index", "Damage"] == marked["index", "1d4"] == marked["index", "3"] == []
    assert marked["index", "High"] == marked["index", "1.5"] == number
    assert marked["index", "7"] == [*number, "rulebook-room-p1"]
    assert marked["index", "3.5"] == number
    assert marked["typed", "1"] == marked["typed", "2"] == marked["typed", "2.5"] == []
    assert marked["typed", "3"] == [*number, "rulebook-room-p1"]


@pytest.mark.parametrize(("number", "decimals"), CASES["numbers_are_known"])
def test_numbers_are_known(number: str, decimals: str) -> None:
    assert NUMBER.fullmatch(number)
    assert decimals_of(number) == decimals


@pytest.mark.parametrize("words", ["1d4", "12 gp", "3–4 or 9", "Ada"])
def test_words_are_no_numbers(words: str) -> None:
    assert not NUMBER.fullmatch(words)

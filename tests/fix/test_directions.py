"""What is written behind "about" or "a little over" is right, is said in words, and stays true."""

import pytest

from sphinxext.rulebook.book.claims import Claim
from sphinxext.rulebook.drift.check.sentences import judged
from sphinxext.rulebook.figures.rephrase import applied
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.rules import Rules
from sphinxext.rulebook.settings import Book
from sphinxext.rulebook.tables.specs import Request, RequestKind
from tests.support.cases import cases_of

CASES = cases_of(__file__)


def mended(typed: str, question: str, language: str = "en") -> str:
    """The words with the figure that they should have."""
    book = Book(Rules({}), Style(language=language))
    asked = Request(RequestKind("odds"), "", question)
    claim = Claim("page", 1, asked, typed)
    finding = judged(book, claim)
    if finding is None:
        return typed
    new = applied(typed, finding.changes)
    assert finding.expected == " ".join(new.split())
    assert judged(book, claim._replace(words=new)) is None, (typed, new)
    assert "/" not in new
    return new


@pytest.mark.parametrize(("typed", "question", "right"), CASES["said"])
def test_a_hedge_stays_true_or_goes(typed: str, question: str, right: str) -> None:
    assert mended(typed, question) == right


HEDGES = CASES["hedges"]


@pytest.mark.parametrize("language", HEDGES)
def test_all_hedges_are_right_at_every_chance(language: str) -> None:
    for hedge in HEDGES[language]:
        for part in CASES["parts"][language]:
            for least in (5, 9):
                mended(hedge.format(part), f"2d6 >= {least}", language)


ARTICLES = CASES["articles"]


@pytest.mark.parametrize("language", ARTICLES)
def test_a_half_has_its_own_article(language: str) -> None:
    third, half = ARTICLES[language]
    assert mended(third, "d6 >= 4", language) == half
    assert mended(half, "d6 >= 5", language) == third


def test_dice_beside_a_chance_are_no_chance() -> None:
    assert mended("33% (4–6 na 1k6)", "d6 >= 5", "pl") == "33% (5–6 na 1k6)"

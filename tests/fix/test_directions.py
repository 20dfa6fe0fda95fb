"""What is written behind "about" or "a little over" is right, is said in words, and stays true."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sphinxext.rulebook.ask.specs import Request, RequestKind
from sphinxext.rulebook.check.sentences import judged
from sphinxext.rulebook.figures.change import applied
from sphinxext.rulebook.figures.correct import is_on_its_side
from sphinxext.rulebook.fix.proposals import changes_for
from sphinxext.rulebook.page.claims import Claim
from sphinxext.rulebook.rules.rules import Rules
from sphinxext.rulebook.settings import Book
from sphinxext.rulebook.words.formatter import Style
from sphinxext.rulebook.words.read_figure import averages_in, figures_in

SAID = [
    ("about two thirds", "2d6 <= 9", "about five sixths"),
    ("about two thirds", "2d6 >= 8", "about two fifths"),
    ("about three quarters", "2d6 >= 6", "about 72%"),
    ("a little over half", "3d6 >= 12", "38%"),
    ("a little over half", "3d6 >= 13", "a little over a quarter"),
    ("More than half", "2d6 >= 9", "More than a quarter"),
    ("well over half", "2d6 >= 9", "28%"),
    ("half or more", "2d6 >= 9", "28%"),
    ("a little over half of all rolls", "2d6 >= 10", "17% of all rolls"),
    ("two thirds", "2d6 >= 9", "28%"),
    ("two thirds", "1d6 >= 2", "five sixths"),
    ("nearly 60%", "1d6 >= 5", "nearly 35%"),
    ("just under 61%", "1d6 >= 5", "33%"),
    ("just over 61%", "1d6 >= 5", "just over 33%"),
    ("a little over 9", "2d6 mean", "7"),
    ("nearly 9 points", "2d6 mean", "7 points"),
]


def mended(typed: str, question: str, language: str = "en") -> str:
    """The words with the figure that they should have."""
    book = Book(Rules({}), Style(language=language))
    asked = Request(RequestKind("odds"), "", question)
    claim = Claim("page", 1, asked, typed)
    finding = judged(book, claim)
    if finding is None:
        return typed
    new = applied(typed, changes_for(finding.case, finding.expected))
    assert judged(book, claim._replace(words=new)) is None, (typed, new)
    read = averages_in if question.endswith("mean") else figures_in
    exact = finding.case.given.value or Fraction(0)
    assert all(is_on_its_side(each, exact) for each in read(new, language)), (typed, new)
    assert "/" not in new
    return new


@pytest.mark.parametrize(("typed", "question", "right"), SAID)
def test_a_hedge_stays_true_or_goes(typed: str, question: str, right: str) -> None:
    assert mended(typed, question) == right


HEDGES = {
    "en": ("about {}", "just over {}", "nearly {}", "more than {}", "less than {}", "{} or so",
           "at least {}", "well under {}", "{} or more"),
    "de": ("etwa {}", "knapp {}", "mehr als {}", "über {}"),
}  # fmt: skip
PARTS = {
    "en": ("half", "two thirds"),
    "de": ("ein Drittel", "die Hälfte"),
}


@pytest.mark.parametrize("language", HEDGES)
def test_all_hedges_are_right_at_every_chance(language: str) -> None:
    for hedge in HEDGES[language]:
        for part in PARTS[language]:
            for least in (5, 9):
                mended(hedge.format(part), f"2d6 >= {least}", language)


ARTICLES = {
    "es": ("un tercio de las veces", "la mitad de las veces"),
    "fr": ("un tiers", "la moitié"),
    "it": ("un terzo", "la metà"),
    "de": ("ein Drittel", "die Hälfte"),
    "en": ("a third", "half"),
}


@pytest.mark.parametrize("language", ARTICLES)
def test_a_half_has_its_own_article(language: str) -> None:
    third, half = ARTICLES[language]
    assert mended(third, "d6 >= 4", language) == half
    assert mended(half, "d6 >= 5", language) == third


def test_dice_beside_a_chance_are_no_chance() -> None:
    assert mended("33% (4–6 na 1k6)", "d6 >= 5", "pl") == "33% (5–6 na 1k6)"

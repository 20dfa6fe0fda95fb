"""What is written behind "about" or "a little over" is right, is said in words, and stays true."""

from __future__ import annotations

import pytest

from sphinxext.rulebook.book.claims import Claim
from sphinxext.rulebook.drift.check.sentences import judged
from sphinxext.rulebook.figures.rephrase import applied
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.rules import Rules
from sphinxext.rulebook.settings import Book
from sphinxext.rulebook.tables.specs import Request, RequestKind

SAID = [
    ("about two thirds", "2d6 <= 9", "about five sixths"),
    ("about two thirds", "2d6 >= 8", "about two fifths"),
    ("about three quarters", "2d6 >= 6", "about 72%"),
    ("a little over half", "3d6 >= 12", "38%"),
    ("a little over half", "3d6 >= 13", "a little over a quarter"),
    ("More than half", "2d6 >= 9", "More than a quarter"),
    ("Well over half", "2d6 >= 9", "Well over a quarter"),
    ("well over 60%", "2d6 >= 8", "well over 35%"),
    ("well under half", "2d6 >= 7", "well under two thirds"),
    ("more than 60%", "2d6 >= 8", "more than 40%"),
    ("one in three times", "d32 <= 15", "one in two times"),
    ("three quarters", "d729 <= 473", "65%"),
    ("2.5 to 1 against", "2d6 >= 10", "5.0 to 1 against"),
    ("surprised on a 1-3 (2 in 6)", "d6 <= 2", "surprised on a 1-2 (2 in 6)"),
    (
        "With +5, one target. Hit: 11 (2d6 + 3)",
        "2d6+3 mean",
        "With +5, one target. Hit: 10 (2d6 + 3)",
    ),
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
    new = applied(typed, finding.changes)
    assert finding.expected == " ".join(new.split())
    assert judged(book, claim._replace(words=new)) is None, (typed, new)
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

"""The words that a mark in a plain page holds: the figure, all of it, and nothing before it."""

from __future__ import annotations

import pytest

from sphinxext.rulebook.book.claims import Claim, Finding
from sphinxext.rulebook.drift.plain.book import read_text
from sphinxext.rulebook.drift.plain.claims import held_spans
from sphinxext.rulebook.drift.report.words import message
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.rules import Rules
from sphinxext.rulebook.settings import Book

# The language, the sentence up to its mark, the question, and the words that it holds.
HELD = [
    ("en", "A troll hits for 2d6+3 (avg 10)", "2d6+3 mean", "2d6+3 (avg 10)"),
    ("en", "It hits for 2d6 + 3 (avg. 10 damage)", "2d6+3 mean", "2d6 + 3 (avg. 10 damage)"),
    ("en", "Two deal 1d8 + 2d4 [9.5]", "d8+2d4 mean", "1d8 + 2d4 [9.5]"),
    ("en", "unlike 3d6, a 4d6 (avg 14)", "4d6 mean", "4d6 (avg 14)"),
    ("en", "after 1 on 3d6, 14", "4d6 mean", "14"),
    ("en", "The giant (2d6, avg. 7)", "2d6 mean", "7"),
    ("en", "A good roll (about a third)", "d6 >= 5", "about a third"),
    ("en", "they succeed a third", "d6 >= 5", "a third"),
    ("en", "it happens a 33% (5 or 6)", "d6 >= 5", "33% (5 or 6)"),
    ("en", "with two it is 65% and with three to 77%", "d6 >= 5", "77%"),
    ("en", "You hit with 65% on two and 70% on three.", "d6 >= 5", "70%"),
    ("en", "It was 20%, and now it is 33", "d6 >= 5", "33"),
    ("en", "Well over half", "2d6 >= 8", "Well over half"),
    ("en", "That is 2.6 to 1 against", "2d6 >= 9", "2.6 to 1 against"),
    ("en", "With 3 to 77%", "d6 >= 5", "77%"),
    ("en", "This is 30 to 40%", "d6 >= 5", "30 to 40%"),
    ("en", "It is between 3 and 77%", "d6 >= 5", "between 3 and 77%"),
    ("en", "A roll beats 7 5/12", "2d6 > 7", "5/12"),
    ("en", "A gasp is 1-3", "d6.success", "1-3"),
    ("en", "It comes once every six rolls", "d6 = 6", "once every six"),
    ("en", "Boxcars take at least 30 rolls", "wait(2d6 = 12)", "at least 30"),
    ("en", "You wait 30 rolls or more", "wait(2d6 = 12)", "30 rolls or more"),
    ("en", "It works 50% of the time or more", "2d6 >= 7", "50% of the time or more"),
    ("en", "You score 20+ points", "8d6 mean", "20+ points"),
    ("de", "Das dauert 30 Würfe oder mehr", "wait(2d6 = 12)", "30 Würfe oder mehr"),
    ("de", "Das gelingt einmal in drei Würfen", "d6 >= 5", "einmal in drei"),
    ("es", "con dos al 65 % y con tres al 77 %", "d6 >= 5", "77 %"),
    ("es", "aciertas un tercio de las veces", "d6 >= 5", "un tercio"),
    ("es", "con 2d6+3 (media 10)", "2d6+3 mean", "2d6+3 (media 10)"),
    ("pl", "to jedna czwarta", "d6 >= 5", "jedna czwarta"),
    ("de", "Er trifft mit 2W6+3 (Mittel 10)", "2d6+3 mean", "2W6+3 (Mittel 10)"),
    ("fr", "un dégât de 2d6 (moy. 7)", "2d6 mean", "2d6 (moy. 7)"),
]


@pytest.mark.parametrize(("language", "sentence", "question", "words"), HELD)
def test_a_mark_holds_its_figure_whole(
    language: str, sentence: str, question: str, words: str
) -> None:
    kind = "rule" if question.endswith(".success") else "odds"
    book = Book(Rules({}), Style(language=language))
    text = f"{sentence} <!-- {kind}: {question} --> and more.\n"
    (claim,) = read_text(text, "page", book, markdown=True)
    assert isinstance(claim, Claim)
    assert claim.words == words


@pytest.mark.parametrize(
    "text",
    [
        "A 7 comes up 17%\n<!--\nodds: 2d6 = 7\n-->\nof the time.\n",
        "> A 7 comes up 17%\n> <!--\n> odds: 2d6 = 7\n> -->\n> of the time.\n",
        "> A 7 comes up 17% <!--\n> odds: 2d6 = 7 --> of the time.\n",
        "- A 7 comes up 17% <!-- odds: 2d6\n  = 7 --> of the time.\n",
        "1. > A 7 comes up 17% <!-- odds: 2d6\n   > = 7 -->\n",
        "A 7 or more comes up 17%\n<!-- odds: 2d6\n>= 7 -->\n",
    ],
)
def test_a_mark_may_run_over_several_lines(text: str) -> None:
    (claim,) = read_text(text, "page", Book(Rules({}), Style()), markdown=True)
    assert isinstance(claim, Claim)
    event = ">= 7" if "more" in text else "= 7"
    assert (claim.words, claim.request.text) == ("17%", f"2d6 {event}")


ROWS = """\
{0}| 17% | rare <!-- odds: d6 = 1 --> |
{0}|-----|------|
{0}| 18% <!-- odds: d6 = 1 --> | 18% <!-- odds: d6 = 1 --> |
{0}| 40% | a \\| 40% <!-- odds: d6 = 1 --> |
"""


@pytest.mark.parametrize("before", ["", "> ", "    "])
def test_a_mark_holds_the_figure_of_its_own_cell(before: str) -> None:
    text = "- An item\n\n" * (before == "    ") + ROWS.format(before)
    claims = read_text(text, "page", Book(Rules({}), Style()), markdown=True)
    ends = [text.index(f"{figure} <!--") for figure in ("18%", "18%", "40%")]
    ends[1] = text.index("18%", ends[0] + 1)
    assert list(held_spans(claims)) == [(end, end + 3) for end in ends]
    (claim,) = (each for each in claims if isinstance(each, Finding))
    assert message(claim) == "odds: no figure comes before 'd6 = 1'"


def test_a_mark_holds_the_figure_of_its_own_item() -> None:
    text = ".. list-table::\n\n   * - 17%\n     - rare\n\n       .. odds: d6 = 1\n"
    (claim,) = read_text(text, "page", Book(Rules({}), Style()), markdown=False)
    assert isinstance(claim, Finding)

"""The words that a mark in a plain page holds: the figure, all of it, and nothing before it."""

import pytest

from sphinxext.rulebook.book.claims import Claim, Finding
from sphinxext.rulebook.drift.plain.book import read_text
from sphinxext.rulebook.drift.plain.claims import held_spans
from sphinxext.rulebook.drift.report.words import message
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.rules import Rules
from sphinxext.rulebook.settings import Book
from tests.support.cases import cases_of

# The language, the sentence up to its mark, the question, and the words that it holds.
CASES = cases_of(__file__)


@pytest.mark.parametrize(("language", "sentence", "question", "words"), CASES["held"])
def test_a_mark_holds_its_figure_whole(
    language: str, sentence: str, question: str, words: str
) -> None:
    kind = "rule" if question.endswith(".success") else "odds"
    book = Book(Rules({}), Style(language=language))
    text = f"{sentence} <!-- {kind}: {question} --> and more.\n"
    (claim,) = read_text(text, "page", book, markdown=True)
    assert isinstance(claim, Claim)
    assert claim.words == words


@pytest.mark.parametrize("text", CASES["a_mark_may_run_over_several_lines"])
def test_a_mark_may_run_over_several_lines(text: str) -> None:
    (claim,) = read_text(text, "page", Book(Rules({}), Style()), markdown=True)
    assert isinstance(claim, Claim)
    event = ">= 7" if "more" in text else "= 7"
    assert (claim.words, claim.request.text) == ("17%", f"2d6 {event}")


@pytest.mark.parametrize("before", ["", "> ", "    "])
def test_a_mark_holds_the_figure_of_its_own_cell(before: str) -> None:
    text = "- An item\n\n" * (before == "    ") + CASES["rows"].format(before)
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

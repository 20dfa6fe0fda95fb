"""Whatever form of a figure is judged wrong can be mended, and only the wrong characters change."""

import random
import re

import pytest

from sphinxext.rulebook.book.claims import Claim
from sphinxext.rulebook.drift.check.sentences import judged
from sphinxext.rulebook.figures.rephrase import applied
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules import load_game
from sphinxext.rulebook.settings import Book
from sphinxext.rulebook.tables.specs import Request, RequestKind
from tests.support.cases import cases_of

ONE, MEAN = "direct({n}) >= 1", "direct({n}) mean"
CASES = cases_of(__file__)
WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("second", "third", "fourth", "fifth", "sixth")
WRONG = 2  # that each form has to show
MOST_TRIED = 60
RULES = load_game("uwr")


@pytest.mark.parametrize(("language", "role", "form", "question"), CASES["forms"])
def test_a_wrong_figure_of_any_form_is_mended(
    language: str, role: str, form: str, question: str
) -> None:
    chance, wrong = random.Random(f"{language} {form}"), 0
    book = Book(RULES, Style(language=language))
    for _ in range(MOST_TRIED):
        k, p, n = chance.randint(1, 5), chance.randint(1, 90), chance.randint(1, 7)
        typed = form.format(
            k=k, m=k + chance.randint(1, 9), p=p, q=p + chance.randint(1, 8), n=n,
            d=chance.randint(1, 9), w=WORDS[k - 1], v=WORDS[min(9, k + chance.randint(0, 4))],
            o=chance.choice(ORDINALS), a=chance.randint(1, 30), f=chance.randint(1, 6),
        )  # fmt: skip
        asked = Request(RequestKind(role), "", question.format(n=n, f=chance.randint(2, 6)))
        claim = Claim("page", 1, asked, typed)
        finding = judged(book, claim)
        if finding is None:
            continue
        wrong += 1
        mended = applied(typed, finding.changes)
        assert mended != typed, (typed, finding.expected)
        assert judged(book, claim._replace(words=mended)) is None, (typed, mended)
        if "1k6" in form or "1W6" in form or "1d6" in form:
            assert re.search(r"1[kWd]6\)$", mended), (typed, mended)
        if "%" in form and not re.search(r"than|between|at least|up to|nearly|over|[-<~]", form):
            assert _without_numbers(mended) == _without_numbers(typed), (typed, mended)
        if wrong == WRONG:
            return
    pytest.fail(f"only {wrong} wrong ones of {MOST_TRIED}")


def _without_numbers(text: str) -> str:
    numbers = re.sub(r"\d+(?:[.,]\d+)?", "#", text)
    return re.sub(r"\ban #", "a #", numbers)  # "an 83%"

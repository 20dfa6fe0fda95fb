"""Chances whose fractions have more digits than Python writes by itself."""

import sys
from fractions import Fraction

import pytest

from sphinxext.rulebook.rules.digits import decimals, fraction_of, quotient, ratio
from tests.support.books import Builder
from tests.support.cases import cases_of
from tests.support.command import Run

CASES = cases_of(__file__)

PAGE = CASES["page"]


@pytest.mark.parametrize(
    "number", [0, 7, -7, 10**3999, 10**4000, 3**20_000, -(7**20_000)], ids=range(7)
)
def test_numbers_of_any_length_are_written_and_read(number: int) -> None:
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    wanted = str(number)
    sys.set_int_max_str_digits(limit)
    assert decimals(number) == wanted
    assert fraction_of(wanted) == number
    odds = Fraction(number, 11**6000)
    assert fraction_of(quotient(odds)) == fraction_of(ratio(odds)) == odds


@pytest.mark.slow
def test_a_book_of_armies_is_built_checked_fixed_and_locked(rulebook: Run) -> None:
    rulebook.write({"conf.py": 'extensions = ["sphinxext.rulebook"]\n', "index.rst": PAGE})
    status, report = rulebook.check()
    assert status == 1
    assert report["drift"][0]["expected"] == "50%"
    assert all(len(each["probability"]) > 9_000 for each in report["drift"])
    rulebook("fix", ".", ends=0)
    assert "`50% <6000d6 >= 21000>`" in rulebook.text("index.rst")
    rulebook("check", ".", ends=0)
    rulebook("lock", ".", ends=0)
    assert "as before" in rulebook("lock", ".", ends=0).out


def test_a_page_shows_them(build: Builder) -> None:
    book = build("armies", files={"index.rst": PAGE})
    assert [line for line in book.warnings if "drift" not in line] == []
    text = (book.outdir / "index.html").read_text("utf-8")
    assert "1 in " + decimals(6**6000) in text

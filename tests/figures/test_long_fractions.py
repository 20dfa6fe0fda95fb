"""Chances whose fractions have more digits than Python writes by itself."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.rules.digits import decimals, fraction_of, quotient, ratio
from tests.support.cases import cases_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.books import Builder

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
def test_a_book_of_armies_is_built_checked_fixed_and_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "conf.py").write_text('extensions = ["sphinxext.rulebook"]\n', "utf-8")
    (docs / "index.rst").write_text(PAGE, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "docs", "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["drift"][0]["expected"] == "50%"
    assert all(len(each["probability"]) > 9_000 for each in report["drift"])
    assert main(["fix", "docs"]) == 0
    assert "`50% <6000d6 >= 21000>`" in (docs / "index.rst").read_text("utf-8")
    assert main(["check", "docs"]) == 0
    assert main(["lock", "docs"]) == 0
    assert main(["lock", "docs"]) == 0
    assert "as before" in capsys.readouterr().out


def test_a_page_shows_them(build: Builder) -> None:
    book = build("armies", files={"index.rst": PAGE})
    assert [line for line in book.warnings if "drift" not in line] == []
    text = (book.outdir / "index.html").read_text("utf-8")
    assert "1 in " + decimals(6**6000) in text

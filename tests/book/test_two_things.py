"""Events that ask for two things at once, in tables, charts and sentences of both markups."""

import pytest

from tests.support.books import Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

CONF = 'extensions = ["myst_parser", "sphinxext.rulebook"]\n'


@pytest.mark.slow
def test_two_things_at_once_in_a_book(build: Builder) -> None:
    files = {
        "conf.py": CONF,
        "rules.toml": CASES["rules"],
        "index.rst": CASES["rest"],
        "more.md": CASES["myst"],
    }
    book = build("", files=files)
    (warning,) = [line for line in book.warnings if "rulebook" in line]
    assert '"31%" should be "30%"' in warning
    tables = [
        [[cell.get_text(strip=True) for cell in row.select("th, td")] for row in one.select("tr")]
        for one in book.soup().select("table")
    ]
    assert tables[0] == [["skill", "≥ 15 and body ≥ 4"], ["1", "27%"], ["2", "30%"]]
    assert tables[1][0][1:] == ["≥ 15 and body ≥ 4", "Hit and tens ≥ 1"]
    assert [row[1:] for row in tables[1][1:]] == [["27%", "27%"], ["30%", "27%"]]
    assert "It is 30%." in " ".join(book.soup().get_text(" ").split()).replace(" .", ".")
    more = book.soup("more.html")
    rows = [[c.get_text(strip=True) for c in r.select("th, td")] for r in more.select("tr")]
    assert rows == [["skill", "Hit and tens ≥ 1"], ["1", "27%"], ["2", "27%"]]

"""Readers see the labels of sides and groups, never their names in the rules file."""

import pytest

from tests.support.books import Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

RULES = CASES["rules"]
CONF = 'extensions = ["sphinxext.rulebook"]\nrulebook_rules = "rules.toml"\nproject = "Duel"\n'


def test_tables_show_the_labels(build: Builder) -> None:
    book = build(files={"conf.py": CONF, "rules.toml": RULES, "index.rst": CASES["page"]})
    assert book.warnings == ()
    text = book.soup().get_text(" ")
    for label in ("your dice", "The other side: dice", "it works"):
        assert label in text
    assert "mine" not in text
    assert text.count("any works") == 1  # the author's own word in a typed table


SAID = CASES["said"]


@pytest.mark.parametrize("language", SAID)
def test_readers_see_when_an_outcome_holds_in_words_of_the_book(
    build: Builder, language: str
) -> None:
    page = (
        ".. dice-table:: Strike\n   :check: strike\n   :rows: outcomes\n\n"
        ":rule:`strike.outcomes.Poor`, :rule:`strike.outcomes.Rest`; "
        ":rule:`5-8 <strike.outcomes.Poor>`\n\n"
        ".. random-table:: Wounds\n   :dice: strike(nerve=1)\n\n   - a\n   - b\n"
    )
    files = {"index.rst": f"T\n=\n\n{page}", "rules.toml": CASES["strike"]}
    book = build(files=files, conf={"language": language})
    assert not book.warnings
    soup = book.soup()
    tables = soup.select("table")
    said = [row.select("td, th")[1].get_text(strip=True) for row in tables[0].select("tbody tr")]
    assert said == SAID[language]
    (sentence,) = (each.get_text() for each in soup.select("section > p"))
    assert sentence == f"{SAID[language][3]}, {SAID[language][5]}; 5-8"
    assert tables[1].select_one("th").get_text(strip=True) == "Strike (nerve 1)"

"""Results without repeats, against the enumeration of every order in which they may come."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext.rulebook.random_tables.model import RandomTable
from sphinxext.rulebook.random_tables.nested import among
from sphinxext.rulebook.random_tables.source import directives_in, read_table
from sphinxext.rulebook.rules import Rules, RulesError
from sphinxext.rulebook.source.read import read_document
from tests.random_tables.made_up import with_tables
from tests.support.cases import cases_of

CASES = cases_of(__file__)

SHARES = st.lists(st.tuples(st.integers(1, 5), st.integers(0, 3)), min_size=2, max_size=6)


@given(SHARES, st.integers(1, 4))
def test_the_odds_are_those_of_every_order(rows: list[tuple[int, int]], draws: int) -> None:
    draws = min(draws, len(rows))
    shares = [(Fraction(weight), Fraction(brings, 3)) for weight, brings in rows]
    total = sum(weight for weight, _ in rows)
    missed = Fraction(0)
    for order in permutations(rows, draws):
        left, chance = total, Fraction(1)
        for weight, brings in order:
            chance *= Fraction(weight, left) * (1 - Fraction(brings, 3))
            left -= weight
        missed += chance
    assert among(shares, draws, is_distinct=True) == 1 - missed


def table(options: str, body: str) -> RandomTable:
    lines = ["```{random-table} Rumours", ":name: rumours", *options.split("\n"), "", body, "```"]
    document = read_document("\n".join(lines), markdown=True, myst=True)
    return read_table(Rules({}), "", directives_in(document)[0], "page.md")


def test_a_hundred_rows_are_as_quick_as_their_kinds() -> None:
    body = "\n".join(f"- Rumour {n}" for n in range(100))
    rules = with_tables(Rules({}), [table(":dice: d100\n:draws: 5", body)])
    assert rules.ask("rumours is Rumour 7").probability == Fraction(1, 20)
    assert rules.ask("rumours(draws=2) is Rumour 7").probability == Fraction(1, 50)
    assert rules.ask("rumours").counts is None
    with pytest.raises(RulesError, match="ask for one of its rows"):
        rules.ask("rumours >= 3")


@pytest.mark.parametrize(("options", "body", "message"), CASES["draws_that_cannot_be_are_refused"])
def test_draws_that_cannot_be_are_refused(options: str, body: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        table(options, body)

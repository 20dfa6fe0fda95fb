"""Odds that others published: rules files of their games give the same, to the last digit."""

import tomllib
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from sphinxext.rulebook.rules import Rules

GAMES = tomllib.loads(
    Path(__file__).with_name("data").joinpath("published.toml").read_text("utf-8")
)


def as_published(chance: Fraction, like: str) -> str:
    """The chance written as the page writes its own."""
    if "/" in like:
        return str(chance)
    digits = len(like.partition(".")[2])
    percent = Decimal(chance.numerator * 100) / Decimal(chance.denominator)
    return str(percent.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def plain(published: str) -> str:
    return str(Fraction(published)) if "/" in published else str(Decimal(published))


def test_many_games_have_published_odds() -> None:
    assert len(GAMES) >= 15
    assert sum(len(game["odds"]) for game in GAMES.values()) > 170
    assert all(game["from"] for game in GAMES.values())


@pytest.mark.parametrize("name", GAMES)
def test_published_odds_are_ours(stated: Callable[[str], Rules], name: str) -> None:
    game = GAMES[name]
    rules = stated(game["rules"])
    for query, published in game["odds"].items():
        chance = rules.ask(query).probability
        assert chance is not None, query
        assert as_published(chance, published) == plain(published), (query, game["from"])

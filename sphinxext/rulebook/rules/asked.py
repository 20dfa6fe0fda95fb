"""The rules, as those who find odds see them."""

from __future__ import annotations

from typing import Protocol

from .dice.odds import Odds
from .language.query import Call, PlainDice, Query
from .model.game import Check, Game


class Asked(Protocol):
    """Rules that are asked for a game, and for the odds of a check."""

    def game(self, name: str = "") -> Game:
        """The game of that name, or the default one."""

    def odds(self, query: Query) -> Odds:
        """The odds of a question, kept for the next time."""

    def find(self, game_name: str, what: Call | PlainDice, asked: Check | None = None) -> Odds:
        """The odds of a check, worked out anew."""

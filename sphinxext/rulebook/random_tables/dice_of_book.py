"""The dice of a table in a book: plain dice, or whatever a check of the rules may come to."""

from __future__ import annotations

import re

from ..rules.errors import RulesError
from ..rules.rules import Rules
from .dice import MOST_VALUES, TableDice, dice_of

_CROSSED = re.compile(r"\s*(?:,|\bx\b|×|\*)\s*", re.IGNORECASE)


def dice_named(rules: Rules, game: str, text: str) -> list[TableDice]:
    """The dice that an option names; two where two dice are crossed."""
    if not text.strip():
        return []
    if "(" in text:
        return [dice_for(rules, game, text)]
    return [dice_for(rules, game, part) for part in _CROSSED.split(text.strip())]


def dice_for(rules: Rules, game: str, text: str) -> TableDice:
    """The dice of a notation, or the values that a check of the rules comes to."""
    plain = dice_of(text)
    if plain is not None:
        return plain
    question = f"{game}:{text}" if game and ":" not in text else text
    answer = rules.ask(question)
    counts = answer.counts
    if counts is None:
        raise RulesError(f"'{text}' names outcomes and no numbers; a table needs numbers to roll")
    if counts.tail is not None or counts.head is not None:
        raise RulesError(f"'{text.strip()}' rolls again without end; a table needs dice that end")
    values = tuple(sorted(counts))
    if len(values) > MOST_VALUES:
        raise RulesError(f"'{text}' has more than {MOST_VALUES:,} results")
    return TableDice(text.strip(), values, is_flat=False)

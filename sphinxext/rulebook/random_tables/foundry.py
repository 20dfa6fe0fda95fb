"""Random tables as documents of Foundry."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from ..rules.errors import RulesError
from .dice import dice_of
from .exported import Exported, dumped, linked_text, runs, with_rolls
from .model import Entry, RandomTable

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def as_foundry(book: Exported) -> dict[str, str]:
    """A RollTable document for each table, for "Import Data" in Foundry."""
    return {f"{book.name(table)}.json": dumped(_document(book, table)) for table in book.tables}


def _document(book: Exported, table: RandomTable) -> dict[str, Any]:
    name = book.name(table)
    known = {name: book.shown(other) for name, other in book.named().items()}
    results = []
    for row in table.entries:
        said = _enriched(row, known)
        for low, high in runs(row.values, table.dice):
            # The first and the last row take the rolls that the modifier carries past them.
            low += min(0, table.modifier.least) * (low == table.dice.low)
            high += max(0, table.modifier.most) * (high == table.dice.high)
            results.append(
                {
                    "_id": _id(f"{name} {low}"),
                    "type": "text",
                    "name": "",
                    "description": said,  # since Foundry 13
                    "text": said,  # before
                    "img": "icons/svg/d20-black.svg",
                    "weight": len(table.dice.between(low, high)),
                    "range": [low, high],
                    "drawn": False,
                    "flags": {},
                }
            )
    return {
        "_id": _id(name),
        "name": book.shown(table),
        "img": "icons/svg/d20-grey.svg",
        "description": "",
        "formula": foundry_formula(table),
        "replacement": table.draws == 1,
        "displayRoll": True,
        "results": results,
        "flags": {"rulebook": {"name": table.name, "dice": table.notation}},
    }


def foundry_formula(table: RandomTable) -> str:
    """The dice as Foundry rolls them."""
    dice = table.dice
    if dice.is_digits:
        sides = [int(digit) for digit in str(dice.high)]
        terms = [
            f"1d{side} * {10 ** (len(sides) - n - 1)}" if n < len(sides) - 1 else f"1d{side}"
            for n, side in enumerate(sides)
        ]
        formula = " + ".join(terms)
    elif dice_of(table.notation) is None:
        raise RulesError(
            f"'{table.title or table.name}' is rolled on '{table.notation}', which other programs "
            "do not know"
        )
    elif dice.low == 0 and dice.is_flat:
        formula = f"1d{dice.high + 1} - 1"
    else:
        formula = re.sub(r"(?<![\d])d", "1d", dice.name).replace("+", " + ").replace("-", " - ")
    return f"{formula} + @{table.modifier.name}" if table.modifier.name else formula


def _enriched(row: Entry, known: Mapping[str, str]) -> str:
    """Return an entry with its dice and links as Foundry reads them."""

    def linked(target: str, title: str) -> str:
        found = known.get(target)
        return f"@RollTable[{found}]{{{title}}}" if found else title  # ids change when imported

    text = linked_text(row, linked)
    return with_rolls(text, lambda dice: f"[[/roll {re.sub(r'(?<![0-9])d', '1d', dice)}]]")


def _id(text: str) -> str:
    """Sixteen letters and digits that are always the same for a text."""
    number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=16).digest())
    letters = []
    for _ in range(16):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return "".join(letters)

"""Random tables as files for other programs: JSON, Foundry, Roll20 and CSV."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import gcd, lcm
from typing import Any

from docutils.nodes import make_id

from ..rules.digits import ratio
from ..rules.errors import RulesError
from ..rules.model.game import Check
from ..rules.rules import Rules
from .dice import TableDice, dice_of
from .drawn import levels_of, row_chances
from .heads import spoken
from .model import ROLE, Entry, RandomTable, chances
from .nodes import dice_said

SCHEMA = "tables.schema.json"
DEVICES = re.compile(r"con|prn|aux|nul|com\d|lpt\d")  # Windows lets no file be called so
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True)
class Exported:
    """The tables of a book, with what the rules say of their dice."""

    title: str
    tables: tuple[RandomTable, ...]
    rules: Rules

    def name(self, table: RandomTable) -> str:
        """The name of a table in files."""
        name = make_id(table.name or table.title) or f"table-{self.tables.index(table) + 1}"
        return f"table-{name}" if DEVICES.fullmatch(name) else name

    def odds(self, table: RandomTable, level: int = 0) -> list[Fraction]:
        """The chance of every row."""
        each = chances(self.rules, "", table.dice, table.notation)
        return row_chances(table, each, level)


def plain_text(text: str) -> str:
    """An entry without its markup."""
    return " ".join(spoken(ROLE.sub(lambda match: _said(match[0], match[1]), text)).split())


def _said(role: str, target: str) -> str:
    title = re.search(r"`([^`<]+)<", role)
    return title[1].strip() if title else target


def runs(values: Sequence[int], dice: TableDice) -> Iterator[tuple[int, int]]:
    """The values as ranges; a range of d66 goes from 16 on to 21."""
    ordered = sorted(values)
    places = dice.places
    for _, run in groupby(enumerate(ordered), lambda pair: places.get(pair[1], pair[1]) - pair[0]):
        some = [value for _, value in run]
        yield some[0], some[-1]


def every_text(row: Entry) -> str:
    """All that a row says, its further columns too."""
    return " – ".join(plain_text(text) for text in (row.text, *row.others) if plain_text(text))


def exportable(table: RandomTable, form: str) -> str:
    """Why a format cannot have a table; nothing where it can."""
    if form == "foundry":
        try:
            foundry_formula(table)
        except RulesError as error:
            return str(error)
    return ""


# JSON ---------------------------------------------------------------------------------------------


def as_json(book: Exported) -> dict[str, str]:
    """One file with all tables and the checks of the rules, and the schema that it keeps to."""
    data = {
        "$schema": SCHEMA,
        "title": book.title,
        "tables": [_table_data(book, table) for table in book.tables],
        "checks": list(_checks(book.rules)),
    }
    return {"tables.json": _dumped(data), SCHEMA: _dumped(json_schema())}


def _table_data(book: Exported, table: RandomTable) -> dict[str, Any]:
    levels = levels_of(table)
    odds = {level: book.odds(table, level) for level in levels}
    return {
        "name": book.name(table),
        "title": table.title,
        "dice": table.notation,
        "modifier": (
            {"name": table.modifier.name, "least": levels[0], "most": levels[-1]}
            if table.modifier.name
            else None
        ),
        "draws": table.draws,
        "rows": [
            {
                "name": row.name,
                "rolls": row.label,
                "ranges": [list(run) for run in runs(row.values, table.dice)],
                "text": plain_text(row.text),
                "more": [plain_text(text) for text in row.others],
                "tables": list(row.sends_to),
                "times": row.times,
                "odds": {str(level): ratio(odds[level][n]) for level in levels},
            }
            for n, row in enumerate(table.entries)
        ],
    }


def _checks(rules: Rules) -> Iterator[dict[str, Any]]:
    """Every check of the rules file at its usual arguments, with its odds where they are known."""
    tables = getattr(rules, "tables", {})
    for game in rules.games.values():
        for check in game.checks.values():
            if check.name not in tables:
                yield _check_data(rules, game.name, check)


def _check_data(rules: Rules, game: str, check: Check) -> dict[str, Any]:
    data: dict[str, Any] = {"game": game, "name": check.name, "title": check.title or check.name}
    data |= dict.fromkeys(("asked", "outcomes", "counts", "mean"))
    given = ", ".join(
        f'{each.name}="{each.choices[0].name}"'
        if each.choices
        else f"{each.name}={max(1, each.least)}"
        for each in check.takes
        if each.required
    )
    asked = f"{game}:{check.name}({given})"
    try:
        answer = rules.ask(asked)
        outcomes, counts, mean = answer.outcomes, answer.counts, answer.mean
    except RulesError:
        return data  # it needs what only a question can say, such as two sides
    data["asked"] = asked
    if outcomes is not None:
        data["outcomes"] = {name: ratio(chance) for name, chance in outcomes.items()}
    if counts is not None:
        data["counts"] = {str(value): ratio(chance) for value, chance in counts.items()}
    if isinstance(mean, Fraction):
        data["mean"] = ratio(mean)
    return data


def json_schema() -> dict[str, Any]:
    """The schema of the JSON file."""
    text: dict[str, Any] = {"type": "string"}
    fraction = {"type": "string", "pattern": r"^\d+(/\d+)?$", "description": "an exact chance"}
    whole: dict[str, Any] = {"type": "integer"}
    row = {
        "name": {**text, "description": "what questions call the row"},
        "rolls": {**text, "description": "the rolls as the book writes them"},
        "ranges": {
            "type": "array",
            "items": {"type": "array", "items": whole, "minItems": 2, "maxItems": 2},
        },
        "text": text,
        "more": {"type": "array", "items": text, "description": "further columns"},
        "tables": {"type": "array", "items": text, "description": "tables that the row sends to"},
        "times": {**whole, "minimum": 1, "description": "how often the row says to roll again"},
        "odds": {
            "type": "object",
            "additionalProperties": fraction,
            "description": "the chance of the row for each level of the modifier",
        },
    }
    modifier = {"name": text, "least": whole, "most": whole}
    table = {
        "name": text,
        "title": text,
        "dice": text,
        "modifier": {"anyOf": [_record(modifier), {"type": "null"}]},
        "draws": {**whole, "minimum": 1, "description": "how many results without repeats"},
        "rows": {"type": "array", "items": _record(row)},
    }
    odds = {"type": ["object", "null"], "additionalProperties": fraction}
    number = {"type": ["string", "null"], "pattern": r"^-?\d+(/\d+)?$"}
    check = {
        "game": text, "name": text, "title": text, "asked": {"type": ["string", "null"]},
        "outcomes": odds, "counts": odds, "mean": number,
    }  # fmt: skip
    whole_file = {
        "$schema": text,
        "title": text,
        "tables": {"type": "array", "items": _record(table)},
        "checks": {"type": "array", "items": _record(check)},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The random tables and checks of a rulebook",
        **_record(whole_file),
    }


def _record(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(fields),
        "required": list(fields),
        "additionalProperties": False,
    }


# Foundry ------------------------------------------------------------------------------------------


def as_foundry(book: Exported) -> dict[str, str]:
    """A RollTable document for each table, for "Import Data" in Foundry."""
    return {f"{book.name(table)}.json": _dumped(_document(book, table)) for table in book.tables}


def _document(book: Exported, table: RandomTable) -> dict[str, Any]:
    name = book.name(table)
    known = {other.name: _foundry_name(book, other) for other in book.tables if other.name}
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
        "name": _foundry_name(book, table),
        "img": "icons/svg/d20-grey.svg",
        "description": "",
        "formula": foundry_formula(table),
        "replacement": table.draws == 1,
        "displayRoll": True,
        "results": results,
        "flags": {"rulebook": {"name": table.name, "dice": table.notation}},
    }


def _foundry_name(book: Exported, table: RandomTable) -> str:
    """The name of a table in Foundry, by which links find it."""
    return re.sub(r"[][{}]", "", table.title) or book.name(table)


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
    """An entry with its dice and links as Foundry reads them."""

    def linked(match: re.Match[str]) -> str:
        target = known.get(match[1])
        title = _said(match[0], match[1])
        return f"@RollTable[{target}]{{{title}}}" if target else title  # ids change when imported

    text = " – ".join(" ".join(spoken(ROLE.sub(linked, each)).split())
                      for each in (row.text, *row.others) if each.strip())  # fmt: skip
    return _with_rolls(text, lambda dice: f"[[/roll {re.sub(r'(?<![0-9])d', '1d', dice)}]]")


def _with_rolls(text: str, inline: Callable[[str], str]) -> str:
    """A text in which another program rolls the dice, "1d4 × 10" as one."""
    for notation, start, end in reversed(dice_said(text)):
        dice = dice_of(notation.partition("*")[0])
        if dice is not None and not dice.is_digits:
            text = text[:start] + inline(notation) + text[end:]
    return text


def _id(text: str) -> str:
    """Sixteen letters and digits that are always the same for a text."""
    number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=16).digest())
    letters = []
    for _ in range(16):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return "".join(letters)


# Roll20 -------------------------------------------------------------------------------------------


def as_roll20(book: Exported) -> dict[str, str]:
    """The commands of Roll20's table import: for the chat of its script, and to be pasted.

    The script takes brackets in another writing, since the chat would roll what is in them. Browser
    extensions read the commands as they are, and want an empty line between tables.
    """
    tables = list(_roll20_tables(book))
    chat = [line.translate(CHAT_SIGNS) for table in tables for line in table]
    return {
        "tables.txt": "\n".join(chat) + "\n",
        "tables-paste.txt": "".join("\n".join(table) + "\n\n" for table in tables),
    }


CHAT_SIGNS = str.maketrans({sign: f"<%%{ord(sign)}%%>" for sign in "[]<>"})


def _roll20_tables(book: Exported) -> Iterator[list[str]]:
    known = {table.name: book.name(table) for table in book.tables if table.name}
    for table in book.tables:
        name = book.name(table)
        lines = [f"!import-table --{name} --show"]
        odds = book.odds(table)
        scale = lcm(*(chance.denominator for chance in odds))
        weights = [int(chance * scale) for chance in odds]
        common = gcd(*weights) or 1
        for row, weight in zip(table.entries, weights, strict=True):
            if weight:
                said = _roll20_text(row, known)
                lines.append(f"!import-table-item --{name} --{said} --{weight // common} --")
        yield lines


def _roll20_text(row: Entry, known: Mapping[str, str]) -> str:
    def linked(match: re.Match[str]) -> str:
        target = known.get(match[1])
        title = _said(match[0], match[1])
        return f"{title}: [[1t[{target}]]]" if target else title

    text = " – ".join(" ".join(spoken(ROLE.sub(linked, each)).split())
                      for each in (row.text, *row.others) if each.strip())  # fmt: skip
    return _with_rolls(text, lambda dice: f"[[{dice}]]").replace("--", "–")


# CSV ----------------------------------------------------------------------------------------------

COLUMNS = ("table", "title", "dice", "rolls", "low", "high", "chance", "text")


def as_csv(book: Exported) -> dict[str, str]:
    """One file with a line for each range of rolls."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for table in book.tables:
        for row, chance in zip(table.entries, book.odds(table), strict=True):
            for low, high in runs(row.values, table.dice):
                writer.writerow([book.name(table), table.title, table.notation, row.label, low,
                                 high, ratio(chance), every_text(row)])  # fmt: skip
    return {"tables.csv": out.getvalue()}


def _dumped(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


FORMATS: Mapping[str, Callable[[Exported], dict[str, str]]] = {
    "json": as_json,
    "foundry": as_foundry,
    "roll20": as_roll20,
    "csv": as_csv,
}

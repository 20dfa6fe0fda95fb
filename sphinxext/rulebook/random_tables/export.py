"""Random tables as files for other programs: JSON, Foundry, Roll20 and CSV."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count
from math import gcd, lcm
from pathlib import Path
from typing import Any

from docutils.nodes import make_id

from ..rules.digits import ratio
from ..rules.errors import RulesError
from ..rules.model.game import Check
from ..rules.rules import Rules
from .dice import dice_of
from .drawn import row_chances
from .heads import spoken
from .model import ROLE, Entry, RandomTable
from .nodes import dice_said

SCHEMA = "tables.schema.json"
COLUMNS = ("table", "title", "dice", "rolls", "low", "high", "chance", "text")
DEVICES = re.compile(r"con|prn|aux|nul|com\d|lpt\d")  # Windows lets no file be called so
LONGEST_NAME = 80  # letters; file systems take 255 bytes, and folders around it need some
LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits
CHAT_SIGNS = str.maketrans({sign: f"<%%{ord(sign)}%%>" for sign in "[]<>"})

Link = Callable[[str, str], str]  # writes a link from its target and its title


@dataclass(frozen=True)
class Exported:
    """The tables of a book, with what the rules say of their dice."""

    title: str
    tables: tuple[RandomTable, ...]
    rules: Rules

    @cached_property
    def names(self) -> dict[RandomTable, str]:
        """Return the name of each table in files, which no other table has."""
        wanted = {
            table: _file_name(table.name or table.title) or f"table-{n}"
            for n, table in enumerate(self.tables, 1)
        }
        # The names that authors gave come first, so that no caption takes one of them.
        given = sorted(self.tables, key=lambda table: not table.name)
        return _told_apart({table: wanted[table] for table in given}, "{}-{}")

    @cached_property
    def titles(self) -> dict[RandomTable, str]:
        """Return the name of each table as Foundry lists it, by which links find it."""
        titles = {
            table: re.sub(r"[][{}]", "", table.title) or self.names[table] for table in self.tables
        }
        return _told_apart(titles, "{} ({})")

    @cached_property
    def named(self) -> dict[str, RandomTable]:
        """Return the tables that others can send to, by the names that pages write."""
        return {table.name: table for table in reversed(self.tables) if table.name}


def _file_name(text: str) -> str:
    """Return a text as the name of a file on any system; empty if it has no letter for one."""
    name = make_id(text)[:LONGEST_NAME].rstrip("-")
    return f"table-{name}" if DEVICES.fullmatch(name) else name


def _told_apart(names: Mapping[RandomTable, str], numbered: str) -> dict[RandomTable, str]:
    """Number the names that are there already, whatever their letter case."""
    taken: set[str] = set()
    found = {}
    for table, name in names.items():
        free, numbers = name, count(2)
        while free.casefold() in taken:
            free = numbered.format(name, next(numbers))
        taken.add(free.casefold())
        found[table] = free
    return found


def exportable(table: RandomTable, form: str) -> str:
    """Return why a format cannot have a table; nothing where it can."""
    if form != "foundry" or table.dice.is_digits or dice_of(table.notation):
        return ""
    name = table.title or table.name
    return f"'{name}' is rolled on '{table.notation}', which other programs do not know"


def _said(texts: Iterable[str], link: Link = lambda _, title: title) -> str:
    """Return the texts of a row without their markup."""

    def linked(match: re.Match[str]) -> str:
        title = re.search(r"`([^`<]+)<", match[0])
        return link(match[1], title[1].strip() if title else match[1])

    plain = (" ".join(spoken(ROLE.sub(linked, text)).split()) for text in texts)
    return " – ".join(filter(None, plain))


def _to_roll(row: Entry, link: Link, inline: Callable[[str], str]) -> str:
    """Return a row in which another program rolls the dice, "1d4 × 10" as one."""
    text = _said((row.text, *row.others), link)
    for notation, start, end in reversed(dice_said(text)):
        dice = dice_of(notation.partition("*")[0])
        if dice is not None and not dice.is_digits:
            text = text[:start] + inline(notation) + text[end:]
    return text


def _dumped(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _as_json(book: Exported) -> dict[str, str]:
    """Write one file with all tables and the checks of the rules, and its schema."""
    data = {
        "$schema": SCHEMA,
        "title": book.title,
        "tables": [_table_data(book, table) for table in book.tables],
        "checks": [
            _check_data(book.rules, game.name, check)
            for game in book.rules.games.values()
            for check in game.checks.values()
        ],
    }
    return {
        "tables.json": _dumped(data),
        SCHEMA: Path(__file__).with_name(SCHEMA).read_text("utf-8"),
    }


def _table_data(book: Exported, table: RandomTable) -> dict[str, Any]:
    levels = table.modifier.levels
    known = {name: book.names[other] for name, other in book.named.items()}
    odds = {level: row_chances(table, level) for level in levels}
    modifier = {"name": table.modifier.name, "least": levels[0], "most": levels[-1]}
    return {
        "name": book.names[table],
        "title": table.title,
        "dice": table.notation,
        "modifier": modifier if table.modifier.name else None,
        "draws": table.draws,
        "rows": [
            {
                "name": row.name,
                "rolls": row.label,
                "ranges": [list(run) for run in table.dice.runs(row.values)],
                "text": _said([row.text]),
                "more": [_said([text]) for text in row.others],
                "tables": [known.get(each, each) for each in row.sends_to],
                "times": row.times,
                "odds": {str(level): ratio(odds[level][n]) for level in levels},
            }
            for n, row in enumerate(table.entries)
        ],
    }


def _check_data(rules: Rules, game: str, check: Check) -> dict[str, Any]:
    data: dict[str, Any] = {"game": game, "name": check.name, "title": check.label or check.name}
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


def _as_csv(book: Exported) -> dict[str, str]:
    """Write one file with a line for each range of rolls."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for table in book.tables:
        for row, chance in zip(table.entries, row_chances(table), strict=True):
            said = _said((row.text, *row.others))
            for low, high in table.dice.runs(row.values):
                writer.writerow([book.names[table], table.title, table.notation, row.label,
                                 low, high, ratio(chance), said])  # fmt: skip
    return {"tables.csv": out.getvalue()}


def _as_foundry(book: Exported) -> dict[str, str]:
    """Write a RollTable document for each table, for "Import Data" in Foundry."""
    return {f"{book.names[table]}.json": _dumped(_document(book, table)) for table in book.tables}


def _document(book: Exported, table: RandomTable) -> dict[str, Any]:
    name = book.names[table]

    def linked(target: str, title: str) -> str:
        other = book.named.get(target)  # by its title: ids change when imported
        return f"@RollTable[{book.titles[other]}]{{{title}}}" if other else title

    results = []
    for row in table.entries:
        said = _to_roll(row, linked, lambda dice: f"[[/roll {re.sub(r'(?<![0-9])d', '1d', dice)}]]")
        for low, high in table.dice.runs(row.values):
            weight = sum(low <= value <= high for value in row.values)
            # The first and the last row take the rolls that the modifier carries past them.
            if low == table.ends[0]:
                low = min(low, table.dice.low + table.modifier.least)
            if high == table.ends[1]:
                high = max(high, table.dice.high + table.modifier.most)
            results.append(
                {
                    "_id": _id(f"{name} {low}"),
                    "type": "text",
                    "name": "",
                    "description": said,  # since Foundry 13
                    "text": said,  # before
                    "img": "icons/svg/d20-black.svg",
                    "weight": weight,
                    "range": [low, high],
                    "drawn": False,
                    "flags": {},
                }
            )
    return {
        "_id": _id(name),
        "name": book.titles[table],
        "img": "icons/svg/d20-grey.svg",
        "description": "",
        "formula": _formula(table),
        "replacement": table.draws == 1,
        "displayRoll": True,
        "results": results,
        "flags": {"rulebook": {"name": table.name, "dice": table.notation}},
    }


def _formula(table: RandomTable) -> str:
    """Return the dice as Foundry rolls them."""
    dice = table.dice
    if dice.is_digits:
        places = reversed(list(enumerate(reversed(str(dice.high)))))
        terms = (f"1d{side} * {10**place}" if place else f"1d{side}" for place, side in places)
        formula = " + ".join(terms)
    elif dice.low == 0 and dice.is_flat:
        formula = f"1d{dice.high + 1} - 1"
    else:
        formula = re.sub(r"(?<![\d])d", "1d", dice.name).replace("+", " + ").replace("-", " - ")
    return f"{formula} + @{table.modifier.name}" if table.modifier.name else formula


def _id(text: str) -> str:
    """Return sixteen letters and digits that are always the same for a text."""
    number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=16).digest())
    return "".join(LETTERS[number // len(LETTERS) ** n % len(LETTERS)] for n in range(16))


def _as_roll20(book: Exported) -> dict[str, str]:
    """Write the commands of Roll20's table import: for the chat of its script, and to be pasted.

    The script takes brackets in another writing, since the chat would roll what is in them. Browser
    extensions read the commands as they are, and want an empty line between tables.
    """
    tables = list(_commands(book))
    chat = [line.translate(CHAT_SIGNS) for table in tables for line in table]
    return {
        "tables.txt": "\n".join(chat) + "\n",
        "tables-paste.txt": "".join("\n".join(table) + "\n\n" for table in tables),
    }


def _commands(book: Exported) -> Iterator[list[str]]:
    def linked(target: str, title: str) -> str:
        other = book.named.get(target)
        return f"{title}: [[1t[{book.names[other]}]]]" if other else title

    for table in book.tables:
        name = book.names[table]
        lines = [f"!import-table --{name} --show"]
        odds = row_chances(table)
        scale = lcm(*(chance.denominator for chance in odds))
        weights = [int(chance * scale) for chance in odds]
        common = gcd(*weights) or 1
        for row, weight in zip(table.entries, weights, strict=True):
            if weight:
                said = _to_roll(row, linked, lambda dice: f"[[{dice}]]").replace("--", "–")
                lines.append(f"!import-table-item --{name} --{said} --{weight // common} --")
        yield lines


FORMATS: Mapping[str, Callable[[Exported], dict[str, str]]] = {
    "json": _as_json,
    "foundry": _as_foundry,
    "roll20": _as_roll20,
    "csv": _as_csv,
}

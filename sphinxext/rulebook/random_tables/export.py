"""Random tables as files for other programs: JSON, Foundry, Roll20 and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..rules.digits import ratio
from ..rules.errors import RulesError
from ..rules.model.game import Check
from ..rules.rules import Rules
from .drawn import levels_of
from .exported import Exported, dumped, every_text, plain_text, runs
from .foundry import as_foundry, foundry_formula
from .model import RandomTable
from .roll20 import as_roll20

SCHEMA = "tables.schema.json"
COLUMNS = ("table", "title", "dice", "rolls", "low", "high", "chance", "text")


def exportable(table: RandomTable, form: str) -> str:
    """Why a format cannot have a table; nothing where it can."""
    if form == "foundry":
        try:
            foundry_formula(table)
        except RulesError as error:
            return str(error)
    return ""


def as_json(book: Exported) -> dict[str, str]:
    """One file with all tables and the checks of the rules, and the schema that it keeps to."""
    data = {
        "$schema": SCHEMA,
        "title": book.title,
        "tables": [_table_data(book, table) for table in book.tables],
        "checks": list(_checks(book.rules)),
    }
    return {
        "tables.json": dumped(data),
        SCHEMA: Path(__file__).with_name(SCHEMA).read_text("utf-8"),
    }


def _table_data(book: Exported, table: RandomTable) -> dict[str, Any]:
    levels = levels_of(table)
    known = book.named()
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
                "tables": [
                    book.name(known[each]) if each in known else each for each in row.sends_to
                ],
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


FORMATS: Mapping[str, Callable[[Exported], dict[str, str]]] = {
    "json": as_json,
    "foundry": as_foundry,
    "roll20": as_roll20,
    "csv": as_csv,
}

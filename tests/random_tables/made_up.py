"""Makes random tables in every shape, right and wrong."""

import random
from collections.abc import Callable, Iterable, Sequence

from sphinxext.rulebook.random_tables.as_check import rules_with_tables
from sphinxext.rulebook.random_tables.dice import TableDice
from sphinxext.rulebook.random_tables.model import RandomTable
from sphinxext.rulebook.rules import Rules, RulesError

Values = list[list[int]]  # of each row
Rows = Sequence[tuple[str, str]]  # rolls and entry
Slip = Callable[[random.Random, Values], "Values | None"]
Shape = Callable[[str, Rows], list[str]]


def partition(rng: random.Random, dice: TableDice) -> Values:
    """Every value of the dice in rows, in order."""
    n = len(dice.values)
    rows = n if n <= 12 and rng.random() < 0.5 else rng.randint(min(4, n), min(n, 12))
    cuts = sorted(rng.sample(range(1, n), rows - 1))
    return [list(dice.values[a:b]) for a, b in zip([0, *cuts], [*cuts, n], strict=True)]


def labelled(rng: random.Random, dice: TableDice, rows: Values) -> list[str]:
    """The rows' rolls, all in one manner."""
    dash = rng.choice(("-", "–", " - ", "–", "—"))
    padded = dice.high == 100 and rng.random() < 0.6
    zeros = padded and rng.random() < 0.7

    def said(value: int) -> str:
        return "00" if zeros and value == 100 else str(value).zfill(2 if padded else 1)

    return [said(r[0]) if len(r) == 1 else f"{said(r[0])}{dash}{said(r[-1])}" for r in rows]


def _changed(rows: Values, row: int, *new: list[int]) -> Values:
    return [*rows[:row], *new, *rows[row + 1 :]]


def _wide(rng: random.Random, rows: Values) -> int | None:
    wide = [n for n, row in enumerate(rows) if len(row) > 1]
    return rng.choice(wide) if wide else None


def gap(rng: random.Random, rows: Values) -> Values | None:
    """A row that ends too early."""
    row = _wide(rng, rows)
    return None if row is None else _changed(rows, row, rows[row][:-1])


def overlap(rng: random.Random, rows: Values) -> Values | None:
    """A row that begins with the last roll of the one before."""
    row = rng.randrange(1, len(rows))
    return _changed(rows, row, [rows[row - 1][-1], *rows[row]])


def twice(rng: random.Random, rows: Values) -> Values | None:
    """Rolls that are typed again in the next row."""
    row = rng.randrange(1, len(rows))
    return _changed(rows, row, rows[row - 1])


def dropped(rng: random.Random, rows: Values) -> Values | None:
    """A row that is missing."""
    return _changed(rows, rng.randrange(1, len(rows) - 1)) if len(rows) > 4 else None


def put_in(rng: random.Random, rows: Values) -> Values | None:
    """A row put in with the rolls of its neighbour: all rows have to be numbered anew."""
    row = rng.randrange(len(rows))
    return _changed(rows, row, rows[row], rows[row])


def pipe(head: str, rows: Rows) -> list[str]:
    return [f"| {head} | Result |", "|:---:|---|", *(f"| {a} | {b} |" for a, b in rows)]


def grid(head: str, rows: Rows) -> list[str]:
    rule = f"+{'-' * 14}+{'-' * 22}+"
    body = [line for label, text in rows for line in (f"| {label:<12} | {text:<20} |", rule)]
    return [rule, f"| {head:<12} | {'Result':<20} |", rule.replace("-", "="), *body]


def simple(head: str, rows: Rows) -> list[str]:
    rule = f"{'=' * 14}  {'=' * 20}"
    return [rule, f"{head:<14}  Result", rule, *(f"{a:<14}  {b}" for a, b in rows), rule]


def list_table(head: str, rows: Rows) -> list[str]:
    every = [(head, "Result"), *rows]
    items = [line for a, b in every for line in (f"   * - {a}", f"     - {b}")]
    return [".. list-table::", "   :header-rows: 1", "", *items]


def csv_table(head: str, rows: Rows) -> list[str]:
    every = [(head, "Result"), *rows]
    return [".. csv-table::", "   :header-rows: 1", "", *(f'   "{a}", "{b}"' for a, b in every)]


def with_tables(rules: Rules, tables: Iterable[RandomTable]) -> Rules:
    """Return the rules with the tables as checks, all of which can be one."""
    made, said = rules_with_tables(rules, tables)
    for _, why in said:
        raise RulesError(why)
    return made

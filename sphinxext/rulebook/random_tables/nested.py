"""Exact odds through tables that send to each other, and through rows that are rolled again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations

from ..rules.errors import RulesError, fold
from .model import Entry, RandomTable

RowChances = Callable[[RandomTable], Mapping[str, Fraction]]
MOST_DISTINCT = 4  # rolls of one row that must differ


def appears(
    name: str, table: RandomTable, tables: Mapping[str, RandomTable], rows: RowChances
) -> Fraction:
    """The chance that a roll on the table brings an outcome of that name, at any level."""
    order = circle(table, tables)
    known = {each: dict(rows(tables.get(each, table))) for each in order}
    refuse_endless(order, tables)
    # One unknown for each table: the chance that the name appears when it is rolled on.
    matrix = [[Fraction(0)] * len(order) + [Fraction(0)] for _ in order]
    for i, each in enumerate(order):
        matrix[i][i] += 1
        for row in merged(tables.get(each, table).entries):
            share = known[each].get(row.name, Fraction(0))
            targets = [to for to in row.sends_to if to in tables]
            if row.times > 1:
                targets *= row.times
            if fold(row.name) == name:
                matrix[i][-1] += share
            elif row.times > 1 and not targets:
                matrix[i][-1] += share * again(row, each, name, tables, known)
            elif len(targets) == 1:
                matrix[i][order.index(targets[0])] -= share
            elif targets:
                missed = Fraction(1)
                for target in targets:
                    missed *= 1 - _apart(name, each, tables[target], tables, rows)
                matrix[i][-1] += share * (1 - missed)
    return solved(matrix)[0]


def circle(table: RandomTable, tables: Mapping[str, RandomTable]) -> list[str]:
    """The table and all that it may lead to."""
    found = [table.name]
    for name in found:
        for row in tables.get(name, table).entries:
            found += [each for each in row.sends_to if each in tables and each not in found]
    return found


def refuse_endless(order: list[str], tables: Mapping[str, RandomTable]) -> None:
    """Refuse tables from which no roll ever comes to an end."""
    ends: set[str] = set()
    while True:
        more = {
            name
            for name in order
            if name not in ends
            and any(
                row.values and all(each in ends for each in row.sends_to if each in tables)
                for row in tables[name].entries
            )
        }
        if not more:
            break
        ends |= more
    endless = [name for name in order if name not in ends]
    if endless:
        raise RulesError(
            f"a roll on '{endless[0]}' never ends: every row sends on to "
            f"{' and '.join(repr(name) for name in endless)}"
        )


def merged(entries: tuple[Entry, ...]) -> list[Entry]:
    """The rows, one for each name."""
    return list({fold(row.name): row for row in reversed(entries)}.values())


def _apart(
    name: str, source: str, target: RandomTable, tables: Mapping[str, RandomTable], rows: RowChances
) -> Fraction:
    """The chance on one of several tables at once, none of which may lead back."""
    if source in circle(target, tables):
        raise RulesError(
            f"'{source}' sends to several tables at once, and '{target.name}' leads back to it; "
            "such odds are not known exactly"
        )
    return appears(name, target, tables, rows)


def again(
    row: Entry, table: str, name: str, tables: Mapping[str, RandomTable],
    known: Mapping[str, Mapping[str, Fraction]],
) -> Fraction:  # fmt: skip
    """The chance that a name is among several rolls, in which such rows are rolled again."""
    plain = {
        each.name: known[table][each.name]
        for each in merged(tables[table].entries)
        if each.times == 1 and known[table].get(each.name)
    }
    total = sum(plain.values(), Fraction(0))
    if not total:
        raise RulesError(f"a roll on '{table}' never ends: every row says to roll again")
    shares = {each: share / total for each, share in plain.items()}
    own = next((share for each, share in shares.items() if fold(each) == name), Fraction(0))
    if not row.is_distinct:
        return 1 - (1 - own) ** row.times
    if row.times > min(MOST_DISTINCT, len(shares)):
        raise RulesError(f"'{row.name}' wants {row.times} rolls that differ; that is too many")
    found = Fraction(0)
    for some in permutations(shares.items(), row.times):
        if not any(fold(each) == name for each, _ in some):
            continue
        left, chance = Fraction(1), Fraction(1)
        for _, share in some:
            chance *= share / left
            left -= share
        found += chance
    return found


def solved(matrix: list[list[Fraction]]) -> list[Fraction]:
    """The solution of linear equations, exactly."""
    size = len(matrix)
    for i in range(size):
        pivot = next((r for r in range(i, size) if matrix[r][i]), None)
        if pivot is None:
            raise RulesError("these tables send to each other without an end")
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        scale = matrix[i][i]
        matrix[i] = [value / scale for value in matrix[i]]
        for r in range(size):
            if r != i and matrix[r][i]:
                factor = matrix[r][i]
                matrix[r] = [a - factor * b for a, b in zip(matrix[r], matrix[i], strict=True)]
    return [line[-1] for line in matrix]

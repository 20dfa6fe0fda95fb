"""Exact odds through tables that send to each other, and through rows that are rolled again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from ..rules.errors import RulesError, fold
from .model import Entry, RandomTable

RowChances = Callable[[RandomTable], Mapping[str, Fraction]]
MOST_WAYS = 20_000  # in which the rows of a table may have been drawn


def appears(
    name: str, table: RandomTable, tables: Mapping[str, RandomTable], rows: RowChances
) -> Fraction:
    """The chance that a roll on the table gives an outcome of that name, at any level."""
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
            if row.times > 1 and not row.is_distinct:
                targets *= row.times
            if fold(row.name) == name:
                matrix[i][-1] += share
            elif row.times > 1 and not targets:
                matrix[i][-1] += share * again(row, each, name, {**tables, table.name: table}, rows)
            elif row.times > 1 and row.is_distinct:
                matrix[i][-1] += share * _distinct(row, name, each, targets, tables, rows)
            elif len(targets) == 1:
                matrix[i][order.index(targets[0])] -= share
            elif targets:
                missed = Fraction(1)
                for target in targets:
                    missed *= 1 - _apart(name, each, tables[target], tables, rows)
                matrix[i][-1] += share * (1 - missed)
    return solved(matrix)[0]


def _distinct(
    row: Entry, name: str, source: str, targets: Sequence[str],
    tables: Mapping[str, RandomTable], rows: RowChances,
) -> Fraction:  # fmt: skip
    """The chance that a name is among several results of another table that must differ."""
    if len(targets) > 1 or any(entry.times > 1 for entry in tables[targets[0]].entries):
        raise RulesError(
            f"'{row.name}' wants {row.times} results that differ, from tables that roll several "
            "times themselves; such odds are not known exactly"
        )
    if source in circle(tables[targets[0]], tables):
        raise RulesError(f"'{row.name}' wants several results of a table that leads back to it")
    return drawn(name, tables[targets[0]], row.times, tables, rows)


def circle(table: RandomTable, tables: Mapping[str, RandomTable]) -> list[str]:
    """Return the names of the table and of all that it may lead to, the nearest first."""
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
    row: Entry, source: str, name: str, tables: Mapping[str, RandomTable], rows: RowChances
) -> Fraction:
    """The chance that a name is among several rolls, in which such rows are rolled again."""
    plain = [each for each in merged(tables[source].entries) if each.times == 1]
    if not any(each.values for each in plain):
        raise RulesError(f"a roll on '{source}' never ends: every row says to roll again")
    return among(_shares(name, plain, tables[source], tables, rows), row.times, row.is_distinct)


def drawn(
    name: str, table: RandomTable, draws: int, tables: Mapping[str, RandomTable], rows: RowChances
) -> Fraction:
    """The chance that a name is among so many results without repeats."""
    refuse_endless(circle(table, tables), tables)
    return among(_shares(name, merged(table.entries), table, tables, rows), draws, True)


def _shares(
    name: str, entries: Sequence[Entry], table: RandomTable, tables: Mapping[str, RandomTable],
    rows: RowChances,
) -> list[tuple[Fraction, Fraction]]:  # fmt: skip
    """For each row its share of the rolls, and the chance that it gives the name."""
    known = rows(table)
    found = []
    for row in entries:
        share = known.get(row.name, Fraction(0))
        missed = Fraction(fold(row.name) != name)
        for target in row.sends_to if missed and share else ():
            if target in tables:
                missed *= 1 - _apart(name, table.name, tables[target], tables, rows)
        found.append((share, 1 - missed))
    return found


def among(rows: Sequence[tuple[Fraction, Fraction]], draws: int, is_distinct: bool) -> Fraction:
    """The chance that one of several draws gives what is asked for.

    Each row has its share of the rolls and the chance that it gives it. Rows that are alike in
    both are counted together, so that a hundred rows are as quick as the few kinds among them.
    """
    total = sum((share for share, _ in rows), Fraction(0))
    if not is_distinct:
        once = sum((share * brings for share, brings in rows), Fraction(0)) / total
        return 1 - (1 - once) ** draws
    kinds = Counter((share / total, brings) for share, brings in rows if share)
    if draws > kinds.total():
        raise RulesError(f"{draws} results without repeats, from {kinds.total()} rows")
    missed = {(0,) * len(kinds): Fraction(1)}  # how many rows of each kind are drawn
    for _ in range(draws):
        further: dict[tuple[int, ...], Fraction] = {}
        for taken, chance in missed.items():
            gone = sum(count * share for count, (share, _) in zip(taken, kinds, strict=True))
            for place, ((share, brings), count) in enumerate(kinds.items()):
                if taken[place] < count and brings < 1:
                    now = (*taken[:place], taken[place] + 1, *taken[place + 1 :])
                    part = chance * (count - taken[place]) * share / (1 - gone) * (1 - brings)
                    further[now] = further.get(now, Fraction(0)) + part
        if len(further) > MOST_WAYS:
            raise RulesError(f"{draws} results without repeats are too many for exact odds")
        missed = further
    return 1 - sum(missed.values(), Fraction(0))


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

"""Exact odds through tables that send to each other, and through rows that are rolled again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from ..dice.sums import solved
from ..rules.errors import RulesError, fold
from .model import Entry, RandomTable

RowChances = Callable[[RandomTable], Mapping[str, Fraction]]
MOST_WAYS = 20_000  # in which the rows of a table may have been drawn


def appears(
    name: str, table: RandomTable, tables: Mapping[str, RandomTable], rows: RowChances
) -> Fraction:
    """The chance that a roll on the table gives an outcome of that name, at any level."""
    order = circle(table, tables)
    refuse_endless(order, tables)
    # One unknown for each table: the chance that the name appears when it is rolled on.
    matrix = [[*(Fraction(each == other) for other in order), Fraction(0)] for each in order]
    for i, each in enumerate(order):
        known = rows(tables[each])
        for row in merged(tables[each].entries):
            share, targets = known.get(row.name, Fraction(0)), _targets(row, tables)
            if fold(row.name) != name and len(targets) == row.times == 1:
                matrix[i][order.index(targets[0])] -= share
            else:
                matrix[i][-1] += share * _brings(name, row, each, tables, rows)
    try:
        return solved(matrix)[0]
    except ZeroDivisionError:
        raise RulesError("these tables send to each other without an end") from None


def _targets(row: Entry, tables: Mapping[str, RandomTable]) -> list[str]:
    """Return the tables that a row sends to."""
    return [to for to in row.sends_to if to in tables]


def _brings(
    name: str, row: Entry, source: str, tables: Mapping[str, RandomTable], rows: RowChances
) -> Fraction:
    """The chance that a row gives the name, or a table that it sends to, none of which leads back.

    A row that says to roll several times on its own table does not count again among them.
    """
    targets = _targets(row, tables)
    if fold(row.name) == name:
        return Fraction(1)
    if row.times > 1 and (row.is_distinct or not targets):
        entries = merged(tables[targets[0] if targets else source].entries)
        if targets and (len(targets) > 1 or any(each.times > 1 for each in entries)):
            raise RulesError(
                f"'{row.name}' wants {row.times} results that differ, from tables that roll "
                "several times themselves; such odds are not known exactly"
            )
        if targets:
            _refuse_back(source, targets[0], tables)
            refuse_endless(circle(tables[targets[0]], tables), tables)
        entries = [each for each in entries if each.times == 1]
        if not any(each.values for each in entries):
            raise RulesError(f"a roll on '{source}' never ends: every row says to roll again")
        known = _shares(name, entries, targets[0] if targets else source, tables, rows)
        return among(known, row.times, row.is_distinct)
    missed = Fraction(1)
    for target in targets * row.times:
        _refuse_back(source, target, tables)
        missed *= 1 - appears(name, tables[target], tables, rows)
    return 1 - missed


def _refuse_back(source: str, target: str, tables: Mapping[str, RandomTable]) -> None:
    """Refuse several results of a table that leads back."""
    if source in circle(tables[target], tables):
        raise RulesError(
            f"'{source}' wants several results at once, and '{target}' leads back to it; "
            "such odds are not known exactly"
        )


def circle(table: RandomTable, tables: Mapping[str, RandomTable]) -> list[str]:
    """Return the names of the table and of all that it may lead to, the nearest first."""
    found = [table.name]
    for name in found:
        for row in tables[name].entries:
            found += [each for each in _targets(row, tables) if each not in found]
    return found


def refuse_endless(order: list[str], tables: Mapping[str, RandomTable]) -> None:
    """Refuse tables from which no roll ever comes to an end."""
    endless = list(order)
    while ends := [
        name
        for name in endless
        if any(
            row.values and not {*_targets(row, tables)} & {*endless} for row in tables[name].entries
        )
    ]:
        endless = [name for name in endless if name not in ends]
    if endless:
        raise RulesError(
            f"a roll on '{endless[0]}' never ends: every row sends on to "
            f"{' and '.join(repr(name) for name in endless)}"
        )


def merged(entries: tuple[Entry, ...]) -> list[Entry]:
    """The rows, one for each name."""
    return list({fold(row.name): row for row in reversed(entries)}.values())


def drawn(
    name: str, table: RandomTable, draws: int, tables: Mapping[str, RandomTable], rows: RowChances
) -> Fraction:
    """The chance that a name is among so many results without repeats."""
    refuse_endless(circle(table, tables), tables)
    return among(_shares(name, merged(table.entries), table.name, tables, rows), draws, True)


def _shares(
    name: str, entries: Iterable[Entry], source: str, tables: Mapping[str, RandomTable],
    rows: RowChances,
) -> list[tuple[Fraction, Fraction]]:  # fmt: skip
    """For each row with a share of the rolls, that share, and the chance that it gives the name."""
    known = rows(tables[source])
    return [
        (known[row.name], _brings(name, row, source, tables, rows))
        for row in entries
        if known.get(row.name)
    ]


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

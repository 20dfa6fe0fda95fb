"""The dice-table directive around a typed table, as the words of the table name it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ...book.claims import Finding, HeldTable
from ...language.clue_words import any_of, spoken_in
from ...language.lexicon import merged, one_of
from ...language.normalise import normalise
from ...language.phrases import mentioned
from ...language.read_figure import numbers_in
from ...rules.errors import RulesError, fold
from ...rules.model.game import Check
from ...settings import Book
from ...tables.specs import TableSpec
from ..check.tables import judged_table
from .markup import Markup
from .named import axis_name, checks_of, dice_named, events_of, mentions, names_of
from .page import SourceTable


class Wrapped(NamedTuple):
    """A directive to write around a table, and what the rules say of its cells."""

    write: str
    is_known: bool = False  # the rules give all its figures
    is_certain: bool = False  # the table itself names its dice or its check
    wrong: tuple[Finding, ...] = ()  # the few cells that its words say to be wrong


@lru_cache(maxsize=64)
def _ends_of(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of "or more" and of "or less"."""
    said, spoken = merged(spoken_in(language)), spoken_in(language)
    least, most = f"{one_of(said.least)}|{any_of('targets', spoken)}", one_of(said.most)
    plus, minus = one_of(said.plus), one_of(said.minus)
    return (
        re.compile(rf"(?<!\w)(?:{least}|{plus})(?!\w)|\+|[≥>]", re.IGNORECASE),
        re.compile(rf"(?<!\w)(?:{most}|{minus})(?!\w)|[≤<]", re.IGNORECASE),
    )


def wrap(book: Book, table: SourceTable, markup: Markup) -> Wrapped:
    """Return the directive for the table: the one that its words name, or one to fill in."""
    specs = list(_specs(book, table))
    specs = [each for each in specs if each[1]] or specs
    if not specs:  # the dice may be named above it
        specs = list(_of_dice(table, f"{table.heading} {table.dice}", book.style.language))
    if len(specs) == 1:
        spec, is_certain = specs[0]
        checked, wrong = _judged(book, table, spec)
        if checked and not wrong:
            return Wrapped(_written(spec, markup), True, is_certain)
        if is_certain and len(wrong) * 3 <= checked:
            return Wrapped(_written(spec, markup), wrong=wrong)
    return Wrapped(_written(_to_fill_in(book, table), markup))


def _to_fill_in(book: Book, table: SourceTable) -> TableSpec:
    """The options with what the table tells, and places for the rest."""
    words = " ".join([*table.texts[0], *(row[0] for row in table.texts)])
    dice = next(iter(dice_named(words)), "")
    labels = [row[0] for row in table.texts[1:]]
    numbers = _numbers(labels, book.style.language)
    values = _listed(numbers) if numbers else "FIRST..LAST"
    if dice:
        return TableSpec("", dice, f"counts >= {values}")
    return TableSpec("", "CHECK", f"PARAMETER = {values}", "difficulties")


def _written(spec: TableSpec, markup: Markup) -> str:
    options = [("check", spec.check), ("rows", spec.rows), ("columns", spec.columns),
               ("with", spec.given), ("event", spec.event)]  # fmt: skip
    return markup.table("dice-table", options)


def _judged(book: Book, table: SourceTable, spec: TableSpec) -> tuple[int, tuple[Finding, ...]]:
    """Return how many cells of the table the options hold, and those that are wrong."""
    held = HeldTable("", table.table.line, spec, replace(table.table, caption=table.caption))
    try:
        found = judged_table(book, held)
    except (RulesError, IndexError):
        return 0, ()
    return (found.checked, found.drift) if found.drift == found.findings else (0, ())


def _specs(book: Book, table: SourceTable) -> Iterator[tuple[TableSpec, bool]]:
    """The tables that the words name, and whether the table's own words name dice or check."""
    heads = list(table.texts[0][1:])
    labels = [row[0] for row in table.texts[1:]]
    if not heads or not labels:
        return
    language = book.style.language
    corner = f"{table.caption} {table.texts[0][0]}"
    words = " ".join([corner, *heads])
    text = fold(normalise(words))
    yield from _of_dice(table, words, language)
    for call, check in checks_of(book.rules):
        named = mentions(text, check.name, check.label)
        for rows, down in _axes(check, labels, corner, language):
            if len(heads) > 1:
                for columns, across in _axes(check, heads, words, language):
                    yield TableSpec("", call, rows, columns), named and down and across
            else:
                events = events_of(check, text, language)
                if len(events) == 1 and "outcomes" not in rows and "difficulties" not in rows:
                    yield TableSpec("", call, rows, event=events[0]), named and down


def _of_dice(table: SourceTable, words: str, language: str) -> Iterator[tuple[TableSpec, bool]]:
    """The table of the one kind of dice that some words name, and whether the table does."""
    dice = dice_named(words)
    numbers = _numbers([row[0] for row in table.texts[1:]], language)
    heads = table.texts[0][1:]
    if len(dice) != 1 or not numbers or not heads:
        return
    is_certain = dice_named(" ".join([table.caption, *table.texts[0]])) == dice
    if len(heads) > 1:
        events = ", ".join(f'"{_sign([head], language)} *"' for head in heads)
        yield (
            TableSpec("", dice[0], f"counts = {_listed(numbers)}", f"events = {events}"),
            is_certain,
        )
        return
    around = f"{table.caption} {table.texts[0][0]} {heads[0]}"
    if sign := _sign([f"{around} {row[0]}" for row in table.texts[1:]], language):
        yield TableSpec("", dice[0], f"counts {sign} {_listed(numbers)}"), is_certain


def _sign(texts: Sequence[str], language: str) -> str:
    """Return what the words say of their numbers: that much or more, or less; else exactly."""
    up, down = _ends_of(language)
    signs = {">=" if up.search(text) else "<=" if down.search(text) else "=" for text in texts}
    return signs.pop() if len(signs) == 1 else ""


def _numbers(labels: Sequence[str], language: str) -> list[int]:
    """Return the number of each label; nothing unless each has one of its own."""
    found = [() if dice_named(label) else numbers_in(label, language) for label in labels]
    if any(len(each) != 1 or each[0].denominator > 1 for each in found):
        return []
    return [int(each[0]) for each in found] if len({*found}) == len(found) else []


def _listed(numbers: Sequence[int]) -> str:
    steps = {b - a for a, b in pairwise(numbers)}
    if len(numbers) > 2 and steps in ({1}, {-1}):
        return f"{numbers[0]}..{numbers[-1]}"
    return ", ".join(map(str, numbers))


def _axes(
    check: Check, labels: Sequence[str], words: str, language: str
) -> Iterator[tuple[str, bool]]:
    """The axes that the labels may be, and whether they or the words around name them."""
    folded = [fold(normalise(label)) for label in labels]
    ladders = {
        axis: [(each.name, (each.name, each.label)) for each in ladder]
        for axis, ladder in (("difficulties", check.difficulties), ("outcomes", check.outcomes))
    }
    choices = {
        each.name: [(choice.name, (choice.name, *choice.also)) for choice in each.choices]
        for each in check.takes
    }
    for axis, names in (ladders | choices).items():
        if found := _named(folded, names):
            is_all = axis in ladders and found == [name for name, _ in names]
            yield axis if is_all else f"{axis} = {', '.join(map(axis_name, found))}", True
    levels = [each for each in check.takes if not each.choices]
    for parameter in levels:
        name = re.compile(rf"(?<!\w){names_of(parameter)}")
        bare = [name.sub(" ", label).strip() for label in folded]
        is_named = bool(name.search(fold(normalise(words)))) or bare != folded
        numbers = _numbers(bare, language) if is_named or levels == [parameter] else []
        if numbers and not any(re.search(r"\d\s*\+", label) for label in bare):
            yield f"{parameter.name} = {_listed(numbers)}", is_named
    numbers, sign = _numbers(labels, language), _sign(labels, language)
    if numbers and sign in (">=", "<="):
        yield f"counts {sign} {_listed(numbers)}", True


def _named(labels: Sequence[str], names: Sequence[tuple[str, tuple[str, ...]]]) -> list[str]:
    """The names that the labels give, in their order; nothing unless each gives one."""
    meant = {fold(normalise(word)): name for name, words in names for word in words if word}
    found = [{meant[word] for word in mentioned(label, meant)} for label in labels]
    return [each.pop() for each in found] if all(len(each) == 1 for each in found) else []

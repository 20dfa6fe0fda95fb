"""Reads the random tables of a page from its source, for whatever needs all tables of a book."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

from ..book.directive import unquoted
from ..book.places import document_of
from ..rules.errors import RulesError, fold
from ..rules.rules import Rules
from ..source.document import Block, Directive, Document, Kind, Table
from ..source.files import read_source
from .columns import RollColumn, modified, roll_columns
from .dice import TableDice, dice_for, dice_named, digits
from .heads import heading_dice, spoken
from .model import Entry, Modifier, RandomTable, entry
from .numbering import numbered
from .partition import labels_of
from .rolls import written

NAME = "random-table"
WEIGHT = re.compile(r"\s*\[(\d{1,6}(?:\.\d{1,4})?)\]\s*$")


def read_tables(
    rules: Rules, files: Iterable[Path], encoding: str = "utf-8-sig"
) -> tuple[list[RandomTable], list[str]]:
    """Read the random tables of some sources, and say of each that cannot be read where it is."""
    tables: list[RandomTable] = []
    said: list[str] = []
    for path in files:
        try:
            text = read_source(path, encoding).page
        except (OSError, LookupError):
            continue
        for found in directives_in(document_of(str(path), encoding)) if NAME in text else ():
            try:
                tables.append(read_table(rules, "", found, str(path)))
            except RulesError as error:
                said.append(f"{path}:{found.line}: random-table: {error}")
    return tables, said


def directives_in(document: Document) -> list[Directive]:
    """Return every random-table directive of a page; examples in code are none."""
    return [each for each in document.directives if each.name == NAME]


def option(found: Directive, name: str) -> str:
    """Return an option of a directive without its quotes."""
    return unquoted(str(found.options.get(name, ""))).strip()


def items_in(found: Directive) -> list[tuple[str, int]]:
    """Return the entries of a list as they are typed, each with its line; none of a table."""
    entries: dict[int, list[Block]] = {}
    for item in found.inside:
        if isinstance(item, Table):
            return []
        if isinstance(item, Block) and item.kind is not Kind.COMMENT and item.typed:
            if len(item.path) > found.depth:
                entries.setdefault(item.path[found.depth], []).append(item)
            elif item.line != found.line:  # of its title
                return []
    return [
        (" ".join(" ".join(block.typed for block in blocks).split()), blocks[0].line)
        for blocks in entries.values()
    ]


def weights_of(texts: Sequence[str], option: str) -> tuple[list[str], list[Fraction]]:
    """The entries without their weights, and the weights: from the option or from their ends."""
    if option.strip():
        given = [each for each in re.split(r"[,\s]+", option.strip()) if each]
        if len(given) != len(texts):
            raise RulesError(
                f"':weights:' has {len(given)} numbers, and the list has {len(texts)} entries"
            )
        return list(texts), [_weight(each) for each in given]
    plain, weights = [], []
    for text in texts:
        match = WEIGHT.search(text)
        plain.append(WEIGHT.sub("", text))
        weights.append(_weight(match[1]) if match else Fraction(1))
    return plain, weights


def _weight(text: str) -> Fraction:
    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise RulesError(f"'{text}' is not a weight; write a number such as 3") from None
    if found <= 0:
        raise RulesError(f"a weight of {text} would leave its entry without a roll; leave it out")
    return found


def read_table(rules: Rules, game: str, found: Directive, file: str = "") -> RandomTable:
    """Read the table of a directive."""
    game = option(found, "game") or game
    modifier = Modifier.read(option(found, "modifier"))
    draws = draws_of(option(found, "draws"))
    if items := items_in(found):
        entries, dice, notation = _listed(rules, game, found, items)
    else:
        entries, dice, notation = _typed(rules, game, found, modifier)
    return RandomTable(
        option(found, "name"),
        spoken(str(found.argument)),
        dice,
        notation,
        tuple(entries),
        modifier,
        file,
        found.line,
        _drawable(entries, draws),
    )


def draws_of(text: str) -> int:
    """Count the results without repeats that an option wants."""
    if text.strip() and not re.fullmatch(r"\s*[1-9]\d{0,2}\s*", text):
        raise RulesError(f"':draws:' is how many results a reader wants, such as 3, not '{text}'")
    return int(text or 1)


def _drawable(entries: Sequence[Entry], draws: int) -> int:
    """The number of draws, where the rows allow so many."""
    names = {fold(row.name) for row in entries if row.values}
    if draws > len(names):
        raise RulesError(f"':draws: {draws}' wants more results than the table has: {len(names)}")
    several = next((row for row in entries if row.times > 1), None)
    if draws > 1 and several is not None:
        raise RulesError(f"':draws:' rolls several times, and so does '{several.name}'; keep one")
    return draws


def _listed(
    rules: Rules, game: str, found: Directive, items: Sequence[tuple[str, int]]
) -> tuple[list[Entry], TableDice, str]:
    notation = option(found, "dice")
    if not notation:
        said = [mention.notation for mention in heading_dice(str(found.argument))]
        if len(said) != 1:
            raise RulesError("a list needs its dice; add ':dice: d20'")
        notation = said[0]
    dice = dice_for(rules, game, notation)
    texts, weights = weights_of([text for text, _ in items], option(found, "weights"))
    values = numbered(dice, weights, dice.chances)
    like = "01 00" if dice.high == 100 and dice.low == 1 else ""
    entries = [
        entry([text], own, written(own, dice, like), line)
        for text, own, (_, line) in zip(texts, values, items, strict=True)
    ]
    return entries, dice, notation


def _typed(
    rules: Rules, game: str, found: Directive, modifier: Modifier
) -> tuple[list[Entry], TableDice, str]:
    table = next((item for item in found.inside if isinstance(item, Table)), None)
    if table is None or not table.rows:
        raise RulesError("its table is not found in the source")
    if table.csv is not None:
        raise RulesError("its rows are in a file of their own")
    rows = [[str(cell.typed) for cell in row] for row in table.rows]
    shown = [[str(cell.text) for cell in row] for row in table.rows]
    lines = [min(cell.line for cell in row) if row else found.line for row in table.rows]
    named = dice_named(rules, game, option(found, "dice"))
    columns = roll_columns(shown, 0, str(found.argument), named, partial(dice_for, rules, game))
    if len(columns) == 2 and columns[1].places[0][0] < columns[0].places[0][0]:
        return _crossed(rows, lines, columns)
    if len(columns) > 1:
        raise RulesError("several rolls lead to its rows; give each its own table to ask for them")
    (column,) = columns
    dice = column.dice
    labels = labels_of(modified(dice, column.labels, modifier), column.labels)
    ends = sorted({c for _, c in column.places})
    entries = []
    for (r, c), label, values in zip(column.places, column.labels, labels.values, strict=True):
        if said := _said_beside(rows[r], c, ends):
            texts = [rows[r][place] for place in said]
            entries.append(entry(texts, sorted(values), label, lines[r], (r, said[0])))
    return entries, dice, option(found, "dice") or dice.name


def _crossed(
    rows: Sequence[Sequence[str]], lines: Sequence[int], columns: Sequence[RollColumn]
) -> tuple[list[Entry], TableDice, str]:
    """A grid of two dice: each of its cells is a row, the dice are read as two digits."""
    down, across = columns
    if down.dice.high > 9 or across.dice.high > 9:
        raise RulesError("the dice that are crossed in it are not digits")
    dice = digits(down.dice.high, across.dice.high)
    tens, units = labels_of(down.dice, down.labels), labels_of(across.dice, across.labels)
    entries = []
    for (row, _), first, high in zip(down.places, down.labels, tens.values, strict=True):
        for (_, column), second, low in zip(
            across.places, across.labels, units.values, strict=True
        ):
            text = rows[row][column] if column < len(rows[row]) else ""
            if text.strip():
                values = sorted(10 * ten + unit for ten in high for unit in low)
                label = f"{first} / {second}"
                entries.append(entry([text], values, label, lines[row], (row, column)))
    return entries, dice, dice.name


def _said_beside(row: Sequence[str], place: int, ends: Sequence[int]) -> list[int]:
    """Return the columns of a row that belong to its rolls: those up to the next rolls."""
    end = next((column for column in ends if column > place), len(row))
    said = [column for column, text in enumerate(row) if text.strip()]
    return [c for c in said if place < c < end] or [c for c in said if c < place]

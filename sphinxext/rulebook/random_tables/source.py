"""Reads the random tables of a page from its source, for whatever needs all tables of a book."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from ..page.directive import unquoted
from ..page.source.held_cells import body_below, cells_below
from ..rules.errors import RulesError, fold
from ..rules.rules import Rules
from .dice import TableDice, digits
from .dice_of_book import dice_for, dice_named
from .heads import heading_dice, spoken
from .held import CellPlace, RollColumn, TypedRandomTable, modified, roll_columns
from .model import Entry, Modifier, RandomTable, dice_of_table, entry, weighed
from .modifier import modifier_of
from .partition import labels_of
from .rolls import written

_HEAD = re.compile(r"[\s>]*(?:\.\.\s+random-table::|[`:~]{3,}\{random-table\})\s*(?P<title>.*)")
_OPTION = re.compile(r"\s*:(?P<name>[\w-]+):\s*(?P<value>.*)")
_YAML = re.compile(r"\s*(?P<name>[\w-]+):\s*(?P<value>.*)")
_ITEM = re.compile(r"(?P<indent>\s*)(?:[-*+]|\d+[.)]|#[.)])\s+(?P<text>\S.*)")
_WEIGHT = re.compile(r"\s*\[(\d{1,6}(?:\.\d{1,4})?)\]\s*$")


@dataclass(frozen=True)
class WrittenTable:
    """A random-table directive as its page writes it."""

    title: str
    options: dict[str, str]
    line: int  # from 0
    first: int  # of the body
    last: int

    @property
    def name(self) -> str:
        """Its name, as questions ask for it."""
        return self.options.get("name", "").strip()


def directives_in(lines: Sequence[str]) -> Iterator[WrittenTable]:
    """Every random-table directive of a page."""
    for i, line in enumerate(lines):
        head = _HEAD.match(line)
        if head is None or _in_code(lines, i):
            continue
        first, last = body_below(lines, i)
        options: dict[str, str] = {}
        pattern = _OPTION
        at = first
        if at < last and lines[at].strip() == "---":
            pattern, at = _YAML, at + 1
        while at < last and (option := pattern.match(lines[at])):
            options[option["name"]] = unquoted(option["value"])
            at += 1
        at += at < last and lines[at].strip() == "---"
        yield WrittenTable(head["title"].strip(), options, i, at, last)


def _in_code(lines: Sequence[str], line: int) -> bool:
    """Say whether the line is in an example."""
    marks = "`" if lines[line].lstrip(" >").startswith("..") else "`~:"
    if _in_code_fence(lines[:line], marks):
        return True
    indent = len(lines[line]) - len(lines[line].lstrip())
    for i in range(line - 1, -1, -1):
        text = lines[i]
        if text.strip() and len(text) - len(text.lstrip()) < indent:
            indent = len(text) - len(text.lstrip())
            if re.search(r"::\s*$", text) and not re.match(r"\s*\.\.\s+(?!code|parsed-lit)", text):
                return True
            if re.match(r"\s*\.\.\s+(?:code|code-block|sourcecode|parsed-literal)::", text):
                return True
    return False


def _in_code_fence(lines: Sequence[str], signs: str) -> bool:
    """Say whether a fence of code is open after these lines; one of a directive is none.

    Titles in reStructuredText may be underlined with tildes or colons, which open no fence.
    """
    still_open: list[tuple[str, bool]] = []
    for text in lines:
        fence = re.match(r"[\s>]*(`{3,}|~{3,}|:{3,})\s*(.*)", text)
        if fence is None or fence[1][0] not in signs:
            continue
        marks, said = fence[1], fence[2].strip()
        if still_open and not said and marks.startswith(still_open[-1][0]):
            still_open.pop()
        elif not (still_open and still_open[-1][1]):
            is_directive = re.match(r"\{(?!code|literal|sourcecode|parsed)", said)
            still_open.append((marks, not is_directive and marks[0] != ":"))
    return any(is_code for _, is_code in still_open)


def items_in(lines: Sequence[str], first: int, last: int) -> list[tuple[str, int]]:
    """The entries of a list, each with its line from 0."""
    found: list[tuple[str, int]] = []
    indent: int | None = None
    for i in range(first, last):
        item = _ITEM.fullmatch(lines[i])
        if item and (indent is None or len(item["indent"]) <= indent):
            indent = len(item["indent"])
            found.append((item["text"].strip(), i))
        elif found and lines[i].strip() and not re.fullmatch(r"\s*[`:~]{3,}\s*", lines[i]):
            text, line = found[-1]
            found[-1] = f"{text} {lines[i].strip()}", line
    return found


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
        match = _WEIGHT.search(text)
        plain.append(_WEIGHT.sub("", text))
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


def read_table(
    rules: Rules, game: str, lines: Sequence[str], found: WrittenTable, file: str = ""
) -> RandomTable:
    """The table of a directive."""
    game = found.options.get("game", "") or game
    modifier = Modifier(*modifier_of(found.options.get("modifier", "")))
    draws = draws_of(found.options.get("draws", ""))
    items = items_in(lines, found.first, found.last)
    if is_list(lines, found.first, found.last):
        entries, dice, notation = _listed(rules, game, found, items)
    else:
        entries, dice, notation = _typed(rules, game, lines, found, modifier)
    return RandomTable(
        found.name,
        spoken(found.title),
        dice,
        notation,
        tuple(entries),
        modifier,
        file,
        found.line + 1,
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


def is_list(lines: Sequence[str], first: int, last: int) -> bool:
    """Say whether the body is a list of entries."""
    start = next((text for text in lines[first:last] if text.strip()), "")
    return bool(_ITEM.fullmatch(start))


def _listed(
    rules: Rules, game: str, found: WrittenTable, items: Sequence[tuple[str, int]]
) -> tuple[list[Entry], TableDice, str]:
    notation = found.options.get("dice", "")
    if not notation:
        said = [mention.notation for mention in heading_dice(found.title)]
        if len(said) != 1:
            raise RulesError("a list needs its dice; add ':dice: d20'")
        notation = said[0]
    dice = dice_of_table(rules, game, notation)
    texts, weights = weights_of([text for text, _ in items], found.options.get("weights", ""))
    values = weighed(rules, game, dice, notation, weights)
    like = "01 00" if dice.high == 100 and dice.low == 1 else ""
    entries = [
        entry(text, own, written(own, dice, like), line + 1)
        for text, own, (_, line) in zip(texts, values, items, strict=True)
    ]
    return entries, dice, notation


def _typed(
    rules: Rules, game: str, lines: Sequence[str], found: WrittenTable, modifier: Modifier
) -> tuple[list[Entry], TableDice, str]:
    table = cells_below(lines, found.line)
    if table.csv is not None:
        raise RulesError("its rows are in a file of their own")
    rows = tuple(
        tuple(" ".join(lines[p.line][p.start : p.end].strip() for p in cell) for cell in row)
        for row in table.cells
    )
    places = [next((cell[0].line for cell in row if cell), found.line) for row in table.cells]
    typed = TypedRandomTable(rows, 0, found.title)
    named = dice_named(rules, game, found.options.get("dice", ""))
    columns = roll_columns(typed, named, partial(dice_for, rules, game))
    if len(columns) == 2 and columns[1].cells[0].place.row < columns[0].cells[0].place.row:
        return _crossed(rows, places, columns)
    if len({column.dice.name for column in columns}) > 1 or _is_paired(columns):
        raise RulesError("several rolls lead to its rows; give each its own table to ask for them")
    column = columns[0]
    dice = column.dice
    wide = modified(dice, column.labels, modifier.least, modifier.most)
    labels = labels_of(wide, column.labels)
    ends = sorted({cell.place.column for each in columns for cell in each.cells})
    entries = []
    for cell, values in zip(column.cells, labels.values, strict=True):
        texts = _texts(rows[cell.place.row], cell.place, ends)
        if texts:
            line = places[cell.place.row] + 1
            row = rows[cell.place.row]
            behind = texts[0] in row[cell.place.column + 1 :]
            at = (cell.place.row, row.index(texts[0], (cell.place.column + 1) * behind))
            made = entry(texts[0], sorted(values), cell.text, line, texts[1:])
            entries.append(replace(made, place=at))
    return entries, dice, found.options.get("dice", "") or dice.name


def _is_paired(columns: Sequence[RollColumn]) -> bool:
    return len(columns) > 1 and columns[0].labels == columns[1].labels


def _crossed(
    rows: Sequence[Sequence[str]], places: Sequence[int], columns: Sequence[RollColumn]
) -> tuple[list[Entry], TableDice, str]:
    """A grid of two dice: each of its cells is a row, the dice are read as two digits."""
    down, across = columns
    if down.dice.high > 9 or across.dice.high > 9:
        raise RulesError("the dice that are crossed in it are not digits")
    dice = digits(down.dice.high, across.dice.high)
    tens, units = labels_of(down.dice, down.labels), labels_of(across.dice, across.labels)
    entries = []
    for first, high in zip(down.cells, tens.values, strict=True):
        for second, low in zip(across.cells, units.values, strict=True):
            row, column = first.place.row, second.place.column
            text = rows[row][column] if column < len(rows[row]) else ""
            if text.strip():
                values = sorted(10 * ten + unit for ten in high for unit in low)
                made = entry(text, values, f"{first.text} / {second.text}", places[row] + 1)
                entries.append(replace(made, place=(row, column)))
    return entries, dice, dice.name


def _texts(row: Sequence[str], place: CellPlace, ends: Sequence[int]) -> list[str]:
    """The cells of a row that belong to its rolls: those up to the next rolls."""
    end = next((column for column in ends if column > place.column), len(row))
    found = [text for text in row[place.column + 1 : end] if text.strip()]
    return found or [text for text in row[: place.column] if text.strip()]

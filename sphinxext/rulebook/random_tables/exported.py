"""The random tables of a book, and what every export of them needs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, count, groupby
from typing import Any

from docutils.nodes import make_id

from ..rules.rules import Rules
from .dice import TableDice, dice_of
from .drawn import row_chances
from .heads import spoken
from .model import ROLE, Entry, RandomTable, chances
from .nodes import dice_said

DEVICES = re.compile(r"con|prn|aux|nul|com\d|lpt\d")  # Windows lets no file be called so
LONGEST_NAME = 80  # letters; file systems take 255 bytes, and folders around it need some


_Place = tuple[str, int]  # the file and the line of a table


@dataclass(frozen=True)
class Exported:
    """The tables of a book, with what the rules say of their dice."""

    title: str
    tables: tuple[RandomTable, ...]
    rules: Rules

    def name(self, table: RandomTable) -> str:
        """Return the name of a table in files, which no other table has."""
        return self._names[table.file, table.line]

    def shown(self, table: RandomTable) -> str:
        """Return the name of a table as Foundry lists it, by which links find it."""
        return self._titles[table.file, table.line]

    def named(self) -> dict[str, RandomTable]:
        """Return the tables that others can send to, by the names that pages write."""
        return {table.name: table for table in reversed(self.tables) if table.name}

    @cached_property
    def _names(self) -> dict[_Place, str]:
        wanted = {
            (table.file, table.line): _file_name(table.name or table.title) or f"table-{n}"
            for n, table in enumerate(self.tables, 1)
        }
        # The names that authors gave come first, so that no caption takes one of them.
        given = sorted(self.tables, key=lambda table: not table.name)
        places = [(table.file, table.line) for table in given]
        return dict(zip(places, _told_apart([wanted[at] for at in places], "{}-{}"), strict=True))

    @cached_property
    def _titles(self) -> dict[_Place, str]:
        titles = [re.sub(r"[][{}]", "", table.title) or self.name(table) for table in self.tables]
        places = [(table.file, table.line) for table in self.tables]
        return dict(zip(places, _told_apart(titles, "{} ({})"), strict=True))

    def odds(self, table: RandomTable, level: int = 0) -> list[Fraction]:
        """Return the chance of every row."""
        each = chances(self.rules, "", table.dice, table.notation)
        return row_chances(table, each, level)


def _file_name(text: str) -> str:
    """Return a text as the name of a file on any system; empty if it has no letter for one."""
    name = make_id(text)[:LONGEST_NAME].rstrip("-")
    return f"table-{name}" if DEVICES.fullmatch(name) else name


def _told_apart(names: Sequence[str], numbered: str) -> list[str]:
    """Number the names that are there already, whatever their letter case."""
    taken: set[str] = set()
    found = []
    for name in names:
        tries = chain([name], (numbered.format(name, n) for n in count(2)))
        free = next(each for each in tries if each.casefold() not in taken)
        taken.add(free.casefold())
        found.append(free)
    return found


def plain_text(text: str) -> str:
    """Return an entry without its markup."""
    return _linked(text, lambda _, title: title)


def every_text(row: Entry) -> str:
    """Return all that a row says, its further columns too."""
    return linked_text(row, lambda _, title: title)


def linked_text(row: Entry, link: Callable[[str, str], str]) -> str:
    """Return all that a row says, each link to a table written from its target and its title."""
    texts = (_linked(text, link) for text in (row.text, *row.others))
    return " – ".join(text for text in texts if text)


def _linked(text: str, link: Callable[[str, str], str]) -> str:
    text = ROLE.sub(lambda match: link(match[1], _title(match[0], match[1])), text)
    return " ".join(spoken(text).split())


def _title(role: str, target: str) -> str:
    title = re.search(r"`([^`<]+)<", role)
    return title[1].strip() if title else target


def runs(values: Sequence[int], dice: TableDice) -> Iterator[tuple[int, int]]:
    """Return the values as ranges; a range of d66 goes from 16 on to 21."""
    ordered = sorted(values)
    places = dice.places
    for _, run in groupby(enumerate(ordered), lambda pair: places.get(pair[1], pair[1]) - pair[0]):
        some = [value for _, value in run]
        yield some[0], some[-1]


def with_rolls(text: str, inline: Callable[[str], str]) -> str:
    """A text in which another program rolls the dice, "1d4 × 10" as one."""
    for notation, start, end in reversed(dice_said(text)):
        dice = dice_of(notation.partition("*")[0])
        if dice is not None and not dice.is_digits:
            text = text[:start] + inline(notation) + text[end:]
    return text


def dumped(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"

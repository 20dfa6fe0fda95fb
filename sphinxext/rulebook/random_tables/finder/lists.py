"""Reads lists whose numbers or first words may be rolls."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from ...words.table_words import table_words
from ..rolls import read_rolls
from .text_tables import Row, TableShape, TextPage

_ITEM = re.compile(
    r"(?P<indent>\s*)(?:(?P<number>\d{1,4}|#)[.)]|(?P<bullet>[-*+•]))(?P<gap>\s+)(?P<text>\S.*)"
)
MOST_TERM = 30  # letters of a line that may be a roll and nothing else
_MARK = r"(?:\*\*|__|`)"


@cache
def _labelled() -> re.Pattern[str]:
    """An entry that begins with its rolls: "3-5: wolves", "**6** a bear"."""
    joint = rf"(?:\s?(?:[-–—,]|{table_words().to})\s?\d{{1,4}})"
    return re.compile(
        rf"{_MARK}?(?P<label>\d{{1,4}}{joint}*\s?\+?){_MARK}?"
        r"(?:\s*(?:[:.)=]|\s[-–—])(?:\*\*|__)?\s+|(?<=\*\*)\s+|(?<=__)\s+|\t+)(?P<text>\S.*)"
    )


def rolled_list(page: TextPage, i: int) -> int | None:
    """A list whose numbers or first words may be rolls."""
    first = _item(page.lines[i])
    if first is None:
        return None
    rows: list[Row] = []
    k, last = i, i
    blanks = 0
    while k < len(page.lines):
        line = page.lines[k]
        item = _item(line)
        if not line.strip():
            blanks += 1
            if blanks > 1:
                break
        elif item is not None and item.indent == first.indent and _alike(item, first):
            rows.append(Row((item.label, item.text), k + 1))
            last, blanks = k, 0
        elif len(line) - len(line.lstrip()) > first.indent and (
            rows and first.kind is not ItemKind.LINE
        ):
            last, blanks = k, 0
        elif (
            blanks
            or re.match(r"\s{0,3}(?:#{1,6}\s|[|<`~:+=-])", line)
            or first.kind is ItemKind.LINE
        ):
            break
        else:
            last = k
        k += 1
    if len(rows) < 3:
        return None
    if first.kind is ItemKind.NUMBER:
        rows = _counted(rows)
    page.take(TableShape.LIST, rows, 0, (i, last + 1))
    return last + 1


_DEFINED = re.compile(r" {0,3}[:~]\s+(\S.*)")


def defined_list(page: TextPage, i: int) -> int | None:
    """A list of definitions whose terms are rolls."""
    rows: list[Row] = []
    k = i
    while (term := _term(page, k)) is not None:
        text, at = term
        rows.append(Row((page.lines[k].strip(), text), k + 1))
        last = at
        while at < len(page.lines) and (not page.lines[at].strip() or page.lines[at][0] == " "):
            last = at + 1 if page.lines[at].strip() else last
            at += 1
        k = at
    if len(rows) < 3:
        return None
    page.take(TableShape.LIST, rows, 0, (i, last))
    return last


def _term(page: TextPage, k: int) -> tuple[str, int] | None:
    """The definition of the term in a line, and the line after it starts."""
    line = page.lines[k] if k < len(page.lines) else ""
    if not line.strip() or line[0] == " " or len(line) > MOST_TERM or read_rolls(line) is None:
        return None
    below = k + 1
    if page.markdown:
        below += int(below < len(page.lines) and not page.lines[below].strip())
        match = _DEFINED.fullmatch(page.lines[below]) if below < len(page.lines) else None
        return (match[1], below + 1) if match else None
    text = page.lines[below] if below < len(page.lines) else ""
    return (text.strip(), below + 1) if text.startswith(" ") and text.strip() else None


class ItemKind(Enum):
    """The ways to write an item of a list."""

    LINE = auto()
    BULLET = auto()
    NUMBER = auto()


def _alike(item: _Item, first: _Item) -> bool:
    """Say whether two items are of one list; "1-2. a" and "3. b" are."""
    return item.kind is first.kind or ItemKind.BULLET not in (item.kind, first.kind)


@dataclass(frozen=True)
class _Item:
    label: str
    text: str
    indent: int
    kind: ItemKind


def _item(line: str) -> _Item | None:
    match = _ITEM.fullmatch(line)
    if match is None:
        labelled = _labelled().fullmatch(line.strip())
        if labelled is None:
            return None
        indent = len(line) - len(line.lstrip())
        return _Item(labelled["label"], labelled["text"], indent, ItemKind.LINE)
    indent = len(match["indent"])
    labelled = _labelled().fullmatch(match["text"])
    if match["bullet"]:
        if labelled is None:
            return None
        return _Item(labelled["label"], labelled["text"], indent, ItemKind.BULLET)
    return _Item(match["number"], match["text"], indent, ItemKind.NUMBER)


def _counted(rows: list[Row]) -> list[Row]:
    """The items with the numbers that readers see where all are written alike."""
    labels = [row.cells[0] for row in rows]
    if len(set(labels)) == 1:
        first = int(labels[0]) if labels[0].isdecimal() else 1
        return [Row((str(first + n), *row.cells[1:]), row.line) for n, row in enumerate(rows)]
    return rows

"""The cells of a csv-table, each where it is in the page or in a file of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from docutils.parsers.rst.directives import single_char_or_whitespace_or_unicode as one_char

from ...rules.errors import RulesError
from .cells import CellPiece, SourceCell, trimmed


class Csv(NamedTuple):
    """The dialect of a csv-table, and the file that it reads if it has no content."""

    file: str = ""
    encoding: str = ""
    delim: str = ","
    quote: str = '"'
    escape: str = ""
    keepspace: bool = False


class SourcePlace(NamedTuple):
    """A place in the lines of a source."""

    line: int
    column: int


_OPTION = re.compile(r"\s*:(?P<name>[\w-]+):(?:\s+(?P<value>.*))?")
_YAML = re.compile(r"\s*(?P<name>[\w-]+):(?:\s+(?P<value>.*))?")


def csv_table(
    lines: Sequence[str], first: int, last: int
) -> tuple[Csv, list[list[SourceCell]], int]:
    """The dialect of the csv-table below its first line, its heading, and where its rows begin."""
    options: dict[str, tuple[str, SourcePlace]] = {}
    line, pattern = first, _OPTION
    if line < last and lines[line].strip() == "---":
        line, pattern = line + 1, _YAML
    while line < last and (match := pattern.fullmatch(lines[line])):
        options[match["name"]] = (
            match["value"] or "",
            SourcePlace(line, max(0, match.start("value"))),
        )
        line += 1
    line += line < last and pattern is _YAML and lines[line].strip() == "---"
    form = _form({name: value.strip() for name, (value, _) in options.items()})
    head: list[list[SourceCell]] = []
    if "header" in options:
        at = options["header"][1]
        head = records(lines, at, at.line + 1, form)
    return form, head, line


def _form(options: Mapping[str, str]) -> Csv:
    if "url" in options:
        raise RulesError("its figures come from a url that csv-table reads")
    plain = {name: re.sub(r"""^(["'])(.+)\1$""", r"\2", text) for name, text in options.items()}
    try:
        signs = {n: one_char(plain[n]) for n in ("delim", "quote", "escape") if n in plain}
    except ValueError as error:
        raise RulesError(f"csv-table: {error}") from None
    return Csv(plain.get("file", ""), plain.get("encoding", ""), keepspace="keepspace" in options,
               **signs)  # fmt: skip


def csv_cells(lines: Sequence[str], first: int, last: int) -> list[list[SourceCell]]:
    """The cells of a csv-table with its own content."""
    form, head, line = csv_table(lines, first, last)
    if form.file:
        raise RulesError("its figures come from a file that csv-table reads")
    while line < last and not lines[line].strip():
        line += 1
    while last > line and (
        not lines[last - 1].strip() or re.fullmatch(r"\s*[`:~]{3,}\s*", lines[last - 1])
    ):
        last -= 1
    if line == last:
        return head
    indent = min(len(text) - len(text.lstrip()) for text in lines[line:last] if text.strip())
    return squared([*head, *records(lines, SourcePlace(line, indent), last, form)])


def squared(rows: Sequence[list[SourceCell]]) -> list[list[SourceCell]]:
    """The rows, short ones with empty cells at their end."""
    width = max(map(len, rows), default=0)
    return [row + [()] * (width - len(row)) for row in rows]


def records(
    lines: Sequence[str], start: SourcePlace, last: int, form: Csv
) -> list[list[SourceCell]]:
    """The cells of each record from a place to a line, all lines as far indented as the first."""
    rows: list[list[SourceCell]] = []
    at = start
    while at.line < last:
        row: list[SourceCell] = []
        while True:
            cell, at, more = _field(lines, at, start.column, last, form)
            row.append(cell)
            if not more:
                break
        rows.append(row)
        at = SourcePlace(at.line + 1, start.column)
    return rows


def _field(
    lines: Sequence[str], at: SourcePlace, indent: int, last: int, form: Csv
) -> tuple[SourceCell, SourcePlace, bool]:
    """A field, where it ends, and whether another follows in its record."""
    line, column = at
    while not form.keepspace and lines[line][column : column + 1] == " ":
        column += 1
    pieces: list[CellPiece] = []
    inside = lines[line][column : column + 1] == form.quote
    start = column = column + inside
    while True:
        text = lines[line]
        sign = text[column : column + 1]
        if not sign:
            pieces.append(trimmed(text, line, start, column))
            if not inside or line + 1 >= last:
                return tuple(pieces), SourcePlace(line, column), False
            line, start, column = line + 1, indent, indent
        elif form.escape and sign == form.escape:
            column += 2
        elif inside and sign == form.quote:
            if text[column + 1 : column + 2] == form.quote and not form.escape:
                column += 2
                continue
            pieces.append(trimmed(text, line, start, column))
            behind = text.find(form.delim, column)
            end = len(text) if behind < 0 else behind + 1
            return tuple(pieces), SourcePlace(line, end), behind >= 0
        elif not inside and sign == form.delim:
            return (trimmed(text, line, start, column),), SourcePlace(line, column + 1), True
        else:
            column += 1

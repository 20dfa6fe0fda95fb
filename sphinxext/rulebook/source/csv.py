"""Reads the records of a csv-table, each letter with its place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from docutils.parsers.rst.directives import single_char_or_whitespace_or_unicode as one_char

from ..rules.errors import RulesError
from .document import CsvFile
from .text import Text, joined


def csv_rows(
    options: Mapping[str, Text], lines: Sequence[Text]
) -> tuple[list[list[Text]], CsvFile]:
    """Return the cells of a csv-table, and how it is written; a file's own rows are not read."""
    form = csv_form(options)
    rows = records([options["header"]], form) if "header" in options else []
    if not form.name:
        rows += records(lines, form)
    return squared(rows), form


def csv_form(options: Mapping[str, str]) -> CsvFile:
    """Return how a csv-table is written."""
    plain = {
        name: re.sub(r"""^(["'])(.+)\1$""", r"\2", str(said)) for name, said in options.items()
    }
    signs: dict[str, Any] = {
        name: plain[name] for name in ("delim", "quote", "escape") if plain.get(name)
    }
    try:
        signs = {name: one_char(sign) for name, sign in signs.items()}
    except ValueError as error:
        raise RulesError(f"csv-table: {error}") from None
    form = CsvFile(plain.get("file", ""), plain.get("encoding", ""), "keepspace" in options)
    return replace(form, **signs)


def squared(rows: Sequence[list[Text]]) -> list[list[Text]]:
    """Return the rows, short ones with empty cells at their end."""
    width = max(map(len, rows), default=0)
    return [row + [Text("")] * (width - len(row)) for row in rows]


def records(lines: Sequence[Text], form: CsvFile) -> list[list[Text]]:
    """Return the cells of each record; one in quotes may go over several lines."""
    rows: list[list[Text]] = []
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    at = next((i for i, line in enumerate(lines) if line.strip()), 0)
    while at < len(lines):
        row, column = [], 0
        while column >= 0:
            cell, at, column = _field(lines, at, column, form)
            row.append(cell)
        rows.append(row)
        at += 1
    return rows


def _field(lines: Sequence[Text], at: int, column: int, form: CsvFile) -> tuple[Text, int, int]:
    """Return a field, the line in which it ends, and where the next one begins or -1."""
    line = lines[at]
    while not form.keepspace and line[column : column + 1] == " ":
        column += 1
    is_quoted = line[column : column + 1] == form.quote
    column += is_quoted
    pieces: list[Text] = []
    first = column
    letters: list[int] = []
    while True:
        sign = str(line[column : column + 1])
        is_doubled = is_quoted and line[column : column + 2] == 2 * form.quote and not form.escape
        is_end = sign == (form.quote if is_quoted else form.delim) and not is_doubled
        if is_end or not sign:
            pieces.append(line.chosen(letters) if letters else line[first:first])
            if is_end or not is_quoted or at + 1 >= len(lines):
                behind = line.find(form.delim, column) if is_end else -1
                return joined(pieces, "\n").strip(), at, behind + 1 if behind >= 0 else -1
            at, column, first, letters = at + 1, 0, 0, []
            line = lines[at]
            continue
        column += is_doubled or (bool(form.escape) and sign == form.escape)
        if column < len(line):
            letters.append(column)
        column += 1

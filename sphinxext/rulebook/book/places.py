"""Finds where the cells of a typed table are in the source of its page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..rules.errors import RulesError
from ..source.csv import records
from ..source.document import Block, Directive, Document, Kind, Table
from ..source.drawn import drawn_rows
from ..source.files import read_source
from ..source.read import read_document
from ..source.text import lines_of

HOLDING = ("dice-table", "random-table")
_MARKDOWN = re.compile(r"\{[\w-]+\}`|^[ >]*[`:~]{3,}\{", re.MULTILINE)


class PlacedText(NamedTuple):
    """The text of a cell, with its file and its line."""

    text: str
    file: str
    line: int


PlacedRows = list[list[PlacedText]]


def document_of(path: str, encoding: str = "utf-8-sig") -> Document:
    """Return a source as a document; an empty one if it cannot be read."""
    try:
        return _document(path, Path(path).stat().st_mtime, encoding)
    except (OSError, LookupError):
        return Document("")


@lru_cache(maxsize=8)
def _document(path: str, stamp: float, encoding: str) -> Document:
    """Return a source as it is now; the stamp is its date."""
    del stamp
    text = "\n".join(read_source(Path(path), encoding).lines)
    return read_document(text, markdown=is_myst(Path(path), text), myst=True)


def is_myst(path: Path, text: str) -> bool:
    """Check that a source of a book is Markdown; other pages may include it under any name."""
    return path.suffix.lower() == ".md" or (
        path.suffix.lower() != ".rst" and _MARKDOWN.search(text) is not None
    )


def held_rows(
    paths: Sequence[str], line: int, typed: Sequence[Sequence[str]], folder: Path
) -> PlacedRows:
    """Return the cells of the directive near a line that holds a table with such texts, or none."""
    found: list[tuple[int, int, PlacedRows]] = []
    for path in dict.fromkeys(paths):
        document = document_of(path)
        for directive in document.directives:
            if directive.name not in HOLDING:
                continue
            rows = typed_rows(document, directive, path, folder)
            if not typed or [len(row) for row in rows] == [len(row) for row in typed]:
                found.append((_unlike(rows, typed), abs(directive.line - line), rows))
    return min(found, key=lambda each: each[:2], default=(0, 0, []))[2]


def _unlike(rows: PlacedRows, typed: Sequence[Sequence[str]]) -> int:
    """Count the cells that say something else."""
    return sum(
        cell.text.split() != text.split()
        for row, texts in zip(rows, typed, strict=False)
        for cell, text in zip(row, texts, strict=True)
    )


def typed_rows(document: Document, directive: Directive, path: str, folder: Path) -> PlacedRows:
    """Return the cells of the table in a directive, or of the one drawn in its code."""
    for item in directive.inside:
        if isinstance(item, Table):
            rows = [[PlacedText(str(c.text), path, c.line) for c in row] for row in item.rows]
            return rows if item.csv is None else [*rows, *_file_rows(item, path, folder)]
    for item in directive.inside:
        if isinstance(item, Block) and item.kind is Kind.CODE:
            return [
                [PlacedText(str(text), path, document.line(text.start or 0)) for text in row]
                for row in drawn_rows(item.text.lines())
            ]
    return []


def _file_rows(table: Table, path: str, folder: Path) -> PlacedRows:
    """Return the rows of a csv-table that are in a file of their own."""
    form = table.csv
    if form is None:
        return []
    name = form.name
    file = folder / name.lstrip("/") if name.startswith("/") else Path(path).parent / name
    try:
        text = "\n".join(read_source(file, form.encoding or "utf-8-sig").lines)
        rows = records(lines_of(text), form)
    except (OSError, LookupError, RulesError):
        return []
    document = Document(text)
    width = max(map(len, rows), default=0)
    line = 1
    found: PlacedRows = []
    for row in rows:
        found.append([])
        for text_ in row:
            line = line if text_.start is None else document.line(text_.start)
            found[-1].append(PlacedText(str(text_), str(file), line))
        found[-1] += [PlacedText("", str(file), line)] * (width - len(row))
    return found

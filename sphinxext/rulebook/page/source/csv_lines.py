"""A csv-table that knows where its cells are: docutils counts none of its lines."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList

FileLine = tuple[str | None, int]  # a file and the number of a line in it, from 0


@contextmanager
def csv_lines() -> Iterator[None]:
    """Let every csv-table that is read meanwhile give its cells their own lines."""
    known: dict[str, Any] = directives._directives  # type: ignore[attr-defined]  # for a while
    before = known.get("csv-table")
    base = before or directives.directive("csv-table", _english(), _no_document())[0]
    if base is None:
        yield
        return
    known["csv-table"] = type("CSVTable", (_Placed, base), {})
    try:
        yield
    finally:
        if before is None:
            del known["csv-table"]
        else:
            known["csv-table"] = before


def _english() -> Any:
    from docutils.parsers.rst.languages import en

    return en


def _no_document() -> Any:
    from docutils.utils import new_document

    return new_document("")


class _Placed:
    """A csv-table that records the file and line of each row."""

    content: StringList
    content_offset: int
    lineno: int
    options: dict[str, Any]
    state: Any
    places: Sequence[FileLine] = ()
    rows: Sequence[Sequence[FileLine]] = ()

    def run(self) -> list[Any]:
        """The table; a Markdown parser would place what a file has in the page."""
        found: list[Any] = super().run()  # type: ignore[misc]  # docutils has no types for it
        if "file" in self.options and type(self.state).__module__.startswith("myst_parser"):
            rows = [row for node in found for row in node.findall(nodes.row)]
            for row, places in zip(rows[len(rows) - len(self.rows) :], self.rows, strict=True):
                for entry, (file, line) in zip(row.children, places, strict=False):
                    for node in entry.findall(nodes.TextElement):
                        node.source, node.line = file, line + 1
        return found

    def get_csv_data(self) -> tuple[Sequence[str], str]:
        """The lines of the data, noting where each is."""
        lines, source = super().get_csv_data()  # type: ignore[misc]  # docutils has no types for it
        if isinstance(lines, StringList):
            # A Markdown parser counts from the start of the block, docutils from that of the file.
            by_file = not type(self.state).__module__.startswith("myst_parser")
            self.places = [
                (file, line if by_file and line is not None else self.content_offset + number)
                for number, (file, line) in enumerate(lines.items)
            ]
        else:
            self.places = [(source, number) for number in range(len(lines))]
        return lines, source

    def parse_csv_data_into_rows(
        self, csv_data: Sequence[str], dialect: Any, source: str
    ) -> tuple[list[list[Any]], int]:
        """The cells as docutils builds a table of them, each with its own line."""
        places = list(self.places)
        if csv_data is self.options.get("header") or len(places) != len(csv_data):
            places = [(source, self.lineno - 1)] * len(csv_data)
        reader = csv.reader((line + "\n" for line in csv_data), dialect=dialect)
        rows: list[list[Any]] = []
        found: list[list[FileLine]] = []
        self.rows = found
        start = 0
        for row in reader:
            line = start
            cells = []
            found.append([])
            for cell in row:
                texts = cell.splitlines()
                at = [places[min(line + i, len(places) - 1)] for i in range(len(texts))]
                block = (
                    StringList(texts, items=cast(Any, at))
                    if texts
                    else StringList([], source=source)
                )
                found[-1].append(at[0] if at else places[min(line, len(places) - 1)])
                offset = (at[0][1] if at else 0) - self.content_offset
                cells.append((0, 0, offset, block))
                line += cell.count("\n")
            rows.append(cells)
            start = reader.line_num
        return rows, max(map(len, rows), default=0)

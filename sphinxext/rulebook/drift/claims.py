"""What a page claims: each figure its author typed and marked, with where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from docutils import nodes

from ..present.cells import TableSpec
from ..present.requests import Request


class Typed(NamedTuple):
    """A cell as its author typed it."""

    text: str
    line: int
    other: str = ""  # what names an image in the cell


class Claim(NamedTuple):
    """A figure in a sentence, held to the rules."""

    file: str
    line: int
    request: Request
    words: str
    language: str = ""  # of a translated text; else the book's


class HeldTable(NamedTuple):
    """A table that its author typed, held to what the rules give."""

    file: str
    line: int
    spec: TableSpec
    rows: tuple[tuple[Typed, ...], ...]  # spans are repeated in every place that they cover
    heads: int  # heading rows that were declared
    stubs: int  # label columns that were declared
    unit: str = ""
    caption: str = ""


class Broken(NamedTuple):
    """A claim that could not be read: a line for its author, and the check fails with 2."""

    file: str
    line: int
    message: str
    said: bool = False  # whether a warning said so when the page was read


Held = Claim | HeldTable | Broken


def matrix(table: nodes.table, line: int) -> tuple[list[list[Typed]], int, int]:
    """The cells of a table node with spans repeated, its heading rows and its label columns."""
    groups = [group for group in table.children if isinstance(group, nodes.tgroup)]
    rows: list[list[Typed]] = []
    heads = stubs = 0
    for group in groups:
        stubs = sum(1 for spec in group.findall(nodes.colspec) if spec.get("stub"))
        heads = sum(len(head.children) for head in group.children if isinstance(head, nodes.thead))
        rows.extend(_expanded(list(_rows(group)), line))
    return rows, heads, stubs


def _rows(group: nodes.tgroup) -> Iterator[list[nodes.entry]]:
    for part in group.children:
        if isinstance(part, nodes.thead | nodes.tbody):
            for row in part.children:
                if isinstance(row, nodes.row):
                    yield [entry for entry in row.children if isinstance(entry, nodes.entry)]


def _expanded(rows: list[list[nodes.entry]], line: int) -> list[list[Typed]]:
    """Every place of the table filled; a spanning cell stands in each that it covers."""
    filled: dict[tuple[int, int], Typed] = {}
    width = 0
    for r, row in enumerate(rows):
        column = 0
        for entry in row:
            while (r, column) in filled:
                column += 1
            cell = _typed(entry, line)
            for down in range(entry.get("morerows", 0) + 1):
                for across in range(entry.get("morecols", 0) + 1):
                    filled[r + down, column + across] = cell
            column += entry.get("morecols", 0) + 1
            width = max(width, column)
    empty = Typed("", line)
    return [[filled.get((r, c), empty) for c in range(width)] for r in range(len(rows))]


def _typed(entry: nodes.entry, line: int) -> Typed:
    """The text of a cell without its footnote marks, and the line that it stands at."""
    found = line
    for node in entry.findall(nodes.Element):
        if node.line:
            found = node.line
            break
    images = [
        str(image.get("alt") or image.get("uri", "").rsplit("/", 1)[-1].rsplit(".", 1)[0])
        for image in entry.findall(nodes.image)
    ]
    return Typed(_text(entry), found, " ".join(images))


UNSAID = (
    nodes.footnote_reference,
    nodes.citation_reference,
    nodes.image,
    nodes.system_message,
    nodes.comment,
)


def _text(node: nodes.Node) -> str:
    if isinstance(node, UNSAID):
        return ""
    if isinstance(node, nodes.Text):
        return node.astext()
    between = " " if isinstance(node, nodes.entry) else ""
    return between.join(_text(child) for child in node.children)

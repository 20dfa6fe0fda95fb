"""What a reader sees of a page: the cells of its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag


def cells(table: Tag | BeautifulSoup) -> list[list[str]]:
    """The texts of a table's cells, row by row."""
    return [[text(cell) for cell in row.select("th, td")] for row in table.select("tr")]


def text(node: Tag) -> str:
    """The words of a node, spaces as one."""
    return " ".join(node.get_text().split())


def captioned(page: BeautifulSoup, caption: str) -> Tag:
    """The table with that caption."""
    for table in page.select("table"):
        found = table.select_one(".caption-text")
        if found is not None and text(found) == caption:
            return table
    raise LookupError(caption)

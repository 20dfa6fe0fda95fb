"""Random tables as commands of Roll20's table import."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import gcd, lcm

from .exported import Exported, linked_text, with_rolls
from .model import Entry


def as_roll20(book: Exported) -> dict[str, str]:
    """The commands of Roll20's table import: for the chat of its script, and to be pasted.

    The script takes brackets in another writing, since the chat would roll what is in them. Browser
    extensions read the commands as they are, and want an empty line between tables.
    """
    tables = list(_roll20_tables(book))
    chat = [line.translate(CHAT_SIGNS) for table in tables for line in table]
    return {
        "tables.txt": "\n".join(chat) + "\n",
        "tables-paste.txt": "".join("\n".join(table) + "\n\n" for table in tables),
    }


CHAT_SIGNS = str.maketrans({sign: f"<%%{ord(sign)}%%>" for sign in "[]<>"})


def _roll20_tables(book: Exported) -> Iterator[list[str]]:
    known = {name: book.name(table) for name, table in book.named().items()}
    for table in book.tables:
        name = book.name(table)
        lines = [f"!import-table --{name} --show"]
        odds = book.odds(table)
        scale = lcm(*(chance.denominator for chance in odds))
        weights = [int(chance * scale) for chance in odds]
        common = gcd(*weights) or 1
        for row, weight in zip(table.entries, weights, strict=True):
            if weight:
                said = _roll20_text(row, known)
                lines.append(f"!import-table-item --{name} --{said} --{weight // common} --")
        yield lines


def _roll20_text(row: Entry, known: Mapping[str, str]) -> str:
    def linked(target: str, title: str) -> str:
        return f"{title}: [[1t[{known[target]}]]]" if target in known else title

    text = linked_text(row, linked)
    return with_rolls(text, lambda dice: f"[[{dice}]]").replace("--", "–")

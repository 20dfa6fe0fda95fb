"""Writes plain values as Typst source: text, strings, arrays and calls."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Letters that mean something in Typst's markup, wherever they are.
_SPECIAL = re.compile(r"[\\#$*_`@<>~\[\]=+\-/]")
_MARK = re.compile(r"/\*@(\d+)\*/")
_ENUM = re.compile(r"^(\s*\d+)\.")
COMPARED = "≥≤<>=≠±"  # a line never ends between one of these and its number
_COMPARED = re.compile(rf"(?<=[{COMPARED}]) (?=\d)")


def text(words: str) -> str:
    """Escape words, so that Typst shows exactly these."""
    plain = _COMPARED.sub("\u00a0", words.replace("\n", " "))
    plain = _SPECIAL.sub(r"\\\g<0>", plain)
    return _ENUM.sub(r"\1\\.", plain).replace("...", r"\.\.\.")


def string(words: str) -> str:
    """Write a string literal."""
    plain = words.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + plain.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "") + '"'


def content(markup: str) -> str:
    """Write a content block."""
    return f"[{markup}]"


def array(items: Iterable[str]) -> str:
    """Write an array. A single item needs its comma."""
    found = list(items)
    return f"({', '.join(found)}{',' if len(found) == 1 else ''})"


def dictionary(pairs: Iterable[tuple[str, str]]) -> str:
    """Write a dictionary with quoted keys."""
    found = [f"{string(key)}: {value}" for key, value in pairs]
    return f"({', '.join(found)})" if found else "(:)"


def boolean(value: object) -> str:
    """Write true or false."""
    return "true" if value else "false"


def inline(name: str, *arguments: str, body: str | None = None) -> str:
    """Write a call among words. The semicolon ends it, whatever letter comes next."""
    return f"{_call(name, arguments, body)};"


def block(name: str, *arguments: str, body: str | None = None) -> str:
    """Write a call on a line of its own."""
    return f"\n{_call(name, arguments, body)}\n"


def mark(number: int) -> str:
    """Write a comment that names a place in the book. `place_before` reads it."""
    return f"/*@{number}*/"


def place_before(source: str, line: int, column: int) -> int | None:
    """Return the number of the last mark before a position in the source."""
    lines = source.split("\n")
    before = "\n".join([*lines[: line - 1], lines[line - 1][:column]])
    found = _MARK.findall(before)
    return int(found[-1]) if found else None


def _call(name: str, arguments: tuple[str, ...], body: str | None) -> str:
    given = ", ".join(each for each in arguments if each)
    brackets = f"({given})" if given or body is None else ""
    return f"#{name}{brackets}" + ("" if body is None else f"[{body}]")

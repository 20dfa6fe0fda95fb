"""Finds the line of each key of a TOML file, so that a mistake can name it."""

from __future__ import annotations

import re
from collections.abc import Mapping

KeyPath = tuple[str, ...]

_TOKEN = re.compile(
    r"(?P<space>[ \t\r]+|#[^\n]*)|(?P<line>\n)"
    r'|(?P<text>"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<mark>\[\[|\]\]|[\[\]{}=,.])|(?P<bare>[^\s\[\]{}=,.#\"']+)",
    re.DOTALL,
)


def element_key(place: int, element: object) -> str:
    """Return the name of what is in a list, as in "Hit: 10+" or {name = "Hit"}, or its place."""
    name = element.get("name") if isinstance(element, Mapping) else element
    return name.partition(":")[0].strip() if isinstance(name, str) and name else str(place)


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line of every key path in the file, tables and inline tables included."""
    lines: dict[KeyPath, int] = {}
    number = 1
    table: KeyPath = ()
    stack: list[tuple[str, KeyPath]] = []  # open brackets of values, with the path they are at
    key: list[str] = []
    naming, heading = True, False
    for match in _TOKEN.finditer(text):
        kind, token = match.lastgroup, match[0]
        if kind in ("space", None):
            continue
        if kind == "line":
            number += 1
            if not stack:
                naming, heading, key = True, False, []
            continue
        if kind == "mark":
            at = stack[-1][1] if stack else table
            if token in ("[", "[[") and naming and not stack:
                heading, key = True, []
            elif heading and token in ("]", "]]"):
                table = tuple(key)
                lines.setdefault(table, number)
                naming, heading = False, False
            elif token == "=" and naming:
                for i in range(1, len(key) + 1):
                    lines.setdefault((*at, *key[:i]), number)
                naming = False
            elif token in ("{", "[", "[["):
                path = (*at, *key) if not stack or stack[-1][0] == "{" else at
                stack.extend([(token[0], path)] * len(token))
                naming, key = token == "{", []
            elif token in ("}", "]", "]]"):
                for _ in token:
                    if stack:
                        stack.pop()
                naming = False
            elif token == ",":
                naming = bool(stack) and stack[-1][0] == "{"
                key = [] if naming else key
        elif kind == "text" and not (naming or heading) and (stack or key == ["name"]):
            at = stack[-1][1] if stack else table
            if key == ["name"] or (stack and stack[-1][0] == "["):
                lines.setdefault((*at, token[1:-1].partition(":")[0].strip()), number)
        elif naming or heading:
            key.append(token[1:-1] if kind == "text" else token)
        number += token.count("\n")
    return lines

"""Writes rules files by their structure: games that ship with parts changed, and made-up ones."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from sphinxext.rulebook.rules.file.json_schema import json_schema
from sphinxext.rulebook.rules.file.reader import GAMES

from .choices import Choices
from .writing import PIECES

WORDS, NAMES = PIECES["rules_words"], PIECES["rules_names"]
NUMBERS = (1, 2, 0, 3, 6, -1, -7, 12, 40, 100, 1000, 10_000, 100_000, 10**7, 2**70)
DEEPEST = 7


OWN = Path(__file__).parents[1] / "rules" / "games"


@cache
def texts() -> tuple[str, ...]:
    """Return the games that ship, and those of the tests."""
    files = [*sorted(GAMES.glob("*.toml")), *sorted(OWN.glob("*.toml"))]
    return tuple(path.read_text("utf-8") for path in files)


@cache
def structure() -> dict[str, Any]:
    """The JSON Schema of a rules file, which names every key."""
    return json_schema()


def value(choices: Choices, kind: dict[str, Any], depth: int = 0) -> Any:
    """Something that fits the schema, nearly always."""
    if choices.often(3):
        return choices.pick((0, "", [], {}, True, 1.5, [[]], {"": {}}))
    if "$ref" in kind:
        kind = structure()["$defs"][kind["$ref"].rpartition("/")[2]]
    if "anyOf" in kind:
        return value(choices, choices.pick(kind["anyOf"]), depth)
    if "const" in kind:
        return kind["const"]
    if "enum" in kind:
        return choices.pick(kind["enum"])
    match kind.get("type"):
        case "integer":
            return choices.pick(NUMBERS)
        case "boolean":
            return choices.often(50)
        case "array":
            return [value(choices, kind.get("items", {}), depth + 1)
                    for _ in range(choices.number(0, 3))]  # fmt: skip
        case "object":
            return table(choices, kind, depth)
    return choices.pick(WORDS)


def table(choices: Choices, kind: dict[str, Any], depth: int) -> dict[str, Any]:
    """Some of the keys that the schema names, and some of the author's own."""
    known, other = list(kind.get("properties", {})), kind.get("additionalProperties")
    found: dict[str, Any] = {}
    if depth > DEEPEST:
        return found
    for _ in range(choices.number(0, 4)):
        if known and (not isinstance(other, dict) or choices.often(60)):
            name = choices.pick(known)
            found[name] = value(choices, kind["properties"][name], depth + 1)
        elif isinstance(other, dict):
            found[choices.pick(NAMES)] = value(choices, other, depth + 1)
    return found


def paths(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in the data."""
    for key, inner in data.items() if isinstance(data, dict) else enumerate(data):
        yield (*at, key)
        if isinstance(inner, dict | list):
            yield from paths(inner, (*at, key))


def within(data: Any, path: tuple[Any, ...]) -> Any:
    """What is at the path."""
    for key in path:
        data = data[key]
    return data


def changed(choices: Choices) -> dict[str, Any]:
    """A game that ships, with some parts of it gone, moved or something else."""
    data = tomllib.loads(choices.pick(texts()))
    for _ in choices.some(4):
        places = list(paths(data))
        if not places:
            break
        *above, last = choices.pick(places)
        inner = within(data, tuple(above))
        how = choices.pick(("set", "copy", "drop", "name", "check"))
        if how == "set":
            inner[last] = choices.pick((*WORDS, *NUMBERS))
        elif how == "copy":
            inner[last] = copy.deepcopy(within(data, choices.pick(places)))
        elif how == "drop":
            del inner[last]
        elif how == "name" and isinstance(inner, dict):
            inner[choices.pick(NAMES)] = inner.pop(last)
        else:
            kind = structure()["properties"]["check"]["additionalProperties"]
            checks = data.get("check")
            known = checks if isinstance(checks, dict) else {}
            data["check"] = {**known, "hit": table(choices, kind, 1)}
    return data


def renumbered(choices: Choices) -> str:
    """Return a game in which some digits are others: nearly always still a game."""
    text = choices.pick(texts())
    digits = [match.start() for match in re.finditer(r"\d", text)]
    for _ in choices.some(3):
        at = choices.pick(digits)
        text = f"{text[:at]}{choices.number(0, 9)}{text[at + 1 :]}"
    return text


def made(choices: Choices) -> dict[str, Any]:
    """A game made up by the schema."""
    data = table(choices, structure(), 0)
    kind = structure()["properties"]["check"]["additionalProperties"]
    data["check"] = {name: table(choices, kind, 1) for name in NAMES[: choices.number(1, 3)]}
    return data


def toml(data: Any) -> str:
    """The value as TOML, tables inline."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{json.dumps(str(k))} = {toml(v)}" for k, v in data.items()) + "}"
    if isinstance(data, list | tuple):
        return "[" + ", ".join(map(toml, data)) + "]"
    if isinstance(data, bool):
        return str(data).lower()
    return json.dumps(data).replace("\x7f", "\\u007f") if isinstance(data, str) else repr(data)


def rules_file(choices: Choices) -> bytes:
    """A rules file; some have bytes that belong nowhere."""
    if choices.often(30):
        text = renumbered(choices)
    else:
        data = changed(choices) if choices.often(60) else made(choices)
        text = "".join(f"{json.dumps(str(key))} = {toml(each)}\n" for key, each in data.items())
    raw = bytearray(text.encode())
    if choices.often(10):
        for _ in choices.some(3):
            at = choices.number(0, len(raw))
            raw[at : at + choices.number(0, 9)] = choices.text(5).encode()
    return bytes(raw)

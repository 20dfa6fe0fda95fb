"""The numbers of a rules file: those that a roll depends on, and none of its prose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .positions import element_key


def numbers(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every number of the rules with its key path, and every rules text that holds one."""
    if _is_among(path, PROSE):
        return
    if isinstance(data, Mapping | list):
        pairs = data.items() if isinstance(data, Mapping) else enumerate(data)
        for key, value in pairs:
            name = key if isinstance(key, str) else element_key(key, value)
            yield from numbers(value, (*path, name))
    elif isinstance(data, str):
        begins = data.lstrip("-")[:1].isdecimal()
        if any(c.isdecimal() for c in data) and (begins or not _is_among(path, NAMES)):
            yield path, data
    elif isinstance(data, int) and not isinstance(data, bool):
        yield path, data


DICE = ("die", "bag")
# Where words are that no roll depends on, or names of things: `*` is any one key.
PROSE: tuple[tuple[str, ...], ...] = (
    ("name",),
    ("extends",),
    ("noun",),
    *((what, "*", key) for what in DICE for key in ("also", "name", "colour", "image")),
    *(
        ("check", "*", key)
        for key in (
            *("name", "text", "notation", "groups", "table", "noun"),
            *("repeats", "slots", "python"),
        )
    ),
    *(("check", "*", "takes", "*", key) for key in ("cancels", "name", "text")),
    *(("check", "*", "takes", "*", "choices", "*", key) for key in ("also", "name")),
    *(("check", "*", "outcomes", "*", key) for key in ("name", "also", "shown", "text", "colour")),
    *(("check", "*", "difficulties", "*", key) for key in ("text", "name")),
)


# Where a text names outcomes, unless it begins with a number: a die's face, a ladder.
NAMES = (*((what, "*", "faces", "*") for what in DICE), ("check", "*", "outcomes"))


def _is_among(path: tuple[str, ...], patterns: Iterable[tuple[str, ...]]) -> bool:
    return any(
        len(path) == len(pattern) and all(w in ("*", k) for k, w in zip(path, pattern, strict=True))
        for pattern in patterns
    )

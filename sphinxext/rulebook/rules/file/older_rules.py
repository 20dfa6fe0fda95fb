"""Games that differ from one in a single number or threshold, as an earlier version may have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from ..errors import RulesError
from ..model.game import Game, numbers
from .build import build
from .schema import GAME
from .spec import Problems, accept

Key = tuple[str, ...]
_NUMBER = re.compile(r"\d+")
STEPS = (-1, 1, -2, 2)
_BOUND = re.compile(
    r"(?P<sign>>=|<=|≥|≤|>|<)\s*(?P<number>-?\d+)|(?P<low>-?\d+)\.\.(?P<high>-?\d+)"
)
_ABOVE = {"<=", "≤", ">"}  # whose number is the last one before the threshold


def older_games(game: Game, check: str) -> Iterator[tuple[str, Game]]:
    """The games with another threshold or number in a check, each with what is other there."""
    for name in dict.fromkeys((check, game.check(check).like)):
        if name not in game.data.get("check", {}):
            continue
        found = [(path, value) for path, value in numbers(game.data) if path[:2] == ("check", name)]
        bands = {path: value for path, value in found if "outcomes" in path}
        bands = {path: value for path, value in bands.items() if isinstance(value, str)}
        for says, changes in (*_other_thresholds(bands), *_other_numbers(found)):
            made = _changed(game, changes)
            if made is not None:
                yield says, made


def _other_thresholds(bands: Mapping[Key, str]) -> Iterator[tuple[str, dict[Key, str]]]:
    """Each threshold between two outcomes moved, in all outcomes that it bounds."""
    thresholds = {at for text in bands.values() for at in _thresholds(text)}
    for at in sorted(thresholds):
        for step in STEPS:
            changes = {
                path: moved
                for path, text in bands.items()
                if (moved := _moved(text, at, step)) != text
            }
            path, text = list(changes.items())[-1]
            yield f"{_spelled(path)} = '{text}'", changes


def _thresholds(text: str) -> Iterator[int]:
    for match in _BOUND.finditer(text):
        if match["sign"]:
            yield int(match["number"]) + (match["sign"] in _ABOVE)
        else:
            yield from (int(match["low"]), int(match["high"]) + 1)


def _moved(text: str, threshold: int, step: int) -> str:
    """The condition with one threshold higher or lower."""

    def bound(match: re.Match[str]) -> str:
        if match["sign"]:
            number = int(match["number"])
            is_it = number + (match["sign"] in _ABOVE) == threshold
            return f"{match['sign']} {number + step * is_it}"
        low, high = int(match["low"]), int(match["high"])
        return f"{low + step * (low == threshold)}..{high + step * (high + 1 == threshold)}"

    return _BOUND.sub(bound, text)


def _other_numbers(found: list[tuple[Key, Any]]) -> Iterator[tuple[str, dict[Key, Any]]]:
    for path, value in found:
        if isinstance(value, int):
            for step in STEPS[:2]:
                yield f"{_spelled(path)} = {value + step}", {path: value + step}
        elif isinstance(value, str) and "outcomes" not in path:
            for match, step in product(_NUMBER.finditer(value), STEPS[:2]):
                number = int(match[0]) + step
                text = f"{value[: match.start()]}{number}{value[match.end() :]}"
                yield f"{_spelled(path)} = '{text}'", {path: text}


def _spelled(path: Key) -> str:
    return ".".join(key if re.fullmatch(r"[\w-]+", key) else f"'{key}'" for key in path)


def _changed(game: Game, changes: Mapping[Key, Any]) -> Game | None:
    """The game with other values at some keys; None where they make no game."""
    data = game.data
    for path, value in changes.items():
        data = _with(data, path, value)
    problems = Problems()
    try:
        found = accept(GAME, data, (), problems)
        if problems.found:
            return None
        made = build(found, data, game.name, Path(game.where), problems, python=game.python)
    except RulesError:
        return None
    return None if problems.found else made


def _with(data: Any, path: Key, value: Any) -> Any:
    """The data with another value at a key path."""
    if not path:
        return value
    if isinstance(data, list):
        return [_with(each, path[1:], value) if str(i) == path[0] else each
                for i, each in enumerate(data)]  # fmt: skip
    return {key: _with(each, path[1:], value) if key == path[0] else each
            for key, each in data.items()}  # fmt: skip

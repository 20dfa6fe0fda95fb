"""Readings of a throw as a set: ends, equal faces and rows, against every roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

D4, D6 = range(1, 5), range(1, 7)


def row(*faces: int) -> int:
    return max(
        length
        for start in faces
        for length in range(1, 7)
        if all(start + more in faces for more in range(length))
    )


CONDITIONS: dict[str, Callable[..., bool]] = {
    "highest = 6": lambda *f: max(f) == 6,
    "highest <= 3": lambda *f: max(f) <= 3,
    "lowest >= 3": lambda *f: min(f) >= 3,
    "lowest = 1 and highest = 6": lambda *f: min(f) == 1 and max(f) == 6,
    "same >= 2": lambda *f: max(map(f.count, f)) >= 2,
    "same = 3": lambda *f: max(map(f.count, f)) == 3,
    "same >= 2 and >= 12": lambda *f: max(map(f.count, f)) >= 2 and sum(f) >= 12,
    "same = 2 or highest = 5": lambda *f: max(map(f.count, f)) == 2 or max(f) == 5,
    "pairs = 2": lambda *f: sum(f.count(face) > 1 for face in set(f)) == 2,
    "pairs = 0 or same = 3": lambda *f: len(set(f)) == 4 or max(map(f.count, f)) == 3,
    "row >= 3": lambda *f: row(*f) >= 3,
    "row = 4 and lowest = 1": lambda *f: sorted(f) == [1, 2, 3, 4],
    "row > same and <= 9": lambda *f: row(*f) > max(map(f.count, f)) and sum(f) <= 9,
    "fives >= 1 and lowest >= 4": lambda *f: 5 in f and min(f) >= 4,
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_throw_read_as_a_set(stated: Callable[..., Rules], every: Any, condition: str) -> None:
    rules = stated(
        "[check.throw]\n"
        'roll = "2d6 + 2d4"\n'
        'readings = { fives = "5" }\n'
        f'outcomes = ["yes: {condition}", "no: otherwise"]'
    )
    wanted = every.roll([D6] * 2 + [D4] * 2, CONDITIONS[condition])
    assert rules.ask("throw is yes").probability == wanted[True]
    for faces in ((3, 1, 2, 4), (6, 6, 2, 2), (5, 2, 3, 4), (1, 1, 1, 1)):
        judged = rules.judge(f"throw on {' '.join(map(str, faces))}")
        assert judged.outcome == ("yes" if CONDITIONS[condition](*faces) else "no")

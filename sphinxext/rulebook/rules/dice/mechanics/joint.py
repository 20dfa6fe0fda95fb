"""A throw whose dice each say all by the face that they show, counted in several ways at once.

Each face adds one number to the result and to everything that is read, with a place of its own for
each way of counting. The throw is then a power of one polynomial, packed into a whole
number, which Python multiplies far faster than it would share out the dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import log2, prod
from operator import mul
from typing import NamedTuple

from ...budget import product, spend
from ...errors import TooMany
from ...model.roll import Die
from ..law import Listed
from .marks import MarkedLaw
from .pool import FaceReading, worths_of

EACH_CELL = 400  # nanoseconds to read a place of the polynomial
Marks = Mapping[str, Mapping[str, tuple[int, ...]]]


class _Way(NamedTuple):
    """One way of counting: what each face of each kind adds beyond its least, and their reach."""

    rows: tuple[tuple[int, ...], ...]
    low: int
    size: int


def _ways(
    dice: Sequence[tuple[Die, int]], reading: FaceReading, marks: Marks, *, valued: bool
) -> list[_Way]:
    found = []
    nothing: dict[str, tuple[int, ...]] = {}
    for table in (nothing, *marks.values()):
        rows, low, size = [], 0, 1
        for die, count in dice:
            row = table.get(die.name)
            if table is nothing and valued:
                row = worths_of(die, reading)
            row = row or (0,) * len(die.faces)
            least = min(row)
            rows.append(tuple([each - least for each in row]))
            low, size = low + least * count, size + (max(row) - least) * count
        found.append(_Way(tuple(rows), low, size))
    return found


def cost_of_joint(
    dice: Sequence[tuple[Die, int]], reading: FaceReading, marks: Marks, *, valued: bool = True
) -> float:
    """The nanoseconds that it takes."""
    cells = prod(way.size for way in _ways(dice, reading, marks, valued=valued))
    bits = sum(count * log2(len(die.faces)) for die, count in dice) + 8
    return cells * EACH_CELL + 2 * product(cells * bits / 2, cells * bits / 2)


def joint(
    dice: Sequence[tuple[Die, int]], reading: FaceReading, marks: Marks, *, valued: bool = True
) -> list[MarkedLaw]:
    """The law of the dice split by marks: for each name and kind of die, what each face counts."""
    cost = cost_of_joint(dice, reading, marks, valued=valued)
    spend(cost, str(TooMany(sum(n for _, n in dice), marks)))
    ways = _ways(dice, reading, marks, valued=valued)
    den = prod(len(die.faces) ** count for die, count in dice)
    size = den.bit_length() // 8 + 1
    strides = [1, *accumulate([way.size for way in ways[:-1]], mul)]
    packed = 1
    for i, (die, count) in enumerate(dice):
        one = 0
        for place in range(len(die.faces)):
            where = sum(s * way.rows[i][place] for s, way in zip(strides, ways, strict=True))
            one += 1 << (8 * size * where)
        packed *= one**count
    value, *others = ways
    row = value.size * size
    data = packed.to_bytes(prod(way.size for way in others) * row, "little")
    empty = bytes(row)
    cells: list[MarkedLaw] = []
    for start in range(0, len(data), row):
        here = data[start : start + row]
        if here != empty:
            ways_of_values = [
                int.from_bytes(here[i : i + size], "little") for i in range(0, row, size)
            ]
            facts, left = {}, start // row
            for name, way in zip(marks, others, strict=True):
                left, shown = divmod(left, way.size)
                facts[name] = way.low + shown
            cells.append((facts, Listed(value.low, ways_of_values, den)))
    return cells

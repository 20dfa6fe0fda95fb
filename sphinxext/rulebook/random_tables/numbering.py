"""Numbers the rows of a random table: evenly, by weights, or with the shares that they have."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction

from .dice import TableDice


class TooManyRowsError(ValueError):
    """There are more rows than values of the dice."""


def numbered(
    dice: TableDice, weights: Sequence[Fraction], chances: Mapping[int, Fraction] | None = None
) -> list[tuple[int, ...]]:
    """The values of each row, in order, as near to the weights as the dice allow.

    Each row has at least one value. The rows up to each cut have a chance that they should have and
    one that they get. Set each cut where the two are nearest, and their largest distance is least.
    """
    values = dice.values
    if len(weights) > len(values):
        raise TooManyRowsError
    if not weights:
        return []
    each = chances or dict.fromkeys(values, Fraction(1, len(values)))
    reached = [Fraction(0)]
    for value in values:
        reached.append(reached[-1] + each[value])
    total = sum(weights, Fraction(0))
    cuts = [0]
    wanted = Fraction(0)
    for row, weight in enumerate(weights[:-1]):
        wanted += weight / total * reached[-1]
        least, most = cuts[-1] + 1, len(values) - (len(weights) - row - 1)
        cuts.append(min(range(least, most + 1), key=lambda cut: abs(reached[cut] - wanted)))
    cuts.append(len(values))
    return [tuple(values[low:high]) for low, high in itertools.pairwise(cuts)]


def even(dice: TableDice, rows: int) -> list[tuple[int, ...]]:
    """As even a numbering as a flat roll allows: sizes differ by one, the first rows the larger."""
    if rows > len(dice.values):
        raise TooManyRowsError
    size, more = divmod(len(dice.values), rows)
    found, at = [], 0
    for row in range(rows):
        end = at + size + (row < more)
        found.append(tuple(dice.values[at:end]))
        at = end
    return found

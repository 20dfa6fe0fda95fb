"""Several sums of dice as one whole number: a polynomial with a place for every value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import comb, inf, prod
from operator import mul
from typing import Any, NamedTuple

ALL, KEPT, DROPPED = "all", "kept", "dropped"
EACH = 1_200  # nanoseconds for a step from state to state
EACH_BIT = 0.08  # nanoseconds to add or multiply a bit of a polynomial
EACH_CELL = 120  # nanoseconds to read one number of a polynomial

Spend = Callable[[float, float], None]  # takes nanoseconds and bits, or refuses
Numbers = tuple[int, ...]


def pack(terms: Sequence[int], size: int) -> int:
    """Return numbers as one, with so many bytes for each."""
    return int.from_bytes(b"".join([one.to_bytes(size, "little") for one in terms]), "little")


def unpack(packed: int, size: int, many: int = 0) -> list[int]:
    """Return the numbers of a packed one, at least so many of them."""
    many = max(many, 1, -(-packed.bit_length() // (8 * size)))
    data = packed.to_bytes(many * size, "little")
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]


class Look(NamedTuple):
    """The lie of one die, as far as anything tells it from others."""

    kind: str
    face: int
    adds: Numbers  # to each sum
    rank: tuple[Any, ...] = ()  # by which dice are kept; none for a die that always is


class Dice(NamedTuple):
    """Dice that are alike: how many, and the ways for one to lie in each look.

    Cards are drawn: so many are taken out of those that there are of each look.
    """

    many: int
    looks: Mapping[Look, int]
    drawn: bool = False

    @property
    def ways(self) -> int:
        """Count the throws of all of them."""
        whole = sum(self.looks.values())
        return comb(whole, self.many) if self.drawn else int(whole**self.many)

    @property
    def kind(self) -> str:
        """Return the kind that all of them are of."""
        return next(iter(self.looks)).kind

    @property
    def ranked(self) -> bool:
        """Return whether they may be left out."""
        return bool(next(iter(self.looks)).rank)


class Keep(NamedTuple):
    """The ranked dice that count: so many of the highest or the lowest."""

    many: int
    highest: bool


class Packing:
    """The place of each sum in the polynomials; all but the first may be counted apart."""

    def __init__(self, dice: Sequence[Dice], among: Sequence[str], keep: Keep | None) -> None:
        """Give every sum as many places as it has values."""
        self.dice, self.among, self.keep = dice, among, keep
        den = prod(group.ways for group in dice)
        self.bits = 8 * (den.bit_length() // 8 + 1)
        self._lows: list[list[int]] = [[] for _ in dice]
        spans = [self._span(i, which) for i, which in enumerate(among)]
        self._starts = [start for start, _ in spans]
        self.sizes = [size for _, size in spans]
        packed, apart = self._costs()
        self.apart = apart < packed  # whether further sums are sooner counted apart
        self.cost = min(packed, apart) + prod(self.sizes) * EACH_CELL
        self._strides = [1, *accumulate(self.sizes[:-1], mul)]

    def _span(self, i: int, which: str) -> tuple[int, int]:
        """Return the least value of a sum, and how many values it may have."""
        start, span = 0, 1
        chosen = [group for group in self.dice if self.keep and group.ranked]
        low = min([look.adds[i] for group in chosen for look in group.looks], default=0)
        high = max([look.adds[i] for group in chosen for look in group.looks], default=0)
        if self.keep is not None:
            all_of_them = sum([group.many for group in chosen])
            shares = {ALL: all_of_them, KEPT: self.keep.many, DROPPED: all_of_them - self.keep.many}
            start, span = shares[which] * low, 1 + shares[which] * (high - low)
        for group, lows in zip(self.dice, self._lows, strict=True):
            adds = [look.adds[i] if which != DROPPED else 0 for look in group.looks]
            if group in chosen:
                lows.append(low)
            else:
                lows.append(min(adds))
                start += group.many * min(adds)
                span += group.many * (max(adds) - min(adds))
        return start, span

    def _costs(self) -> tuple[float, float]:
        """Return about how many nanoseconds the sums take packed, and counted apart."""
        cells = prod(self.sizes[1:])
        packed = 2 * product(cells * self.sizes[0] * self.bits)
        if len(self.among) < 2:
            return packed, inf
        apart = 0.0
        for many, looks, _ in self.dice:
            kinds = len({look.adds[1:] for look in looks})
            states = min(comb(many + kinds - 1, kinds - 1), many * cells)
            apart += states * kinds * many * (EACH + EACH_BIT * self.sizes[0] * self.bits)
        return packed, apart

    def adds(self, group: int, look: Look, taken: str) -> tuple[int, int]:
        """Return how far a kept or dropped die moves the polynomial, and the sums apart."""
        which = taken if self.keep is not None and look.rank else KEPT
        each = zip(self._strides, look.adds, self._lows[group], self.among, strict=True)
        first, *others = [
            stride * (add - low) if one in (ALL, which) else 0 for stride, add, low, one in each
        ]
        if self.apart:
            return first * self.bits, sum(others) // self.sizes[0]
        return (first + sum(others)) * self.bits, 0

    def read(self, apart: int, packed: int, spend: Spend) -> Iterator[tuple[Numbers, list[int]]]:
        """Yield the values of the further sums, with the ways to each value of the first one."""
        size = self.bits // 8
        row = size * self.sizes[0]
        data = packed.to_bytes(-(-packed.bit_length() // (8 * row)) * row, "little")
        spend(len(data) / size * EACH_CELL, len(data) * 8)
        empty = bytes(row)
        for place in range(0, len(data), row):
            here = data[place : place + row]
            if here == empty:
                continue
            shown, left = [], apart + place // row
            for start, width in zip(self._starts[1:], self.sizes[1:], strict=True):
                left, one = divmod(left, width)
                shown.append(start + one)
            yield (
                tuple(shown),
                [int.from_bytes(here[i : i + size], "little") for i in range(0, row, size)],
            )

    @property
    def start(self) -> int:
        """Return the least value of the first sum."""
        return self._starts[0]


def product(bits: float) -> float:
    """Return the nanoseconds of a product of two numbers of so many bits."""
    words = bits / 30
    return 80 + (0.7 * words**2 if words < 70 else 3.5 * words**1.585)

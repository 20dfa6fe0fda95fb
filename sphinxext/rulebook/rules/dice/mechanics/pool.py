"""Dice that are summed: successes, net successes or totals, rolled again or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from ....dice.law import Law, Listed
from ....dice.sums import Factor, Sum
from ...errors import RulesError
from ...model.faces import Faces
from ...model.reading import EVERY
from ...model.roll import Count, Die, Roll

DiceAndCounts = Sequence[tuple[Die, int]]
FARTHEST = 100_000  # a result beyond this is refused, in a roll as in a question


class FaceReading(NamedTuple):
    """The reading of the faces of a roll's dice."""

    success: Faces | None
    failure: Faces | None
    worth: tuple[tuple[Faces, Count], ...] | None
    again: Faces | None
    widen: int
    minus: bool = False  # whether the die is taken away
    reroll: Faces | None = None  # faces that are thrown once more
    every: bool = False  # on every throw, not on the first alone

    @property
    def counts(self) -> bool:
        """True where faces count successes; otherwise they are totalled."""
        return self.success is not None or self.failure is not None or self.worth is not None

    def on(self, die: Die) -> FaceReading:
        """Return the reading of one kind of dice."""
        named = (self.success, self.failure, self.again, self.reroll)
        for each in named if self.worth is None else (*named, *[held for held, _ in self.worth]):
            if each is not None and (each.of or each.parts):
                break
        else:
            if not die.minus:
                return self
        success, failure, again, reroll = [
            None if one is None else one.on(die.name) for one in named
        ]
        worth = self.worth and tuple([(held.on(die.name), count) for held, count in self.worth])
        return FaceReading(
            success, failure, worth, again, self.widen, die.minus, reroll, self.every
        )


def reading_of(roll: Roll) -> FaceReading:
    """Return the roll's reading of its dice."""
    every = roll.reroll is not None and roll.reroll.throws == EVERY
    return FaceReading(
        roll.success, roll.failure, roll.worth, roll.again, roll.widen, False, roll.reroll, every
    )


def worths_of(die: Die, reading: FaceReading) -> tuple[int, ...]:
    """The amount that each face of the die adds to the result."""
    return worths(die.faces, reading.on(die))


def numbers_of(die: Die) -> tuple[int, ...]:
    """The number on each face of the die, below zero where it is taken away."""
    return tuple([-face for face in die.faces]) if die.minus else die.faces


def rolling_on(die: Die, reading: FaceReading) -> tuple[bool, ...]:
    """True for each face of the die that is rolled again."""
    return rolls_again(die.faces, reading.on(die))


def rolls_on(dice: DiceAndCounts, reading: FaceReading) -> bool:
    """True where any of the dice may roll again."""
    return any(any(rolling_on(die, reading)) for die, _ in dice)


def endless(die: Die, reading: FaceReading) -> bool:
    """True where the die may roll again without end."""
    own = reading.on(die).again
    return own is not None and not own.once and any(rolling_on(die, reading))


def falls_without_end(die: Die, reading: FaceReading) -> bool:
    """True for a die that takes away, and rolls again without end."""
    return endless(die, reading) and max(worths_of(die, reading)) <= 0


def turned(die: Die) -> Die:
    """The die with everything that it counts on the other side of nothing."""
    return die._replace(minus=not die.minus)


def part(die: Die, reading: FaceReading, only: tuple[bool, ...] | None = None) -> Factor:
    """The factor of one die in the sum."""
    return factor(die.faces, reading.on(die), only)


@lru_cache(maxsize=2048)
def worths(faces: tuple[int, ...], reading: FaceReading) -> tuple[int, ...]:
    """The amount that each face of a die adds to the result."""
    sign = -1 if reading.minus else 1
    if not reading.counts:
        return tuple([face * sign for face in faces])
    top, bottom = max(faces), min(faces)
    success = reading.success.widened(reading.widen, bottom) if reading.success else Faces()
    failure = reading.failure or Faces()
    values = []
    for face in faces:
        table = (count for held, count in reading.worth or () if held.holds(face, top))
        count = next(table, None)
        value = face if isinstance(count, str) else count
        if value is None:
            value = 1 if success.holds(face, top) else -1 if failure.holds(face, top) else 0
        values.append(value * sign)
    return tuple(values)


def rolls_again(faces: tuple[int, ...], reading: FaceReading) -> tuple[bool, ...]:
    """True for each face of a die that is rolled again."""
    top = max(faces)
    again = reading.again
    return tuple([again is not None and again.holds(face, top) for face in faces])


def once_more(faces: tuple[int, ...], reroll: Faces | None) -> tuple[tuple[int, ...], int]:
    """Count the ways to each face where some are thrown once more; and all ways together."""
    top, sides = max(faces), len(faces)
    again = [reroll is not None and reroll.holds(face, top) for face in faces]
    many = sum(again)
    if not many:
        return (1,) * sides, sides
    return tuple([many + (0 if here else sides) for here in again]), sides * sides


@lru_cache(maxsize=512)
def factor(
    faces: tuple[int, ...], reading: FaceReading, only: tuple[bool, ...] | None = None
) -> Factor:
    """The factor of one die in the sum; with `only`, of the throws that begin with such a face.

    A die that is thrown once more begins with its second face.
    """
    values, more = worths(faces, reading), rolls_again(faces, reading)
    first, den = once_more(faces, reading.reroll)
    further, each = once_more(faces, reading.reroll if reading.every else None)
    begins = first if only is None else [n * here for n, here in zip(first, only, strict=True)]
    stay, leave = _spread(values, begins, more, again=False), _spread(values, begins, more)
    held, again = _spread(values, further, more, again=False), _spread(values, further, more)
    bottom = {0: den}
    if not any(more):
        top = stay
    elif reading.again is not None and reading.again.once:
        top, bottom = (
            _plus(times(stay, {0: each}), times(leave, _plus(held, again))),
            {0: den * each},
        )
    else:
        if all(more):
            raise RulesError("every face rolls again, so the roll never ends; leave one out")
        if min(again) < 0:
            raise RulesError("a face that takes away cannot roll again; leave it out of 'again'")
        # What rolls again adds another throw's value with it, and so on: held / (each - again).
        bottom = _plus({0: each}, times(again, {0: -1}))
        top = held
        if only is not None or first != further:
            top = _plus(times(stay, bottom), times(leave, held))
            bottom = times(bottom, {0: den})
    return _lowest_terms(top, bottom, _mean(values, more, first, further, reading))


Spread = dict[int, int]  # in how many ways each value comes


def _spread(
    values: Sequence[int], ways: Sequence[int], more: Sequence[bool], *, again: bool = True
) -> Spread:
    """Return the values of the faces that roll again, or of the others."""
    found: Spread = {}
    for value, many, on in zip(values, ways, more, strict=True):
        if many and on == again:
            found[value] = found.get(value, 0) + many
    return found


def times(first: Spread, second: Spread) -> Spread:
    """Return the values of two independent numbers together."""
    found: Spread = {}
    for a, ways in first.items():
        for b, more in second.items():
            found[a + b] = found.get(a + b, 0) + ways * more
    return found


def _plus(first: Spread, second: Spread) -> Spread:
    return {v: first.get(v, 0) + second.get(v, 0) for v in {**first, **second}}


def _mean(
    values: Sequence[int],
    more: Sequence[bool],
    first: Sequence[int],
    further: Sequence[int],
    reading: FaceReading,
) -> Fraction:
    """The average of a die, whatever face it begins with."""

    def of(ways: Sequence[int]) -> tuple[Fraction, Fraction]:
        total = sum(ways)
        average = Fraction(sum([v * n for v, n in zip(values, ways, strict=True)]), total)
        return average, Fraction(sum([n for n, on in zip(ways, more, strict=True) if on]), total)

    average, chance = of(first)
    if chance:
        then, on = of(further)
        assert reading.again is not None
        average += chance * (then if reading.again.once else then / (1 - on))
    return average


def _lowest_terms(top: Spread, bottom: Spread, mean: Fraction) -> Factor:
    below = tuple([bottom.get(place, 0) for place in range(max(bottom) + 1)])
    values = [value for value, ways in top.items() if ways]
    if not values:
        return Factor(0, (0,), (below[0],), mean)
    low = min(values)
    above = tuple([top.get(value, 0) for value in range(low, max(values) + 1)])
    common = gcd(*above, *below)
    if common > 1:
        above, below = tuple([n // common for n in above]), tuple([n // common for n in below])
    return Factor(low, above, below, mean)


def parts_of(dice: Iterable[tuple[Die, int]], reading: FaceReading) -> list[tuple[Factor, int]]:
    """The factor of every kind of die, with its number."""
    return [(part(die, reading), count) for die, count in dice]


def factors(dice: Iterable[tuple[Die, int]], reading: FaceReading) -> list[tuple[Factor, int]]:
    """The factors of the dice of a roll, each kind with its number."""
    found = parts_of(dice, reading)
    return [
        (one, count) for one, count in found if one.top != (1,) or one.bottom != (1,) or one.shift
    ]


def summed(found: Sequence[tuple[Factor, int]], flat: int) -> Sum:
    """Return the sum of dice; refuse a result that would go beyond every reason."""
    low = high = flat
    for one, count in found:
        low += one.shift * count
        high += (one.shift + len(one.top) - 1) * count
    refuse_beyond(max(-low, high))
    return Sum(found, flat)


def in_reach(law: Law) -> None:
    """Refuse a law that goes beyond every reason where it has an end."""
    refuse_beyond(max(abs(law.low or 0), abs(law.high or 0)))


def refuse_beyond(most: int) -> None:
    """Refuse a result that goes beyond every reason."""
    if most > FARTHEST:
        raise RulesError(f"this roll can reach {most:,}; the most is {FARTHEST:,}")


def listed(chances: Mapping[int, Fraction]) -> Listed:
    """Return the law of these chances, none of them beyond every reason."""
    low, high = min(chances), max(chances)
    refuse_beyond(max(-low, high))
    return Listed.of(low, [chances.get(value, Fraction(0)) for value in range(low, high + 1)])

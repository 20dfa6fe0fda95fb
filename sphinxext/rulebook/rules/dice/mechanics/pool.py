"""Dice that are summed: successes, net successes or totals, rolled again or not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from ....dice.law import Law
from ....dice.series import multiply
from ....dice.sums import Factor
from ...errors import RulesError
from ...model.faces import Faces
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

    @property
    def counts(self) -> bool:
        """True where faces count successes; otherwise they are totalled."""
        return self.success is not None or self.failure is not None or self.worth is not None

    def on(self, die: Die) -> FaceReading:
        """Return the reading of one kind of dice."""
        named = (self.success, self.failure, self.again)
        for each in named if self.worth is None else (*named, *[held for held, _ in self.worth]):
            if each is not None and (each.of or each.parts):
                break
        else:
            if not die.minus:
                return self
        success, failure, again = [None if one is None else one.on(die.name) for one in named[:3]]
        worth = self.worth and tuple([(held.on(die.name), count) for held, count in self.worth])
        return FaceReading(success, failure, worth, again, self.widen, die.minus)


def reading_of(roll: Roll) -> FaceReading:
    """Return the roll's reading of its dice."""
    return FaceReading(roll.success, roll.failure, roll.worth, roll.again, roll.widen)


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


def _poly(values: Iterable[int], low: int) -> tuple[int, ...]:
    """Count the faces that give each value, from `low` on."""
    counts: dict[int, int] = {}
    for value in values:
        counts[value - low] = counts.get(value - low, 0) + 1
    return tuple([counts.get(k, 0) for k in range(max(counts) + 1)]) if counts else (0,)


def _add(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    size = max(len(first), len(second))
    return tuple(
        (first[i] if i < len(first) else 0) + (second[i] if i < len(second) else 0)
        for i in range(size)
    )


@lru_cache(maxsize=512)
def factor(
    faces: tuple[int, ...], reading: FaceReading, only: tuple[bool, ...] | None = None
) -> Factor:
    """The factor of one die in the sum; with `only`, of the throws that begin with such a face."""
    values, more = worths(faces, reading), rolls_again(faces, reading)
    sides, first = len(faces), only or (True,) * len(faces)
    stay = [v for v, again, here in zip(values, more, first, strict=True) if here and not again]
    leave = [v for v, again, here in zip(values, more, first, strict=True) if here and again]
    if not any(more):
        low = min(stay, default=0)
        top: tuple[int, ...] = _poly(stay, low)
        bottom: tuple[int, ...] = (sides,)
        mean = Fraction(sum(values), sides)
    else:
        once = reading.again is not None and reading.again.once
        if once:
            # A throw that stays is as likely as all second throws after one that does not.
            shown = [v for v in stay for _ in values] + [v + w for v in leave for w in values]
            low = min(shown, default=0)
            top, bottom = _poly(shown, low), (sides * sides,)
        else:
            low, top, bottom = _endless(values, more, stay, leave, whole=only is None)
        mean = _mean(values, more, once=once)
    return _lowest_terms(low, top, bottom, mean)


def _endless(
    values: Sequence[int],
    more: Sequence[bool],
    stay: Sequence[int],
    leave: Sequence[int],
    *,
    whole: bool,
) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """The least value, top and bottom of a die that rolls again until it stays."""
    sides = len(values)
    if all(more):
        raise RulesError("every face rolls again, so the roll never ends; leave one out")
    if any(value < 0 for value, again in zip(values, more, strict=True) if again):
        raise RulesError("a face that takes away cannot roll again; leave it out of 'again'")
    held = [v for v, again in zip(values, more, strict=True) if not again]
    # One throw: held + again; what rolls again adds another throw's value with it.
    base = min(held)
    low = min(base, min(stay, default=base))
    all_again = _poly([v for v, again in zip(values, more, strict=True) if again], 0)
    bottom = tuple(-c for c in all_again)
    bottom = (sides + bottom[0], *bottom[1:])
    kept = (0,) * (base - low) + _poly(held, base)
    if whole:
        return low, kept, bottom
    again_poly = _poly(leave, 0) if leave else (0,)
    top = _add(multiply(_poly(stay, low) if stay else (0,), bottom), multiply(again_poly, kept))
    return low, top, tuple(c * sides for c in bottom)


def _mean(values: Sequence[int], more: Sequence[bool], *, once: bool) -> Fraction:
    one = Fraction(sum(values), len(values))
    chance = Fraction(sum(more), len(more))
    return one * (1 + chance) if once else one / (1 - chance)


def _lowest_terms(
    low: int, top: tuple[int, ...], bottom: tuple[int, ...], mean: Fraction
) -> Factor:
    first = next((i for i, c in enumerate(top) if c), None)
    if first is None:
        return Factor(low, (0,), (bottom[0],), mean)
    top = top[first:]
    while not top[-1]:
        top = top[:-1]
    common = gcd(*top, *bottom)
    return Factor(
        low + first,
        tuple(c // common for c in top) if common > 1 else top,
        tuple(c // common for c in bottom) if common > 1 else bottom,
        mean,
    )


def parts_of(dice: Iterable[tuple[Die, int]], reading: FaceReading) -> list[tuple[Factor, int]]:
    """The factor of every kind of die, with its number."""
    return [(part(die, reading), count) for die, count in dice]


def factors(dice: Iterable[tuple[Die, int]], reading: FaceReading) -> list[tuple[Factor, int]]:
    """The factors of the dice of a roll, each kind with its number."""
    found = parts_of(dice, reading)
    return [
        (one, count) for one, count in found if one.top != (1,) or one.bottom != (1,) or one.shift
    ]


def within_reach(found: Iterable[tuple[Factor, int]], flat: int) -> None:
    """Refuse a roll whose result would go beyond every reason."""
    low = high = flat
    for one, count in found:
        low += one.shift * count
        high += (one.shift + len(one.top) - 1) * count
    refuse_beyond(max(-low, high))


def in_reach(law: Law) -> None:
    """Refuse a law that goes beyond every reason where it has an end."""
    refuse_beyond(max(abs(end) for end in (law.low, law.high, 0) if end is not None))


def refuse_beyond(most: int) -> None:
    """Refuse a result that goes beyond every reason."""
    if most > FARTHEST:
        raise RulesError(f"this roll can reach {most:,}; the most is {FARTHEST:,}")

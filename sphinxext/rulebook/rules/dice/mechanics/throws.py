"""Every way for one die to come to lie, through all the throws that it takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...model.faces import Faces
from ...model.reading import EVERY
from ...model.roll import Die, Roll
from .pool import FaceReading, endless, rolling_on


class Way(NamedTuple):
    """The places of the faces that one die showed, the standing one first, and how many ways."""

    ways: int
    places: tuple[int, ...]
    endless: bool = False  # whether it rolls on, with no end in sight


def held(faces: Faces | None, die: Die) -> list[bool]:
    """True for each face of the die that is among these."""
    top = max(die.faces)
    return [faces is not None and faces.on(die.name).holds(face, top) for face in die.faces]


def once_more(faces: Faces | None, die: Die) -> tuple[list[int], int]:
    """Count the ways to each face where some are thrown once more; and all ways together."""
    again = held(faces, die)
    sides, many = len(again), sum(again)
    if not many:
        return [1] * sides, sides
    return [many + (0 if here else sides) for here in again], sides * sides


def ways_of(die: Die, roll: Roll, reading: FaceReading) -> tuple[list[Way], int]:
    """Every way for a die of the roll to come to lie, and how many ways there are together."""
    first, den = once_more(roll.reroll, die)
    every = roll.reroll is not None and roll.reroll.throws == EVERY
    further, more = once_more(roll.reroll if every else None, die)
    again = rolling_on(die, reading)
    if not any(again):
        return [Way(ways, (place,)) for place, ways in enumerate(first) if ways], den
    if endless(die, reading):
        return [
            Way(ways, (place,), endless=again[place]) for place, ways in enumerate(first) if ways
        ], den
    found = []
    for place, ways in enumerate(first):
        if ways and again[place]:
            found += [Way(ways * w, (place, next_)) for next_, w in enumerate(further) if w]
        elif ways:
            found.append(Way(ways * more, (place,)))
    return found, den * more


def picked_up(firsts: Sequence[Way], seconds: Sequence[Way], worth: Sequence[int]) -> Iterator[Way]:
    """The ways of failed dice that are thrown again: the second throw counts unless it is worse."""
    for failed in firsts:
        for second in seconds:
            stands = second if worth[second.places[0]] >= worth[failed.places[0]] else failed
            yield stands._replace(ways=failed.ways * second.ways)

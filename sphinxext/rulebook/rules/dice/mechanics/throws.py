"""Every way for one die to come to lie, through all the throws that it takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from typing import NamedTuple

from ...model.faces import Faces
from ...model.roll import Die
from .pool import FaceReading, endless, once_more, rolling_on

LookCounts = tuple[int, ...]  # how many dice show each look


class Way(NamedTuple):
    """The places of the faces that one die showed, the standing one first, and how many ways."""

    ways: int
    places: tuple[int, ...]
    endless: bool = False  # whether it rolls on, with no end in sight


def held(faces: Faces | None, die: Die) -> list[bool]:
    """True for each face of the die that is among these."""
    top = max(die.faces)
    return [faces is not None and faces.on(die.name).holds(face, top) for face in die.faces]


def ways_of(die: Die, reading: FaceReading) -> tuple[list[Way], int]:
    """Every way for a die to come to lie, and how many ways there are together."""
    own = reading.on(die)
    first, den = once_more(die.faces, own.reroll)
    further, more = once_more(die.faces, own.reroll if own.every else None)
    again, on = rolling_on(die, reading), endless(die, reading)
    if on or not any(again):
        return [
            Way(ways, (place,), endless=on and again[place]) for place, ways in enumerate(first)
        ], den
    found = []
    for place, ways in enumerate(first):
        if again[place]:
            found += [Way(ways * w, (place, next_)) for next_, w in enumerate(further)]
        else:
            found.append(Way(ways * more, (place,)))
    return found, den * more


def picked_up(firsts: Sequence[Way], seconds: Sequence[Way], worth: Sequence[int]) -> Iterator[Way]:
    """The ways of failed dice that are thrown again: the second throw counts unless it is worse."""
    for failed in firsts:
        for second in seconds:
            stands = second if worth[second.places[0]] >= worth[failed.places[0]] else failed
            yield stands._replace(ways=failed.ways * second.ways)


def shares(ways: Sequence[int], many: int) -> Iterator[tuple[LookCounts, int]]:
    """Every way to share dice out among looks, and how many ways lead there."""
    first, *others = ways
    if not others:
        yield (many,), first**many
        return
    for here in range(many + 1):
        for rest, more in shares(others, many - here):
            yield (here, *rest), comb(many, here) * first**here * more

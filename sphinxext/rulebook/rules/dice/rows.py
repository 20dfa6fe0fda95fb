"""Faces as rows of numbers: what each counts, and whether its die is thrown again."""

from __future__ import annotations

from functools import lru_cache

from ...dice.die import Rolling, Row
from ..errors import RulesError
from ..language.faces import Faces
from ..model.roll import Die, Roll


def held(faces: Faces | None, die: Die) -> Row:
    """Return 1 for each face of the die that is among these; an empty row where none is."""
    return _held(faces, die.name, die.faces)


def _held(faces: Faces | None, die: str, shown: Row) -> Row:
    if faces is None:
        return ()
    own, top = faces.on(die), max(shown)
    row = tuple([int(own.holds(face, top)) for face in shown])
    return row if any(row) else ()


def rolling_of(die: Die, roll: Roll) -> Rolling:
    """Return the die as rows of numbers: what its faces count, and which are thrown again."""
    counted = roll.success, roll.failure, roll.worth
    return _rows(die.name, die.faces, die.minus, *counted, roll.again, roll.reroll)


@lru_cache(maxsize=2048)
def _rows(
    die: str,
    shown: Row,
    minus: bool,
    success: Faces | None,
    failure: Faces | None,
    worth: tuple[tuple[Faces, int], ...] | None,
    again: Faces | None,
    reroll: Faces | None,
) -> Rolling:
    """Return what each face of the die counts, and the faces after which it is thrown again."""
    values = list(shown)
    if success is not None or failure is not None or worth is not None:
        top = max(shown)
        named = [*(worth or ()), (success, 1), (failure, -1)]
        table = [(faces.on(die), count) for faces, count in named if faces is not None]
        for place, face in enumerate(shown):
            found = [count for faces, count in table if faces.holds(face, top)]
            if found and min(found) < 0 < max(found):
                raise RulesError(f"a {face} both counts and takes a success away; say which")
            values[place] = max(found, default=0)
    return Rolling(
        tuple([-value for value in values]) if minus else tuple(values),
        _held(again, die, shown),
        again is not None and again.on(die).once,
        _held(reroll, die, shown),
        reroll is not None and reroll.throws == "every",
    )


def worths_of(die: Die, roll: Roll) -> Row:
    """Return what each face of the die adds to the result of the roll."""
    return rolling_of(die, roll).worth

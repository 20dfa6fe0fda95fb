"""Faces as rows of numbers: what each counts, and whether its die is thrown again."""

from __future__ import annotations

from functools import lru_cache

from ...dice.die import Rolling, Row
from ..errors import RulesError
from ..language.faces import ANY, BLANK, Faces
from ..language.reading import HEIGHT
from ..model.roll import Die, Roll

Shown = tuple[tuple[str, ...], ...]  # the signs on each face of a die; nothing where it has none


def held(faces: Faces | None, die: Die) -> Row:
    """Return 1 for each face of the die that is among these; an empty row where none is."""
    return _held(faces, die.name, die.faces, _signs(die))


def _signs(die: Die) -> Shown:
    return tuple([tuple([word for word, many in one.items() if many]) for one in die.signs])


def _held(faces: Faces | None, die: str, shown: Row, signs: Shown) -> Row:
    if faces is None:
        return ()
    row = _among(faces.on(die), die, shown, signs)
    return row if any(row) else ()


def _among(faces: Faces, die: str, shown: Row, signs: Shown) -> Row:
    """Return 1 for each face that is among these; refuse 0 where it could mean signs or none."""
    top = max(shown)
    row = tuple([int(faces.holds(face, top)) for face in shown])
    if not signs or faces.shows == ():
        wanted = row
    else:
        pairs = zip(row, shown, signs, strict=True)
        wanted = tuple([int(held or faces.shown(face, marks)) for held, face, marks in pairs])
    zeros = _without_number(shown, signs)
    if len(zeros) > 1 and faces.holds(0, top) and faces.ranges != ANY.ranges:
        words = sorted({word for marks in zeros for word in marks})
        ways = " or ".join([*([BLANK] if () in zeros else []), *words])
        raise RulesError(
            f"'{faces.in_words()}' means every face of the {die} die without a number. Name those "
            f"that you mean: '{ways}'. Or give them numbers, as in '1 + {words[0]}'"
        )
    return wanted


def _without_number(shown: Row, signs: Shown) -> set[tuple[str, ...]]:
    """Return what the faces show whose number is 0."""
    return {marks for face, marks in zip(shown, signs, strict=False) if not face}


def refuse_without_numbers(word: str, die: Die) -> None:
    """Refuse a word that would take faces without a number for equal, or for a 0."""
    zeros = _without_number(die.faces, _signs(die))
    signs = sorted({word for marks in zeros for word in marks})
    alike = not die.bag or die.faces.count(0) > 1
    if signs and (
        word in ("row", "lowest") or (alike and word in ("same", "sets", HEIGHT, "ties"))
    ):
        said = "sets" if word == HEIGHT else word
        raise RulesError(
            f"'{said}' compares numbers, and faces of the {die.name} die have none; give each a "
            f"number of its own, as in '1 + {signs[0]}'"
        )


def rolling_of(die: Die, roll: Roll) -> Rolling:
    """Return the die as rows of numbers: what its faces count, and which are thrown again."""
    counted = roll.success, roll.failure, roll.worth
    signs = _signs(die)
    return _rows(die.name, die.faces, signs, die.minus, *counted, roll.again, roll.reroll)


@lru_cache(maxsize=2048)
def _rows(
    die: str,
    shown: Row,
    signs: Shown,
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
        named = [*(worth or ()), (success, 1), (failure, -1)]
        table = [
            (_among(faces.on(die), die, shown, signs), count)
            for faces, count in named
            if faces is not None
        ]
        for place, face in enumerate(shown):
            found = [count for row, count in table if row[place]]
            if found and min(found) < 0 < max(found):
                raise RulesError(f"a {face} both counts and takes a success away; say which")
            values[place] = max(found, default=0)
    return Rolling(
        tuple([-value for value in values]) if minus else tuple(values),
        _held(again, die, shown, signs),
        again is not None and again.on(die).once,
        _held(reroll, die, shown, signs),
        reroll is not None and reroll.throws == "every",
    )


def worths_of(die: Die, roll: Roll) -> Row:
    """Return what each face of the die adds to the result of the roll."""
    return rolling_of(die, roll).worth

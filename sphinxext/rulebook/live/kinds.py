"""The kinds of dice that a page throws: their faces, and what each face is worth there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..ask.appearance import die_colour
from ..rules.dice.mechanics.pool import FaceReading, endless, numbers_of, rolling_on, worths_of
from ..rules.dice.mechanics.throws import held
from ..rules.dice.readings import amounts, rules_of
from ..rules.model.game import Check, Game
from ..rules.model.reading import EVERY
from ..rules.model.roll import Die, Roll


class Kinds:
    """Each kind of die once, under letters: a die whose faces count differently is another kind."""

    def __init__(self) -> None:
        """Begin with no dice."""
        self.all: dict[str, dict[str, Any]] = {}
        self._known: dict[object, str] = {}

    def letters(
        self, game: Game, check: Check, die: Die, roll: Roll, reading: FaceReading, marks: list[str]
    ) -> str:
        """Return the letters of a die with what its faces are worth here."""
        worth, rules = worths_of(die, reading), rules_of(check, marks)
        again = rolling_on(die, reading) if reading.again is not None else ()
        once = reading.again is not None and not endless(die, reading)
        more = tuple(held(roll.reroll, die)) if roll.reroll is not None else ()
        every = roll.reroll is not None and roll.reroll.throws == EVERY
        shown = tuple([(name, amounts(rule, die)) for name, rule in rules.items() if rule.adds_up])
        key = (
            die.name,
            die.faces,
            die.minus,
            worth,
            again,
            once,
            more,
            every,
            shown,
            reading.counts,
        )
        letters = self._known.get(key)
        if letters is None:
            letters = self._known[key] = _letters(len(self._known))
            found: dict[str, Any] = {"die": die.name, "faces": _faces(game, die)}
            found |= {"values": list(die.faces), "byplace": 1} if die.by_place else {}
            found |= {"worth": list(worth)} if worth != die.faces else {}
            found |= {"numbers": list(numbers_of(die))} if die.minus else {}
            if any(again):
                found |= {"again": [int(each) for each in again]} | ({"once": 1} if once else {})
            if any(more):
                found |= {"reroll": [int(each) for each in more]} | ({"every": 1} if every else {})
            if any(any(counts) for _, counts in shown):
                found["marks"] = {name: list(counts) for name, counts in shown if any(counts)}
            found |= {"colour": die_colour(die)} if die.colour else {}
            found |= {"counts": 1} if reading.counts else {}
            self.all[letters] = found
        return letters


def _letters(place: int) -> str:
    """a to z, then aa, ab and so on."""
    text = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        text = chr(97 + letter) + text
    return text


def _faces(game: Game, die: Die) -> list[int | str] | int:
    """Return what the faces show; a number where they are 1 up to it."""
    if die.named:
        return list(game.data["die"][die.name]["faces"])
    if die.signs:
        return [_signed_face(face, sign) for face, sign in zip(die.faces, die.signs, strict=True)]
    if die.faces == tuple(range(1, len(die.faces) + 1)):
        return len(die.faces)
    return list(die.faces)


def _signed_face(face: int, sign: Mapping[str, int]) -> str:
    """Write a face that shows more than its number: "2 luck", "1 + luck"."""
    words = [name if many == 1 else f"{many} {name}" for name, many in sign.items() if many]
    return " + ".join([*([str(face)] if face else []), *words]) or "–"

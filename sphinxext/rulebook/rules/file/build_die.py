"""Makes a die from its key in a rules file, and reads what its faces show, as in "1 + boon"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from ..errors import RulesError, fold, suggest
from ..model.roll import CHANGES, Die
from .place import RESERVED, ROLL_WORDS, BuildPlace, is_name, is_word

MOST_FACES = 1000
_NUMBERS = re.compile(r"\s*\+?(-?\d{1,6})(?:\s*-\s*(-?\d{1,6}))?\s*(?=$|[+-])")
_SIGN = re.compile(r"\s*([+-]?)\s*(\d{0,4})\s*([^\W\d]\w*(?:[-'’]\w+)*)\s*(?=$|[+-])")
Face = tuple[int, Mapping[str, int]]  # its number, and how often it shows each sign


def die_of(place: BuildPlace, found: Mapping[str, Any], outcomes: Set[str]) -> Die:
    """Return the die or the bag; mistakes in it are noted.

    `outcomes` are the names of all outcomes, folded.
    """
    what, key = place.at
    faces, bag = found["faces"], what == "bag"
    if not is_word(key):
        place.add((), f"'{key}' cannot name a {what}; use letters, as in 'fate'")
    if key in {*ROLL_WORDS, *CHANGES, "push", "goes", "d"}:  # some are keys of a roll
        place.add((), f"'{key}' is a word about dice; give the {what} another name")
    words = [face for face in faces if isinstance(face, str)]
    if _are_outcomes(place, words):
        names = tuple(map(str, faces))
        return Die(key, **{**found, "faces": _places_of(place, names)}, names=names, bag=bag)
    if words and len(words) == len(faces) and outcomes >= {*map(fold, words)}:
        place.add(
            ("faces",),
            f"'{words[0]}' is an outcome with a condition, and a die shows only outcomes that are "
            "names alone; take the conditions away, or give the signs other names",
        )
    shown: list[Face] = []
    for face in faces:
        read = (lambda text: [*faces_in(text)]) if isinstance(face, str) else lambda n: [(n, {})]
        shown += place.read(("faces",), read, face, [])
    for word in dict.fromkeys(word for _, signs in shown for word in signs):
        if not is_name(word) or word in RESERVED:
            place.add(("faces",), f"'{word}' cannot name what a face shows")
    if len(shown) > MOST_FACES:
        place.add(("faces",), f"{len(shown):,} of them; the most is {MOST_FACES:,}")
    signs = tuple([signs for _, signs in shown])
    numbers = tuple([number for number, _ in shown]) or (1,)
    return Die(key, **{**found, "faces": numbers}, signs=signs if any(signs) else (), bag=bag)


def faces_in(text: str) -> Iterator[Face]:
    """Yield the faces that the text writes: one, or several as in "1-13 + heart"."""
    numbers = _NUMBERS.match(text)
    low, high = (numbers[1], numbers[2] or numbers[1]) if numbers else (0, 0)
    at = numbers.end() if numbers else 0
    signs: dict[str, int] = {}
    while at < len(text) or (not numbers and not signs):
        sign = _SIGN.match(text, at)
        if sign is None or (at and not sign[1]) or sign[3] in signs:
            raise RulesError(
                f'\'{text}\' is no face; write numbers and signs, as in 5, "1-13", "boon", '
                '"2 boon" or "1 + boon"'
            )
        signs[sign[3]] = int(sign[2] or 1) * (-1 if sign[1] == "-" else 1)
        at = sign.end()
    if not 0 <= int(high) - int(low) < MOST_FACES:
        raise RulesError(f"the faces '{text}' run backwards, or are more than {MOST_FACES:,}")
    for number in range(int(low), int(high) + 1):
        yield number, signs


def _are_outcomes(place: BuildPlace, faces: Iterable[str]) -> bool:
    """Return whether the faces are outcomes, of which a die shows nothing else."""
    names = {fold(name) for ladder in place.game.ladders.values() for name in ladder.names}
    return any(fold(face) in names for face in faces)


def _places_of(place: BuildPlace, faces: tuple[str, ...]) -> tuple[int, ...]:
    """Return the places of named faces on the one ladder that has them all."""
    ladders = [ladder.names for ladder in place.game.ladders.values()]
    for names in ladders:
        if {*faces} <= {*names}:
            return tuple([names.index(face) + 1 for face in faces])
    every = [name for names in ladders for name in names]
    strange = [face for face in faces if face not in every]
    for face in strange:
        hint = suggest(face, every) or "; here all faces are outcomes that are names alone"
        place.add(("faces",), f"no outcome named '{face}'{hint}")
    if not strange:
        place.add(("faces",), "the faces are outcomes of several checks; a die has those of one")
    return (1,)

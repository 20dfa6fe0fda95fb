"""Sets of faces, as in "5+", "2-4", "1 or 6" and "top"; and kinds of dice."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from math import ceil, floor
from typing import NamedTuple

from .formulas import Number

PARITY = ("even", "odd")
BLANK = "blank"  # the word for faces that show neither a number nor a sign
LOWEST = -(10**9)  # the end of a range that is open downwards
_BRACES = re.compile(r"\{([^{}]*)\}")
_PLAIN = re.compile(r"d(?:\d+|[Ff%])")
Amount = int | Number  # calculated from parameters where it is no plain number
Span = tuple[Amount, Amount | None]  # the first face and the last one, or no last one


class Faces(NamedTuple):
    """Faces of a die: ranges with both ends, the last one perhaps open; or words for some."""

    ranges: tuple[Span, ...] = ()
    top: bool = False
    once: bool = False  # of dice that roll again: what they show then does not roll again
    parity: tuple[str, ...] = ()  # even, odd
    of: str = ""  # the only kind of dice that is meant
    throws: str = ""  # of dice that are thrown once more: the first throw only, or every one
    parts: tuple[Faces, ...] = ()  # where each kind of dice has its own
    shows: tuple[str, ...] = ()  # signs, or BLANK for faces that show nothing

    def on(self, die: str) -> Faces:
        """The set as it is on that kind of dice."""
        if self.parts:
            return next((part for part in self.parts if part.of == die), NO_FACES)
        return self if self.of in ("", die) else NO_FACES

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of dice that the set names."""
        own = (self.of,) if self.of else ()
        return (*own, *[part.of for part in self.parts]) if self.parts else own

    def holds(self, face: int, top: int) -> bool:
        """Return whether `face` is one of these on a die whose highest face is `top`."""
        if self.top and face == top:
            return True
        if self.parity and ("odd" if face % 2 else "even") in self.parity:
            return True
        return any(
            isinstance(low, int)
            and low <= face
            and (high is None or (isinstance(high, int) and face <= high))
            for low, high in self.ranges
        )

    def shown(self, number: int, signs: tuple[str, ...]) -> bool:
        """Return whether a face with this number and these signs is named by what it shows."""
        blank = BLANK in self.shows and not number and not signs
        return blank or not {*signs}.isdisjoint(self.shows)

    def with_signs(self, signs: Collection[str], but: Collection[str] = ()) -> Faces:
        """The same set with the names of signs, and of blank faces, read as what faces show.

        A word of `but` stays the number that it is.
        """
        words = {*signs, BLANK} - {*but} if signs else set()
        named = [span for span in self.ranges if span[0] == span[1] and str(span[0]) in words]
        return self._replace(
            ranges=tuple([span for span in self.ranges if span not in named]),
            shows=(*self.shows, *[str(low) for low, _ in named]),
            parts=tuple([part.with_signs(signs, but) for part in self.parts]),
        )

    def settled(self, values: Mapping[str, int]) -> Faces:
        """The same set with every number calculated."""
        ranges = tuple(
            [
                (amount(low, values, up=True), None if high is None else amount(high, values))
                for low, high in self.ranges
            ]
        )
        parts = tuple([part.settled(values) for part in self.parts])
        return self._replace(ranges=ranges, parts=parts, of=completed(self.of, values))

    def in_words(self) -> str:
        """The set as a sentence says it: "5 or more", "2 to 4", "1 or 6"."""
        if self.parts:
            return " or ".join(part.in_words() for part in self.parts)
        words = []
        for low, high in self.ranges:
            if high is None:
                words.append(f"{low} or more")
            elif low == LOWEST:
                words.append(f"{high} or less")
            elif isinstance(low, int) and isinstance(high, int) and high - low == 1:
                words.append(f"{low} or {high}")
            else:
                words.append(f"{low}" if low == high else f"{low} to {high}")
        words += [f"an {each} number" for each in self.parity]
        words += ["nothing" if each == BLANK else each for each in self.shows]
        if self.top:
            words.append("its highest face")
        on = f" on {one_in_words(self.of)}" if self.of else ""
        if len(words) < 3:
            return " or ".join(words) + on
        return f"{', '.join(words[:-1])} or {words[-1]}{on}"


NO_FACES = Faces()
ANY = Faces(((LOWEST, None),))


def amount(number: Amount, values: Mapping[str, object], *, up: bool = False) -> int:
    """Calculate a number; a part of one counts as less, or as more."""
    if isinstance(number, int):
        return number
    value = number.value(values)
    return value if isinstance(value, int) else ceil(value) if up else floor(value)


def named_in(die: str) -> tuple[str, ...]:
    """The parameters that complete the name of a die."""
    return tuple(_BRACES.findall(die)) if "{" in die else ()


def completed(die: str, values: Mapping[str, object]) -> str:
    """The name of the die with these values of its parameters."""
    if "{" not in die:
        return die
    return _BRACES.sub(lambda match: str(values.get(match[1], match[0])), die)


def kind_in_words(die: str, *, many: bool = False) -> str:
    """A kind of dice as a sentence names it: "d6", "die with as many sides as size"."""
    if "{" not in die:
        return f"{die} dice" if many else die
    noun = "dice" if many else "die"
    size = re.fullmatch(r"d\{([^{}]*)\}", die)
    if size is not None:
        return f"{noun} with as many sides as {size[1]}"
    return f"{noun} of the kind that {' and '.join(named_in(die))} gives"


def several_in_words(die: str) -> str:
    """Several dice of a kind: "d6s", "omen dice"."""
    return f"{die}s" if _PLAIN.fullmatch(die) else kind_in_words(die, many=True)


def one_in_words(die: str) -> str:
    """One die of a kind with its article: "a d6", "an omen die"."""
    kind = kind_in_words(die)
    if "{" in die or _PLAIN.fullmatch(die):
        return f"a {kind}"
    return f"{'an' if die[0].casefold() in 'aeiou' else 'a'} {kind} die"

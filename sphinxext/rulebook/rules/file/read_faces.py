"""Reads faces and kinds of dice: "5+ of d6 or 1-3 of red", "d(size)", "weapon"."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..errors import RulesError, suggest
from ..language.formulas import Number
from ..language.parse import parse_dice
from ..language.read_condition import Reader
from ..model.faces import LOWEST, PARITY, Amount, Faces, Span
from ..model.roll import Keep, standard_die
from .place import BuildPlace
from .positions import KeyPath

OR_MORE = {"more": "+", "higher": "+", "above": "+", "less": "-", "lower": "-", "below": "-"}
NUMBERS = ("one", "two", "three", "four", "five", "six")
CLAUSES = ("success", "again", "reroll", "keep", "may", "ties")


def read_faces(place: BuildPlace, at: KeyPath, text: str) -> Faces:
    """Return the faces that the text writes; mistakes in it are noted."""
    found: Faces = place.read(at, lambda each: FacesReader(each, place).only_faces(), text, Faces())
    return found


class FacesReader(Reader):
    """Reads faces and dice; `place` has the names that they may use."""

    def __init__(self, text: str, place: BuildPlace) -> None:
        super().__init__(text, ())
        self.place = place
        self.pairs: dict[str, Any] = {}

    def only_faces(self) -> Faces:
        """Return the faces, where they are all of the text."""
        faces = self.faces()
        self.end()
        return faces

    def end(self) -> None:
        if self.next()[0] != "end":
            raise self.fail("a comma or the end")

    def faces(self) -> Faces:
        """Read faces, those of each kind of dice with its kind."""
        parts: list[Faces] = []
        more = True
        while more:
            faces, more = self.row(), False
            if not self.take("of"):
                if parts:
                    raise RulesError(f"'{self.text}' says of which dice some faces are, not all")
                return faces
            parts.append(faces._replace(of=self.kind()))
            while self.take("or"):
                more = not self.at_kind()
                if more:
                    break
                parts.append(faces._replace(of=self.kind()))
        return parts[0] if len(parts) == 1 else Faces(parts=tuple(parts))

    def row(self) -> Faces:
        """Read faces of any dice."""
        spans: list[Span] = []
        words: set[str] = set()
        while True:
            if word := self.take("top", *PARITY):
                words.add(word)
            else:
                spans.append(self.span())
            if not self.take("or"):
                break
            if sign := OR_MORE.get(self.next()[1]):
                raise RulesError(f"'{self.text}': faces are short; write '{spans[-1][1]}{sign}'")
        parity = tuple([each for each in PARITY if each in words])
        return Faces(tuple(sorted(spans, key=_first)), top="top" in words, parity=parity)

    def span(self) -> Span:
        """Read one face, or several in a row."""
        low = self.face()
        if self.take("+"):
            return low, None
        if not self.take("-"):
            return low, low
        if self.next()[0] not in ("number", "word") or self.next()[1] in ("or", "of", *CLAUSES):
            return LOWEST, low
        high = self.face()
        if not isinstance(low, int) or not isinstance(high, int):
            raise RulesError(
                f"'{self.text}': '{low}-{high}' may be a range or a minus; write '{low}-' for "
                f"{low} or less, or '({low} - {high})+'"
            )
        if high < low:
            raise RulesError(f"the faces '{low}-{high}' run backwards; write '{high}-{low}'")
        return low, high

    def face(self) -> Amount:
        kind, token = self.next()
        if kind not in ("number", "word") and token not in ("(", "-"):
            raise self.fail("faces such as '5+', '2-4', '1 or 6' or 'top'")
        if self.take("-"):
            number = self.take_kind("number")
            if number is None:
                raise self.fail("a number")
            return -int(Fraction(number))
        return self.known(self.atom())

    def at_kind(self) -> bool:
        kind, token = self.next()
        return (kind == "dice" and token[0] in "dD") or (kind == "word" and self.names_die(token))

    def kind(self) -> str:
        """Read a kind of dice."""
        kind, token = self.next()
        if self.at_kind():
            return self.dice()[1]
        if kind == "word":
            hint = suggest(token, [*self.place.game.dice, *self.place.choices])
            raise RulesError(f"no die named '{token}'{hint or '; write one such as d6'}")
        raise self.fail("a kind of dice, such as d6")

    def names_one(self, word: str) -> bool:
        """Return whether the word is a name of the author's own."""
        return word in self.place.numbers or self.names_die(word)

    def names_die(self, word: str) -> bool:
        if word == "d" and self.ahead(1) == "(":
            return True
        return word in self.place.choices or word in self.place.game.dice

    def dice(self) -> tuple[Number, str]:
        """Return how many dice there are, and which."""
        kind, token = self.next()
        if kind != "dice":
            return Number("1"), self.die()
        self.at += 1
        (term,) = parse_dice(token).terms
        standard_die(term.die)
        if term.explodes:
            self.set("again", Faces(top=True))
        if term.keep:
            self.only("keep", Keep(*term.keep, term.die, bound=True))
        return Number(str(term.many)), term.die

    def die(self) -> str:
        """Return the name of a die, with parameters in braces."""
        word = self.take_kind("word")
        if word == "d":
            size = self.atom()
            if size.parts or size.apply not in self.place.numbers:
                raise RulesError(f"'d({size})' needs a parameter of numbers, as in 'd(size)'")
            return f"d{{{size}}}"
        assert word is not None
        if word in self.place.numbers:
            raise RulesError(f"'{word}' is a die and a parameter; give one another name")
        return f"{{{word}}}" if word in self.place.choices else word

    def known(self, number: Number) -> Amount:
        """Return a number whose names are parameters, calculated where it has none."""
        for word in number.order():
            if word not in self.place.numbers:
                raise self.unknown(word)
        if number.names():
            return number
        value = number.value({})
        if Fraction(value).denominator != 1:
            raise RulesError(f"'{number}' in '{self.text}' should be a whole number")
        return int(value)

    def unknown(self, word: str) -> RulesError:
        if word in self.place.choices:
            return RulesError(f"'{word}' takes words, and a number is needed in '{self.text}'")
        if word in NUMBERS:
            return RulesError(f"in '{self.text}' write '{NUMBERS.index(word) + 1}' for '{word}'")
        if " " in word:
            return RulesError(f"'{word.partition(': ')[2]}' is dice, and a number is needed here")
        names = [*self.place.numbers, *self.place.choices, *self.place.game.dice]
        hint = suggest(word, names)
        if "did you mean" not in hint:
            hint = f"{hint}; one that a question gives is declared: takes.{word} = {{}}"
        return RulesError(f"no name '{word}' in '{self.text}'{hint}")

    def set(self, key: str, faces: Faces) -> None:
        """Note the faces of a clause, beside those of other dice."""
        old = self.pairs.get(key)
        if isinstance(old, Faces):
            parts = (*(old.parts or (old,)), *(faces.parts or (faces,)))
            if not all(part.of for part in parts):
                raise RulesError(f"'{self.text}' says '{key}' twice; join the faces by 'or'")
            faces = Faces(parts=parts, throws=old.throws or faces.throws)
        if len({*faces.kinds}) < len(faces.kinds):
            raise RulesError(f"'{self.text}' says '{key}' twice of one kind of dice")
        self.pairs[key] = faces

    def only(self, key: str, value: object) -> None:
        if key in self.pairs:
            raise RulesError(f"'{self.text}' says '{key}' twice")
        self.pairs[key] = value


def _first(span: Span) -> tuple[bool, int]:
    """Return the sort key of a range; those that parameters decide come last."""
    low = span[0]
    return (False, low) if isinstance(low, int) else (True, 0)

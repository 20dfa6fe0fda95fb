"""Reads faces and kinds of dice whose names are known: "5+ of red", "d(size)", "weapon"."""

from __future__ import annotations

from typing import Any

from ..errors import RulesError
from ..language.faces import Amount, Faces
from ..language.formulas import Number
from ..language.parse import parse_dice
from ..language.read_condition import Reader
from ..model.roll import Keep, standard_die
from .place import BuildPlace
from .positions import KeyPath


def read_faces(place: BuildPlace, at: KeyPath, text: str) -> Faces:
    """Return the faces that the text writes; mistakes in it are noted."""
    found: Faces = place.read(at, lambda each: FacesReader(each, place).only_faces(), text, Faces())
    return found


class FacesReader(Reader):
    """Reads faces and dice; `place` has the names that they may use."""

    def __init__(self, text: str, place: BuildPlace) -> None:
        super().__init__(text)
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

    def at_kind(self) -> bool:
        kind, token = self.next()
        return (kind == "dice" and token[0] in "dD") or (kind == "word" and self.names_die(token))

    def kind(self) -> str:
        """Read a kind of dice."""
        kind, token = self.next()
        if kind == "word" and not self.at_kind():
            return self.place.thrown.kind(token)  # which refuses it
        if not self.at_kind():
            raise self.fail("a kind of dice, such as d6")
        return self.dice()[1]

    def names_one(self, word: str) -> bool:
        """Return whether the word is a name of the author's own."""
        return word in self.place.numbers or self.names_die(word)

    def names_die(self, word: str) -> bool:
        if word == "d" and self.ahead(1) == "(":
            return True
        return self.place.thrown.names_die(word)

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
        self.place.thrown.amount(number, self.text)
        return super().known(number)

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

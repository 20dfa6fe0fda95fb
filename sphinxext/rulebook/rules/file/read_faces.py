"""Reads faces and kinds of dice whose names are known, and when dice are thrown again."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..errors import RulesError, suggest
from ..language.faces import ANY, BLANK, Amount, Faces
from ..language.formulas import Number
from ..language.parse import parse_dice
from ..language.read_condition import Reader
from ..model.names import NUMBERS
from ..model.reading import MANY, GoingOn, Push, Then
from ..model.roll import Keep, standard_die
from .place import BuildPlace

MOST_TIMES = 100
WHEN = "'reroll on 1', 'reroll on 1-5 when 0' or 'reroll when 0'"


class FacesReader(Reader):
    """Reads faces and dice; `place` has the names that they may use."""

    def __init__(self, text: str, place: BuildPlace) -> None:
        super().__init__(text)
        self.place = place
        self.pairs: dict[str, Any] = {}
        self.whole = False  # whether the text is a roll, and no change of one

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

    def faces(self) -> Faces:
        """Read faces; the names of signs stand for the faces that show them."""
        faces = super().faces().with_signs(self.place.game.signs, self.place.numbers)
        for part in faces.parts or (faces,):
            for each in [each for span in part.ranges for each in span]:
                self.place.thrown.amount(each, self.text)
        return faces

    def face(self) -> Amount:
        kind, word = self.next()
        game, signs = self.place.game, (*self.place.game.signs, BLANK)
        if kind != "word" or self.names_one(word) or not (game.signs or game.ladders):
            return super().face()
        if game.signs and word in signs:
            self.at += 1
            return Number(word)
        for ladder in game.ladders.values():
            if word in ladder.names:
                place = ladder.names.index(word) + 1
                raise RulesError(f"'{word}' is an outcome; in faces write its place, {place}")
        if game.signs and word not in NUMBERS:
            hint = suggest(word, [*signs, *self.place.numbers])
            raise RulesError(f"no face or parameter '{word}' in '{self.text}'{hint}")
        return super().face()

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

    # Dice that are thrown again

    def thrown_again(self, word: str, faces: Faces | None, *, may: bool = False) -> bool:
        """Read how often, and when, dice are thrown again; return whether that is said.

        Without faces the whole throw is.
        """
        times = self.limit()
        double = self.take("doubled") is not None
        when = self.either() if self.take("when") else None
        if faces is not None and not may and when is None and times in (None, 1) and not double:
            return False
        if not self.whole:
            raise RulesError(
                f"'{self.text}': only a roll says when dice are thrown again; write it there, with "
                "the parameter in its condition, as in 'reroll on 1-5 when dares and 0'"
            )
        if word == "again" or faces is None:
            if faces is not None or when is None:
                ways = "'again on 6', 'again on 6 once' or 'again when same 2'"
                if double:
                    ways = "'again doubled when natural 1'"
                raise RulesError(f"'{self.text}': write {ways if word == 'again' else WHEN}")
            then = Then.DOUBLE if double else Then.ADD if word == "again" else Then.REPLACE
            most = (1 if word == "reroll" else 0) if times is None else times
            self.only("goes", GoingOn(when, most, then))
        elif double or times == 0:
            raise RulesError(f"'{self.text}': say how many times, as in 'reroll on 1 2 times'")
        else:
            self.only("push", Push(faces, when, times or 1, may))
        return True

    def limit(self) -> int | None:
        """Read how often at most; 0 is no end."""
        if self.take("once"):
            return 1
        if self.take("without"):
            self.expect("end")
            return 0
        if self.ahead(1) not in ("times", "time"):
            return None
        number = self.take_kind("number")
        self.at += 1
        if number is None or not 1 <= int(Fraction(number)) <= MOST_TIMES:
            raise RulesError(f"'{self.text}': a number of times is 1 to {MOST_TIMES}")
        return int(Fraction(number))

    def expect(self, *words: str) -> str:
        word = self.take(*words)
        if word is None:
            raise self.fail(" or ".join(f"'{each}'" for each in words))
        return word

    def may_reroll(self) -> None:
        """Read which dice a player may throw again."""
        few = (0, MANY)
        if self.take("all"):
            few = (MANY, MANY)
        elif (upto := self.take("most") is not None) or (
            self.next()[0] == "number" and self.ahead(1) not in ("times", "time")
        ):
            many = int(Fraction(self.take_kind("number") or 0))
            if not many:
                raise RulesError(f"'{self.text}': how many dice? write 'may reroll most 2'")
            few = (0 if upto else many, many)
        faces = self.faces() if self.take("on") else ANY
        self.thrown_again("reroll", faces, may=True)
        self.pairs["push"] = self.pairs["push"]._replace(few=few)

    def reroll(self) -> None:
        """Read which faces are thrown once more, or how many failed dice."""
        if self.next()[1] in ("when", "once", "without") or self.ahead(1) in ("times", "time"):
            self.thrown_again("reroll", None)
            return
        if not self.take("on"):
            number = self.known(self.atom())
            if not self.take("on"):
                raise RulesError(
                    f"in '{self.text}' write 'reroll on {number}' for faces, or 'reroll {number} "
                    "on failed' for so many dice"
                )
            self.expect("failed")
            self.only("rerolls", number)
            return
        faces = self.faces()
        if self.thrown_again("reroll", faces):
            return
        throws = "every" if self.take("every") else ""
        self.expect("throw") if throws else None
        self.set("reroll", faces._replace(throws=throws))

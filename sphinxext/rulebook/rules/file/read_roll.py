"""Reads what dice do, as in "2d6 + stat, again on 6", and changes such as "+1d6, keep highest"."""

from __future__ import annotations

from fractions import Fraction
from itertools import takewhile

from ..errors import RulesError, suggest
from ..language.faces import Amount
from ..language.formulas import Number
from ..language.query import Argument
from ..language.read_dice import CLAUSES
from ..model.arguments import fitting
from ..model.game import Check
from ..model.roll import MOVES, Keep, RollChange, Ties, plus
from .place import BuildPlace
from .positions import KeyPath
from .read_faces import FacesReader

# What authors write for a clause of ours.
INSTEAD = {
    **dict.fromkeys(("explode", "explodes", "exploding"), "'again on 6'"),
    **dict.fromkeys(("failure", "failures", "minus"), "'-1 success on 1'"),
    **dict.fromkeys(("best", "worst"), "'keep highest' or 'keep lowest'"),
    **dict.fromkeys(("vs", "versus", "against"), "'mine - yours', with takes = ['mine', 'yours']"),
    **dict.fromkeys(("push", "pushed"), "'reroll on 1-5 when 0', or 'may reroll on 1-5'"),
    **dict.fromkeys(("double", "doubles"), "'again when same 2'"),
    "if": "'when'",
    "until": "'when' and what makes it go on, as in 'again when same 2'",
    "twice": "'2 times', as in 'reroll on 1 2 times' or 'again 2 times when same 2'",
    **dict.fromkeys(("drop", "discard"), "which dice are kept, as in 'keep highest 3'"),
}
FACES_THAT_COUNT = "'2d6, success on 5+'"
NO_SIGN = "a change begins with a sign, as in '+1d6', or is a clause, as in 'success on 5+'"


def read_roll(place: BuildPlace, at: KeyPath, text: str) -> RollChange:
    """Return what the text rolls; mistakes in it are noted."""
    found: RollChange = place.read(at, lambda each: RollReader(each, place).roll(), text, ())
    return found


def read_change(place: BuildPlace, at: KeyPath, text: str, of: Check | None = None) -> RollChange:
    """Return what the text changes in a roll, or in what a check is given; mistakes are noted."""

    def read(each: str) -> RollChange:
        reader = RollReader(each, place)
        return reader.change() if of is None else reader.brought(of)

    found: RollChange = place.read(at, read, text, ()) if text else ()
    return found


class RollReader(FacesReader):
    """Reads a text about dice from left to right; `place` has the names that it may use."""

    def __init__(self, text: str, place: BuildPlace) -> None:
        super().__init__(text, place)
        self.terms_of_dice: list[str] = []

    def roll(self) -> RollChange:
        """Return one sum of dice and numbers, and clauses after it."""
        self.whole = True
        if not self.clause():
            self.terms()
        while self.take(","):
            if not self.clause():
                if self.next()[0] in ("number", "dice"):
                    raise RulesError(f"'{self.text}' has one sum only; between faces write 'or'")
                word = self.next()[1]
                raise RulesError(f"no clause '{word}' in '{self.text}'{suggest(word, CLAUSES)}")
        return self.ended()

    def change(self) -> RollChange:
        """Return what is added and the clauses that replace the roll's."""
        while True:
            if not self.clause():
                self.added(self.take("+", "-"))
            if not self.take(","):
                break
        if "rerolls" in self.pairs:
            raise RulesError(
                f"in '{self.text}' it is open whether rerolls add up; write 'reroll rerolls on "
                "failed' in the roll, with takes.rerolls = {}, and '+1 rerolls' here"
            )
        return self.ended()

    def brought(self, check: Check) -> tuple[tuple[str, Argument], ...]:
        """Return the parameters that are moved, by a whole number, or set, to anything else."""
        found: list[tuple[str, Argument]] = []
        while True:
            if self.ahead(1) == "=":
                found.append(self.set_to(check))
            else:
                self.pairs = {}
                self.added(self.take("+", "-"))
                ((key, many),) = self.pairs.items()
                if not key.startswith(MOVES):
                    raise RulesError(
                        f"'{self.text}' changes the roll; let a parameter do so, and move it here"
                    )
                found.append((key.removeprefix(MOVES), many))
            if not self.take(","):
                break
        self.end()
        return tuple(found)

    def set_to(self, check: Check) -> tuple[str, Argument]:
        """Read the name of a parameter, and the number or the word that it becomes."""
        parameter = check.parameter(self.next()[1])
        self.at += 2
        start = self.starts[self.at] if self.at < len(self.starts) else len(self.text)
        while self.next()[0] != "end" and self.next()[1] != ",":
            self.at += 1
        end = self.starts[self.at] if self.at < len(self.starts) else len(self.text)
        word = self.text[start:end].strip()
        number = not parameter.choices and word.lstrip("-").isdecimal()
        value = fitting(check, parameter, int(word) if number else word)
        return parameter.name, Fraction(value) if number else value

    @property
    def is_change(self) -> bool:
        """Return whether the text changes a roll, and is none itself."""
        return self.next()[1] in ("+", "-", *CLAUSES) or self.counted() is not None

    def ended(self) -> RollChange:
        self.end()
        return tuple(self.pairs.items())

    # The sum

    def terms(self) -> None:
        """Read everything that is added up."""
        sign = self.take("+", "-")
        while True:
            self.term(-1 if sign == "-" else 1)
            if (sign := self.take("+", "-")) is None:
                break
        keep = self.pairs.get("keep")
        if keep is not None and self.terms_of_dice.count(keep.of) > 1:
            raise RulesError(f"'{self.text}' keeps some {keep.of} and adds others; it cannot yet")

    def term(self, sign: int) -> None:
        """Read a number, or dice, perhaps multiplied by a number."""
        number, dice = self.factor()
        while op := self.take("*", "/"):
            other, more = self.factor()
            if not (dice or more):
                number = self.rounded(Number(op, (number, other)))
                continue
            if op == "/" or (dice and more):
                raise RulesError(
                    f"'{self.text}' divides dice, or multiplies them by dice; calculate with what "
                    "they add up to in a result such as 'down(value / 2)'"
                )
            self.only("times", plus(0, self.known(other if dice else number), sign))
            number, dice, sign = (number, dice, 1) if dice else (other, more, 1)
        self.terms_of_dice += [dice] if dice else []
        if "times" in self.pairs and len(self.terms_of_dice) > 1:
            raise RulesError(f"'{self.text}' multiplies some dice only; all together can be")
        if self.take("success"):
            if dice:
                raise RulesError(
                    f"'{self.text}': dice count by their faces, as in {FACES_THAT_COUNT}"
                )
            self.add("successes" if sign > 0 else "failures", self.known(number))
        elif dice:
            self.add(dice if sign > 0 else f"-{dice}", self.known(number))
            if self.take("keep"):
                self.keep(dice)
            elif self.next()[0] == "dice":
                word = dice.strip("{}")
                raise RulesError(
                    f"'{word}' takes words, and '{self.next()[1]}' after it needs a number; let "
                    f"them say the dice, as in '2d6', and write '{word}' alone"
                )
        else:
            value = self.known(number)
            self.add("add", value if sign > 0 else plus(0, value, -1))

    def factor(self) -> tuple[Number, str]:
        """Return a number, and the die of which there are so many, if any."""
        kind, token = self.next()
        if kind == "dice" or self.names_die(token):
            return self.dice()
        number = self.atom()
        kind, token = self.next()
        if kind == "dice" and not token[0].isdecimal():
            return number, self.dice()[1]
        return number, self.die() if kind == "word" and self.names_die(token) else ""

    def added(self, sign: str | None) -> None:
        """Read what a change adds to the roll, or by how much it moves a parameter."""
        if sign is None:
            raise RulesError(f"in '{self.text}': {NO_SIGN}")
        by = -1 if sign == "-" else 1
        less = by < 0 and self.take("(") is not None
        number = self.take_kind("number")
        many, word = int(Fraction(number or 1)), self.next()[1]
        if number and self.take("success"):
            self.add("successes" if by > 0 else "failures", many)
        elif number and (
            word in self.place.choices or (word in self.place.numbers and not self.at_kind())
        ):
            self.at += 1
            self.add(f"{MOVES}{word}", many * by)
        elif self.next()[0] == "dice" or self.at_kind():
            some, die = self.dice()
            if by < 0 and not less:
                raise RulesError(
                    f"'-{word}' may be a die fewer or a roll less: write '-1 dice', for a "
                    f"parameter that says how many there are, or '-({word})'"
                )
            self.add(die if by > 0 else f"-{die}", many if number else self.known(some))
        elif not number or self.next()[0] == "word":
            raise (
                self.place.thrown.unknown(word, self.text)
                if number
                else RulesError(f"'{self.text}' adds no number; write one, as in '+1 {word}'")
            )
        else:
            self.add("add", many * by)
        if less and not self.take(")"):
            raise self.fail("a closing bracket")

    def add(self, key: str, number: Amount) -> None:
        self.pairs[key] = plus(self.pairs.get(key, 0), number)

    # Clauses

    def clause(self) -> bool:
        """Read a clause, if there is one."""
        for _, said in takewhile(lambda each: each[1] not in (",", "when"), self.tokens[self.at :]):
            if said in INSTEAD and not self.names_one(said):
                raise RulesError(f"no clause '{said}' in '{self.text}'; write {INSTEAD[said]}")
        if (worth := self.counted()) is not None:
            faces = self.faces()
            if worth in (1, -1):
                self.set("success" if worth == 1 else "failure", faces)
            else:
                # The greatest worth of a face counts.
                table = [*self.pairs.get("worth", ()), (faces, worth)]
                self.pairs["worth"] = tuple(sorted(table, key=lambda pair: -pair[1]))
            return True
        word = self.take(*CLAUSES)
        if word == "again":
            if not self.take("on"):
                self.thrown_again(word, None)
                return True
            faces = self.faces()
            once = self.take("once") is not None
            if self.next()[1] not in (",", "the end"):
                self.thrown_again(word, faces)
            parts = tuple([part._replace(once=once) for part in faces.parts])
            self.set("again", faces._replace(once=once, parts=parts))
        elif word == "reroll":
            self.reroll()
        elif word == "keep":
            self.keep()
        elif word == "may":
            if self.expect("keep", "reroll") == "keep":
                self.keep(chosen=True)
            else:
                self.may_reroll()
        elif word == "ties":
            self.ties()
        elif word == "success":
            raise RulesError(f"'{self.text}': success on which faces? write {FACES_THAT_COUNT}")
        return word is not None

    def counted(self) -> int | None:
        """Read "success on", perhaps with a number before it; return what such faces count."""
        start, sign = self.at, -1 if self.take("-") else 1
        number = self.take_kind("number")
        if (number is None and sign < 0) or not (self.take("success") and self.take("on")):
            self.at = start
            return None
        many = int(Fraction(number or 1))
        if not many:
            raise RulesError(f"'{self.text}': what counts nothing need not be said")
        return sign * many

    def keep(self, bound: str = "", *, chosen: bool = False) -> None:
        """Read which dice count."""
        highest = chosen or self.expect("highest", "lowest") == "highest"
        kind, token = self.next()
        many: Amount = 1
        if kind == "number" or token == "(" or (kind == "word" and token != "of"):
            many = self.known(self.atom())
        if isinstance(many, int) and many < 1:
            raise RulesError(f"'{self.text}' keeps no dice; write 1 or more")
        said = not bound and self.take("of") is not None
        of = self.kind() if said and not self.take("all") else bound
        self.only("keep", Keep(many, highest, of, chosen, None, bool(bound), not (said or bound)))

    def ties(self) -> None:
        """Read which dice are kept before others that show the same."""
        if side := self.take("larger", "smaller"):
            self.only("ties", Ties(larger=side == "larger"))
            return
        kinds = [self.kind()]
        while self.take("before"):
            kinds.append(self.kind())
        self.only("ties", Ties(tuple(kinds)))

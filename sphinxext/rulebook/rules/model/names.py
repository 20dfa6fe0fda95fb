"""Names in texts about a throw: faces, kinds of dice, signs and readings of a check."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..errors import RulesError, nearest, suggest
from ..language.conditions import NATURAL, READINGS, VALUE
from ..language.faces import BLANK, Amount, Faces, kind_in_words, named_in
from ..language.formulas import AND, NOTHING, OUTCOME_OF, Number
from ..language.reading import ALL, DROPPED, FIRST, KEPT, PAIRED, SETS, SIGN, SUM, Reading
from .reading import Then
from .roll import dice_in, keeps_one, standard_die

if TYPE_CHECKING:
    from .game import Check, Game

NUMBERS = ("one", "two", "three", "four", "five", "six")


class Names(NamedTuple):
    """The names of a game and of one of its checks; resolving a text checks those in it."""

    numbers: Collection[str] = ()  # parameters of numbers
    choices: Mapping[str, tuple[str, ...]] = {}  # the words of each other parameter, never changed
    dice: Collection[str] = ()  # the game's own
    signs: Collection[str] = ()
    readings: Mapping[str, Number] = {}  # the author's own formulas, never changed
    sides: Collection[str] = ()  # of an opposed check
    checks: Collection[str] = ()  # that a roll may be
    again: bool = False  # whether dice of the check may roll again
    keeps: bool = False  # whether dice of the check may be left out
    goes_on: bool = False  # whether more throws of all dice may follow, and count
    mixed: bool = False  # whether dice of several kinds are added up
    later: Collection[str] = ()  # readings, which are known when the dice lie

    def of_roll(self, check: Check) -> Names:
        """Return the names for the dice of a check."""
        keys = {key for change in check.changes() for key, _ in change}
        on = check.going_on is not None and check.going_on.then is not Then.REPLACE
        mixed = bool(why_not_natural(check))
        return self._replace(again="again" in keys, keeps="keep" in keys, goes_on=on, mixed=mixed)

    def resolved(self, number: Number) -> Number:
        """Return a number with the author's readings as what they say; refuse unknown names."""
        rule = number.reads
        if rule is not None and rule.what in PAIRED and {rule.of, rule.against} <= {*self.sides}:
            return Number(f"{rule.of} {rule.what} {rule.against}")
        if rule is not None and number.apply in self.numbers:
            return Number(number.apply)  # of a throw that a parameter named "first" or "all" holds
        if rule is not None and rule.what in PAIRED and {rule.of, rule.against} <= {*self.numbers}:
            raise RulesError(
                f"'{number}' compares two sides, and '{rule.of}' and '{rule.against}' are numbers: "
                f"a check has sides if it takes nothing else and rolls '{rule.of} - {rule.against}'"
            )
        if rule is not None:
            return self._read(number, rule)
        if number.parts:
            parts = tuple(map(self.resolved, number.parts))
            if number.apply == "!=" and parts[0].is_condition and parts[1] == NOTHING:
                return parts[0]  # a name of a condition by itself
            return number._replace(parts=parts)
        word = number.apply
        if number.key or number.shows:
            return number
        if word in self.readings:
            found = self.readings[word]
            return (Number(AND, (found,)) if found.shows else found)._replace(name=word)
        if word in self.signs:
            return self._read(number, Reading(SIGN, sign=word, among=KEPT))
        return number

    def _read(self, number: Number, rule: Reading) -> Number:
        """Return what is read of dice with its names checked."""
        rule = self._kinds(self._faces(rule, number.apply))
        if rule.what == SIGN and rule.sign not in self.signs:
            if rule.sign in self.readings:
                raise RulesError(f"'{number}': say of which dice or throws within '{rule.sign}'")
            known = [*self.signs, "count", "highest", "lowest", "same", "sets", "row", SUM]
            raise RulesError(f"nothing named '{rule.sign}' to read{suggest(rule.sign, known, 20)}")
        if rule == Reading(SUM, among=KEPT) or (
            rule == Reading(SUM, among=KEPT if self.keeps else ALL, throws=ALL)
            and (self.again or self.goes_on)
            and not self.mixed
        ):
            if self.again and not rule.throws:
                raise self._open(number.apply, "kept." if self.keeps else "")
            return Number(NATURAL, name=number.apply if rule.throws else "")
        if self.goes_on and not rule.against and rule.throws != FIRST:
            raise self._open(number.apply.removeprefix(f"{ALL}."), "", sets=True)
        if rule.throws == FIRST and not (self.again or self.goes_on):
            raise RulesError(f"'{number}': no dice roll again here; leave '{FIRST}.' out")
        if self.again and not rule.throws and not rule.against:
            some = "kept." if rule.among == KEPT and self.keeps and KEPT not in number.apply else ""
            raise self._open(number.apply, some, sets=not rule.adds_up)
        among = rule.among if self.keeps else ALL
        return Number(number.apply, reads=rule._replace(among=among))

    def _open(self, written: str, kept: str, *, sets: bool = False) -> RulesError:
        """Tell that it is open which throws are meant."""
        both = "" if sets else f" or '{ALL}.{kept}{written}'"
        return RulesError(
            f"which throws does '{written}' look at, where dice roll again? write "
            f"'{FIRST}.{written}'{both}"
        )

    def _faces(self, rule: Reading, written: str) -> Reading:
        """Return the reading with its faces checked; a sign that is counted is no face."""
        faces = rule.faces
        if faces is None:
            return rule
        parts = faces.parts or (faces,)
        named = [each for part in parts for span in part.ranges for each in span]
        if len(named) == 2 and str(named[0]) in self.signs and not rule.against:
            sign = str(named[0])
            if self.keeps and rule.among == ALL and not rule.throws:
                raise RulesError(f"'{written}' has dice that are not kept, too; write '{sign}'")
            return rule._replace(what=SIGN, sign=sign, faces=None)
        faces = faces.with_signs(self.signs, self.numbers)
        if rule.against and any(part.shows for part in faces.parts or (faces,)):
            raise RulesError(f"'{written}': 'without' compares numbers, and no signs")
        for part in faces.parts or (faces,):
            for each in [each for span in part.ranges for each in span]:
                self.amount(each, written)
        if faces.parts:
            own = [self._of(part) for part in faces.parts]
            return rule._replace(faces=Faces(parts=tuple(own)), of="")
        return rule._replace(faces=self._of(faces))

    def _of(self, faces: Faces) -> Faces:
        return faces._replace(of=self.kind(faces.of)) if faces.of else faces

    def _kinds(self, rule: Reading) -> Reading:
        """Return the reading with its kinds of dice, and its number, checked."""
        size = rule.size
        if isinstance(size, Number) and not size.parts and self.names_die(size.apply):
            rule = rule._replace(of=size.apply, size=2 if rule.what == "sets" else 1)
        self.amount(rule.size, str(rule.size))
        if rule.among == DROPPED and not self.keeps:
            raise RulesError(f"no dice are left out here; leave '{DROPPED}.' out")
        of, against = (each and self.kind(each) for each in (rule.of, rule.against))
        return rule._replace(of=of, against=against)

    def amount(self, number: Amount | None, written: str) -> None:
        """Refuse a number with names that are no parameters of numbers."""
        for word in number.order() if isinstance(number, Number) else ():
            if word not in self.numbers:
                raise self.unknown(word, written)

    def names_die(self, word: str) -> bool:
        """Return whether the word is a die of the game, or a parameter of dice."""
        return word in self.choices or word in self.dice

    def kind(self, word: str) -> str:
        """Return a kind of dice by its name; what completes it is in braces."""
        if word in self.choices:
            return f"{{{word}}}"
        if size := named_in(word):
            self.amount(Number(size[0]), word)
        elif word not in self.dice and standard_die(word) is None:
            if word in self.numbers:
                raise RulesError(f"'{word}' is a number and no die; 'd({word})' has so many sides")
            hint = suggest(word, [*self.dice, *self.choices])
            raise RulesError(f"no die named '{word}'{hint or '; write one such as d6'}")
        return word

    def unknown(self, word: str, written: str) -> RulesError:
        """Tell what is wrong with a name in a text."""
        if word in self.choices:
            return RulesError(f"'{word}' takes words, and a number is needed in '{written}'")
        if word in self.dice:
            return RulesError(f"'{word}' is a die; say which faces, as in 'count(6 of {word})'")
        if word in self.checks:
            return RulesError(
                f"'{word}' is a check; let a parameter hold its throw, as in "
                f"takes.{word} = \"{word}\", or write '2 {word} keep highest' alone"
            )
        if self.signs and word in (*self.signs, BLANK):
            return RulesError(
                f"'{word}' in '{written}' names faces, and a number is needed; signs and 'blank' "
                "are joined by 'or' alone, as in 'reroll on blank or 1'"
            )
        if word == "failed":
            return RulesError(f"in '{written}' name the faces that fail, as in 'on 1-4'")
        if word in NUMBERS:
            return RulesError(f"in '{written}' write '{NUMBERS.index(word) + 1}' for '{word}'")
        if "(" in word or word in (VALUE, *READINGS, *SETS, *self.later):
            return RulesError(
                f"'{word}' is known when the dice lie, and a roll is read before; calculate with "
                "it in 'result'"
            )
        if " " in word:
            return RulesError(
                f"'{word.partition(': ')[2]}' is dice, and a number is needed here; to calculate "
                "with what dice add up to, write a result such as 'down(value / 2)'; for the "
                "better of two dice, 'd6 + d8, keep highest of all'"
            )
        known = [*self.numbers, *self.choices, *self.dice]
        if near := nearest(word, known) or nearest(word, self.checks):
            return RulesError(f"no name '{word}' in '{written}'; did you mean '{near}'?")
        declared = f"one that a question gives is declared: takes.{word} = {{}}"
        return RulesError(f"no name '{word}' in '{written}'{suggest(word, known)}; {declared}")


def names_of(game: Game, check: Check) -> Names:
    """Return the names that a question may use of a throw of the check."""
    choices = {one.name: tuple([each.name for each in one.choices]) for one in check.takes}
    words = {name: each for name, each in choices.items() if each}
    numbers = [name for name in choices if name not in words]
    numbers += [one.name for one in check.shares if not one.name.endswith(OUTCOME_OF)]
    names = Names(numbers, words, game.dice, game.signs, check.readings, check.sides)
    return names.of_roll(check)


def why_not_natural(check: Check) -> str:
    """Say why 'natural' could mislead: it adds up dice of several kinds."""
    if keeps_one(check.roll):
        return ""
    changes = [
        change
        for one in check.takes
        for change in one.all_changes()
        if not (keeps_one(change) or keeps_one(one.first))
    ]
    thrown, brought = (
        sorted({one.removeprefix("-") for one in dice_in(some)}) for some in ([check.roll], changes)
    )
    kinds = list(dict.fromkeys([*thrown, *brought]))
    if not thrown or len(kinds) < 2:
        return ""
    one, other = map(kind_in_words, kinds[:2])
    return (
        f"'natural' adds up all dice that count, {one} and {other}, too; for one kind write "
        f"'natural({kinds[0]})', for all of them 'all.natural'"
    )

"""A place in a game that is being built: the words and conditions that may be written there."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..errors import RulesError, fold, suggest
from ..language.conditions import ALL_FAILURES, READINGS, VALUE, equals
from ..language.formulas import IS_ANY, NEVER, OR, REACH, Condition, Number
from ..language.query import Call, PlainDice
from ..language.read_condition import parse_condition
from ..language.reading import PAIRED, SETS
from ..model.arguments import fitting
from ..model.game import Check, Game
from ..model.names import Names, names_of
from ..model.outcome import Ladder
from ..model.parameter import Parameter
from ..model.reading import OUTCOME
from .positions import KeyPath
from .spec import Problems

# Words of the query language and of conditions, which a parameter or reading would hide.
# "up" and "down" round where a bracket follows or a division is before them; books call much so.
RESERVED = frozenset(
    {*READINGS, *SETS, *PAIRED, *REACH, VALUE, "is", "any", "on", "all", "and", "or", "otherwise"}
    - {"up", "down"}
)
# Words about dice, which a parameter or a die would hide.
ROLL_WORDS = frozenset(
    {"success", "again", "reroll", "keep", "may", "ties", "top", "odd", "even", "once", "of"}
)
NO_DICE = (
    "dice in a formula belong to an outcome's own 'result'; elsewhere let a parameter roll, as in "
    "takes.luck = '2d6'"
)
# What authors write in a condition for a word of ours.
OUR_WORDS = {
    **dict.fromkeys(("else", "default", "anything", "rest"), "'otherwise'"),
    **dict.fromkeys(
        ("total", "roll", "result", "count", "sum", "margin", "mean", "average"),
        "'value', or no word, as in '10+'",
    ),
    **dict.fromkeys(("double", "doubles", "doublet", "pair"), "'same 2+'"),
    **dict.fromkeys(("triple", "triples", "triplet"), "'same 3+'"),
    **dict.fromkeys(("more", "higher", "above", "up"), "'10+' for 10 or more"),
    **dict.fromkeys(("less", "lower", "below", "down"), "'6-' for 6 or less"),
    "straight": "'row 5+'",
    "pairs": "'sets', the faces on two dice or more",
    "width": "'same', the dice that show the same face",
    "height": "'highest(sets)', the highest face on two dice or more",
    "groups": "'bundles(10)', which reach 10 each",
}
_NAME = re.compile(r"[^\W\d]\w*(?:[-'’]\w+)*")
_DICE_LIKE = re.compile(r"[dD](?:\d+|[fF])!?(?:[kd][hl]?\d*)?")


class BuildPlace(NamedTuple):
    """A place in a game that is being built, and the names that may be used there."""

    game: Game
    at: KeyPath
    problems: Problems
    numbers: tuple[str, ...] = ()  # the parameters that a set of faces may name
    checks: tuple[str, ...] = ()  # of the game
    throws: Mapping[str, Call | PlainDice] = {}  # the parameters that hold a throw, never changed
    choices: Mapping[str, tuple[str, ...]] = {}  # the words of each other parameter, never changed
    names: tuple[str, ...] = ()  # of parameters that conditions can calculate with
    readings: Mapping[str, Any] = {}  # of the check itself, never changed
    base: Ladder | None = None  # the ladder that the dice of the check, or of one it is like, show
    alone: bool = False  # whether there is nothing to read but the value
    asked: Mapping[str, tuple[str, ...] | None] = {}  # what may be asked for a name, and which
    more: tuple[str, ...] = ()  # numbers that such a check has beside its value
    thrown: Names = Names()  # what texts about the throw may name

    def below(self, *keys: str) -> BuildPlace:
        """Return the place at a key below this one."""
        return self._replace(at=(*self.at, *keys))

    @property
    def known(self) -> tuple[str, ...]:
        """Return the names that a number of the check may be calculated from."""
        read = () if self.alone else (*self.readings, *self.game.signs, *READINGS, *SETS)
        return (*self.names, *self.more, *read, VALUE)

    def add(self, at: KeyPath, message: str) -> None:
        """Note a mistake at a key below this place."""
        self.problems.add((*self.at, *at), message)

    def unknown(self, at: KeyPath, what: str, word: str, known: Iterable[str]) -> None:
        """Note a word that names nothing."""
        names = [*known]
        if word in self.choices and what.startswith("parameter"):
            first = self.choices[word][0]
            said = f"'{word}' takes words, and these cannot be calculated with"
            self.add(at, f"{said}; write '{word} is {first}', or let them change the roll: '+2'")
            return
        if what == "parameter or reading" and (other := OUR_WORDS.get(fold(word))):
            self.add(at, f"no {what} named '{word}'; write {other}")
            return
        hint = suggest(word, names) or "; there is none"
        parts = _subtracted(word, names)
        if len(parts) > 1:
            hint = f"; a minus needs spaces around it: '{' - '.join(parts)}'"
        self.add(at, f"no {what} named '{word}'{hint}")

    def expect(self, at: KeyPath, what: str, words: Iterable[str], known: Collection[str]) -> None:
        """Note each of the words that is not among the known ones."""
        for word in words:
            if word not in known:
                self.unknown(at, what, word, known)

    def expect_number(
        self,
        at: KeyPath,
        number: Number,
        known: Collection[str],
        what: str = "parameter or reading",
    ) -> Number:
        """Return a number with what it asks for found; note what it cannot be calculated from."""
        dice = number.own_rolls().keys()
        if dice - {*known}:
            self.add(at, NO_DICE)
        asked = [part.key for part in number.shown()]
        read = {*dice, *number.readings(), *asked, ALL_FAILURES}
        words = number.names() - read - {*known}
        self.expect(at, what, sorted(words), known)
        return _found(self, number, at)

    def figure(self, at: KeyPath, parse: Callable[[str], Number], text: str) -> Number | None:
        """Return a number of the throw, what it reads of dice checked; a mistake is noted."""

        def read(text: str) -> Number:
            found = self.thrown.resolved(parse(text))
            if self.alone and found.readings():
                raise RulesError(f"'{text}' reads dice, and here is but one number; write '2+'")
            return found

        number: Number | None = self.read(at, read, text)
        return number

    def expect_name(self, at: KeyPath, word: str, what: str, taken: Collection[str] = ()) -> None:
        """Note a word that cannot name something of the author's own."""
        if not is_word(word) or word in RESERVED or word in taken or word in self.game.signs:
            why = ": dice show a sign of that name" if word in self.game.signs else ""
            self.add(at, f"'{word}' cannot name a {what}{why}; take another word")

    def unique(self, at: KeyPath, names: Iterable[str]) -> None:
        """Note the names that are there twice."""
        self.problems.unique((*self.at, *at), names)

    def value(self, at: KeyPath, parameter: Parameter, value: Any, other: Any) -> Any:
        """Return the value as the parameter takes it; one that it does not take is noted."""
        read = partial(fitting, Check(self.at[-1]), parameter, value)
        return self.problems.attempt((*self.at, *at), read, other)

    def read(self, at: KeyPath, parse: Callable[[str], Any], text: str, other: Any = None) -> Any:
        """Return what the text says; a mistake in it is noted."""
        return self.problems.attempt((*self.at, *at), partial(parse, text), other)


def _subtracted(word: str, names: Collection[str]) -> list[str]:
    """The word taken apart at those hyphens that were meant as a minus."""
    parts = word.split("-")
    for many in range(len(parts), 0, -1):
        first, rest = "-".join(parts[:many]), parts[many:]
        if first in names and rest:
            return [first, *_subtracted("-".join(rest), names)]
    return parts if any(part in names for part in parts) else [word]


def is_name(word: str) -> bool:
    """Return whether a word can name a check, a die or a parameter in a question."""
    return bool(_NAME.fullmatch(word)) and not _DICE_LIKE.fullmatch(word)


def is_word(word: str) -> bool:
    """Return whether texts about dice can hold the name; "skill-2" takes 2 away."""
    return is_name(word) and not re.search(r"[-'’]\d", word)


def expect_read(
    place: BuildPlace, at: KeyPath, number: Number, check: Check | None, also: Collection[str] = ()
) -> None:
    """Note what a number reads of a throw, of a check or of plain dice, that it does not show."""
    names, known = Names(dice=place.game.dice, signs=place.game.signs), [VALUE, *READINGS]
    if check is not None:
        names = names_of(place.game, check)
        place = place._replace(alone=not check.is_a_roll or check.has_results)
        known += [each.name for each in check.takes if each.numbered]
    read = place._replace(thrown=names).figure(at, lambda _: number, str(number)) or NEVER
    for word in sorted({*also} & number.names() & names.readings.keys()):
        place.add(at, f"'{word}' is a parameter and a reading of the roll; rename one")
    read_of = [VALUE] if place.alone else [*known, *names.readings, *names.signs, *SETS]
    place.expect_number(at, read, [*also, *read_of], "parameter or reading" if also else "reading")


def condition_of(
    place: BuildPlace, at: KeyPath, written: str | Condition, of: str = ""
) -> Condition:
    """Return the condition that is there, its words checked; "is Hit" asks for what `of` is."""
    if isinstance(written, str):
        when = place.figure(at, parse_condition, written) or NEVER
    else:
        when = place.figure(at, lambda _: written, str(written)) or NEVER
    return place.expect_number(at, _asking(when, of) if of else when, place.known)


def _asking(condition: Condition, of: str) -> Condition:
    parts = tuple([_asking(part, of) for part in condition.parts])
    named = condition.shows and not condition.key
    return condition._replace(parts=parts, key=of if named else condition.key)


def of_outcome(place: BuildPlace, at: KeyPath, written: str | Condition, check: Check) -> Condition:
    """Return a condition in which "is Success" asks for the outcome of the check."""
    found = condition_of(place._replace(asked={**place.asked, OUTCOME: None}), at, written, OUTCOME)
    for part in found.shown():
        if part.key == OUTCOME:
            expect_outcome(place, at, part.name, [check], group=part.apply == IS_ANY)
    return found


def expect_outcome(
    place: BuildPlace,
    at: KeyPath,
    name: str,
    checks: Sequence[Check],
    *,
    group: bool,
    of: str = "",
) -> None:
    """Note the name of an outcome, or of a group of them, that none of the checks has."""
    outcomes = () if group else [one for check in checks for one in check.outcomes]
    groups = [each for check in checks for each in check.groups] if group else []
    known = [*groups, *[one.name for one in outcomes]]
    labels = [one.label for one in outcomes if one.label]
    if fold(name) not in map(fold, [*known, *labels]):
        place.unknown(at, f"{'group of outcomes' if group else 'outcome'}{of}", name, known)


def _found(place: BuildPlace, condition: Condition, at: KeyPath) -> Condition:
    """Return the condition with named outcomes as their places; note what is not there."""
    if not condition.shows:
        parts = [_found(place, part, at) for part in condition.parts]
        return condition._replace(parts=tuple(parts))
    key = condition.key
    if not key:
        return _placed(place, condition, at)
    words = place.asked.get(key, ())
    if key in place.names and key not in place.asked:
        said = f"write '{key} = {condition.name}'"
        if not condition.name.lstrip("-").isdecimal():
            said = f'to ask for an outcome, let it hold a check: takes.{key} = "attack"'
        place.add(at, f"'{key}' is a number; {said}")
    elif key not in place.asked:
        place.unknown(at, "parameter of words", key, place.asked)
    elif words is not None and fold(condition.name) not in map(fold, words):
        place.unknown(at, "choice", condition.name, words)
    return condition


def _placed(place: BuildPlace, shows: Condition, at: KeyPath) -> Condition:
    """Return the places on the ladder of a named outcome or of a group."""
    names, groups = (place.base.names, place.base.groups) if place.base else ((), {})
    places = {fold(each): i for i, each in enumerate(names, 1)}
    known = {fold(key): members for key, members in groups.items()}
    if shows.apply != IS_ANY:
        known = {name: (name,) for name in places}
    if fold(shows.name) not in known:
        what = "group" if shows.apply == IS_ANY else "outcome"
        place.unknown(at, what, shows.name, groups if shows.apply == IS_ANY else names)
        return NEVER
    members = [fold(member) for member in known[fold(shows.name)]]
    parts = [equals(places[member]) for member in members if member in places]
    return parts[0] if len(parts) == 1 else Number(OR, tuple(parts))

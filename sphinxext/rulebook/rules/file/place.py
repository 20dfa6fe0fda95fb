"""A place in a game that is being built: the words and conditions that may be written there."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..errors import RulesError, fold, suggest
from ..language.conditions import ALL_FAILURES, READINGS, VALUE, equals
from ..language.formulas import AND, IS_ANY, NEVER, OR, REACH, Condition, Number
from ..language.query import Call, PlainDice
from ..language.read_condition import parse_condition
from ..language.reading import PAIRED, SETS
from ..model.arguments import fitting
from ..model.game import Check, Game
from ..model.names import Names, names_of
from ..model.outcome import Ladder, Outcome
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
DICE_ELSEWHERE = "dice in a formula belong to an outcome's own 'result'"
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
NO_DICE = "a condition compares numbers that are known; let a parameter roll: takes.luck = '2d6'"
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
        if word in self.choices and what.startswith("parameter") and word not in names:
            said = f"'{word}' takes words, and these cannot be calculated with"
            first = self.choices[word][0]
            self.add(at, f"{said}; write '({word} is {first})', or let them change the roll: '+2'")
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
        self, at: KeyPath, number: Number, known: Collection[str], what: str = "parameter"
    ) -> None:
        """Note what a number is calculated from and cannot be."""
        if number.own_rolls().keys() - {*known}:
            self.add(at, DICE_ELSEWHERE)
        for part in number.shown():
            _resolved(self, part, at)
        known = [*known, *[part.key for part in number.shown()]]
        words = number.names() - number.own_rolls().keys() - number.readings().keys() - {*known}
        self.expect(at, what, sorted(words), known)

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
            self.add(at, f"'{word}' cannot name a {what}; take another word")

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
    return _resolved(place, _asking(when, of) if of else when, at)


def _asking(condition: Condition, of: str) -> Condition:
    parts = tuple([_asking(part, of) for part in condition.parts])
    named = condition.shows and not condition.key
    return condition._replace(parts=parts, key=of if named else condition.key)


def of_outcome(place: BuildPlace, at: KeyPath, written: str | Condition, check: Check) -> Condition:
    """Return a condition in which "is Success" asks for the outcome of the check."""
    found = condition_of(place._replace(asked={**place.asked, OUTCOME: None}), at, written, OUTCOME)
    for part in found.shown():
        if part.key == OUTCOME:
            expect_outcome(
                place, at, part.name, check.outcomes, check.groups, group=part.apply == IS_ANY
            )
    return found


def expect_outcome(
    place: BuildPlace,
    at: KeyPath,
    name: str,
    outcomes: Sequence[Outcome],
    groups: Iterable[str],
    *,
    group: bool,
    of: str = "",
) -> None:
    """Note the name of an outcome, or of a group of them, that is not there."""
    known = [*groups] if group else [one.name for one in outcomes]
    labels = () if group else [one.label for one in outcomes if one.label]
    if fold(name) not in map(fold, [*known, *labels]):
        place.unknown(at, f"{'group of outcomes' if group else 'outcome'}{of}", name, known)


def _resolved(place: BuildPlace, condition: Condition, at: KeyPath) -> Condition:
    """Return the condition with named outcomes as their places, its words checked."""
    if condition.parts and (condition.apply in (AND, OR) or any(condition.shown())):
        parts = [_resolved(place, part, at) for part in condition.parts]
        return condition._replace(parts=tuple(parts))
    if not condition.shows:
        for word in sorted(condition.names() - {ALL_FAILURES} - condition.readings().keys()):
            _check_word(place, at, word)
        return condition
    if not condition.key:
        return _placed(place, condition, at)
    words = place.asked.get(condition.key, ())
    if condition.key in place.names and condition.key not in place.asked:
        message = f"'{condition.key}' is a number; write '{condition.key} = {condition.name}'"
        place.add(at, message)
    elif condition.key not in place.asked:
        place.unknown(at, "parameter of words", condition.key, place.asked)
    elif words is not None and fold(condition.name) not in map(fold, words):
        place.unknown(at, "choice", condition.name, words)
    return condition


def _check_word(place: BuildPlace, at: KeyPath, word: str) -> None:
    """Note a word that is compared, and is no number."""
    words = place.asked.get(word)
    if words is not None:
        message = f"no parameter or reading named '{word}' is a number; it takes words, so write "
        place.add(at, f"{message}'{word} is {(words or ('',))[0]}'")
    elif any(ch.isdecimal() for ch in word) and " " in word:
        place.add(at, NO_DICE)
    elif word not in place.known:
        if other := OUR_WORDS.get(fold(word)):
            place.add(at, f"no parameter or reading named '{word}'; write {other}")
        else:
            place.unknown(at, "parameter or reading", word, place.known)


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

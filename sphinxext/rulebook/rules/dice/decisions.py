"""Rolls that decide parameters of a check: which comes first, what it gives, and what follows."""

from __future__ import annotations

from collections.abc import Container, Mapping
from fractions import Fraction
from typing import NamedTuple

from ..errors import RulesError, suggest
from ..language.conditions import NATURAL, READINGS, RESULTS, THE_VALUE, VALUE, Facts
from ..language.formulas import ALWAYS, Number
from ..language.query import Argument, Call, PlainDice, Query, SharedThrow, words_in
from ..model.arguments import Values, fitting, given, is_rolled
from ..model.cancelling import done_by, handed_on, hanging_on, is_open
from ..model.game import Check, Game, Use
from ..model.names import names_of, why_not_natural
from ..model.outcome import Outcome
from ..model.parameter import Parameter
from ..model.roll import RollChange, as_number
from .odds import Key, Numbers, Odds, read_key, words_of
from .reckoned import coefficient

ELSEWHERE = (Use.LEVELS, Use.RESULT, Use.ADDED)  # what only adds looks at its parameter by
MOST = 1_000  # values that a roll may give to a parameter: each makes a roll of its own


def rolled_when_needed(game: Game, check: Check, args: Values) -> Values:
    """Return what is rolled no sooner than the result of an outcome, or each try, needs it.

    No other roll may be handed a number that waits for an outcome.
    """
    if check.several is not None:
        return _rolled_in_each_try(game, check, args, check.several.many)
    if not check.has_results:
        return {}
    handed: set[str] = set()
    for parameter in check.known:
        if is_rolled(args[parameter.name]):
            roll = roll_of(game, check, parameter, args)
            handed |= {name for name, _ in roll.args} if isinstance(roll, Call) else set()
    later = {name: args[name] for name in check.rolled_later - handed}
    return {name: value for name, value in later.items() if not isinstance(value, SharedThrow)}


def _rolled_in_each_try(game: Game, check: Check, args: Values, many: int | str) -> Values:
    """Return the parameters that each try decides anew: those that a question leaves open.

    All others are decided before the tries, and so is all that those go by.
    """
    inner = game.check(check.inner)
    taken = {one.name for one in inner.takes}
    first = {one.name for one in check.takes if one.name not in taken}
    first |= {many} if isinstance(many, str) else set()
    first = first.union(*(check.links | check.moves) - (inner.links | inner.moves))
    waiting = [*first]
    while waiting:
        name = waiting.pop()
        before = hanging_on(check, name) | looked_at(game, check, args, name)
        before |= {check.parameter(name).of} - {""}
        waiting += before - first
        first |= before
    return {
        one.name: args[one.name]
        for one in check.known
        if is_open(args[one.name])
        and _left_out(one, args[one.name])
        and not {one.name, one.of} & first
    }


def _left_out(parameter: Parameter, value: object) -> bool:
    """Return whether the value is the default, not an equal one that a question gives."""
    if isinstance(value, SharedThrow):
        return value.throw is parameter.thrown
    return value is parameter.default


def looked_at(game: Game, check: Check, args: Values, name: str) -> set[str]:
    """Return the parameters that the roll or the calculation of this one looks at."""
    parameter, value = check.parameter(name), args[name]
    if isinstance(value, Number):
        return value.names()
    roll = roll_of(game, check, parameter, args) if is_rolled(value) else None
    return {each for each, _ in roll.args if each in args} if isinstance(roll, Call) else set()


class Decision(NamedTuple):
    """A roll that decides one parameter, or several that each read something of it."""

    check: Check
    parameters: tuple[Parameter, ...]
    numbers: Numbers  # what each reads
    roll: Query  # as a message names it
    what: Call | PlainDice  # as it is asked
    read: Check | None  # the check that is thrown, where more is read of it than its result
    besides: tuple[tuple[str, Argument], ...]  # the other arguments of the check
    shared: str  # how the rules file writes a roll that several share

    def call(self, key: Key) -> Call:
        """Return the check with what the roll gave."""
        for parameter, value in zip(self.parameters, key, strict=True):
            try:
                fitting(self.check, parameter, value)
            except RulesError as error:
                raise RulesError(f"{error}, which '{self.shared or self.roll}' may give") from None
        names = [parameter.name for parameter in self.parameters]
        return Call(self.check.name, (*zip(names, key, strict=True), *self.besides))

    def key(self, outcome: str | None, known: Facts) -> Key:
        """Return what a roll gives that came to this."""
        return read_key(self.numbers, outcome, known)

    def cases(self, odds: Odds) -> Mapping[Key, Fraction]:
        """Return what the roll may give, and how likely each is."""
        name = self.parameters[0].name
        if self.numbers == (None,):
            outcomes = odds.exact_outcomes
            return {(name,): chance for name, chance in outcomes.items() if chance}
        if self.parameters[0].choices and not self.parameters[0].numbered and not self.shared:
            raise RulesError(f"'{self.roll}' names no outcomes, and '{name}' takes words")
        if odds.named_only and THE_VALUE in self.numbers:
            raise RulesError(f"'{self.roll}' only names outcomes, and '{name}' takes a number")
        found = odds.read(
            self.numbers,
            f"'{self.roll}' has no end, so it cannot decide '{name}'",
        )
        if len(found) > MOST:
            raise RulesError(
                f"'{self.roll}' may give {len(found):,} numbers; the most is {MOST:,} here"
            )
        return found


def decision(game: Game, check: Check, args: Values, later: Container[str] = ()) -> Decision:
    """Return the first roll that can be made with what is known already, and what it decides."""
    parameter, what = _deciding(game, check, args, later)
    value, read, asked = args[parameter.name], None, what
    decided: list[Parameter] = [parameter]
    numbers: Numbers = (THE_VALUE,)
    if isinstance(value, SharedThrow):
        decided = [one for one in check.known if _reads(one, parameter, args)]
        thrown = game.check(what.check) if isinstance(what, Call) else _of_dice(what)
        of_throw = names_of(game, thrown)
        read_of = [args[each.name].number for each in decided]
        numbers = tuple([one and of_throw.resolved(one) for one in read_of])
        read = check_read(thrown, numbers)
        asked = Call(read.name) if read is not None and isinstance(what, PlainDice) else what
    elif parameter.choices and isinstance(what, Call):
        inner = game.check(what.check).with_outcomes(game.checks)
        numbers = (None if inner.outcomes else THE_VALUE,)
    names = [one.name for one in decided]
    besides = [
        (name, value)
        for name, value in args.items()
        if name not in names and not isinstance(value, Number)  # which is calculated anew
    ]
    shared = str(value) if isinstance(value, SharedThrow) else ""
    roll = Query("", what)
    return Decision(check, tuple(decided), numbers, roll, asked, read, tuple(besides), shared)


def _deciding(
    game: Game, check: Check, args: Values, later: Container[str]
) -> tuple[Parameter, Call | PlainDice]:
    for parameter in check.known:
        if is_rolled(args[parameter.name]) and parameter.name not in later:
            roll = roll_of(game, check, parameter, args)
            handed = roll.args if isinstance(roll, Call) else ()
            if not any(is_open(value) and value in args.values() for _, value in handed):
                return parameter, roll
    raise RulesError(f"the parameters of '{check.name}' wait for each other to be rolled")


def _reads(one: Parameter, other: Parameter, args: Values) -> bool:
    """Return whether a parameter is read from the same throw as another, that of one parameter."""
    same = (one.of or one.name) == (other.of or other.name)
    return same and isinstance(args[one.name], SharedThrow)


def roll_of(game: Game, check: Check, parameter: Parameter, args: Values) -> Call | PlainDice:
    """Return the roll of a parameter; the file's own is handed the parameters that both take.

    A question says itself what its roll is given, where that would matter. The file's own gets what
    is left of them, but for what the other check changes itself, and what comes of the roll.
    """
    value = args[parameter.name]
    call: Call | PlainDice = value.throw if isinstance(value, SharedThrow) else value
    if isinstance(call, PlainDice):
        return call
    inner = game.check(call.check)
    if inner.sides:
        return call
    own = given(inner, call.args)
    names = [each.name for each in inner.takes if each.name in args and each.name not in own]
    holder = parameter.of or parameter.name
    of_roll = {pair for pair in check.links | check.moves if holder in pair}
    levels = handed_on(check, args, done_by(inner, names) | of_roll)
    if call is parameter.thrown:
        return Call(call.check, (*call.args, *[(name, levels[name]) for name in names]))
    for name in names:
        one = inner.parameter(name)
        if one.required or one.default != levels[name]:
            said = Call(call.check, (*call.args, (name, levels[name])))
            raise RulesError(
                f"'{check.name}' and '{call.check}' both take '{name}', and '{call}' does not say "
                f"which it is: write it, as in '{said}'"
            )
    return call


def check_read(check: Check, numbers: Numbers) -> Check | None:
    """Return the check that is thrown with the words that are read of it, if any are."""
    words = words_of(numbers) - {parameter.name for parameter in check.known} - {VALUE}
    if not words:
        return None
    if not check.is_a_roll or check.has_results:
        raise RulesError(
            f"'{check.name}' is not a single throw, so only its 'outcome' and its 'value' can be "
            "read"
        )
    if NATURAL in words and why_not_natural(check):
        raise RulesError(why_not_natural(check))
    seen = {word for number in numbers if number is not None for word in number.readings()}
    for word in sorted(words - {*seen, *READINGS}):
        raise RulesError(f"'{check.name}' shows no '{word}'{suggest(word, check.readings, 20)}")
    outcomes = check.outcomes or (Outcome("", ALWAYS),)
    check = check.reading(*[number for number in numbers if number is not None])
    return check._replace(reads=tuple(sorted(words)), outcomes=outcomes)


def _of_dice(dice: PlainDice) -> Check:
    """Return plain dice as a check, so that more than their total can be read."""
    if any(term.explodes or term.keep or term.times != 1 for term in dice.terms):
        raise RulesError(
            f"'{dice.text}' rolls again or leaves dice out; make a check of it to read more than "
            "its total"
        )
    roll: dict[str, int] = {}
    for term in dice.terms:
        name = term.die if term.sign > 0 else f"-{term.die}"
        roll[name] = roll.get(name, 0) + term.many
    change: RollChange = (*roll.items(), ("add", dice.add))
    return Check(dice.text, roll=change)


def only_added(game: Game, check: Check, args: Values) -> list[tuple[Parameter, int]]:
    """Return rolled parameters that do nothing but add, and how much each level adds.

    There are none where more than the result is read.
    """
    if check.push or check.aims or check.reads or check.going_on:
        return []
    if not check.is_a_roll or check.ladder or any(one.result for one in check.outcomes):
        return []
    read = check.used[Use.OUTCOMES]
    if read & RESULTS - {VALUE} or read - {VALUE} - {each.name for each in check.known}:
        return []
    # what is calculated from rolled ones is no number yet
    rolled = {name for name, value in args.items() if is_open(value)}
    if rolled.intersection(set().union(*[hanging_on(check, name) for name in read])):
        return []
    found = []
    for parameter in check.takes:
        shared = isinstance(args[parameter.name], SharedThrow | Number)
        if shared or parameter.name not in rolled or _waits(game, check, parameter, args):
            continue
        each = _each(check, parameter)
        if each is not None and not _is_read_elsewhere(game, check, args, parameter):
            found.append((parameter, each))
    return found


def _waits(game: Game, check: Check, parameter: Parameter, args: Values) -> bool:
    """Return whether the roll of the parameter is handed another one that is rolled as well."""
    roll = roll_of(game, check, parameter, args)
    handed = roll.args if isinstance(roll, Call) else ()
    return any(name in args and is_open(value) for name, value in handed)


def _each(check: Check, parameter: Parameter) -> int | None:
    """The number that a level adds to the result, or None where it does more than add."""
    adds = dict(parameter.each)
    if parameter.choices or parameter.first or parameter.further or {*adds} - {"add"}:
        return None
    added = as_number(dict(check.roll).get("add", 0))
    if (named := coefficient(added, parameter.name)) is None:
        return None
    each = named + int(adds.get("add", 0))
    if check.result is None:
        return each
    own = coefficient(check.result, parameter.name)
    of_value = coefficient(check.result, VALUE) if each else 0
    return None if own is None or of_value is None else own + of_value * each


def _is_read_elsewhere(game: Game, check: Check, args: Values, parameter: Parameter) -> bool:
    """Return whether anything else of the check may depend on the parameter."""
    others = [each for each in check.takes if each is not parameter]
    read = [words for use, words in check.used.items() if use not in ELSEWHERE]
    read += [{*each.cancels, *each.needed, *each.moved} for each in others]
    for each in others:
        roll = roll_of(game, check, each, args) if is_rolled(args[each.name]) else None
        if isinstance(roll, Call):
            read.append({name for name, _ in roll.args}.union(words_in(roll)))
    linked = parameter.cancels or parameter.needs or parameter.half or parameter.moved
    return bool(linked) or parameter.name in set().union(*read)
